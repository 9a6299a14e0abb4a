/** A manifest as it was printed. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly [field: string]: any;
}

/** What an app asks of a cluster once all of it runs. */
export interface Tally {
  readonly objects: number;
  readonly pods: number;
  readonly accelerators: number;
}

interface Container {
  readonly restartPolicy?: string;
  readonly resources?: { readonly limits?: { readonly [resource: string]: string | number } };
}

interface PodSpec {
  readonly containers?: Container[];
  readonly initContainers?: Container[];
  readonly resourceClaims?: { readonly resourceClaimTemplateName?: string }[];
}

/** A template and how many pods are made of it. */
interface Pods {
  readonly count: number;
  readonly namespace?: string;
  readonly spec?: PodSpec;
}

/** Domains of the resources that device plugins of accelerators advertise. Networks (`rdma/…`, `vpc.amazonaws.com/efa`) are not among them. */
const ACCELERATOR_DOMAINS = ['nvidia.com', 'amd.com', 'gpu.intel.com', 'habana.ai', 'google.com', 'aws.amazon.com'];

/** Classes of accelerators that the drivers' own charts install. Network cards have classes too, and are not among them. */
const ACCELERATOR_CLASSES = ['gpu.nvidia.com', 'mig.nvidia.com', 'gpu.amd.com', 'gpu.intel.com', 'gaudi.intel.com', 'tpu.google.com'];

/**
 * The pods that each kind makes when all of them run. Pods of a DaemonSet depend on the nodes and are not counted; a scheduled or suspended
 * Job counts as if it ran.
 */
const CARRIERS: { readonly [kind: string]: (spec: any) => Pods[] } = {
  Pod: spec => [{ count: 1, spec }],
  Deployment: replicated,
  ReplicaSet: replicated,
  StatefulSet: replicated,
  Job: jobPods,
  CronJob: spec => jobPods(spec.jobTemplate.spec),
  LeaderWorkerSet: groupPods,
  JobSet: spec => spec.replicatedJobs.flatMap((job: any) => jobPods(job.template.spec).map(each => times(each, job.replicas ?? 1))),
};

export function tally(manifests: readonly Manifest[]): Tally {
  const least = leastReplicas(manifests);
  const pods = manifests.flatMap(({ kind, spec, metadata: { namespace, name } }) =>
    (CARRIERS[kind]?.(kind === 'Pod' ? spec : { replicas: least.get(`${namespace}/${kind}/${name}`), ...spec }) ?? []).map(each => ({ ...each, namespace })));
  const templates = new Map(manifests.filter(({ kind }) => kind === 'ResourceClaimTemplate')
    .map(({ metadata, spec }) => [`${metadata.namespace}/${metadata.name}`, claimedDevices(spec.spec)]));
  // Pods that name a claim share its devices, so it counts once.
  const shared = manifests.filter(({ kind }) => kind === 'ResourceClaim').map(({ spec }) => claimedDevices(spec));
  return {
    objects: manifests.length,
    pods: sum(pods.map(each => each.count)),
    accelerators: sum(pods.map(each => each.count * (acceleratorsOf(each.spec ?? {}) + ownClaims(each, templates)))) + sum(shared),
  };
}

/** Where an autoscaler owns the replicas they are left out, and its minimum is what runs at least. */
function leastReplicas(manifests: readonly Manifest[]): ReadonlyMap<string, number> {
  return new Map(manifests.filter(({ kind }) => kind === 'HorizontalPodAutoscaler').map(({ spec, metadata: { namespace } }) =>
    [`${namespace}/${spec.scaleTargetRef.kind}/${spec.scaleTargetRef.name}`, spec.minReplicas ?? 1]));
}

function replicated(spec: any): Pods[] {
  return [{ count: spec.replicas ?? 1, spec: spec.template?.spec }];
}

function jobPods(spec: any): Pods[] {
  // Never more pods at a time than completions are left. Source: pkg/controller/job/job_controller.go (1.36), manageJob.
  const parallelism = spec.parallelism ?? 1;
  return [{ count: Math.min(parallelism, spec.completions ?? parallelism), spec: spec.template?.spec }];
}

function groupPods(spec: any): Pods[] {
  const groups = spec.replicas ?? 1;
  const { size = 1, leaderTemplate, workerTemplate } = spec.leaderWorkerTemplate;
  return [
    { count: groups, spec: (leaderTemplate ?? workerTemplate).spec },
    { count: groups * (size - 1), spec: workerTemplate.spec },
  ];
}

function times(pods: Pods, factor: number): Pods {
  return { ...pods, count: pods.count * factor };
}

/** What the scheduler reserves: containers and native sidecars together, or the largest init container when that is more. */
function acceleratorsOf(spec: PodSpec): number {
  const [sidecars, steps] = partition(spec.initContainers ?? [], container => container.restartPolicy === 'Always');
  return Math.max(sum([...spec.containers ?? [], ...sidecars].map(devices)), ...steps.map(devices));
}

/** Devices from the claims that each pod gets for itself, whichever of its containers hold them. */
function ownClaims({ spec, namespace }: Pods, templates: ReadonlyMap<string, number>): number {
  return sum((spec?.resourceClaims ?? []).map(claim => templates.get(`${namespace}/${claim.resourceClaimTemplateName}`) ?? 0));
}

/** Accelerators of one claim; of alternatives the first. */
function claimedDevices(claim: any): number {
  const selections = (claim.devices?.requests ?? []).map((request: any) => request.exactly ?? request.firstAvailable?.[0] ?? {});
  return sum(selections.filter((each: any) => ACCELERATOR_CLASSES.includes(each.deviceClassName)).map((each: any) => each.count ?? 1));
}

function devices(container: Container): number {
  const limits = Object.entries(container.resources?.limits ?? {});
  return sum(limits.filter(([resource]) => isAccelerator(resource)).map(([, count]) => Number(count)));
}

function isAccelerator(resource: string): boolean {
  return ACCELERATOR_DOMAINS.includes(resource.split('/')[0]) && resource.includes('/');
}

function partition<T>(values: readonly T[], test: (value: T) => boolean): [T[], T[]] {
  return [values.filter(test), values.filter(value => !test(value))];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
