import { JsonPatch, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Carried, IMAGE, carry, chartIn } from './carrier';
import { InvalidInput, renderProblem } from '../../src/base/errors/invalid-input';
import { withoutForm } from '../../src/kubernetes/refused/refused';
import { validateObject } from '../../src/kubernetes/validation/validate';
import { ContainerSpec } from '../../src/pod/container/container';
import { PodTemplateProps } from '../../src/pod/template/pod-template-props';

/*
 * The API server's rules are written down once: what a construct refuses is, word for word, what the linter says of the object when the same value is
 * put in by a patch. A second port of a rule would say it in words of its own.
 */

/** What is given to the construct, or done with its pods, and the same as it stands in the template. */
interface Row {
  readonly props?: Partial<PodTemplateProps>;
  readonly change?: (pods: Carried) => void;
  readonly patch: { readonly [path: string]: unknown };
}

const LONG = 'x'.repeat(64);
const MAIN = '/spec/containers/0';
const main = (container: Partial<ContainerSpec>): Pick<Row, 'props'> => ({ props: { container: { image: IMAGE, ...container } } });
const mainOf = ({ containers }: Carried['template']): kplus.Container => containers[0];
const inMain = (field: string, value: unknown) => ({ patch: { [`${MAIN}/${field}`]: value } });
const mounted = (options: Partial<kplus.VolumeMount>): Pick<Row, 'props'> =>
  main({ volumeMounts: [{ path: '/data', volume: kplus.Volume.fromEmptyDir(chartIn(), 'Data', 'data'), ...options }] });
const mount = (fields: object): Pick<Row, 'patch'> => ({
  patch: { '/spec/volumes': [{ name: 'data', emptyDir: {} }], [`${MAIN}/volumeMounts`]: [{ name: 'data', mountPath: '/data', ...fields }] },
});
const volume = (make: (chart: Carried['chart']) => kplus.Volume): Pick<Row, 'change'> => ({ change: ({ template, chart }) => template.addVolume(make(chart)) });
const inVolumes = (given: object): Pick<Row, 'patch'> => ({ patch: { '/spec/volumes': [{ name: 'data', ...given }] } });
const secret = (chart: Carried['chart']) => kplus.Secret.fromSecretName(chart, 'Given', 'hub');
const affinity = (kind: string, terms: object) => ({ patch: { '/spec/affinity': { [kind]: terms } } });
const required = 'requiredDuringSchedulingIgnoredDuringExecution';

