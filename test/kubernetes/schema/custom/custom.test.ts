import { linesOf, problemsOf } from './problems';
import { SAMPLES } from './samples';
import { checkCustomResource, customKind, customKinds, customKindsNamed } from '../../../../src/kubernetes/schema/custom/custom';

const sampleOf = (kind: string, version?: string): any =>
  structuredClone(SAMPLES.find(each => each.kind === kind && (version === undefined || String(each.apiVersion).endsWith(`/${version}`))));

describe('known kinds', () => {
  test('there is a valid sample of each', () => {
    expect([...new Set(SAMPLES.map(({ apiVersion, kind }) => `${String(apiVersion).split('/')[0]}/${String(kind)}`))].sort()).toEqual(customKinds());
    for (const sample of SAMPLES) {
      expect([sample.kind, checkCustomResource(sample, () => undefined), linesOf(problemsOf(sample))]).toEqual([sample.kind, true, []]);
    }
  });

  test('say their versions, scope, source and how many rules in CEL nobody evaluates here', () => {
    expect(customKind('leaderworkerset.x-k8s.io', 'LeaderWorkerSet')).toEqual({ versions: [{ name: 'v1', served: true }], namespaced: true, source: 'sigs.k8s.io/lws v0.8.0', celRules: 0 });
    expect(customKind('gateway.networking.k8s.io', 'TLSRoute')!.versions).toContainEqual({ name: 'v1', served: true });
    expect(customKind('karpenter.sh', 'NodePool')!.namespaced).toBe(false);
    expect(customKind('karpenter.sh', 'NodePool')!.celRules).toBeGreaterThan(0);
  });

  test.each([['', 'Pod'], ['example.org', 'Thing'], ['ray.io', 'constructor'], ['', '__proto__']])('%s/%s is not one', (group, kind) => {
    expect(customKind(group, kind)).toBeUndefined();
  });
});

test('a Canary of what Flagger cannot drive is refused by its definition', () => {
  const canary = sampleOf('Canary');
  for (const kind of ['StatefulSet', 'LeaderWorkerSet', 'Job']) {
    canary.spec.targetRef.kind = kind;
    expect(linesOf(problemsOf(canary))).toEqual([expect.stringMatching(new RegExp(`AIW1104 spec\\.targetRef\\.kind: .*${kind}`))]);
  }
});

describe('a version', () => {
  const seen = (apiVersion: unknown, kind: unknown) => {
    const lines: string[] = [];
    const isKnown = checkCustomResource({ apiVersion, kind, metadata: { name: 'a' } } as any, ({ id, field, message }) => lines.push(`${id} ${field}: ${message}`));
    return { isKnown, lines };
  };

  test('older than all that are served is refused, with those that are', () => {
    expect(seen('karpenter.sh/v1beta1', 'NodePool')).toEqual({
      isKnown: true,
      lines: [
        'AIW1106 apiVersion: Unsupported value: "karpenter.sh/v1beta1": not served by sigs.k8s.io/karpenter v1.15.0',
        'AIW1103 spec: Required value, in karpenter.sh/v1',
      ],
    });
    expect(problemsOf({ apiVersion: 'karpenter.sh/v1beta1', kind: 'NodePool' })[0].help).toBe('use karpenter.sh/v1');
  });

  test.each([['jobset.x-k8s.io/v1beta1', 'JobSet'], ['karpenter.sh/v2', 'NodePool'], ['karpenter.sh/x', 'NodePool'], ['ray.io/constructor', 'RayCluster'], ['ray.io/__proto__', 'RayCluster']])(
    '%s %s is of a release that is not known here: nothing is said', (apiVersion, kind) => {
      expect(seen(apiVersion, kind)).toEqual({ isKnown: false, lines: [] });
    });

  test.each([[undefined, 'Pod'], ['v1', 'Pod'], [7, 'JobSet'], ['jobset.x-k8s.io/v1alpha2', ['JobSet']], [null, null]])('%j %j is not for this check', (apiVersion, kind) => {
    expect(seen(apiVersion, kind)).toEqual({ isKnown: false, lines: [] });
  });
});

