import type { Engine } from '../../../src/knowledge/engines/engine';
import { Manifest, deployment, findingsIn, job, pod, service, statefulSet, template as templateOf, workload } from '../../lint/run/manifests';

/** What somebody who adds an engine writes: this value in a file of its own, and a line in `engines.ts`. */
jest.mock('../../../src/knowledge/engines/engines', () => {
  const actual = jest.requireActual<typeof import('../../../src/knowledge/engines/engines')>('../../../src/knowledge/engines/engines');
  const names = (...all: string[]) => new Set(all);
  const server: Engine = {
    name: 'lantern',
    title: 'Lantern',
    programs: [{ name: 'lantern-server', verb: 'run' }],
    modules: ['lantern.server'],
    image: { pattern: /(?:^|\/)lantern(?::|$)/, entrypoint: ['lantern-server', 'run'] },
    sharesMemory: true,
    serves: {
      port: { port: 7070, flags: ['--listen'] },
      cuts: { tensor: names('--shards'), pipeline: names('--stages'), data: names('--copies'), nodes: names('--hosts'), uncounted: names() },
      headless: '--silent',
      drain: '--linger',
    },
    misreads: { service: 'lantern', variable: 'LANTERN_PORT', pattern: /\blantern\b/ },
    series: 'lantern_',
    source: 'invented',
  };
  const launcher: Engine = {
    name: 'ignite',
    title: 'Ignite',
    programs: [{ name: 'ignite' }],
    modules: [],
    sharesMemory: true,
    launches: {
      nodes: { flags: names('--hosts'), variable: 'IGNITE_HOSTS' },
      processes: { flags: names('--each'), implied: 1 },
      startsScript: true,
      meetsAtStart: true,
      killsAfter: { seconds: 90, flags: names('--patience'), variable: 'IGNITE_PATIENCE' },
      exitCode: 3,
    },
    source: 'invented',
  };
  return { ...actual, ENGINES: [...actual.ENGINES, server, launcher] };
});

const template = templateOf as (...given: Parameters<typeof templateOf>) => { readonly spec: object };
const gpus = (count: number) => ({ resources: { limits: { 'nvidia.com/gpu': count } } });
const serve = (...flags: string[]) => ({ command: ['lantern-server', 'run', ...flags] });
const train = (...flags: string[]) => ({ command: ['ignite', ...flags, 'train.py', '--each=9'] });
const probe = { httpGet: { path: '/health', port: 7071 } };

function messages(id: string, ...objects: readonly Manifest[]): string[] {
  return findingsIn(id, ...objects).map(each => each.message);
}

test.each<[string, object]>([
  ['its image', { image: 'registry.example/lantern:1', args: ['--shards', '4'] }],
  ['its program', serve('--shards', '4')],
  ['its module', { command: ['python3', '-m', 'lantern.server', '--shards', '4'] }],
  ['its program in a script', { command: ['sh', '-c', 'exec /opt/lantern-server run --shards=4'] }],
])('a new engine is seen by %s', (_name, container) => {
  expect(messages('AIW2601', deployment('llm', workload('llm', { ...container, ...gpus(2) })))).toEqual([
    'Invalid value: 4: tensor 4, but the container has nvidia.com/gpu 2',
  ]);
});

describe('rules know a new engine by its data alone', () => {
  const worker = { replicas: 2, podManagementPolicy: 'Parallel', serviceName: 'llm', selector: { matchLabels: { app: 'llm' } } };

  test.each<[string, string, string, ...Manifest[]]>([
    ['its shared memory', 'AIW2517', '64 MiB for the processes', pod('llm', template({}, { ...serve(), ...gpus(2) }).spec)],
    ['its stages in the sum', 'AIW2601', 'tensor 2 x pipeline 2 x data 2 = 8', pod('llm', template({}, { ...serve('--shards=2', '--stages=2', '--copies=2'), ...gpus(4) }).spec)],
    ['its drain', 'AIW2703', '--linger 60 s', pod('llm', template({}, serve('--linger', '60')).spec)],
    ['its shell', 'AIW2704', 'no stop signal on to Lantern', pod('llm', template({}, { command: ['sh', '-c', 'lantern-server run'] }).spec)],
    ['its Job', 'AIW2706', 'Lantern serves until it is stopped', job('llm', { template: template({}, serve()) })],
    ['its silent workers', 'AIW2717', 'Lantern with --silent opens no port', pod('llm', template({}, { ...serve('--silent'), livenessProbe: probe }).spec)],
    ['its port', 'AIW2731', '7071', pod('llm', template({}, { ...serve(), livenessProbe: probe }).spec)],
    ['its Service', 'AIW2822', 'Lantern runs with --silent', statefulSet('llm', { ...worker, template: template({ app: 'llm' }, serve('--silent', '--hosts=2')) }),
      service('llm', { selector: { app: 'llm' }, ports: [{ port: 80 }] })],
    ['its words', 'AIW2901', 'is a word for the program', pod('llm', template({}, serve('&&', 'x')).spec)],
    ['its variable', 'AIW2905', 'which Lantern in container "main" takes for its port', pod('llm', template({}, { image: 'lantern:1' }).spec), service('lantern', { ports: [{ port: 80 }] })],
    ['the processes it launches', 'AIW2603', '4 processes', pod('run', template({}, { ...train('--each=4'), ...gpus(2) }).spec)],
    ['the nodes it launches on', 'AIW2604', 'waits for 4 nodes', job('run', { completions: 2, parallelism: 2, completionMode: 'Indexed', template: template({}, train('--hosts=4')) })],
    ['its patience', 'AIW2708', 'ignite 90 s', pod('run', template({}, train()).spec)],
    ['its run that begins anew', 'AIW2707', 'ignite starts train.py', deployment('run', workload('run', train()))],
    ['its ranks', 'AIW2709', 'second pod of an index', job('run', { completions: 2, parallelism: 2, completionMode: 'Indexed', template: template({}, train()) })],
  ])('%s: %s', (_name, id, part, ...objects) => {
    expect(messages(id, ...objects)).toEqual([expect.stringContaining(part)]);
  });

  test('its series', () => {
    const { engineSeries } = jest.requireActual<typeof import('../../../src/lint/facts/engine-metrics')>('../../../src/lint/facts/engine-metrics');
    expect(engineSeries('sum(lantern_waiting{app="x"})')).toEqual(['lantern_waiting']);
  });
});
