import { JsonPatch } from 'cdk8s';
import { build, claim, findings, load, vllm } from './llama';
import { GpuInferenceDeploymentProps, ModelCache, ModelPreload, TargetProps } from '../../../src';

type Props = Partial<GpuInferenceDeploymentProps>;
/** What is patched, the finding, its field, and what its message says. */
type Row = [string, JsonPatch[], string, string, string, Props?, TargetProps?];

const rolling = (maxSurge: unknown, maxUnavailable: unknown) => [JsonPatch.replace('/spec/strategy', { type: 'RollingUpdate', rollingUpdate: { maxSurge, maxUnavailable } })];
const MAIN = '/spec/template/spec/containers/0';

const ROWS: Row[] = [
  ['a surge without spare devices', rolling(1, 0), 'AIW3501', 'spec.strategy.rollingUpdate',
    'Invalid value: {"maxSurge":1,"maxUnavailable":0}: no old pod may go, and a new one needs 4 devices of which 0 are spare: it stays Pending for ever'],
  ['a surge with too few', rolling(1, 0), 'AIW3501', 'spec.strategy.rollingUpdate', 'needs 4 devices of which 3 are spare', {}, { spareGpus: 3 }],
  ['Kubernetes\' own strategy for two replicas', [JsonPatch.remove('/spec/strategy')], 'AIW3501', 'spec.strategy.rollingUpdate', '{"maxSurge":"25%","maxUnavailable":"25%"}'],
  ['a short progress deadline', [JsonPatch.replace('/spec/progressDeadlineSeconds', 600)], 'AIW3502', 'spec.progressDeadlineSeconds',
    'Invalid value: 600: must be more than the 2070 s that a pod has to start'],
  ['Kubernetes\' own progress deadline', [JsonPatch.remove('/spec/progressDeadlineSeconds')], 'AIW3502', 'spec.progressDeadlineSeconds', 'Invalid value: 600'],
  ['a deadline that forgets the preload', [JsonPatch.replace('/spec/progressDeadlineSeconds', 1000)], 'AIW3502', 'spec.progressDeadlineSeconds', 'more than the 2720 s',
    { modelCache: ModelCache.hostPath('/m'), preload: ModelPreload.fromHub() }],
  ['a liveness probe that fires while the model loads', [JsonPatch.remove(`${MAIN}/startupProbe`), JsonPatch.add(`${MAIN}/livenessProbe/initialDelaySeconds`, 300)],
    'AIW3305', 'spec.template.spec.containers[0].livenessProbe', 'fires while the model loads: 10 s x 6 + initial delay 300 s = 360 s'],
  ['a startup probe that gives up', [JsonPatch.replace(`${MAIN}/startupProbe/failureThreshold`, 30)],
    'AIW3305', 'spec.template.spec.containers[0].startupProbe', '10 s x 30 = 300 s, but the model needs'],
  ['a short grace period', [JsonPatch.replace('/spec/template/spec/terminationGracePeriodSeconds', 30)], 'AIW3503', 'spec.template.spec.terminationGracePeriodSeconds',
    'Invalid value: 30: the drain takes preStop 15 s + drain (--shutdown-timeout) 60 s + margin 5 s = 80 s'],
  ['no grace period', [JsonPatch.remove('/spec/template/spec/terminationGracePeriodSeconds')], 'AIW3503', 'spec.template.spec.terminationGracePeriodSeconds', 'Invalid value: 30'],
  ['fewer devices', [JsonPatch.replace(`${MAIN}/resources/limits/nvidia.com~1gpu`, 1)], 'AIW3504', 'spec.template.spec.containers[0].resources.limits[nvidia.com/gpu]',
    'Invalid value: 1: the engine is cut over tensor 4 x pipeline 1 x data 1 = 4'],
  ['no devices', [JsonPatch.remove(`${MAIN}/resources/limits/nvidia.com~1gpu`)], 'AIW3504', 'spec.template.spec.containers[0].resources.limits[nvidia.com/gpu]', 'Invalid value: null'],
];

