import { Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { storedQuantity } from '../../../src/kubernetes/quantity';
import { storedMetric, storedVolume, templateOfCustomResource } from '../../../src/pod/template/stored-form';
import { carry } from '../carrier';

const IMAGE = 'registry.example/serve:1';

/* What Go's resource.Quantity prints. Source: k8s.io/apimachinery pkg/api/resource/quantity_test.go (v0.36) */
test.each<[unknown, string]>([
  [8, '8'], ['8', '8'], [1000, '1k'], ['1000', '1k'], [1500, '1500'], ['100000', '100k'], ['1000m', '1'], ['1500m', '1500m'], ['0.5', '500m'], ['1.5', '1500m'],
  ['2', '2'], ['0.125', '125m'], ['1024Mi', '1Gi'], ['1.5Gi', '1536Mi'], ['0.5Ti', '512Gi'], ['20480Gi', '20Ti'], ['1023Ki', '1023Ki'], ['1000Ki', '1000Ki'],
  ['0.5Ki', '512'], ['1Ki', '1Ki'], ['1000M', '1G'], ['1.1G', '1100M'], ['0', '0'], ['0Gi', '0'], ['1e3', '1e3'], ['1000e3', '1e6'], ['12e2', '1200'],
  ['100Ei', '9223372036854775807'], ['2147483648', '2147483648'], ['5n', '5n'], ['0.05', '50m'],
])('%p is stored as %s', (given, stored) => {
  expect(storedQuantity(given)).toBe(stored);
});

test('what is no quantity stays for the checks to refuse', () => {
  expect(storedQuantity('lots')).toBe('lots');
});

describe('a pod', () => {
  test('says nothing that its absence says', () => {
    const { pod, main } = carry({
      container: { image: IMAGE, envVariables: { EMPTY: kplus.EnvValue.fromValue('') }, cpu: '1000m', resources: { memory: { request: Size.mebibytes(1024) } } },
    });
    expect(main().env).toEqual([{ name: 'EMPTY' }]);
    expect(main().resources).toEqual({ requests: { cpu: '1', memory: '1Gi' } });
    expect(pod()).not.toHaveProperty('hostNetwork');
  });

  test('writes the divisor of a resource of its own', () => {
    const CORES = kplus.EnvValue.fromResource(kplus.ResourceFieldPaths.CPU_LIMIT, { divisor: '1000m' });
    expect(carry({ container: { image: IMAGE, envVariables: { CORES } } }).main().env).toEqual([
      { name: 'CORES', valueFrom: { resourceFieldRef: { resource: 'limits.cpu', divisor: '1' } } },
    ]);
  });

  test('keeps the false of a pointer, and writes amounts of volumes', () => {
    expect(storedVolume({ name: 'disk', azureDisk: { readOnly: false, diskURI: 'uri' } })).toEqual({ name: 'disk', azureDisk: { readOnly: false, diskURI: 'uri' } });
    expect(storedVolume({ name: 'data', persistentVolumeClaim: { claimName: 'data', readOnly: false } })).toEqual({ name: 'data', persistentVolumeClaim: { claimName: 'data' } });
    expect(storedVolume({ name: 'data', persistentVolumeClaim: { claimName: 'data', readOnly: true } })).toHaveProperty('persistentVolumeClaim.readOnly', true);
    expect(storedVolume({ name: 'tmp', emptyDir: { sizeLimit: '204800Mi' } })).toEqual({ name: 'tmp', emptyDir: { sizeLimit: '200Gi' } });
  });

  test('writes the protocol of each port inside a custom resource, and nowhere else', () => {
    const template = { metadata: { labels: {} }, spec: { containers: [{ name: 'main', ports: [{ containerPort: 80 }, { containerPort: 53, protocol: 'UDP' }] }, { name: 'other' }] } };
    expect(templateOfCustomResource(template)).toEqual({
      metadata: { labels: {} },
      spec: { containers: [{ name: 'main', ports: [{ containerPort: 80, protocol: 'TCP' }, { containerPort: 53, protocol: 'UDP' }] }, { name: 'other' }] },
    });
    expect(carry({ container: { image: IMAGE, port: 80 } }).main().ports).toEqual([{ containerPort: 80 }]);
  });
});

test.each(['pods', 'object', 'external', 'resource'])('the amount of a metric of type %s', type => {
  expect(storedMetric({ type: 'Any', [type]: { target: { type: 'Value', value: 1000, averageValue: '0.5' } } }))
    .toEqual({ type: 'Any', [type]: { target: { type: 'Value', value: '1k', averageValue: '500m' } } });
});
