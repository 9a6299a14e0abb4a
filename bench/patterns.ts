import { deepStrictEqual } from 'assert';
import { ApiObject, App, Chart, Yaml } from 'cdk8s';
import { Case, CASES } from './cases';
import { Figure } from './figure';
import { printYaml } from './library';

/** Many short rounds, so that other load on the machine affects both sides of most of them. */
const ROUNDS = 21;
/** Minimum duration of each side of a round in milliseconds. */
const TIME = 80;

/** How far the objects are processed. */
export interface Work {
  readonly name: string;
  readonly limit?: number;
  finish(app: App): void;
  /** What the other side does instead. */
  finishOther?(app: App): void;
}

export const WORKS: readonly Work[] = [
  { name: 'construct + toJson', limit: 2, finish: app => void manifests(app) },
  { name: 'construct + YAML', limit: 2, finish: app => void Yaml.stringify(...manifests(app)) },
  {
    name: 'construct + YAML, ours printed as FleetApp prints',
    limit: 0.8,
    finish: app => void printYaml(manifests(app)),
    finishOther: app => void Yaml.stringify(...manifests(app)),
  },
  // cdk8s' own passes run on both sides, the checks on ours only.
  { name: 'construct + synthYaml with all checks', finish: app => void app.synthYaml() },
];

/** Every pattern against plain ApiObjects of equal JSON. */
export async function measurePatterns(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const each of CASES) {
    const plain = plainCase(each);
    for (const work of WORKS) {
      figures.push({ what: `${each.name}: ${work.name}`, rounds: await compare(each, plain, work), limit: work.limit, unit: 'x' });
    }
  }
  return figures;
}

/** The same objects as plain ApiObjects. Throws if the output differs. */
function plainCase(original: Case): Case {
  const objects = manifests(appOf(original));
  const plain: Case = {
    name: original.name,
    build: chart => objects.forEach((object, index) => new ApiObject(chart, `object-${index}`, object)),
  };
  deepStrictEqual(manifests(appOf(plain)), objects);
  return plain;
}

/** One ratio per round; which side runs first alternates, so that a machine that slows down favours neither. */
export async function compare(ours: Case, plain: Case, work: Work): Promise<number[]> {
  const ratios: number[] = [];
  const task = (each: Case) => () => (each === plain ? work.finishOther ?? work.finish : work.finish)(appOf(each));
  await medians([ours, plain].map(task)); // Warms both.
  for (let round = 0; round < ROUNDS; round++) {
    const order = round % 2 === 0 ? [ours, plain] : [plain, ours];
    const [first, second] = await medians(order.map(task));
    ratios.push(round % 2 === 0 ? first / second : second / first);
  }
  return ratios;
}

/** Median milliseconds of each task. */
export async function medians(tasks: readonly (() => void)[]): Promise<number[]> {
  // An ES module; this file is CommonJS.
  const { Bench } = await import('tinybench');
  const bench = new Bench({ time: TIME, warmupTime: TIME / 5, throws: true });
  tasks.forEach((task, index) => bench.add(String(index), task));
  bench.runSync();
  return bench.tasks.map(({ result }) => {
    if (result.state !== 'completed') {
      throw new Error(`the measurement did not complete: ${result.state}`);
    }
    return result.latency.p50;
  });
}

export function appOf(each: Case): App {
  const app = new App();
  each.build(new Chart(app, 'prod', { namespace: 'ml' }));
  return app;
}

export function manifests(app: App): any[] {
  return app.node.findAll().filter(construct => ApiObject.isApiObject(construct)).map(object => object.toJson());
}
