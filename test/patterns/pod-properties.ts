import { ApiObject, Chart, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { SharedClaim, SharedMemory, WorkloadPodProps } from '../../src';

/** What a user says of the pods, and what every pod template has of it. */
export interface PodProperty {
  readonly property: keyof WorkloadPodProps;
  readonly given: (scope: Construct) => Partial<WorkloadPodProps>;
  readonly expected: object;
}

const some = (...each: object[]) => expect.arrayContaining(each.map(one => expect.objectContaining(one)));
const inSpec = (spec: object) => ({ spec });

/** Two of each, so that the first alone is not enough. */
export const POD_PROPERTIES: readonly PodProperty[] = [
  {
    property: 'sidecars',
    given: () => ({ sidecars: [{ name: 'logs', image: 'fluent:1' }, { name: 'proxy', image: 'envoy:1' }] }),
    expected: inSpec({ initContainers: some({ name: 'logs', restartPolicy: 'Always' }, { name: 'proxy', restartPolicy: 'Always' }) }),
  },
  {
    property: 'containers',
    given: () => ({ containers: [{ name: 'one', image: 'one:1' }, { name: 'two', image: 'two:1' }] }),
    expected: inSpec({ containers: some({ name: 'one' }, { name: 'two' }) }),
  },
  {
    property: 'initContainers',
    given: () => ({ initContainers: [{ name: 'first', image: 'one:1' }, { name: 'second', image: 'two:1' }] }),
    expected: inSpec({ initContainers: some({ name: 'first' }, { name: 'second' }) }),
  },
  {
    property: 'volumes',
    given: scope => ({ volumes: ['scratch', 'spare'].map(name => kplus.Volume.fromEmptyDir(scope, name, name)) }),
    expected: inSpec({ volumes: some({ name: 'scratch' }, { name: 'spare' }) }),
  },
  {
    property: 'sharedClaims',
    given: () => ({ sharedClaims: [{ claimName: 'corpus', mountPath: '/corpus' }, { claimName: 'rules', mountPath: '/rules', subPath: 'v2' }] satisfies SharedClaim[] }),
    expected: inSpec({
      containers: some({ volumeMounts: some({ mountPath: '/corpus', readOnly: true }, { mountPath: '/rules', subPath: 'v2', readOnly: true }) }),
      volumes: some({ persistentVolumeClaim: expect.objectContaining({ claimName: 'corpus' }) }, { persistentVolumeClaim: expect.objectContaining({ claimName: 'rules' }) }),
    }),
  },
  {
    property: 'sharedMemory',
    given: () => ({ sharedMemory: SharedMemory.of('7Gi') }),
    expected: inSpec({ volumes: some({ name: 'shm', emptyDir: expect.objectContaining({ sizeLimit: '7Gi' }) }) }),
  },
  {
    property: 'tolerations',
    given: () => ({ tolerations: [{ key: 'example.com/a', effect: 'NoSchedule' }, { key: 'example.com/b', value: 'yes' }] }),
    expected: inSpec({ tolerations: some({ key: 'example.com/a', effect: 'NoSchedule' }, { key: 'example.com/b', value: 'yes' }) }),
  },
  {
    property: 'deadNodeTolerance',
    given: () => ({ deadNodeTolerance: Duration.seconds(77) }),
    expected: inSpec({ tolerations: some({ key: 'node.kubernetes.io/not-ready', tolerationSeconds: 77 }, { key: 'node.kubernetes.io/unreachable', tolerationSeconds: 77 }) }),
  },
  { property: 'nodeLabels', given: () => ({ nodeLabels: { pool: 'ai', disk: 'fast' } }), expected: inSpec({ nodeSelector: { pool: 'ai', disk: 'fast' } }) },
  { property: 'priorityClassName', given: () => ({ priorityClassName: 'research' }), expected: inSpec({ priorityClassName: 'research' }) },
  { property: 'runtimeClassName', given: () => ({ runtimeClassName: 'nvidia' }), expected: inSpec({ runtimeClassName: 'nvidia' }) },
  { property: 'schedulerName', given: () => ({ schedulerName: 'packing' }), expected: inSpec({ schedulerName: 'packing' }) },
  { property: 'hostUsers', given: () => ({ hostUsers: false }), expected: inSpec({ hostUsers: false }) },
  {
    property: 'imagePullSecretNames',
    given: () => ({ imagePullSecretNames: ['ngc', 'quay'] }),
    expected: inSpec({ imagePullSecrets: [{ name: 'ngc' }, { name: 'quay' }] }),
  },
  {
    property: 'dockerRegistryAuth',
    given: scope => ({ dockerRegistryAuth: new kplus.DockerConfigSecret(scope, 'Auth', { metadata: { name: 'regcred' }, data: {} }) }),
    expected: inSpec({ imagePullSecrets: [{ name: 'regcred' }] }),
  },
  {
    property: 'registryMirror',
    given: () => ({ registryMirror: 'mirror.example', sidecars: [{ name: 'logs', image: 'fluent/fluent-bit:1' }] }),
    expected: inSpec({ initContainers: some({ image: 'mirror.example/fluent/fluent-bit:1' }) }),
  },
  {
    property: 'podMetadata',
    given: () => ({ podMetadata: { labels: { team: 'nlp', cost: 'a1' }, annotations: { 'example.com/note': 'x', 'example.com/more': 'y' } } }),
    expected: {
      metadata: expect.objectContaining({
        labels: expect.objectContaining({ team: 'nlp', cost: 'a1' }),
        annotations: expect.objectContaining({ 'example.com/note': 'x', 'example.com/more': 'y' }),
      }),
    },
  },
  {
    property: 'serviceAccount',
    given: scope => ({ serviceAccount: kplus.ServiceAccount.fromServiceAccountName(scope, 'Account', 'trainer') }),
    expected: inSpec({ serviceAccountName: 'trainer' }),
  },
  { property: 'automountServiceAccountToken', given: () => ({ automountServiceAccountToken: true }), expected: inSpec({ automountServiceAccountToken: true }) },
  {
    property: 'securityContext',
    given: () => ({ securityContext: { fsGroup: 1234, user: 1000 } }),
    expected: inSpec({ securityContext: expect.objectContaining({ fsGroup: 1234, runAsUser: 1000 }) }),
  },
  {
    property: 'hostAliases',
    given: () => ({ hostAliases: [{ ip: '10.0.0.1', hostnames: ['license'] }, { ip: '10.0.0.2', hostnames: ['proxy'] }] }),
    expected: inSpec({ hostAliases: [{ ip: '10.0.0.1', hostnames: ['license'] }, { ip: '10.0.0.2', hostnames: ['proxy'] }] }),
  },
  {
    property: 'dns',
    given: () => ({ dns: { searches: ['a.example', 'b.example'] } }),
    expected: inSpec({ dnsConfig: { searches: ['a.example', 'b.example'] } }),
  },
  { property: 'hostNetwork', given: () => ({ hostNetwork: true }), expected: inSpec({ hostNetwork: true }) },
  { property: 'terminationGracePeriod', given: () => ({ terminationGracePeriod: Duration.seconds(1234) }), expected: inSpec({ terminationGracePeriodSeconds: 1234 }) },
];

/** The rows of these properties, or of all but these. */
export function podProperties({ without = [] }: { readonly without?: readonly (keyof WorkloadPodProps)[] } = {}): [string, PodProperty][] {
  return POD_PROPERTIES.filter(({ property }) => !without.includes(property)).map(each => [each.property, each]);
}

/** Every pod template of a chart, by the object that has it and the place in it. */
export function podTemplatesOf(chart: Chart): { readonly [path: string]: any } {
  const found: { [path: string]: any } = {};
  const walk = (at: string, value: any): void => {
    if (value?.spec?.containers) {
      found[at] = value;
    } else if (value && typeof value === 'object') {
      Object.entries(value).forEach(([key, each]) => walk(`${at}.${key}`, each));
    }
  };
  chart.node.findAll().filter(ApiObject.isApiObject).forEach(object => walk(`${object.kind} ${object.name}`, object.toJson()));
  return found;
}
