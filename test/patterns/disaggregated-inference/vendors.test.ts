import { Testing } from 'cdk8s';
import { build, deployment, groups, mainOf } from './build';
import { Accelerator, Checks, DisaggregatedInferenceProps, PrefillDecodeRouter, VllmKvRole, VllmKvTransfer } from '../../../src';
import { findingsOf } from '../../../src/lint/synth/validate-at-synth';

const AMD = deployment({}, { accelerator: Accelerator.amd(4) });

function advice(props: Partial<DisaggregatedInferenceProps>) {
  return findingsOf(build(props).model).filter(({ id }) => id === 'AIW3307');
}

test('blocks between devices of two vendors are a warning at the role that differs', () => {
  expect(advice({ decode: AMD })).toMatchObject([{
    class: 'risky',
    field: 'decode.accelerator',
    construct: 'prod/Llama',
    message: 'Invalid value: "GPUs of AMD": prefill has GPUs of NVIDIA: when the two meet they compare version and attention backend, and refuse each other where these differ, as the defaults of two vendors do',
  }]);
});

test.each<[string, Partial<DisaggregatedInferenceProps>, string[]]>([
  ['groups', { prefill: groups({ tensorParallel: 8 }, { size: 1, accelerator: Accelerator.amd(8) }) }, ['decode.accelerator']],
  ['a further pool', { decodePools: { amd: AMD } }, ['decodePools[amd].accelerator']],
  ['one vendor', {}, []],
  ['another one vendor', { prefill: AMD, decode: AMD }, []],
  ['devices of anybody', { decode: deployment({ image: 'registry.example/vllm-npu:1' }, { accelerator: Accelerator.resource('example.com/npu', 4) }) }, []],
  ['another connector', { decode: AMD, router: PrefillDecodeRouter.none(), kvTransfer: VllmKvTransfer.connector('MooncakeConnector', VllmKvRole.BOTH) }, []],
])('%s', (_, props, fields) => {
  expect(advice(props).map(({ field }) => field)).toEqual(fields);
});

test('each side has the image for its devices, and whoever has tried it acknowledges the warning', () => {
  const { model, named } = build({ decode: AMD });
  expect(['prefill', 'decode'].map(stage => mainOf(named[`Deployment llama-${stage}`]).image)).toEqual(['vllm/vllm-openai:v0.18.0', 'vllm/vllm-openai-rocm:v0.18.0']);
  Checks.of(model).acknowledge({ id: 'AIW3307', reason: 'tried with TRITON_ATTN on both sides' });
  expect(findingsOf(model).filter(({ id }) => id === 'AIW3307' || id === 'AIW0003')).toEqual([]);
  expect(() => Testing.synth(model.node.scope as any)).not.toThrow();
});