describe('what moved between versions', () => {
  const helps = (body: any) => Object.fromEntries(problemsOf(body).filter(({ id }) => id !== 'AIW1106').map(({ field, help }) => [field, help]));
  const pool = (apiVersion: string): any => {
    const body = sampleOf('NodePool');
    const { spec } = body.spec.template;
    spec.nodeClassRef = { apiVersion: 'karpenter.k8s.aws/v1beta1', kind: 'EC2NodeClass', name: 'gpu' };
    spec.kubelet = { maxPods: 110 };
    body.spec.disruption = { consolidationPolicy: 'WhenUnderutilized', expireAfter: '720h' };
    return { ...body, apiVersion };
  };

  test.each(['karpenter.sh/v1', 'karpenter.sh/v1beta1'])('is said of a NodePool of %s in the shape of v1beta1', apiVersion => {
    expect(helps(pool(apiVersion))).toEqual({
      'spec.template.spec.nodeClassRef.apiVersion': expect.stringContaining('group: karpenter.k8s.aws'),
      'spec.template.spec.nodeClassRef.group': expect.stringContaining('kind: EC2NodeClass'),
      'spec.template.spec.kubelet': expect.stringContaining('spec.kubelet of the EC2NodeClass'),
      'spec.disruption.consolidationPolicy': 'write WhenEmptyOrUnderutilized',
      'spec.disruption.expireAfter': 'write it as spec.template.spec.expireAfter',
    });
  });

  test('of a NodeClaim, whose fields are one level up', () => {
    const body = sampleOf('NodeClaim');
    delete body.spec.nodeClassRef;
    body.spec.kubelet = {};
    expect(helps(body)).toEqual({
      'spec.nodeClassRef': expect.stringContaining('group: karpenter.k8s.aws'), 'spec.kubelet': expect.stringContaining('spec.kubelet of the EC2NodeClass'),
    });
  });

  test('of a node class that names its images by family alone', () => {
    const body = sampleOf('EC2NodeClass');
    delete body.spec.amiSelectorTerms;
    body.spec.amiFamily = 'Ubuntu';
    expect(helps({ ...body, apiVersion: 'karpenter.k8s.aws/v1beta1' })).toEqual({
      'spec.amiSelectorTerms': expect.stringContaining('alias: al2023@latest'), 'spec.amiFamily': expect.stringContaining('amiFamily: Custom'),
    });
  });

  test.each(['PyTorchJob', 'TFJob', 'MPIJob'])('of a %s with the policy of its run beside the roles', kind => {
    const body = sampleOf(kind, kind === 'MPIJob' ? 'v2beta1' : 'v1');
    Object.assign(body.spec, { cleanPodPolicy: 'All', suspend: true, restartPolicy: 'Never' });
    expect(helps(body)).toEqual({
      'spec.cleanPodPolicy': 'write it as spec.runPolicy.cleanPodPolicy',
      'spec.suspend': 'write it as spec.runPolicy.suspend',
      'spec.restartPolicy': expect.stringContaining('has no such field'),
    });
  });

  test('and of nothing else: another wrong value keeps its own help', () => {
    const body = sampleOf('NodePool');
    body.spec.disruption.consolidationPolicy = 'WhenIdle';
    body.spec.disruption.expiresAfter = '720h';
    expect(helps(body)).toEqual({
      'spec.disruption.consolidationPolicy': undefined, 'spec.disruption.expiresAfter': 'the definition of sigs.k8s.io/karpenter v1.15.0 has no such field',
    });
  });

  test('a right object of an old version has only to change the version', () => {
    expect(linesOf(problemsOf({ ...sampleOf('NodePool'), apiVersion: 'karpenter.sh/v1beta1' }))).toEqual([expect.stringContaining('AIW1106')]);
  });
});

describe('kinds by name', () => {
  test('have the version that Kubernetes prefers, whatever the case of the name', () => {
    expect(customKindsNamed('networkattachmentdefinition')).toEqual([
      { group: 'k8s.cni.cncf.io', apiVersion: 'k8s.cni.cncf.io/v1', kind: 'NetworkAttachmentDefinition' },
    ]);
    expect(customKindsNamed('HTTPRoute').map(({ apiVersion }) => apiVersion)).toEqual(['gateway.networking.k8s.io/v1']);
    expect(customKindsNamed('ClusterQueue').map(({ apiVersion }) => apiVersion)).toEqual(['kueue.x-k8s.io/v1beta2']);
    expect(customKindsNamed('VolumeSnapshot').map(({ apiVersion }) => apiVersion)).toEqual(['snapshot.storage.k8s.io/v1']);
  });

  test('may be of several groups, or of none', () => {
    expect(customKindsNamed('PodGroup').map(({ apiVersion }) => apiVersion)).toEqual(['scheduling.volcano.sh/v1beta1', 'scheduling.x-k8s.io/v1alpha1']);
    expect([...customKindsNamed('Deployment'), ...customKindsNamed('constructor')]).toEqual([]);
  });
});

