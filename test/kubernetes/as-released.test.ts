import { PlainObject } from '../../src/base/plain';
import { Manifest } from '../../src/kubernetes/manifest';
import { ObjectProblems } from '../../src/kubernetes/object-problems';

const pods = (spec: object = {}) => ({ metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'a', image: 'a:1', ports: [{ containerPort: 0 }] }], ...spec } });
const workload = (kind: string, template: object) => ({ apiVersion: 'apps/v1', kind, metadata: { name: 'a' }, spec: { selector: { matchLabels: { app: 'a' } }, template } });
const autoscaler = (apiVersion: string) => ({
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata: { name: 'a' },
  spec: { maxReplicas: 2, scaleTargetRef: { apiVersion, kind: 'Deployment', name: 'a' } },
});

function said(body: object, minor: string, servers?: 'newest'): string[] {
  const manifest = new Manifest(body as PlainObject, {}, { minor, featureGates: {} });
  return new ObjectProblems([manifest], servers).findings().map(finding => `${finding.class} ${finding.id} ${finding.field}: ${finding.message}`);
}

describe('what a server does that was released as a minor', () => {
  const port = 'spec.template.spec.containers[0].ports[0].containerPort: Required value';

  test('a 1.33 takes a StatefulSet whose pods it refuses later, and says so', () => {
    expect(said(workload('StatefulSet', pods()), '1.33')).toEqual([`broken AIW1202 ${port}`]);
    const [finding] = new ObjectProblems([new Manifest(workload('StatefulSet', pods()) as unknown as PlainObject, {}, { minor: '1.33', featureGates: {} })]).findings();
    expect(finding.notes).toEqual([expect.stringContaining('refuses each pod when it is made')]);
  });

  test('a 1.33 does not compare the containers of such pods either', () => {
    const windows = pods({
      os: { name: 'windows' },
      hostNetwork: true,
      securityContext: { windowsOptions: { hostProcess: true } },
      containers: [
        { name: 'a', image: 'a:1' }, { name: 'b', image: 'b:1', securityContext: { windowsOptions: { hostProcess: false } } },
      ],
    });
    const mixed = (minor: string) => said(workload('StatefulSet', windows), minor).filter(each => each.includes('all containers must be HostProcess')).map(each => each.split(' ').slice(0, 3));
    expect(mixed('1.33')).toEqual([['broken', 'AIW1202', 'spec.template.spec:']]);
    expect(mixed('1.34')).toEqual([['rejected', 'AIW1202', 'spec.template.spec:']]);
  });

  test.each([['1.34', 'StatefulSet'], ['1.36', 'StatefulSet'], ['1.33', 'Deployment']])('a %s refuses such a %s', (minor, kind) => {
    expect(said(workload(kind, pods()), minor)).toEqual([`rejected AIW1202 ${port}`]);
  });

  test('a 1.33 refuses a StatefulSet whose pods end', () => {
    expect(said(workload('StatefulSet', pods({ restartPolicy: 'Never', containers: [{ name: 'a', image: 'a:1' }] })), '1.33')).toEqual([expect.stringMatching(/^rejected AIW1202 spec\.template\.spec\.restartPolicy: /)]);
  });

  test.each([['1.33', 'broken'], ['1.34', 'rejected']])('at %s a claim template that no server makes claims of is %s', (minor, expected) => {
    const set = workload('StatefulSet', pods({ containers: [{ name: 'a', image: 'a:1' }] }));
    const claim = { metadata: { name: 'data' }, spec: { accessModes: ['ReadWriteOften'], resources: { requests: { storage: '1Gi' } } } };
    expect(said({ ...set, spec: { ...set.spec, volumeClaimTemplates: [claim] } }, minor)).toEqual([expect.stringContaining(`${expected} AIW1203 spec.volumeClaimTemplates[0].spec.accessModes`)]);
  });

  test.each([['1.33', 'broken'], ['1.34', 'rejected']])('at %s a target without a group is %s', (minor, expected) => {
    expect(said(autoscaler('v1'), minor)).toEqual([`${expected} AIW1203 spec.scaleTargetRef.apiVersion: Invalid value: "v1": apiVersion must specify API group`]);
    expect(said(autoscaler('apps/v1'), minor)).toEqual([]);
  });

  test.each([
    ['Deployment', '1.33', 'rejected AIW1202'], ['StatefulSet', '1.33', 'broken AIW1202'], ['Deployment', '1.34', 'dropped AIW1105'],
  ])('a restart policy on a main container of a %s at %s: %s', (kind, minor, expected) => {
    const template = pods({ containers: [{ name: 'a', image: 'a:1', restartPolicy: 'Always' }] });
    expect(said(workload(kind, template), minor)).toEqual([expect.stringMatching(new RegExp(`^${expected} spec\\.template\\.spec\\.containers\\[0\\]\\.restartPolicy: `))]);
  });

  test('an init container of a 1.33 knows the policy of a sidecar alone', () => {
    const template = pods({ containers: [{ name: 'a', image: 'a:1' }], initContainers: [{ name: 'b', image: 'b:1', restartPolicy: 'OnFailure' }] });
    expect(said(workload('Deployment', template), '1.33')).toEqual(['rejected AIW1202 spec.template.spec.initContainers[0].restartPolicy: Unsupported value: "OnFailure": supported values: "Always"']);
    const none = pods({ containers: [{ name: 'a', image: 'a:1' }], initContainers: [{ name: 'b', image: 'b:1', restartPolicy: 'Sometimes' }] });
    expect(said(workload('Deployment', none), '1.33')).toEqual(['rejected AIW1202 spec.template.spec.initContainers[0].restartPolicy: Unsupported value: "Sometimes": supported values: "Always"']);
  });

  test.each([['1.33', []], ['1.35', []], ['1.36', [expect.stringMatching(/^rejected AIW1202 .*resizePolicy\[0\]\.restartPolicy: /)]]])(
    'a %s takes another container for a resize of an init container or not', (minor, expected) => {
      const first = { name: 'b', image: 'b:1', resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }] };
      expect(said(workload('Deployment', pods({ containers: [{ name: 'a', image: 'a:1' }], initContainers: [first] })), minor)).toEqual(expected);
    });

  const claim = (toleration: object) => ({
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceClaim',
    metadata: { name: 'a' },
    spec: { devices: { requests: [{ name: 'gpu', exactly: { deviceClassName: 'gpu', tolerations: [toleration] } }] } },
  });
  const field = 'spec.devices.requests[0].exactly.tolerations';

  test('a 1.34 keeps tolerations of a claim, and looks at them', () => {
    expect(said(claim({ operator: 'Exists' }), '1.34')).toEqual([]);
    expect(said(claim({ operator: 'In' }), '1.34')).toEqual([expect.stringMatching(/^rejected AIW1203 spec\.devices\.requests\[0\]\.exactly\.tolerations\[0\]\.operator: /)]);
    expect(said(claim({ operator: 'Exists', effect: 'None' }), '1.34')).toEqual([expect.stringContaining(`rejected AIW1203 ${field}[0].effect: Unsupported value: "None"`)]);
    expect(said(claim({ operator: 'Exists' }), '1.34', 'newest')).toEqual([expect.stringContaining(`dropped AIW1105 ${field}`)]);
  });

  test('a 1.34 keeps in a template of claims what it drops from claims', () => {
    const of = (kind: string, constraint: object) => {
      const devices = { requests: [{ name: 'gpu', exactly: { deviceClassName: 'gpu' } }], constraints: [constraint] };
      return { apiVersion: 'resource.k8s.io/v1', kind, metadata: { name: 'a' }, spec: kind === 'ResourceClaim' ? { devices } : { spec: { devices } } };
    };
    const classes = (...found: Parameters<typeof said>) => said(...found).map(each => each.split(' ').slice(0, 2).join(' ')).sort();
    expect(classes(of('ResourceClaimTemplate', { distinctAttribute: 'a.io/a' }), '1.34')).toEqual(['broken AIW1105', 'broken AIW1203']);
    expect(classes(of('ResourceClaimTemplate', {}), '1.34')).toEqual(['rejected AIW1203']);
    expect(classes(of('ResourceClaim', { distinctAttribute: 'a.io/a' }), '1.34')).toEqual(['dropped AIW1105', 'rejected AIW1203']);
  });

  test.each([['1.35', 'broken'], ['1.36', 'rejected']])('at %s a number beyond the format of a custom resource is %s', (minor, expected) => {
    const jobSet = { apiVersion: 'jobset.x-k8s.io/v1alpha2', kind: 'JobSet', metadata: { name: 'a' }, spec: { failurePolicy: { maxRestarts: 2147483648 }, replicatedJobs: [] } };
    expect(said(jobSet, minor)).toEqual([expect.stringMatching(`^${expected} AIW1102 spec\\.failurePolicy\\.maxRestarts: .*format int32`)]);
  });

  test('the newest server that behaves as a 1.33 looks at all of them', () => {
    expect(said(workload('StatefulSet', pods()), '1.33', 'newest')).toEqual([`rejected AIW1202 ${port}`]);
    expect(said(autoscaler('v1'), '1.33', 'newest')).toEqual([expect.stringMatching(/^rejected /)]);
  });
});
