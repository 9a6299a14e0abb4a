import { factsOf, object } from './objects';
import { podSets } from '../../../src/lint/facts/carried-pods';
import { enginesByPods } from '../../../src/lint/facts/engine-command';
import { PodPorts, ServedPorts, mentions, servedPorts } from '../../../src/lint/facts/served-ports';

function served(spec: object): ServedPorts[] {
  const facts = factsOf(object('v1', 'Pod', 'it', spec));
  const [pods] = facts.get(podSets);
  return servedPorts(pods, facts.get(enginesByPods).get(pods) ?? []);
}
const one = (container: object) => served({ containers: [{ name: 'main', ...container }] })[0];
const TGI = 'ghcr.io/huggingface/text-generation-inference:3';
const OLLAMA = 'ollama/ollama:0.12';
const env = (name: string, value: unknown) => ({ env: [{ name, value }] });

describe('ports that a server listens on', () => {
  test.each<[string, object, number[]]>([
    ['vLLM', { command: ['vllm', 'serve', 'm'] }, [8000]], ['vLLM elsewhere', { command: ['vllm', 'serve', 'm', '--port', '9000'] }, [9000]],
    ['SGLang', { command: ['sglang', 'serve', '--model-path', 'm'] }, [30_000]], ['an image', { image: TGI }, [80, 9000]],
    ['an image with flags', { image: TGI, args: ['-p', '8080', '--prometheus-port=9100'] }, [8080, 9100]], ['an image with a variable', { image: TGI, ...env('PORT', '8080') }, [8080, 9000]],
    ['a flag before a variable', { image: TGI, args: ['--port=1'], ...env('PORT', '2') }, [1, 9000]], ['no variable', { image: OLLAMA }, [11_434]],
    ['an address', { image: OLLAMA, ...env('OLLAMA_HOST', '0.0.0.0:8080') }, [8080]], ['an address without a number', { image: OLLAMA, ...env('OLLAMA_HOST', 'localhost') }, [11_434]],
  ])('%s', (_, container, ports) => {
    expect(one(container).server?.ports).toEqual(ports);
  });

  test.each<[string, object]>([
    ['a socket', { command: ['vllm', 'serve', 'm', '--uds', '/x'] }], ['a worker', { command: ['vllm', 'serve', 'm', '--headless'] }],
    ['an unknown flag', { command: ['sh', '-c', 'vllm serve m $MORE'] }], ['a port that is no number', { command: ['vllm', 'serve', 'm', '--port', 'http'] }],
    ['two servers', { command: ['sh', '-c', 'vllm serve a & vllm serve b'] }], ['a launcher', { command: ['torchrun', 'train.py'] }],
    ['an image with a command', { image: TGI, command: ['sh'] }], ['an unknown variable', { image: TGI, env: [{ name: 'PORT', valueFrom: {} }] }],
    ['a variable with an address that nobody reads', { image: OLLAMA, ...env('OLLAMA_HOST', 'http://10.0.0.1/api') }], ['an image that nobody knows', { image: 'registry.example/app:1' }],
  ])('of %s nobody can say', (_, container) => {
    expect(one(container).server).toBeUndefined();
  });

  test('main containers and sidecars have ports', () => {
    const initContainers = [{ name: 'a' }, { name: 'b', restartPolicy: 'Always' }];
    expect(served({ containers: [{ name: 'main' }], initContainers }).map(({ placed }) => placed.name).sort()).toEqual(['b', 'main']);
  });
});

test.each<[string, object]>([
  ['a declaration', { ports: [{ containerPort: 8080 }] }], ['a command', { command: ['serve', '--listen=0.0.0.0:8080'] }], ['arguments', { args: ['8080'] }],
  ['a number among arguments', { args: [8080] }], ['a variable', env('ADDRESS', ':8080')], ['a variable that is a number', env('PORT', 8080)],
])('%s speaks of a port', (_, container) => {
  expect([8080, 80, 808].map(port => mentions(one(container), port))).toEqual([true, false, false]);
});

test.each<[string, object]>([['a flag', { args: [true] }], ['a null', { command: [null] }], ['a text', { args: '8080' }], ['nothing', {}]])('%s speaks of none', (_, container) => {
  expect([...one(container).numbers()]).toEqual([]);
});

test('a port that two containers speak of is elsewhere for either', () => {
  const all = served({ containers: [{ name: 'a', ports: [{ containerPort: 9000 }] }, { name: 'b', ports: [{ containerPort: 9000 }] }] });
  const ports = new PodPorts(all);
  expect(all.map(each => ports.isElsewhere(each, 9000))).toEqual([true, true]);
});

test('containers of a pod share its ports', () => {
  const all = served({ containers: [{ name: 'a', command: ['vllm', 'serve', 'm'], ports: [{ name: 'http', containerPort: 8000 }] }, { name: 'b', ports: [{ containerPort: 9000 }, { containerPort: 9000 }] }] });
  const ports = new PodPorts(all);
  expect(all.map(each => [8000, 9000, 1].map(port => ports.isElsewhere(each, port)))).toEqual([[false, true, false], [true, false, false]]);
  expect(ports.declared()).toBe('http 8000, (no name) 9000');
});
