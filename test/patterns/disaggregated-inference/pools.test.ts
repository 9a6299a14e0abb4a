import { ROUTER, SIDECAR, build, deployment, groups, mainOf } from './build';
import { DisaggregatedInferenceProps, LeaderWorkerBackend, PrefillDecodeRouter, WorkloadAutoscaler } from '../../../src';
import { messageOf } from '../../pod/carrier';

const labelsOf = (object: any) => object.spec.template.metadata.labels;
const LENGTHS = 'llm-d.ai/context-length-range';

function wordsAfter(object: any, flag: string): string[] {
  const args: string[] = mainOf(object).args;
  const rest = args.slice(args.indexOf(flag) + 1);
  const end = rest.findIndex(word => word.startsWith('--'));
  return end < 0 ? rest : rest.slice(0, end);
}

describe('a further pool', () => {
  const { model, named } = build({ decodePools: { h200: deployment({}, { replicas: 3 }) }, prefillPools: { big: groups({ tensorParallel: 16 }) } });

  test('is called after the side and its own name', () => {
    expect(Object.keys(named)).toEqual(expect.arrayContaining(['Deployment llama-decode-h200', 'Service llama-decode-h200', 'StatefulSet llama-prefill-big-0-leader']));
    expect([model.decodePools.h200.name, model.decodePools.h200.role, model.decodePools.h200.pool]).toEqual(['llama-decode-h200', 'decode', 'h200']);
    expect([model.decode.pool, Object.keys(model.prefillPools)]).toEqual([undefined, ['big']]);
  });

  test('is found by the router with the others of its side, and no other pod is', () => {
    const router = named['Deployment llama-router'];
    const foundBy = (flag: string) => {
      const selector = wordsAfter(router, flag).map(pair => pair.split('='));
      const isFound = (object: any) => object.spec?.template && selector.every(([key, value]) => labelsOf(object)[key] === value);
      return Object.keys(named).filter(name => isFound(named[name])).sort();
    };
    expect(foundBy('--prefill-selector')).toEqual(['Deployment llama-prefill', 'StatefulSet llama-prefill-big-0-leader']);
    expect(foundBy('--decode-selector')).toEqual(['Deployment llama-decode', 'Deployment llama-decode-h200']);
  });

  test('of one side alone leaves the selector of the other as it was', () => {
    const [with_, without] = [{ decodePools: { a: deployment() } }, {}].map(props => build(props).named['Deployment llama-router']);
    expect(wordsAfter(with_, '--prefill-selector')).toEqual(wordsAfter(without, '--prefill-selector'));
    expect(wordsAfter(with_, '--decode-selector')).not.toEqual(wordsAfter(without, '--decode-selector'));
  });

  test('is a workload of its own, and a role of the whole', () => {
    expect(model.workload.roles.map(({ name }) => name)).toEqual(['prefill', 'decode', 'decode-h200', 'prefill-big-leader', 'prefill-big-worker', 'router']);
    expect(model.workload.pods({ role: 'decode-h200' })).toMatchObject({ least: 3, labels: { 'cdk8s-ai-workloads/name': 'llama-decode-h200' } });
    const built = build({ decodePools: { h200: deployment() } });
    new WorkloadAutoscaler(built.model, 'Scaler', { workload: built.model.decodePools.h200, minReplicas: 1, maxReplicas: 4, queueDepth: 8 });
    expect([built.model.decodePools.h200, built.model.decode].map(({ deployment: of }) => of!.hasAutoscaler)).toEqual([true, false]);
  });

  test('has the sidecar and the label of its side, as the first one has', () => {
    const built = build({ router: SIDECAR, decodePools: { a: deployment() } }).named;
    expect(built['Deployment llama-decode-a'].spec.template.spec.initContainers.map(({ name }: any) => name)).toEqual(['routing-proxy']);
    expect(labelsOf(built['Deployment llama-decode-a'])).toMatchObject(built['InferencePool llama'].spec.selector.matchLabels);
    const stack = build({ router: PrefillDecodeRouter.productionStack({ image: 'r:1' }), decodePools: { a: deployment() } }).named;
    expect(labelsOf(stack['Deployment llama-decode-a']).model).toBe('decode');
  });

  test('does not move names or order of the others, in whatever order pools are written', () => {
    const pools = { b: deployment(), a: deployment() };
    const [one, other] = [pools, Object.fromEntries(Object.entries(pools).reverse())].map(decodePools => build({ decodePools }).objects);
    expect(one).toEqual(other);
    const before = build().named;
    const after = build({ decodePools: pools }).named;
    Object.keys(before).filter(name => !name.endsWith('-router')).forEach(name => expect(after[name]).toEqual(before[name]));
  });
});

