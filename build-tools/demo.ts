/*
 * Runs every app of examples/ with the built library into dist/<example>/, reads the files back, and prints a line an app.
 * The status is not 0 when an app fails, has error findings, or does not read back as it was meant.
 */
import * as fs from 'fs';
import * as path from 'path';
import { ApiObject, App } from 'cdk8s';
import { built } from './built';
import { appsOf, ExampleApp, exampleNames, ROOT } from './examples';
import { mustHoldExactly, readManifests } from './read-back';
import { Manifest, tally } from './tally';
// Types of the sources, code of the build: the demo runs what users install.
import type { Finding, severityOf as SeverityOf } from '../src/base/findings/finding';
import type { findingsOf as FindingsOf } from '../src/lint/synth/validate-at-synth';

const { findingsOf } = built('lint/synth/validate-at-synth') as { findingsOf: typeof FindingsOf };
const { severityOf } = built('base/findings/finding') as { severityOf: typeof SeverityOf };

/** One line of the table. */
type Row = readonly string[];

const HEADER: Row = ['app', 'objects', 'pods', 'GPUs', 'warnings'];

function run(example: ExampleApp): Row {
  const outdir = path.join(ROOT, 'dist', example.name);
  fs.rmSync(outdir, { recursive: true, force: true });
  const app = new App({ outdir });
  example.build(app);
  app.synth();
  // `Chart.toJson` would run the checks again.
  const objects = app.node.findAll().filter(construct => ApiObject.isApiObject(construct)).map(object => object.toJson() as Manifest);
  const written = readManifests(outdir);
  mustHoldExactly(written, objects, path.relative(ROOT, outdir));
  const warnings = findingsOf(app).filter(finding => severityOf(finding.class) === 'warning');
  warnings.forEach(finding => console.error(`${example.name}: ${describe(finding)}`));
  const counts = tally(written);
  return [example.name, counts.objects, counts.pods, counts.accelerators, warnings.length].map(String);
}

function describe(finding: Finding): string {
  const object = finding.object ? `${finding.object.kind} ${finding.object.name}` : finding.construct ?? '';
  return `${finding.id} ${finding.title} (${object}${finding.field ? ` ${finding.field}` : ''})`;
}

function print(rows: readonly Row[]): void {
  const widths = HEADER.map((_, column) => Math.max(...rows.map(row => row[column].length)));
  const pad = (cell: string, column: number) => column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]);
  rows.forEach(row => console.log(row.map(pad).join('  ')));
}

function main(): void {
  // Findings are counted here; the report of a failing synth is still the message of its error.
  process.env.CDK8S_AI_WORKLOADS_QUIET = '1';
  const rows: Row[] = [];
  const failures: string[] = [];
  const attempt = (name: string, work: () => void) => {
    try {
      work();
    } catch (error) {
      failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  for (const name of exampleNames()) {
    attempt(name, () => appsOf(name).forEach(example => attempt(example.name, () => rows.push(run(example)))));
  }
  print([HEADER, ...rows]);
  failures.forEach(failure => console.error(`FAILED ${failure}`));
  process.exitCode = failures.length > 0 || rows.length === 0 ? 1 : 0;
}

main();