describe('a LeaderWorkerSet', () => {
  test('with a misspelt field is refused with the field that was meant', () => {
    const body = sampleOf('LeaderWorkerSet');
    body.spec.leaderWorkerTemplate.workerTemplate.spec.containers[0].imagee = 'x';
    expect(problemsOf(body)).toEqual([{
      id: 'AIW1101',
      class: 'rejected',
      field: 'spec.leaderWorkerTemplate.workerTemplate.spec.containers[0].imagee',
      message: 'Invalid value: "imagee": unknown field',
      help: 'did you mean "image"?',
      fix: { field: 'spec.leaderWorkerTemplate.workerTemplate.spec.containers[0].imagee', key: 'image' },
    }]);
  });

  test('with a field of nothing like it is refused with the source of the definition', () => {
    const body = sampleOf('LeaderWorkerSet');
    body.spec.wxyzwxyzwxyz = 1;
    expect(problemsOf(body)).toMatchObject([{ field: 'spec.wxyzwxyzwxyz', help: 'the definition of sigs.k8s.io/lws v0.8.0 has no such field' }]);
  });

  test('with fewer than no replicas is refused by its scale subresource', () => {
    const body = sampleOf('LeaderWorkerSet');
    body.spec.replicas = -1;
    expect(linesOf(problemsOf(body))).toEqual(['AIW1102 spec.replicas: Invalid value: -1: should be a non-negative integer']);
  });

  test('may say nothing where the definition has a default, and null', () => {
    const body = sampleOf('LeaderWorkerSet');
    delete body.spec.leaderWorkerTemplate.restartPolicy;
    body.spec.rolloutStrategy = null;
    body.spec.replicas = null;
    expect(problemsOf(body)).toEqual([]);
  });

  test('is refused for a retry that is written as a filter, which no route has', () => {
    const body = sampleOf('HTTPRoute', 'v1');
    body.spec.rules[0].filters.push({ type: 'Retry', retry: { attempts: 3 } });
    expect(linesOf(problemsOf(body))).toEqual(expect.arrayContaining([
      expect.stringMatching(/^AIW1104 spec\.rules\[0\]\.filters\[2\]\.type: Unsupported value: "Retry"/),
      expect.stringMatching(/^AIW1101 spec\.rules\[0\]\.filters\[2\]\.retry: .*unknown field/),
    ]));
  });

  test('is refused for each of its mistakes, in the words of the server', () => {
    const body = sampleOf('LeaderWorkerSet');
    const pod = body.spec.leaderWorkerTemplate.workerTemplate.spec;
    body.spec.replicas = '2';
    body.spec.startupPolicy = 'Later';
    delete pod.containers[0].name;
    pod.containers[0].ports.push({ containerPort: 9000, protocol: 'TCP' });
    pod.containers[0].resources.limits.memory = '64 GB';
    const first = 'spec.leaderWorkerTemplate.workerTemplate.spec.containers[0]';
    expect(linesOf(problemsOf(body))).toEqual([
      'AIW1102 spec.replicas: Invalid value: "string": spec.replicas in body must be of type integer: "string"',
      'AIW1104 spec.startupPolicy: Unsupported value: "Later": supported values: "LeaderCreated", "LeaderReady"',
      `AIW1102 ${first}.ports[3]: Duplicate value: {"containerPort":9000,"protocol":"TCP"}`,
      expect.stringContaining(`AIW1102 ${first}.resources.limits.memory: Invalid value: "64 GB": ${first}.resources.limits.memory in body should match '^(`),
      `AIW1103 ${first}.name: Required value`,
    ]);
  });
});

