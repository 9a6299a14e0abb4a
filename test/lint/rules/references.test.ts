import { Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { findingsOf } from '../../../src/lint/synth/validate-at-synth';
import { Manifest, OURS, chartOf, claim, configMap, custom, deployment, findingsIn, jobSet, onlyFinding, service, statefulSet, workload } from '../run/manifests';

const mounting = (volume: object) => ({ pod: { volumes: [{ name: 'data', ...volume }] } });
const onClaim = (name: string, meta = {}) => deployment('web', workload('web', {}, mounting({ persistentVolumeClaim: { claimName: name } })), meta);

/** Findings of an id when the app also names objects that exist elsewhere. */
function withImported(id: string, imports: (chart: Chart) => void, ...manifests: Manifest[]) {
  const chart = chartOf(...manifests);
  imports(chart);
  return findingsOf(chart.node.root).filter(finding => finding.id === id);
}

describe('AIW2105 named port not found', () => {
  const web = (ports: object[], more: object = {}) => deployment('web', workload('web', { ports, ...more }));
  const to = (port: object) => service('s', { selector: { app: 'web' }, ports: [port] });

  test('the declared ports are listed', () => {
    expect(onlyFinding('AIW2105', web([{ name: 'http', containerPort: 8000 }]), to({ port: 80, targetPort: 'htpp' }))).toMatchObject({
      class: 'broken',
      field: 'spec.ports[0].targetPort',
      message: 'Not found: "htpp": no container of Deployment ml/web declares a TCP port of this name',
      notes: ['declared are: http 8000/TCP'],
    });
  });

  test('what is declared instead: ports of what serves, each once, or none', () => {
    const notes = (...ports: object[]) => onlyFinding('AIW2105', deployment('web', workload('web', ports.length > 0 ? { ports } : {}, {
      pod: { initContainers: [{ name: 'once', image: 'b:1', ports: [{ name: 'setup', containerPort: 1 }] }] },
    })), to({ port: 80, targetPort: 'htpp' })).notes;
    expect(notes()).toEqual(['its containers declare no ports']);
    expect(notes({ containerPort: 80 }, { name: 'a', containerPort: 53, protocol: 'UDP' }, { containerPort: 80 })).toEqual(['declared are: (no name) 80/TCP, a 53/UDP']);
    const probing = (ports: object[]) => onlyFinding('AIW2105', web(ports, { livenessProbe: { httpGet: { port: 'x' } } })).notes;
    expect([probing([]), probing([{ name: 'http', containerPort: 80 }])]).toEqual([['its containers declare no ports'], ['declared are: http 80/TCP']]);
  });

  test('the protocol counts', () => {
    expect(findingsIn('AIW2105', web([{ name: 'dns', containerPort: 53, protocol: 'UDP' }]), to({ port: 53, targetPort: 'dns' }))).toHaveLength(1);
    expect(findingsIn('AIW2105', web([{ name: 'dns', containerPort: 53, protocol: 'UDP' }]), to({ port: 53, targetPort: 'dns', protocol: 'UDP' }))).toEqual([]);
  });

  test('a native sidecar serves, an init container does not', () => {
    const init = (restartPolicy?: string) => deployment('web', workload('web', {}, {
      pod: { initContainers: [{ name: 'proxy', ports: [{ name: 'http', containerPort: 1 }], ...(restartPolicy ? { restartPolicy } : {}) }] },
    }));
    expect(findingsIn('AIW2105', init('Always'), to({ port: 80, targetPort: 'http' }))).toEqual([]);
    expect(findingsIn('AIW2105', init(), to({ port: 80, targetPort: 'http' }))).toHaveLength(1);
  });

  test.each([
    ['a number need not be declared', web([]), { port: 80, targetPort: 8000 }],
    ['no target port is the port itself', web([]), { port: 80 }],
    ['a port that only some of the pods have', web([{ name: 'http', containerPort: 1 }]), { port: 80, targetPort: 'http' }],
  ])('passes: %s', (_, object, port) => {
    expect(findingsIn('AIW2105', object, deployment('other', workload('web')), to(port))).toEqual([]);
  });

  test.each([
    ['readinessProbe', { httpGet: { port: 'health' } }, 'readinessProbe.httpGet.port'],
    ['livenessProbe', { tcpSocket: { port: 'health' } }, 'livenessProbe.tcpSocket.port'],
    ['lifecycle', { preStop: { httpGet: { port: 'health' } } }, 'lifecycle.preStop.httpGet.port'],
  ])('%s asks a port of its own container', (key, value, field) => {
    const sidecar = { pod: { initContainers: [{ name: 'other', ports: [{ name: 'health', containerPort: 1 }] }] } };
    expect(onlyFinding('AIW2105', deployment('web', workload('web', { [key]: value }, sidecar)))).toMatchObject({
      field: `spec.template.spec.containers[0].${field}`,
      message: 'Not found: "health": container "main" declares no port of this name',
    });
    expect(findingsIn('AIW2105', web([{ name: 'health', containerPort: 1 }], { [key]: value }))).toEqual([]);
  });
});

describe('AIW2106 persistent volume claim not found', () => {
  test('an error for our own pods, a warning for others', () => {
    expect(onlyFinding('AIW2106', onClaim('model', OURS))).toMatchObject({
      class: 'broken',
      field: 'spec.template.spec.volumes[0].persistentVolumeClaim.claimName',
      message: 'Not found: "model": no PersistentVolumeClaim of this name in namespace "ml"',
    });
    expect(onlyFinding('AIW2106', onClaim('model')).class).toBe('risky');
  });

  const db = statefulSet('db', workload('db', {}, { spec: { replicas: 2, volumeClaimTemplates: [{ metadata: { name: 'data' } }] } }));
  test.each([
    ['made by the app', [claim('model'), onClaim('model')]],
    ['made by a StatefulSet for a pod it has', [db, onClaim('data-db-1')]],
    ['made by a JobSet', [jobSet('sim', { volumeClaimPolicies: [{ templates: [{ metadata: { name: 'cache' } }] }] }), onClaim('cache-sim')]],
  ])('found: %s', (_, objects) => {
    expect(findingsIn('AIW2106', ...objects)).toEqual([]);
  });

  test('a StatefulSet makes no claim for an ordinal it does not have', () => {
    expect(findingsIn('AIW2106', db, onClaim('data-db-2'))).toHaveLength(1);
  });

  test('a claim template takes the place of a volume of its name', () => {
    const shadowed = statefulSet('db', workload('db', {}, { ...mounting({ persistentVolumeClaim: { claimName: 'gone' } }), spec: { volumeClaimTemplates: [{ metadata: { name: 'data' } }] } }));
    expect(findingsIn('AIW2106', shadowed)).toEqual([]);
  });

  test('an imported claim exists', () => {
    const imports = (chart: Chart) => kplus.PersistentVolumeClaim.fromClaimName(chart, 'Model', 'model');
    expect(withImported('AIW2106', imports, onClaim('model', OURS))).toEqual([]);
  });
});

describe('AIW2107 config map not found', () => {
  const settings = (optional?: boolean) => ({ name: 'settings', ...(optional === undefined ? {} : { optional }) });
  const places: [string, (optional?: boolean) => object, string][] = [
    ['variable', optional => workload('web', { env: [{ name: 'A', value: 'b' }, { name: 'B', valueFrom: { configMapKeyRef: { key: 'k', ...settings(optional) } } }] }),
      'spec.template.spec.containers[0].env[1].valueFrom.configMapKeyRef.name'],
    ['all variables', optional => workload('web', { envFrom: [{ configMapRef: settings(optional) }] }), 'spec.template.spec.containers[0].envFrom[0].configMapRef.name'],
    ['volume', optional => workload('web', {}, mounting({ configMap: settings(optional) })), 'spec.template.spec.volumes[0].configMap.name'],
    ['projected volume', optional => workload('web', {}, mounting({ projected: { sources: [{ configMap: settings(optional) }] } })),
      'spec.template.spec.volumes[0].projected.sources[0].configMap.name'],
  ];

  test.each(places)('%s', (_, spec, field) => {
    expect(onlyFinding('AIW2107', deployment('web', spec(), OURS))).toMatchObject({
      class: 'broken',
      field,
      message: 'Not found: "settings": no ConfigMap of this name in namespace "ml"',
    });
    expect(onlyFinding('AIW2107', deployment('web', spec())).class).toBe('risky');
    expect(findingsIn('AIW2107', deployment('web', spec(true)))).toEqual([]);
    expect(findingsIn('AIW2107', deployment('web', spec()), configMap('settings'))).toEqual([]);
  });

  test('an imported one exists, and so does the root certificate', () => {
    const imports = (chart: Chart) => kplus.ConfigMap.fromConfigMapName(chart, 'Settings', 'settings');
    const root = mounting({ configMap: { name: 'kube-root-ca.crt' } });
    expect(withImported('AIW2107', imports, deployment('web', places[0][1](), OURS) as Manifest, deployment('b', workload('b', {}, root)))).toEqual([]);
  });
});

describe('AIW2108 mounted volume is not declared once', () => {
  test('a mount of nothing lists what is declared', () => {
    const object = deployment('web', workload('web', { volumeMounts: [{ name: 'dat', mountPath: '/d' }] }, mounting({ emptyDir: {} })));
    expect(onlyFinding('AIW2108', object)).toMatchObject({
      class: 'rejected',
      field: 'spec.template.spec.containers[0].volumeMounts[0].name',
      message: 'Not found: "dat": container "main" mounts it and the pod does not declare it',
      notes: ['declared are: data'],
    });
  });

  test('a raw block device is a mount, too, and init containers mount', () => {
    const init = { pod: { initContainers: [{ name: 'i', volumeDevices: [{ name: 'disk', devicePath: '/dev/x' }] }] } };
    expect(onlyFinding('AIW2108', deployment('web', workload('web', {}, init))).field).toBe('spec.template.spec.initContainers[0].volumeDevices[0].name');
  });

  test('two volumes of one name', () => {
    const twice = { pod: { volumes: [{ name: 'data', emptyDir: {} }, { name: 'data', emptyDir: {} }] } };
    expect(onlyFinding('AIW2108', deployment('web', workload('web', {}, twice)))).toMatchObject({
      field: 'spec.template.spec.volumes[1].name',
      message: 'Duplicate value: "data": names two volumes of one pod',
    });
  });

  const mount = { volumeMounts: [{ name: 'data', mountPath: '/d' }] };
  test.each([
    ['a volume', deployment('web', workload('web', mount, mounting({ emptyDir: {} })))],
    ['a claim template', statefulSet('db', workload('db', mount, { spec: { volumeClaimTemplates: [{ metadata: { name: 'data' } }] } }))],
    ['an operator nobody knows may add it', custom('example.com/v1', 'Trainer')('t', { template: workload('t', mount, {}) && { spec: { containers: [{ name: 'm', ...mount }] } } })],
  ])('declared by %s', (_, object) => {
    expect(findingsIn('AIW2108', object)).toEqual([]);
  });
});

describe('AIW2111 resource claim not found', () => {
  const claims = (source: object, container: object = {}) => workload('web', container, { pod: { resourceClaims: [{ name: 'gpu', ...source }] } });

  test.each([
    ['resourceClaimName', 'ResourceClaim'],
    ['resourceClaimTemplateName', 'ResourceClaimTemplate'],
  ])('%s', (field, kind) => {
    const object = deployment('web', claims({ [field]: 'h100' }), OURS);
    expect(onlyFinding('AIW2111', object)).toMatchObject({
      class: 'broken',
      field: `spec.template.spec.resourceClaims[0].${field}`,
      message: `Not found: "h100": no ${kind} of this name in namespace "ml"`,
    });
    expect(onlyFinding('AIW2111', deployment('web', claims({ [field]: 'h100' }))).class).toBe('risky');
    expect(findingsIn('AIW2111', object, custom('resource.k8s.io/v1', kind)('h100'))).toEqual([]);
  });

  test('a container may name only claims of its pod', () => {
    const template = custom('resource.k8s.io/v1', 'ResourceClaimTemplate')('h100');
    const naming = (name: string) => deployment('web', claims({ resourceClaimTemplateName: 'h100' }, { resources: { claims: [{ name }] } }));
    expect(onlyFinding('AIW2111', template, naming('gpus'))).toMatchObject({
      class: 'rejected',
      field: 'spec.template.spec.containers[0].resources.claims[0]',
      message: 'Not found: "gpus": must be one of the names in pod.spec.resourceClaims: gpu',
    });
    expect(findingsIn('AIW2111', template, naming('gpu'))).toEqual([]);
  });
});