describe('pools of several lengths', () => {
  const short = (props = {}) => deployment({ maxModelLength: 8192 }, props);
  const long = () => deployment({ maxModelLength: 131072 });

  test('tell the endpoint picker what they take', () => {
    const { named, model } = build({ router: SIDECAR, prefill: long(), decode: short(), decodePools: { long: long() } });
    expect(['llama-prefill', 'llama-decode', 'llama-decode-long'].map(name => labelsOf(named[`Deployment ${name}`])[LENGTHS])).toEqual([undefined, '0-8192', '0-131072']);
    expect(model.explain()).toMatch(/decode 0-8192, decode-long 0-131072 tokens[\s\S]*context-length-aware/);
  });

  test('that take the same say nothing, nor does one that takes what the model does', () => {
    const same = build({ router: SIDECAR, decodePools: { long: deployment() } });
    expect([labelsOf(same.named['Deployment llama-decode'])[LENGTHS], same.model.explain().includes('context-length-aware')]).toEqual([undefined, false]);
    const { named } = build({ router: SIDECAR, decode: short(), decodePools: { long: deployment() } });
    expect([labelsOf(named['Deployment llama-decode'])[LENGTHS], labelsOf(named['Deployment llama-decode-long'])[LENGTHS]]).toEqual(['0-8192', undefined]);
  });

  test('may be told apart by a range of the user', () => {
    const own = { podMetadata: { labels: { [LENGTHS]: '0-4096' } } };
    const { named } = build({ router: SIDECAR, prefill: long(), decode: short(own), decodePools: { long: long() } });
    expect(labelsOf(named['Deployment llama-decode'])[LENGTHS]).toBe('0-4096');
  });

  test.each<[string, Partial<DisaggregatedInferenceProps>, RegExp]>([
    ['a router that looks at no length', { router: ROUTER, prefill: short(), decode: short(), decodePools: { long: long() } },
      /decodePools\[long\]\.engine: Forbidden: takes 131072 tokens, and decode 8192 tokens: the router looks at no length/],
    ['one that is not known', { router: ROUTER, decode: short(), prefill: short(), prefillPools: { any: deployment() } }, /prefillPools\[any\]\.engine: Forbidden: takes as many tokens as the model, and prefill 8192/],
    ['prompts that no decode takes', { router: SIDECAR, prefill: short(), prefillPools: { long: long() }, decode: short(), decodePools: { b: deployment({ maxModelLength: 16384 }) } },
      /decodePools\[b\]\.engine: Invalid value: 16384: prefill takes 131072 tokens/],
  ])('refused: %s', (_, props, text) => {
    expect(messageOf(() => build(props))).toMatch(text);
  });
});

test.each<[string, Partial<DisaggregatedInferenceProps>, RegExp]>([
  ['a pool of another model', { decodePools: { a: deployment({ model: 'a/b' }) } }, /decodePools\[a\]\.engine: Invalid value: "a\/b": prefill computes the blocks of meta-llama/],
  ['a tensor size that one of the other side does not divide', { prefill: deployment({ tensorParallel: 4 }), decode: deployment({ tensorParallel: 4 }), prefillPools: { a: deployment({ tensorParallel: 3 }) } },
    /decode\.engine: .*tensor 4 is not divisible by tensor 3: prefill has 3, decode 4/],
  ['another port behind the router', { decodePools: { a: deployment({ port: 8100 }) } }, /decodePools\[a\]\.engine: Invalid value: 8100: prefill answers on 8000/],
  ['another port behind the sidecar', { router: SIDECAR, decodePools: { a: deployment({ port: 8300 }) } }, /decodePools\[a\]\.engine: Invalid value: 8300: decode listens on 8200/],
  ['a name of its own', { decodePools: { a: deployment({}, { name: 'mine' }) } }, /decodePools\[a\]\.name: Forbidden: the role is called after the whole, with -decode-a behind it/],
  ['a name that is no part of one', { decodePools: { 'A b': deployment() } }, /decodePools\[A b\]: Invalid value/],
  ['a name of the objects of groups', { decodePools: { leader: deployment() } }, /decodePools\[leader\]: .*is the end of a name that the objects of a role have already/],
  ['a number, as groups have', { decodePools: { 0: deployment() } }, /decodePools\[0\]: .*begins with a digit/],
  ['workers that nobody tells from leaders', { decodePools: { a: groups({}, { backend: LeaderWorkerBackend.singleStatefulSet() }) } }, /decodePools\[a\]\.backend: Forbidden: .*the router finds workers/],
  ['too long a name', { decodePools: { [`a${'b'.repeat(60)}`]: deployment() } }, /id: Too long/],
])('refused: %s', (_, props, text) => {
  expect(messageOf(() => build(props))).toMatch(text);
});

test('a mistake of all pairs is told once', () => {
  const text = messageOf(() => build({ decode: deployment({ version: '0.19' }), decodePools: { a: deployment({ version: '0.19' }), b: deployment({ version: '0.19' }) } }));
  expect(text.match(/prefill runs vLLM 0\.18/g)).toHaveLength(1);
});
