import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { BACKENDS, PLAIN, POD_INDEX, llm, mainOf, templatesOf } from './group';
import { Accelerator, DefaultSet, GroupRestart, InferenceEngine, LeaderWorkerGroupProps } from '../../../src';
import { run } from '../../engines/kubelet';

const probe = () => kplus.Probe.fromCommand(['true']);

/** Two nodes that serve one model, whose container the engine says. */
function served(props: Partial<LeaderWorkerGroupProps> = {}, version = '0.18', defaults?: DefaultSet) {
  const engine = InferenceEngine.vllm({ version, model: 'org/model', tensorParallel: 8, pipelineParallel: 2, port: 8100 });
  return llm({ size: 2, container: undefined, engine, accelerator: Accelerator.nvidia(8), ...props }, { target: { defaults } });
}

const workerOf = (...given: Parameters<typeof served>) => mainOf(templatesOf(served(...given).synth()).worker);

describe('with an engine the pods of a group share their fate by default', () => {
  test.each(['0.18', '0.11'])('workers of vLLM %s (its own multi-node, Ray) ask for the port of the engine', version => {
    const worker = workerOf({}, version);
    [worker.livenessProbe, worker.startupProbe].forEach(each => expect(each.exec.command[2]).toContain('(os.environ["LWS_LEADER_ADDRESS"], 8100), 4)'));
    expect(worker.livenessProbe).toMatchObject({ periodSeconds: 10, failureThreshold: 6, terminationGracePeriodSeconds: 30 });
  });

  test.each([[60, 6, 30], [20, 2, 55], [10, 1, 65]])('a worker stays for the drain of its leader, of which its probe has waited: %d s', (tolerance, failureThreshold, stop) => {
    const { livenessProbe } = workerOf({ restart: GroupRestart.fateSharing({ tolerance: Duration.seconds(tolerance) }) });
    expect(livenessProbe).toMatchObject({ failureThreshold, terminationGracePeriodSeconds: stop });
  });

  test('in one StatefulSet the index decides: workers ask for the leader\'s port, the leader asks itself', () => {
    const main = mainOf(templatesOf(served({ backend: BACKENDS.singleStatefulSet }).synth()).leader);
    const asked = (which: 'startupProbe' | 'livenessProbe' | 'readinessProbe', index: number) =>
      run({ ...main, command: main[which].exec.command, args: undefined }, { [POD_INDEX]: String(index) }, { python3: 'echo "$2"; exit 1' });
    for (const which of ['startupProbe', 'livenessProbe'] as const) {
      expect(asked(which, 0)).toMatchObject({ status: 1, out: expect.stringContaining('http://127.0.0.1:8100/health') });
      expect(asked(which, 1)).toMatchObject({ status: 1, out: expect.stringContaining('(os.environ["LWS_LEADER_ADDRESS"], 8100), 4)') });
    }
    expect(asked('readinessProbe', 1)).toMatchObject({ status: 0, out: '' });
  });

  test.each(PLAIN)('%s: explain() says so', kind => {
    expect(served({ backend: BACKENDS[kind] }).group.explain()).toContain('workers share the fate of their leader: they ask for its port 8100, and are restarted when it is gone');
  });

  test('a group of one has nobody to share it with, and a controller that re-creates groups needs no probes', () => {
    expect(served({ size: 1, accelerator: Accelerator.nvidia(16) }).group.explain()).toContain('the pod of a group restarts on its own');
    expect(workerOf({ backend: BACKENDS.leaderWorkerSet }).livenessProbe).toBeUndefined();
  });

  test.each(PLAIN)('%s: not in the default set of before, nor when it is switched off', kind => {
    const without = workerOf({ backend: BACKENDS[kind] }, '0.18', DefaultSet.V1);
    expect(JSON.stringify([without.livenessProbe ?? '', without.startupProbe ?? ''])).not.toContain('LWS_LEADER_ADDRESS');
    expect(workerOf({ backend: BACKENDS[kind], restart: GroupRestart.none() })).toEqual(without);
  });
});

test('what answers requests has the probe of its role, before that of all pods', () => {
  const ready = (name: string) => kplus.Probe.fromCommand([name]);
  const { leader } = templatesOf(served({ container: { readiness: ready('of-all') }, leader: { readiness: ready('of-leader') } }).synth());
  expect(mainOf(leader).readinessProbe.exec.command).toEqual(['of-leader']);
  expect(mainOf(templatesOf(served({ container: { readiness: ready('of-all') } }).synth()).leader).readinessProbe.exec.command).toEqual(['of-all']);
});

