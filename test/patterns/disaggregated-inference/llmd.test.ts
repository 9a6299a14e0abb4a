import { SIDECAR, build, deployment, mainOf } from './build';
import { LlmdSidecarOptions, PrefillDecodeRouter, VllmKvTransfer } from '../../../src';

const llmd = (options: Partial<LlmdSidecarOptions> = {}) => PrefillDecodeRouter.llmdSidecar({ image: 'ghcr.io/llm-d/sidecar:v0.8.0', endpointPicker: 'llama-epp', ...options });
const portsOf = (container: any) => (container.ports ?? []).map(({ containerPort }: any) => containerPort);
const proxyOf = (object: any) => object.spec.template.spec.initContainers.find(({ name }: any) => name === 'routing-proxy');

describe('the ports of the sidecar', () => {
  test('are 8000 in front, 8200 of the engines behind it, and 9002 of the picker', () => {
    const { named } = build({ router: SIDECAR });

    expect(portsOf(mainOf(named['Deployment llama-prefill']))).toContain(8000);
    expect(portsOf(mainOf(named['Deployment llama-decode']))).toContain(8200);
    expect(proxyOf(named['Deployment llama-decode']).args).toEqual(['--port=8000', '--vllm-port=8200', '--secure-proxy=false']);
    expect(named['InferencePool llama'].spec).toMatchObject({ targetPorts: [{ number: 8000 }], endpointPickerRef: { name: 'llama-epp', port: { number: 9002 } } });
  });

  test('are those of the options, in every pool of decode', () => {
    const { named } = build({ router: llmd({ port: 7000, enginePort: 7100, endpointPickerPort: 7200 }), decodePools: { long: deployment() } });

    expect(portsOf(mainOf(named['Deployment llama-prefill']))).toContain(7000);
    for (const pool of ['decode', 'decode-long']) {
      const decode = named[`Deployment llama-${pool}`];
      expect(portsOf(mainOf(decode))).toContain(7100);
      expect(portsOf(proxyOf(decode))).toEqual([7000]);
      expect(proxyOf(decode)).toMatchObject({ args: ['--port=7000', '--vllm-port=7100', '--secure-proxy=false'], readinessProbe: { httpGet: { port: 7000 } } });
    }
    expect(named['InferencePool llama'].spec).toMatchObject({ targetPorts: [{ number: 7000 }], endpointPickerRef: { port: { number: 7200 } } });
  });

  test('may not be a port of the side channel of decode', () => {
    const decode = deployment({ kvTransfer: VllmKvTransfer.nixl({ sideChannelPort: 7000 }) });

    expect(() => build({ router: llmd({ port: 7000 }), decode })).toThrow('decode.engine: Invalid value: 7000: is the port of the routing sidecar');
    expect(() => build({ router: llmd({ port: 7001 }), decode })).not.toThrow();
  });

  test('may not be the port of the engine behind it', () => {
    expect(() => build({ router: llmd({ port: 7000, enginePort: 7000 }) })).toThrow('decode.engine: Invalid value: 7000: is the port of the sidecar in front of it');
  });
});
