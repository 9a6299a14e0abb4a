import { App, Chart } from 'cdk8s';
import { pageOf } from './page';
import * as library from '../../src';

const { text, blocks, run } = pageOf('docs/numbering.md');

function madeByPage(): any[] {
  const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
  return run(blocks('ts')[0], { chart }).chart.toJson();
}

test('the numbers of the page are those of its program', () => {
  const sets = madeByPage().filter(({ kind }) => kind === 'StatefulSet');
  expect(sets.map(({ metadata, spec }) => [metadata.name, spec.ordinals?.start, spec.replicas])).toEqual([
    ['db-eu-1a', 1, 5], ['lab-head', undefined, 1], ['lab-data', 10, 3], ['lab-monitoring', 200, 2],
  ]);
});

const container = { image: 'registry.example/a:1', command: ['a'], cpu: '1', memory: library.Memory.of('4Gi') };
const engine = library.InferenceEngine.vllm({ version: '0.18', model: 'a/b' });
const role = library.InferenceRole.deployment({ engine, accelerator: library.Accelerator.nvidia(1), container: { memory: container.memory } });

/** Patterns whose numbers somebody else gives, with properties that are well. */
const REFUSED: { readonly [pattern: string]: object } = {
  LeaderWorkerGroup: { size: 2, container },
  IndexedTrainingJob: { workers: 2, container },
  ParameterServer: { ps: { replicas: 1 }, worker: { replicas: 1 }, container },
  Sweep: { runs: library.SweepTable.grid({ A: ['1'] }), container },
  DisaggregatedInference: { prefill: role, decode: role, router: library.PrefillDecodeRouter.none() },
};

describe.each(Object.entries(REFUSED))('%s', (pattern, props) => {
  const make = (more: object) => new (library as any)[pattern](new Chart(new App(), 'prod', { namespace: 'ml' }), 'Numbered', { ...props, ...more });

  test.each([['oneBased', true], ['firstOrdinal', 1], ['reserved', [{ first: 1, last: 2 }]]])('says why it has no %s', (option, value) => {
    expect(() => make({ [option]: value })).toThrow(new RegExp(`${option}: .*[\\s\\S]*help: leave it out: (a Job counts|the index of a pod|a row is|replicas are alike)`));
  });

  test('stands in the table, without an option', () => {
    expect(text.split('\n').find(line => line.startsWith('|') && line.includes(`\`${pattern}\``))).toMatch(/\| none[:,]/);
  });
});
