import { Manifest } from '../harness/manifest';

/**
 * What controllers make of the names in a manifest, and the limits that bind it. The API server sees none of it: it takes the object, and the
 * pods then never appear. Written from the controllers' code, not from the library's own checks, which are under test.
 */
export interface DerivedName {
  /** What carries it. */
  readonly carrier: string;
  readonly name: string;
  readonly form: Form;
}

type Form = 'DNS label' | 'DNS name' | 'label value';

/** Source: staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go IsDNS1123Label, IsDNS1123Subdomain, IsValidLabelValue (v1.36) */
const FORMS: { readonly [form in Form]: { readonly max: number; readonly pattern: RegExp } } = {
  'DNS label': { max: 63, pattern: /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/ },
  'DNS name': { max: 253, pattern: /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/ },
  'label value': { max: 63, pattern: /^([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?$/ },
};

/** Every derived name of these objects that breaks its form or its limit. */
export function nameProblems(objects: readonly Manifest[]): { readonly carrier: string; readonly text: string }[] {
  return objects.flatMap(object => derivedNames(object).flatMap(({ carrier, name, form }) => {
    const { max, pattern } = FORMS[form];
    const why = name.length > max ? `has ${name.length} of at most ${max} characters` : pattern.test(name) ? undefined : `is no ${form}`;
    return why === undefined ? [] : [{ carrier, text: `${object.kind} ${object.metadata.name}: the ${carrier} "${name}" ${why}` }];
  }));
}

/** Names that controllers derive from one object. Of numbered ones the first and the last stand for all. */
export function derivedNames(object: Manifest): DerivedName[] {
  switch (object.kind) {
    case 'StatefulSet': return ofStatefulSet(object.metadata.name, object.metadata.namespace, object.spec);
    case 'Deployment': return ofDeployment(object.metadata.name);
    case 'Job': return ofJob(object.metadata.name, object.metadata.namespace, object.spec);
    case 'JobSet': return ofJobSet(object);
    case 'LeaderWorkerSet': return ofLeaderWorkerSet(object);
    case 'RayCluster': return ofRayCluster(object.metadata.name);
    case 'RayJob':
    case 'RayService': return [...ofRayCluster(`${object.metadata.name}-${'x'.repeat(5)}`), ...ofRayCluster(object.metadata.name)];
    case 'Service': return ofService(object);
    default: return [];
  }
}

/** `rand.SafeEncodeString` of a 32-bit number in decimal. Source: pkg/controller/history/controller_history.go HashControllerRevision (v1.36) */
const HASH = 'x'.repeat(10);

/**
 * Source: pkg/controller/statefulset/stateful_set_utils.go getPodName, updateIdentity, setPodRevision, getPersistentVolumeClaimName;
 * pkg/controller/history/controller_history.go ControllerRevisionName, which cuts the prefix at 223 (v1.36)
 */
function ofStatefulSet(name: string, namespace: string | undefined, spec: any): DerivedName[] {
  const revision: DerivedName = { carrier: 'label controller-revision-hash', name: `${name}-${HASH}`, form: 'label value' };
  const first = spec.ordinals?.start ?? 0;
  const ordinals = ends(first, spec.replicas ?? 1);
  return [revision, ...ordinals.flatMap((ordinal): DerivedName[] => {
    const pod = `${name}-${ordinal}`;
    return [
      { carrier: 'pod and its hostname', name: pod, form: 'DNS label' },
      { carrier: 'label statefulset.kubernetes.io/pod-name', name: pod, form: 'label value' },
      { carrier: 'label apps.kubernetes.io/pod-index', name: String(ordinal), form: 'label value' },
      ...(spec.volumeClaimTemplates ?? []).map((template: Manifest): DerivedName => (
        { carrier: 'PersistentVolumeClaim', name: `${template.metadata.name}-${pod}`, form: 'DNS name' })),
      address(pod, spec.serviceName, namespace),
    ].filter(each => each !== undefined);
  })];
}

/** Names of the pods themselves are generated and cut. Source: pkg/controller/deployment/sync.go getNewReplicaSet; staging/src/k8s.io/apiserver/pkg/storage/names/generate.go (v1.36) */
function ofDeployment(name: string): DerivedName[] {
  return [{ carrier: 'ReplicaSet', name: `${name}-${HASH}`, form: 'DNS name' }];
}

/** Source: pkg/controller/job/indexed_job_utils.go addCompletionIndexAnnotation and its neighbours; pkg/controller/job/job_controller.go (v1.36) */
function ofJob(name: string, namespace: string | undefined, spec: any): DerivedName[] {
  const label: DerivedName = { carrier: 'label batch.kubernetes.io/job-name', name, form: 'label value' };
  if (spec.completionMode !== 'Indexed') {
    return [label];
  }
  return [label, ...ends(0, spec.completions ?? 1).flatMap(index => [
    { carrier: 'hostname of an index', name: `${name}-${index}`, form: 'DNS label' } as const,
    address(`${name}-${index}`, spec.template.spec.subdomain, namespace),
  ].filter(each => each !== undefined))];
}

/** Source: kubernetes-sigs/jobset pkg/util/placement/placement.go GenJobName, GenPodName; pkg/webhooks/jobset_webhook.go ValidateCreate (v0.10) */
function ofJobSet({ metadata, spec }: Manifest): DerivedName[] {
  const subdomain = spec.network?.subdomain ?? metadata.name;
  return [
    { carrier: 'headless Service', name: subdomain, form: 'DNS label' },
    { carrier: 'label jobset.sigs.k8s.io/jobset-name', name: metadata.name, form: 'label value' },
    ...spec.replicatedJobs.flatMap((replicated: any) => ends(0, replicated.replicas ?? 1).flatMap((index): DerivedName[] => {
      const job = `${metadata.name}-${replicated.name}-${index}`;
      const podSpec = { ...replicated.template.spec, template: { spec: { ...replicated.template.spec.template.spec, subdomain } } };
      const last = (replicated.template.spec.completions ?? 1) - 1;
      return [
        // Its webhook counts the five random characters of a pod's name.
        { carrier: 'pod of the JobSet', name: `${job}-${last}-${'x'.repeat(5)}`, form: 'DNS label' },
        ...ofJob(job, metadata.namespace, podSpec),
      ];
    })),
  ];
}

/**
 * A StatefulSet of leaders, and one of workers for each group that is called like its leader.
 *
 * Source: kubernetes-sigs/lws pkg/controllers/leaderworkerset_controller.go SSAWithStatefulset, pod_controller.go
 * constructWorkerStatefulSetApplyConfiguration, pkg/utils/controller CreateHeadlessServiceIfNotExists (v0.8)
 */
function ofLeaderWorkerSet({ metadata: { name, namespace }, spec }: Manifest): DerivedName[] {
  const groups = spec.replicas ?? 1;
  const size = spec.leaderWorkerTemplate.size ?? 1;
  const isShared = (spec.networkConfig?.subdomainPolicy ?? 'Shared') === 'Shared';
  const workers = size > 1 ? ends(0, groups).flatMap(group => {
    const leader = `${name}-${group}`;
    return ofStatefulSet(leader, namespace, { replicas: size - 1, ordinals: { start: 1 }, serviceName: isShared ? name : leader });
  }) : [];
  const services = isShared ? [name] : ends(0, groups).map(group => `${name}-${group}`);
  return [
    { carrier: 'label leaderworkerset.sigs.k8s.io/name', name, form: 'label value' },
    ...services.map((service): DerivedName => ({ carrier: 'headless Service', name: service, form: 'DNS label' })),
    ...ofStatefulSet(name, namespace, { replicas: groups, serviceName: isShared ? name : undefined }),
    ...workers,
  ];
}

/** A RayJob and a RayService put five random characters behind their name for their cluster's. Source: kuberay ray-operator/controllers/ray/utils/util.go, validation.go (v1.6) */
function ofRayCluster(name: string): DerivedName[] {
  return [
    { carrier: 'label ray.io/cluster', name, form: 'label value' },
    { carrier: 'Service of the head', name: `${name}-head-svc`, form: 'DNS label' },
    { carrier: 'Service of Ray Serve', name: `${name}-serve-svc`, form: 'DNS label' },
  ];
}

/** Source: k8s.io/endpointslice utils.go (v1.36): slices carry the Service's name as a label, and a generated name that is cut */
function ofService({ metadata: { name, namespace } }: Manifest): DerivedName[] {
  return [
    { carrier: 'label kubernetes.io/service-name', name, form: 'label value' },
    { carrier: 'DNS name', name: `${name}.${namespace ?? 'default'}.svc.cluster.local`, form: 'DNS name' },
  ];
}

/** What other pods resolve. Source: pkg/kubelet/kubelet_pods.go; kubernetes/dns docs/specification.md */
function address(host: string, service: string | undefined, namespace: string | undefined): DerivedName | undefined {
  return service ? { carrier: 'DNS name of a pod', name: `${host}.${service}.${namespace ?? 'default'}.svc.cluster.local`, form: 'DNS name' } : undefined;
}

function ends(first: number, count: number): number[] {
  return count <= 0 ? [] : [...new Set([first, first + count - 1])];
}