const ROWS: { readonly [value: string]: Row } = {
  'a container in capitals': { ...main({ name: 'Main' }), ...inMain('name', 'Main') },
  'a container with a long name': { ...main({ name: LONG }), ...inMain('name', LONG) },
  'a port without a letter': { ...main({ ports: [{ number: 80, name: '80_' }] }), ...inMain('ports', [{ containerPort: 80, name: '80_' }]) },
  'a port beyond all': { ...main({ portNumber: 70_000 }), ...inMain('ports', [{ containerPort: 70_000 }]) },
  'a port of the node beyond all': { ...main({ ports: [{ number: 80, hostPort: 70_000 }] }), ...inMain('ports', [{ containerPort: 80, hostPort: 70_000 }]) },
  'a variable with an equals sign': { ...main({ envVariables: { 'A=B': kplus.EnvValue.fromValue('x') } }), ...inMain('env', [{ name: 'A=B', value: 'x' }]) },
  'a key of no Secret': {
    change: ({ template, chart }) => mainOf(template).env.addVariable('A', kplus.EnvValue.fromSecretValue({ secret: secret(chart), key: 'a b' })),
    ...inMain('env', [{ name: 'A', valueFrom: { secretKeyRef: { name: 'hub', key: 'a b' } } }]),
  },
  'a prefix of no variable': {
    change: ({ template, chart }) => mainOf(template).env.copyFrom(new kplus.EnvFrom(undefined, 'A=', secret(chart))),
    ...inMain('envFrom', [{ secretRef: { name: 'hub' }, prefix: 'A=' }]),
  },
  'a mount without a path': { ...mounted({ path: '' }), ...mount({ mountPath: '' }) },
  'a sub path from the root': { ...mounted({ subPath: '/a' }), ...mount({ subPath: '/a' }) },
  'a sub path that leads out': { ...mounted({ subPathExpr: 'a/../..' }), ...mount({ subPathExpr: 'a/../..' }) },
  'mounting into the host': { ...mounted({ propagation: kplus.MountPropagation.BIDIRECTIONAL }), ...mount({ mountPropagation: 'Bidirectional' }) },
  'a folder of the node above it': {
    ...volume(chart => kplus.Volume.fromHostPath(chart, 'Data', 'data', { path: '/a/..' })), ...inVolumes({ hostPath: { path: '/a/..', type: '' } }),
  },
  'a mode of ten bits': {
    ...volume(chart => kplus.Volume.fromSecret(chart, 'Data', secret(chart), { name: 'data', defaultMode: 512 })), ...inVolumes({ secret: { secretName: 'hub', defaultMode: 512 } }),
  },
  'a file above its volume': {
    ...volume(chart => kplus.Volume.fromSecret(chart, 'Data', secret(chart), { name: 'data', items: { key: { path: '../a' } } })),
    ...inVolumes({ secret: { secretName: 'hub', items: [{ key: 'key', path: '../a' }] } }),
  },
  'a relative folder of NFS': {
    ...volume(chart => kplus.Volume.fromNfs(chart, 'Data', 'data', { server: 'nfs', path: 'a' })), ...inVolumes({ nfs: { server: 'nfs', path: 'a' } }),
  },
  'a taint key of two slashes': { props: { tolerations: [{ key: 'a/b/c' }] }, patch: { '/spec/tolerations': [{ key: 'a/b/c', operator: 'Exists' }] } },
  'a taint value with a space': { props: { tolerations: [{ key: 'a', value: 'a b' }] }, patch: { '/spec/tolerations': [{ key: 'a', operator: 'Equal', value: 'a b' }] } },
  'an effect that is none': { props: { tolerations: [{ key: 'a', effect: 'NoRun' }] }, patch: { '/spec/tolerations': [{ key: 'a', operator: 'Exists', effect: 'NoRun' }] } },
  'a label of nodes with a space': { props: { nodeLabels: { pool: 'a b' } }, patch: { '/spec/nodeSelector': { pool: 'a b' } } },
  'a label key that is too long': { props: { podMetadata: { labels: { [LONG]: 'a' } } }, patch: { [`/metadata/labels/${LONG}`]: 'a' } },
  'an annotation key of two slashes': { props: { podMetadata: { annotations: { 'a/b/c': '' } } }, patch: { '/metadata/annotations': { 'a/b/c': '' } } },
  'too many annotations': {
    props: { podMetadata: { annotations: { a: 'x'.repeat(262_144) } } }, patch: { '/metadata/annotations': { a: 'x'.repeat(262_144) } },
  },
  'a host that is no address': { props: { hostAliases: [{ ip: 'peer', hostnames: [] }] }, patch: { '/spec/hostAliases': [{ ip: 'peer' }] } },
  'a host name in capitals': {
    props: { hostAliases: [{ ip: '10.0.0.1', hostnames: ['Peer'] }] }, patch: { '/spec/hostAliases': [{ ip: '10.0.0.1', hostnames: ['Peer'] }] },
  },
  'a name server that is no address': { props: { dns: { nameservers: ['dns'] } }, patch: { '/spec/dnsConfig': { nameservers: ['dns'] } } },
  'no name server at all': { props: { dns: { policy: kplus.DnsPolicy.NONE } }, patch: { '/spec/dnsPolicy': 'None', '/spec/dnsConfig': {} } },
  'a search domain in capitals': { props: { dns: { searches: ['A.b'] } }, patch: { '/spec/dnsConfig': { searches: ['A.b'] } } },
  'a priority class in capitals': { props: { priorityClassName: 'High' }, patch: { '/spec/priorityClassName': 'High' } },
  'a runtime class that is too long': { props: { runtimeClassName: 'a'.repeat(254) }, patch: { '/spec/runtimeClassName': 'a'.repeat(254) } },
  'less than no CPU': { ...main({ cpu: '-1' }), ...inMain('resources', { requests: { cpu: '-1' } }) },
  'a request above its limit': {
    ...main({ resources: { memory: { request: Size.gibibytes(4), limit: Size.gibibytes(2) } } }),
    ...inMain('resources', { requests: { memory: '4Gi' }, limits: { memory: '2Gi' } }),
  },
  'half a huge page': { ...main({ cpu: '1', hugePages: { '2Mi': '3Mi' } }), ...inMain('resources', { requests: { cpu: '1' }, limits: { 'cpu': '1', 'hugepages-2Mi': '3Mi' } }) },
  'huge pages alone': { ...main({ hugePages: { '2Mi': '4Mi' } }), ...inMain('resources', { limits: { 'hugepages-2Mi': '4Mi' } }) },
  'a negative user': { ...main({ securityContext: { user: -1 } }), ...inMain('securityContext', { runAsUser: -1 }) },
  'a negative group of files': { props: { securityContext: { fsGroup: -1 } }, patch: { '/spec/securityContext': { fsGroup: -1 } } },
  'a setting of the kernel that is none': {
    props: { securityContext: { sysctls: [{ name: 'a b', value: '1' }] } }, patch: { '/spec/securityContext': { sysctls: [{ name: 'a b', value: '1' }] } },
  },
  'a liveness probe of two successes': {
    ...main({ liveness: kplus.Probe.fromTcpSocket({ port: 80, successThreshold: 2 }) }), ...inMain('livenessProbe', { tcpSocket: { port: 80 }, successThreshold: 2 }),
  },
  'a probe without words': { ...main({ readiness: kplus.Probe.fromCommand([]) }), ...inMain('readinessProbe', { exec: { command: [] } }) },
  'a hook without a port': {
    ...main({ lifecycle: { preStop: kplus.Handler.fromHttpGet('/', { port: 70_000 }) } }), ...inMain('lifecycle', { preStop: { httpGet: { path: '/', port: 70_000 } } }),
  },
  'nodes by a key that is none': {
    change: ({ template }) => template.scheduling.attract(kplus.Node.labeled(kplus.NodeLabelQuery.exists(LONG))),
    ...affinity('nodeAffinity', { [required]: { nodeSelectorTerms: [{ matchExpressions: [{ key: LONG, operator: 'Exists' }] }] } }),
  },
  'a domain that is none': {
    change: ({ template, chart }) => template.scheduling.colocate(kplus.Pods.select(chart, 'P', { labels: { team: 'a' } }), { topology: kplus.Topology.custom('a b') }),
    ...affinity('podAffinity', { [required]: [{ topologyKey: 'a b', labelSelector: { matchLabels: { team: 'a' } } }] }),
  },
};

