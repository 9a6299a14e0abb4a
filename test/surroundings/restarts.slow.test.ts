import { ApiObject, App, Chart } from 'cdk8s';
import { ALL, Make, SURROUNDINGS, tried } from './ways';
import { SynthesizedObjects } from '../../src';

/** Who places the pods stands in their template. Their pages say that pods are replaced, and that a Job needs a new run. */
const PLACES_PODS: ReadonlySet<string> = new Set(['bin-packing-scheduler', 'gang-scheduling']);

const alone = new Map<Make, SynthesizedObjects>();

function objectsOf(app: App): SynthesizedObjects {
  return SynthesizedObjects.fromManifests(app.node.findAll().filter(each => ApiObject.isApiObject(each)).map(each => (each as ApiObject).toJson()));
}

function before(make: Make): SynthesizedObjects {
  const app = new App();
  if (!alone.has(make)) {
    make(new Chart(app, 'chart', { namespace: 'ml' }));
    alone.set(make, objectsOf(app));
  }
  return alone.get(make)!;
}

/** What happens to a workload that runs when something is put around it. */
function consequences(surrounding: string, make: Make): readonly string[] {
  const { way, app } = tried(surrounding, make);
  if (way === undefined) {
    return [];
  }
  const { restarts, refused, lost, removed } = objectsOf(app).changesFrom(before(make));
  return [...restarts.flatMap(({ paths }) => paths), ...refused.map(({ field }) => `refused ${field}`), ...lost.map(({ id }) => `lost ${id}`), ...removed.map(({ kind }) => `removed ${kind}`)];
}

test.each(SURROUNDINGS.filter(each => !PLACES_PODS.has(each)))('%s restarts no pod of any workload that it is put around', surrounding => {
  const found = Object.entries(ALL).map(([name, make]) => [name, consequences(surrounding, make)] as const);
  expect(found.filter(([, each]) => each.length > 0)).toEqual([]);
}, 120_000);

test.each([...PLACES_PODS])('%s says its scheduler in the template, and changes nothing else there', surrounding => {
  const found = Object.values(ALL).flatMap(make => consequences(surrounding, make));
  expect(found.filter(each => !/^refused spec\.(?:template|replicatedJobs)|schedulerName$|\[scheduling\.x-k8s\.io\/pod-group\]$/.test(each))).toEqual([]);
  expect(found.some(each => each.endsWith('schedulerName'))).toBe(true);
}, 120_000);
