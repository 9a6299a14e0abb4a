import { Duration } from 'cdk8s';
import { build, claim } from './llama';
import { GpuMetrics, GpuMetricsSidecarOptions, Memory } from '../../../src';

function exporterOf(options?: GpuMetricsSidecarOptions) {
  return build({ accelerator: claim, gpuMetrics: GpuMetrics.sidecar(options) }).pod.initContainers.find(({ name }: any) => name === 'dcgm-exporter');
}

describe('the exporter beside the engine', () => {
  test('has an image, 512Mi and an interval of 15 seconds unless somebody says otherwise', () => {
    const exporter = exporterOf();

    expect(exporter.image).toMatch(/^nvcr\.io\/nvidia\/k8s\/dcgm-exporter:/);
    expect(exporter.resources).toMatchObject({ requests: { memory: '512Mi' }, limits: { memory: '512Mi' } });
    expect(exporter.args).toEqual(['--collectors', '/etc/dcgm-counters/counters.csv', '--address', ':9400', '--collect-interval', '15000']);
  });

  test('has the image, the memory and the interval of the options, in milliseconds', () => {
    const exporter = exporterOf({ image: 'registry.example/dcgm:1', memory: Memory.of('1Gi'), interval: Duration.minutes(1) });

    expect(exporter.image).toBe('registry.example/dcgm:1');
    expect(exporter.resources).toMatchObject({ requests: { memory: '1Gi' }, limits: { memory: '1Gi' } });
    expect(exporter.args.slice(-2)).toEqual(['--collect-interval', '60000']);
  });

  test.each([[Duration.seconds(1), '1000'], [Duration.seconds(90), '90000']])('collects every %s', (interval, milliseconds) => {
    expect(exporterOf({ interval }).args).toContain(milliseconds);
  });

  test.each([Duration.seconds(0), Duration.millis(1500)])('refuses an interval of %s, since it is whole seconds', interval => {
    expect(() => exporterOf({ interval })).toThrow('gpuMetrics.interval');
  });
});
