import { factsOf, object } from './objects';
import { fieldOf, podReferences } from '../../../src/lint/facts/pod-references';
import { backendsOf } from '../../../src/lint/facts/routes';

/** `Kind name field`, with what else is said of it. */
function named(spec: object): string[] {
  const facts = factsOf(object('v1', 'Pod', 'it', { containers: [], ...spec }));
  return [...facts.get(podReferences)].flatMap(([kind, references]) => references.map(each => [
    kind, each.name, fieldOf(each), ...each.isOptional ? ['optional'] : [], ...each.isTried ? ['tried'] : [],
    ...each.keys.map(({ key, path }) => `${key} at ${fieldOf(each, path)}`),
  ].join(' ')));
}
const container = (more: object) => ({ containers: [{ name: 'main', ...more }] });
const volumes = (...all: object[]) => ({ volumes: [{ name: 'first', emptyDir: {} }, ...all.map(each => ({ name: 'v', ...each }))] });
const MAIN = 'spec.containers[0]';

describe('objects that a pod names', () => {
  test.each<[string, object, string[]]>([
    ['its account', { serviceAccountName: 'a', serviceAccount: 'b' }, ['ServiceAccount a spec.serviceAccountName']],
    ['its account by the old field', { serviceAccount: 'b' }, ['ServiceAccount b spec.serviceAccount']],
    ['its priority', { priorityClassName: 'a' }, ['PriorityClass a spec.priorityClassName']],
    ['its runtime', { runtimeClassName: 'a' }, ['RuntimeClass a spec.runtimeClassName']],
    ['what pulls its images', { imagePullSecrets: [{ name: 'a' }, {}, { name: 'b' }] }, ['Secret a spec.imagePullSecrets[0].name tried', 'Secret b spec.imagePullSecrets[2].name tried']],
    ['a key of a ConfigMap', container({ env: [{ name: 'X', value: '1' }, { name: 'A', valueFrom: { configMapKeyRef: { name: 'a', key: 'k' } } }] }),
      [`ConfigMap a ${MAIN}.env[1].valueFrom.configMapKeyRef.name k at ${MAIN}.env[1].valueFrom.configMapKeyRef.key`]],
    ['a key of a Secret, optional', container({ env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 'a', key: 'k', optional: true } } }] }),
      [`Secret a ${MAIN}.env[0].valueFrom.secretKeyRef.name optional k at ${MAIN}.env[0].valueFrom.secretKeyRef.key`]],
    ['no key', container({ env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 'a', optional: false } } }] }), [`Secret a ${MAIN}.env[0].valueFrom.secretKeyRef.name`]],
    ['a whole ConfigMap and a whole Secret', container({ envFrom: [{ configMapRef: { name: 'a' } }, { secretRef: { name: 'b', optional: true } }] }),
      [`ConfigMap a ${MAIN}.envFrom[0].configMapRef.name`, `Secret b ${MAIN}.envFrom[1].secretRef.name optional`]],
    ['a volume of a ConfigMap', volumes({ configMap: { name: 'a', items: [{ key: 'k' }, {}, { key: 'l' }] } }),
      ['ConfigMap a spec.volumes[1].configMap.name k at spec.volumes[1].configMap.items[0].key l at spec.volumes[1].configMap.items[2].key']],
    ['a volume of a Secret', volumes({ secret: { secretName: 'a', optional: true } }), ['Secret a spec.volumes[1].secret.secretName optional']],
    ['projections', volumes({ projected: { sources: [{ serviceAccountToken: {} }, { configMap: { name: 'a', items: [{ key: 'k' }] } }, { secret: { name: 'b', optional: true } }] } }), [
      'ConfigMap a spec.volumes[1].projected.sources[1].configMap.name k at spec.volumes[1].projected.sources[1].configMap.items[0].key',
      'Secret b spec.volumes[1].projected.sources[2].secret.name optional',
    ]],
    ['a file share', volumes({ azureFile: { secretName: 'a', shareName: 's' } }), ['Secret a spec.volumes[1].azureFile.secretName']],
    ['nothing', volumes({ csi: { driver: 'd' }, configMap: {}, secret: null, projected: null, azureFile: {} }), []],
  ])('%s', (_, spec, expected) => {
    expect(named(spec)).toEqual(expected);
  });

  test.each([['csi', 'nodePublishSecretRef'], ['flexVolume', 'secretRef'], ['cephfs', 'secretRef'], ['rbd', 'secretRef'], ['iscsi', 'secretRef']])('the credentials of %s', (volume, field) => {
    expect(named(volumes({ [volume]: { [field]: { name: 'a' } } }))).toEqual([`Secret a spec.volumes[1].${volume}.${field}.name`]);
  });
});

describe('what routes send to', () => {
  const backends = (kind: string, rules: object[]) => backendsOf(factsOf(object('gateway.networking.k8s.io/v1', kind, 'it', { rules })))
    .map(({ field, type, name, place, port }) => [field, type, name, place, port]);

  test.each(['HTTPRoute', 'GRPCRoute', 'TCPRoute', 'TLSRoute', 'UDPRoute'])('%s', kind => {
    expect(backends(kind, [{}, { backendRefs: [{}, { name: 'a', port: 80 }] }])).toEqual([['spec.rules[1].backendRefs[1]', 'Service', 'a', 'ml', 80]]);
  });

  test('another kind, in another namespace', () => {
    const reference = { group: 'inference.networking.k8s.io', kind: 'InferencePool', name: 'a', namespace: 'models' };
    expect(backends('HTTPRoute', [{ backendRefs: [reference] }])).toEqual([['spec.rules[0].backendRefs[0]', 'inference.networking.k8s.io/InferencePool', 'a', 'models', undefined]]);
  });

  test('a mirror of requests', () => {
    const filters = [{ type: 'RequestHeaderModifier' }, { type: 'RequestMirror', requestMirror: { backendRef: { name: 'b', port: 81 } } }];
    expect(backends('HTTPRoute', [{ backendRefs: [{ name: 'a' }], filters }])).toEqual([
      ['spec.rules[0].backendRefs[0]', 'Service', 'a', 'ml', undefined], ['spec.rules[0].filters[1].requestMirror.backendRef', 'Service', 'b', 'ml', 81],
    ]);
  });
});