describe('several releases', () => {
  test('a version that one operator serves is judged by its definition alone', () => {
    const [first, second] = [sampleOf('MPIJob', 'v1'), sampleOf('MPIJob', 'v2beta1')];
    expect(linesOf(problemsOf({ ...first, apiVersion: second.apiVersion }))).toEqual([
      'AIW1101 spec.cleanPodPolicy: Invalid value: "cleanPodPolicy": unknown field', 'AIW1101 spec.mainContainer: Invalid value: "mainContainer": unknown field',
    ]);
    expect(linesOf(problemsOf({ ...second, apiVersion: first.apiVersion })).filter(line => line.startsWith('AIW1101')).map(line => line.split(':')[0])).toEqual(
      ['mpiImplementation', 'sshAuthMountPath', 'launcherCreationPolicy', 'runLauncherAsWorker'].map(field => `AIW1101 spec.${field}`));
    expect(linesOf(problemsOf({ ...first, apiVersion: 'kubeflow.org/v1alpha2' }))[0]).toContain('AIW1106');
  });

  const old = { apiVersion: 'trainer.kubeflow.org/v1alpha1', kind: 'TrainJob', metadata: { name: 'a' }, spec: { runtimeRef: { name: 'torch' }, labels: { a: 'b' } } };

  test('what one of them takes is no mistake', () => {
    expect(problemsOf(old)).toEqual([]);
  });

  test('when none takes it, the one with the least to say is heard', () => {
    const body = { ...old, spec: { ...old.spec, suspend: 'yes' } };
    expect(linesOf(problemsOf(body))).toEqual(['AIW1102 spec.suspend: Invalid value: "string": spec.suspend in body must be of type boolean: "string"']);
  });

  test('one can be named', () => {
    expect(linesOf(problemsOf(old, 'github.com/kubeflow/trainer/v2 v2.2.0'))).toEqual(['AIW1101 spec.labels: Invalid value: "labels": unknown field']);
    expect(problemsOf(old, 'github.com/kubeflow/trainer/v2 v2.1.0')).toEqual([]);
  });

  test('one that is named refuses a version that only others serve', () => {
    const route = { apiVersion: 'gateway.networking.k8s.io/v1alpha2', kind: 'TCPRoute', metadata: { name: 'a' }, spec: { rules: [{ backendRefs: [{ name: 'a', port: 80 }] }] } };
    expect(problemsOf(route)).toEqual([]);
    expect(linesOf(problemsOf(route, 'sigs.k8s.io/gateway-api v1.7.0')))
      .toEqual(['AIW1106 apiVersion: Unsupported value: "gateway.networking.k8s.io/v1alpha2": not served by sigs.k8s.io/gateway-api v1.7.0']);
  });
});

describe('metadata', () => {
  const withMetadata = (metadata: unknown) => linesOf(problemsOf({ ...sampleOf('JobSet'), metadata }));

  test('have fields of their own', () => {
    expect(withMetadata({ name: 'a', label: {} })).toEqual(['AIW1101 metadata.label: Invalid value: "label": unknown field']);
  });

  test('hold texts', () => {
    expect(withMetadata({ name: 'a', labels: { 'example.org/a': 1 } })).toEqual([
      'AIW1102 metadata.labels[example.org/a]: Invalid value: "integer": metadata.labels[example.org/a] in body must be of type string: "integer"',
    ]);
  });

  test.each(['controller', 'blockOwnerDeletion'])('%s of an owner is true or false', name => {
    const owner = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'a', uid: 'a' };
    const place = `metadata.ownerReferences[0].${name}`;
    expect(withMetadata({ name: 'a', ownerReferences: [{ ...owner, [name]: true }] })).toEqual([]);
    expect(withMetadata({ name: 'a', ownerReferences: [{ ...owner, [name]: 'true' }] }))
      .toEqual([`AIW1102 ${place}: Invalid value: "string": ${place} in body must be of type boolean: "string"`]);
  });

  test('that are no object are said once', () => {
    expect(withMetadata('x')).toHaveLength(1);
  });

  test('as a cluster prints them are fine', () => {
    expect(withMetadata({ name: 'a', creationTimestamp: null, managedFields: [{ manager: 'kubectl', fieldsV1: { 'f:spec': { '.': {} } } }] })).toEqual([]);
  });
});

test('the status of a kind with a status subresource is not read, but its fields are known', () => {
  const body = { ...sampleOf('LeaderWorkerSet'), status: { replicas: 'many', zzz: 1 } };
  expect(linesOf(problemsOf(body))).toEqual(['AIW1101 status.zzz: Invalid value: "zzz": unknown field']);
});

test('a release that is asked for speaks for itself: another one may serve what it does not', () => {
  const route = (version: string) => ({ apiVersion: `gateway.networking.k8s.io/${version}`, kind: 'TCPRoute', metadata: { name: 'a' }, spec: {} });
  const [problem] = problemsOf(route('v1alpha2'), 'sigs.k8s.io/gateway-api v1.7.0');
  expect([problem.message, problem.help]).toEqual([
    'Unsupported value: "gateway.networking.k8s.io/v1alpha2": not served by sigs.k8s.io/gateway-api v1.7.0', 'use gateway.networking.k8s.io/v1',
  ]);
  expect(checkCustomResource(route('v1'), () => undefined, { source: 'sigs.k8s.io/gateway-api v0.0.0' })).toBe(false);
});