describe('a default gives way to what the user says', () => {
  test.each<[string, Partial<LeaderWorkerGroupProps>, string]>([
    ['a liveness probe of workers', { worker: { liveness: probe() } }, 'worker.liveness'],
    ['a startup probe of workers', { worker: { startup: probe() } }, 'worker.startup'],
    ['a liveness probe in one template', { backend: BACKENDS.singleStatefulSet, container: { liveness: probe() } }, 'container.liveness'],
  ])('%s stands, and explain() says what is left out', (_, props, field) => {
    const { group, synth } = served(props);
    expect(JSON.stringify(templatesOf(synth()).worker)).not.toContain('socket.create_connection((os.environ["LWS_LEADER_ADDRESS"], 8100), 4)');
    expect(group.explain()).toContain(`(fate sharing, the default with an engine, is left out: ${field} is given, and a container has one)`);
  });

  test('a probe of the leader alone does not switch it off', () => {
    expect(workerOf({ leader: { liveness: probe() } }).livenessProbe.exec.command[2]).toContain('LWS_LEADER_ADDRESS');
    expect(workerOf({ container: { liveness: probe() } }).livenessProbe.exec.command[2]).toContain('LWS_LEADER_ADDRESS');
  });
});

describe('asked for', () => {
  test('the port is the engine\'s unless another is given', () => {
    expect(workerOf({ restart: GroupRestart.fateSharing() })).toEqual(workerOf());
    expect(workerOf({ restart: GroupRestart.fateSharing({ port: 29500 }) }).livenessProbe.exec.command[2]).toContain('29500');
    expect(workerOf({ backend: BACKENDS.singleStatefulSet, restart: GroupRestart.fateSharing({ port: 29500 }) }).livenessProbe.exec.command[2]).toContain('29500');
  });

  test.each<[string, () => unknown, string]>([
    ['no port without an engine', () => llm({ leader: { liveness: probe() }, restart: GroupRestart.fateSharing() }), 'GroupRestart.fateSharing(port): Required value'],
    ['one template without an engine', () => llm({ backend: BACKENDS.singleStatefulSet, restart: GroupRestart.fateSharing({ port: 1 }) }), 'a single StatefulSet has one template for both'],
    ['one template with a probe of the user', () => served({ backend: BACKENDS.singleStatefulSet, container: { startup: probe() }, restart: GroupRestart.fateSharing() }),
      'whose probe is given (container.startup)'],
    ['other figures for workers of one template', () => served({ backend: BACKENDS.singleStatefulSet, restart: GroupRestart.fateSharing({ tolerance: Duration.seconds(30) }) }),
      'restart.tolerance: Forbidden: a single StatefulSet has one template'],
    ['a probe of workers', () => served({ worker: { liveness: probe() }, restart: GroupRestart.fateSharing() }), 'worker.liveness: Forbidden: fate sharing gives workers a liveness probe on port 8100'],
  ])('refuses %s', (_, make, message) => {
    expect(make).toThrow(message);
  });
});

describe('what explain() says of a loss', () => {
  const then = (...given: Parameters<typeof served>) => served(...given).group.explain().split('\nthen:')[1].split('\ncannot:')[0].replace(/\n {15}/g, ' ');

  test('a worker: the time that the engine takes to notice is in the sum', () => {
    expect(then()).toContain('the next step that needs the lost one ends after 300 s (VLLM_EXECUTE_MODEL_TIMEOUT_SECONDS), and the server with it.');
    expect(then()).toContain('300 + 65 + 30 = 395 s');
    expect(then({}, '0.11')).toContain('the next step that needs the lost one fails once Ray holds its node for dead');
    expect(then({}, '0.11')).toContain(': 65 + 30 = 95 s');
  });

  test('without fate sharing nobody is told', () => {
    expect(then({ restart: GroupRestart.none() })).toContain('Its container is started again; its workers are not told, so they must come back to it by themselves');
    expect(then({ restart: GroupRestart.none() }, '0.11')).toContain("Ray ends the workers' nodes when the head is another one, or silent for 60 s");
  });

  test('a leader: who serves on, when it leaves the endpoints, when workers follow', () => {
    expect(then({ groups: 3 })).toContain('new ones go to the other 2 groups; it leaves the endpoints at once when it ends, within 5 x 2 + 5 = 15 s when it hangs.');
    expect(then({ groups: 1 })).toContain('there is no other group to serve new ones');
    expect(then()).toContain('workers notice within 10 x 6 + 5 = 65 s, stop within 30 s and join it. The model is loaded within 1800 s of its start');
    expect(then({ backend: BACKENDS.leaderWorkerSet })).toContain('The controller makes the whole group again, 2 pods.');
  });
});
