import * as fs from 'fs';
import * as path from 'path';
import { App, Chart } from 'cdk8s';
import { TEMPLATE_APPS } from './template-apps';
import { Manifest } from '../../build-tools/tally';
import { DefaultSet, KubernetesVersion, Target } from '../../src';

const FILE = path.join(__dirname, 'templates-v1.json');

const RESTARTS = [
  'A template that changes restarts pods on accelerators, and a Job that runs refuses most changes. A better choice belongs to a new default set:',
  'ask target._since(DefaultSet.…) where it is made, so that the set of before keeps what it had.',
].join('\n');

/** What of an object replaces pods when it changes, is refused, or changes how many there are. */
function decisive({ kind, spec }: Manifest): unknown {
  switch (kind) {
    case 'StatefulSet':
    case 'Deployment':
    case 'Job':
    case 'JobSet':
    case 'LeaderWorkerSet':
    case 'HorizontalPodAutoscaler':
    case 'ResourceClaimTemplate':
      return spec;
    default:
      return undefined;
  }
}

type Recorded = { [object: string]: unknown };

function synthesise(build: (chart: Chart) => void): Recorded {
  const chart = new Chart(new App(), 'app', { namespace: 'ml' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_36, zones: ['eu-1a', 'eu-1b', 'eu-1c'], defaults: DefaultSet.V1 });
  build(chart);
  const objects = (chart.toJson() as Manifest[]).map(each => [`${each.kind} ${each.metadata.name}`, decisive(each)] as const);
  return JSON.parse(JSON.stringify(Object.fromEntries(objects.filter(([, spec]) => spec !== undefined))));
}

/** What the API server adds where nobody wrote it. Source: pkg/apis/core/v1/defaults.go, pkg/apis/apps/v1/conversion.go (v1.36); cluster/tests/re-applied */
const ADDED: { readonly [key: string]: unknown } = { protocol: 'TCP', volumeMode: 'Filesystem' };
/** Of claim templates. */
const CLAIM: readonly string[] = ['apiVersion', 'kind', 'status'];

/** The same value as the server stores it: quantities are texts there, what is false or empty by default is not kept, and what it adds counts for nothing. */
function stored(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(stored);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  return Object.fromEntries(Object.entries(value)
    .filter(([key, each]) => !(key === 'readOnly' && each === false) && ADDED[key] !== each)
    .map(([key, each]) => [key, key === 'limits' || key === 'requests' ? texts(each) : stored(key === 'volumeClaimTemplates' ? claims(each) : each)]));
}

function claims(templates: object[]): object[] {
  return templates.map(template => Object.fromEntries(Object.entries(template).filter(([key]) => !CLAIM.includes(key))));
}

function texts(quantities: object): object {
  return Object.fromEntries(Object.entries(quantities).map(([name, value]) => [name, String(value)]));
}

const recorded = JSON.parse(fs.readFileSync(FILE, 'utf8')) as { [app: string]: Recorded };

test('every frozen app was recorded', () => {
  expect(Object.keys(recorded)).toEqual(Object.keys(TEMPLATE_APPS));
});

describe('the first default set gives the pods of the first releases', () => {
  for (const [name, build] of Object.entries(TEMPLATE_APPS)) {
    const now = synthesise(build);

    test(`${name}: no object more or less`, () => {
      expect(Object.keys(now)).toEqual(Object.keys(recorded[name]));
    });

    test.each(Object.keys(recorded[name]))(`${name}: %s`, object => {
      try {
        expect(stored(now[object])).toEqual(stored(recorded[name][object]));
        // Order of lists and keys is part of the bytes.
        expect(JSON.stringify(stored(now[object]))).toBe(JSON.stringify(stored(recorded[name][object])));
      } catch (error) {
        throw new Error(`${(error as Error).message}\n\n${RESTARTS}`);
      }
    });
  }
});
