import * as fs from 'fs';
import * as path from 'path';
import { ApiObject, App, AppProps, Chart, JsonPatch, Lazy } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct, IConstruct } from 'constructs';
import * as fc from 'fast-check';
import { temporaryFolder } from '../../hygiene/temporary';

/** A chart that changes what it renders to. */
class OwnChart extends Chart {
  public toJson(): any[] {
    return [...super.toJson(), undefined, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: this.node.id } }];
  }
}

/** How to build a tree: each step adds a construct below an earlier one. */
export interface Step {
  readonly what: 'chart' | 'own chart' | 'group' | 'object' | 'patched' | 'lazy' | 'deployment';
  readonly under: number;
  readonly id: string;
}

export interface Tree {
  readonly steps: readonly Step[];
  readonly dependencies: readonly (readonly [number, number])[];
}

const step: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom('chart', 'chart', 'own chart', 'group', 'object', 'object', 'object', 'patched', 'lazy', 'deployment'),
  under: fc.nat(30),
  // Objects keep keys that look like numbers first, and so does the order of charts.
  id: fc.constantFrom('a', 'b', 'web', '7', '10', '2', 'Web App', 'resource'),
});

export const trees: fc.Arbitrary<Tree> = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 14 }),
  dependencies: fc.array(fc.tuple(fc.nat(30), fc.nat(30)), { maxLength: 4 }),
});

export function build(app: App, { steps, dependencies }: Tree): void {
  const constructs: IConstruct[] = [];
  const scopes: Construct[] = [app];
  for (const { what, under, id } of steps) {
    const scope = scopes[under % scopes.length];
    const isFree = scope.node.tryFindChild(id) === undefined;
    if (isFree && (what.endsWith('chart') || scope !== app)) {
      const added = add(scope, id, what);
      constructs.push(added);
      if (what.endsWith('chart') || what === 'group') {
        scopes.push(added as Construct);
      }
    }
  }
  if (constructs.length > 0) {
    dependencies.forEach(([source, target]) => constructs[source % constructs.length].node.addDependency(constructs[target % constructs.length]));
  }
}

function add(scope: Construct, id: string, what: Step['what']): IConstruct {
  switch (what) {
    case 'chart': return new Chart(scope, id, { namespace: 'ml', labels: { team: 'a' } });
    case 'own chart': return new OwnChart(scope, id);
    case 'group': return new Construct(scope, id);
    case 'deployment': return new kplus.Deployment(scope, id, { containers: [{ image: 'registry.example/web:1', portNumber: 80 }] });
    default: return object(scope, id, what);
  }
}

function object(scope: Construct, id: string, what: Step['what']): ApiObject {
  const data = what === 'lazy' ? Lazy.any({ produce: () => ({ text: `of ${id}\nlate` }) }) : { 'port': '8080', 'off': 'on', 'a b': '' };
  const added = new ApiObject(scope, id, { apiVersion: 'v1', kind: 'ConfigMap', data });
  if (what === 'patched') {
    added.addJsonPatch(JsonPatch.add('/data/added', '1e3'), JsonPatch.replace('/metadata/name', `patched/${id}`));
  }
  return added;
}

/** What an app writes, by path, or the message of what it throws. */
export function written(kind: new (props: AppProps) => App, props: AppProps, tree: (app: App) => void): unknown {
  const outdir = temporaryFolder('fleet');
  try {
    const app = new kind({ ...props, outdir });
    tree(app);
    app.synth();
    return Object.fromEntries(fs.readdirSync(outdir, { recursive: true, encoding: 'utf8' }).sort().map(name => [name, contentOf(path.join(outdir, name))]));
  } catch (error) {
    return (error as Error).message;
  } finally {
    fs.rmSync(outdir, { recursive: true, force: true });
  }
}

function contentOf(file: string): string {
  return fs.statSync(file).isDirectory() ? 'folder' : fs.readFileSync(file, 'utf8');
}

export function synthYaml(app: App, tree: Tree): string {
  try {
    build(app, tree);
    return app.synthYaml();
  } catch (error) {
    return (error as Error).message;
  }
}
