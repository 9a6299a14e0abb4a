import * as fs from 'fs';
import * as path from 'path';
import { App, AppProps, Chart } from 'cdk8s';
import { resolveDependencies } from './dependencies';
import { documentsOf, objectsOf, outputFiles } from './output-files';
import { whileRendering } from './rendering';
import { topology } from './topology';
import { printYaml } from '../yaml/printer';

/**
 * An `App` for many charts. It writes the same files as cdk8s' `App`, to the byte, in a time that grows with the number of objects: `App`
 * resolves the dependencies of the whole app and validates all of it once more for every chart, so its time grows with the square of charts.
 *
 * Use it in place of `App`, with the same properties. Validations run once in a synth, before anything is rendered. A chart with a `toJson` of its own is asked for
 * what it renders to, and then takes as long as with `App`.
 */
export class FleetApp extends App {
  private readonly recordsConstructs: boolean;

  /**
   * Defines an app.
   *
   * @param props as for `App`
   */
  constructor(props: AppProps = {}) {
    super(props);
    this.recordsConstructs = props.recordConstructMetadata ?? process.env.CDK8S_RECORD_CONSTRUCT_METADATA === 'true';
  }

  /** All charts, those that others depend on first. */
  public get charts(): Chart[] {
    return topology(this.node).filter(construct => Chart.isChart(construct)) as Chart[];
  }

  /**
   * Writes all manifests to the output directory. Throws when a validation fails, and when constructs depend on each other in a circle.
   */
  public synth(): void {
    fs.mkdirSync(this.outdir, { recursive: true });
    this.validate();
    const numbered = resolveDependencies(this);
    const { charts } = this;
    whileRendering(this, () => this.writeFiles(charts, numbered));
    if (this.recordsConstructs) {
      this.recordConstructs(charts);
    }
  }

  /**
   * All manifests as one YAML text. Throws when a validation fails, and when constructs depend on each other in a circle.
   *
   * @returns documents, separated by `---`
   */
  public synthYaml(): string {
    resolveDependencies(this);
    this.validate();
    const { charts } = this;
    return whileRendering(this, () => printYaml(charts.flatMap(documentsOf)));
  }

  private writeFiles(charts: readonly Chart[], numbered: boolean): void {
    for (const { folder = '', name, documents } of outputFiles(this.yamlOutputType, charts, numbered)) {
      if (name === undefined) {
        fs.mkdirSync(path.join(this.outdir, folder), { recursive: true });
      } else {
        fs.writeFileSync(path.join(this.outdir, folder, name + this.outputFileExtension), printYaml(documents));
      }
    }
  }

  /** Source: cdk8s src/app.ts (2.70.106), validate */
  private validate(): void {
    const errors = this.node.findAll().flatMap(({ node }) => node.validate().map(error => `[${node.path}] ${error}`));
    if (errors.length > 0) {
      throw new Error(`Validation failed with the following errors:\n  ${errors.join('\n  ')}`);
    }
  }

  /** Source: cdk8s src/app.ts (2.70.106), writeConstructMetadata */
  private recordConstructs(charts: readonly Chart[]): void {
    const resources = Object.fromEntries(charts.flatMap(objectsOf).map(({ name, node }) => [name, { path: node.path }]));
    fs.writeFileSync(path.join(this.outdir, 'construct-metadata.json'), JSON.stringify({ version: '1.0.0', resources }));
  }
}