/** `Reason: value: detail`, as the construct tells it. */
function refused({ props, change }: Row): string[] {
  try {
    const pods = carry(props);
    change?.(pods);
    pods.template._recheck();
    pods.podTemplate();
    return [];
  } catch (error) {
    return (error as InvalidInput).problems.map(problem => renderProblem(problem).slice(problem.field.length + 2));
  }
}

/** The same of the linter; all that is wrong with one value is one text. */
function linted({ patch }: Row): string[] {
  const { set } = carry({ container: { image: IMAGE } });
  set.addJsonPatch(...Object.entries(patch).map(([path, value]) => JsonPatch.add(`/spec/template${path}`, value)));
  const texts = new Map<string, string>();
  validateObject(set.toJson(), { minor: '1.36' }, ({ field, message }) => {
    const [known, said] = [texts.get(field), withoutForm(message)];
    const [reason, value] = /^(.+?: ".*?": )/.exec(said) ?? [''];
    texts.set(field, known === undefined ? said : `${known}; ${said.slice((value ?? reason).length)}`);
  });
  return [...texts.values()];
}

test.each(Object.entries(ROWS))('%s: the construct refuses what the linter does, in the same words', (_, row) => {
  const [told, said] = [refused(row), linted(row)];
  expect(said).not.toEqual([]);
  // What only the writer of the property knows may follow.
  expect(told.map((text, index) => text.slice(0, said[index]?.length ?? 0))).toEqual(said);
});