describe('a patch that contradicts the plan is an error at synth', () => {
  test.each(ROWS)('%s', (_name, ...row) => {
    const [patches, id, field, message, props, target] = row;
    const all = findings({ modelLoad: load, ...props }, target, llama => patches.forEach(patch => llama.apiObject.addJsonPatch(patch)));
    const found = all.filter(finding => finding.id === id);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ class: 'broken', field, message: expect.stringContaining(message), construct: 'prod/Llama/Deployment' });
  });
});

describe('a patch that agrees with it is not', () => {
  const quiet = (patches: JsonPatch[], props: Props = {}, target: TargetProps = {}) =>
    findings(props, target, llama => patches.forEach(patch => llama.apiObject.addJsonPatch(patch))).filter(finding => /^AIW(35|33)/.test(finding.id) && finding.class !== 'advice');

  test.each<[string, JsonPatch[], Props?, TargetProps?]>([
    ['nothing patched', []],
    ['a claim has no limit that could be wrong', [], { accelerator: claim }],
    ['a surge with spare devices', rolling(1, 0), {}, { spareGpus: 4 }],
    ['a surge beside pods that may go', rolling(1, 1)],
    ['half of two pods may go', rolling(0, '50%')],
    ['all pods at once', [JsonPatch.replace('/spec/strategy', { type: 'Recreate' })]],
    ['more time everywhere', [
      JsonPatch.replace('/spec/progressDeadlineSeconds', 7200), JsonPatch.replace('/spec/template/spec/terminationGracePeriodSeconds', 600),
      JsonPatch.replace(`${MAIN}/startupProbe/failureThreshold`, 600),
    ]],
    ['another label', [JsonPatch.add('/metadata/labels/team', 'chat')]],
  ])('%s', (_name, ...row) => {
    const [patches, props, target] = row;
    expect(quiet(patches, props, target)).toEqual([]);
  });
});

describe('one replica', () => {
  const outage = (props: Props, target: TargetProps = {}, patches: JsonPatch[] = []) =>
    findings(props, target, llama => patches.forEach(patch => llama.apiObject.addJsonPatch(patch))).find(finding => finding.id === 'AIW3505');

  test('is a warning with the seconds that nothing serves', () => {
    expect(outage({ replicas: 1 })).toMatchObject({
      class: 'risky',
      message: 'Invalid value: 1 replica: each roll-out and each drain of its node is an outage of up to drain 80 s + start 1034 s = 1114 s',
      help: 'run 2 replicas, or declare devices that a second pod may use meanwhile: set spareGpus of the Target to 4',
    });
  });

  test.each<[string, Props, TargetProps, JsonPatch[], boolean]>([
    ['two replicas', { replicas: 2 }, {}, [], false],
    ['spare devices', { replicas: 1 }, { spareGpus: 4 }, [], false],
    ['an autoscaler that may go down to one', { autoscaling: { minReplicas: 1, maxReplicas: 4, queueDepth: 8 } }, {}, [], true],
    ['an autoscaler that keeps two', { autoscaling: { minReplicas: 2, maxReplicas: 4, queueDepth: 8 } }, {}, [], false],
    ['two by a patch', { replicas: 1 }, {}, [JsonPatch.replace('/spec/replicas', 2)], false],
  ])('%s', (_name, props, target, patches, expected) => {
    expect(outage(props, target, patches) !== undefined).toBe(expected);
  });
});

test('an error of a patch fails the synth, and names the construct', () => {
  expect(() => build({}, {}, llama => llama.apiObject.addJsonPatch(...rolling(1, 0)))).toThrow(/AIW3501[^]*prod\/Llama\/Deployment/);
});

test('an engine without a drain flag is checked all the same', () => {
  const short = findings({ engine: vllm({ version: '0.16' }) }, {}, llama => llama.apiObject.addJsonPatch(JsonPatch.replace('/spec/template/spec/terminationGracePeriodSeconds', 60)));
  expect(short.find(finding => finding.id === 'AIW3503')?.message).toContain('the drain takes preStop 75 s + margin 5 s = 80 s');
});
