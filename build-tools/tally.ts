/** A manifest as it was written. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly [field: string]: any;
}

/** Resources that an app needs once all of it runs. */
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

/** A pod template, and the number of its pods. */
interface Pods {
  readonly count: number;
  readonly namespace?: string;
  readonly spec?: PodSpec;
}

/** Domains of the extended resources of accelerators. Network devices (`rdma/…`, `vpc.amazonaws.com/efa`) are left out. */
const ACCELERATOR_DOMAINS = ['nvidia.com', 'amd.com', 'gpu.intel.com', 'habana.ai', 'google.com', 'aws.amazon.com'];

/** Device classes of accelerators, as the drivers' charts install them. Those of network cards are left out. */
const ACCELERATOR_CLASSES = ['gpu.nvidia.com', 'mig.nvidia.com', 'gpu.amd.com', 'gpu.intel.com', 'gaudi.intel.com', 'tpu.google.com'];

/**
 * Counts the pods of each kind when all run. Pods of a DaemonSet depend on the nodes and are not counted; a CronJob or suspended
 * Job counts as running.
 */
const CARRIERS: { readonly [kind: string]: (spec: any) => Pods[] } = {
  Pod: spec => [{ count: 1, spec }],
  Deployment: replicated,
  ReplicaSet: replicated,
  StatefulSet: replicated,
  Job: jobPods,
  CronJob: spec => jobPods(spec.jobTemplate.spec),
  LeaderWorkerSet: groupPods,
  DisaggregatedSet: spec => spec.roles.flatMap((role: any) => groupPods(role.spec)),
  JobSet: spec => spec.replicatedJobs.flatMap((job: any) => jobPods(job.template.spec).map(each => times(each, job.replicas ?? 1))),
};

export function tally(manifests: readonly Manifest[]): Tally {
  const least = leastReplicas(manifests);
  const pods = manifests.flatMap(({ kind, spec, metadata: { namespace, name } }) =>
    (CARRIERS[kind]?.(kind === 'Pod' ? spec : { replicas: least.get(`${namespace}/${kind}/${name}`), ...spec }) ?? []).map(each => ({ ...each, namespace })));
  const templates = new Map(manifests.filter(({ kind }) => kind === 'ResourceClaimTemplate')
    .map(({ metadata, spec }) => [`${metadata.namespace}/${metadata.name}`, claimedDevices(spec.spec)]));
  // A claim that several pods share is counted once.
  const shared = manifests.filter(({ kind }) => kind === 'ResourceClaim').map(({ spec }) => claimedDevices(spec));
  return {
    objects: manifests.length,
    pods: sum(pods.map(each => each.count)),
    accelerators: sum(pods.map(each => each.count * (acceleratorsOf(each.spec ?? {}) + ownClaims(each, templates)))) + sum(shared),
  };
}

const LEAST: { readonly [kind: string]: (spec: any) => number } = {
  HorizontalPodAutoscaler: spec => spec.minReplicas ?? 1,
  ScaledObject: spec => spec.minReplicaCount ?? 0,
};

/** With an autoscaler, its minimum counts instead of the replicas. */
function leastReplicas(manifests: readonly Manifest[]): ReadonlyMap<string, number> {
  return new Map(manifests.filter(({ kind }) => kind in LEAST).map(({ kind, spec, metadata: { namespace } }) =>
    [`${namespace}/${spec.scaleTargetRef.kind ?? 'Deployment'}/${spec.scaleTargetRef.name}`, LEAST[kind](spec)]));
}

function replicated(spec: any): Pods[] {
  return [{ count: spec.replicas ?? 1, spec: spec.template?.spec }];
}

function jobPods(spec: any): Pods[] {
  // Never more pods than completions are left. Source: pkg/controller/job/job_controller.go (1.36), manageJob.
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

/** What the scheduler reserves: the sum of containers and native sidecars, or the largest init container if that is more. */
function acceleratorsOf(spec: PodSpec): number {
  const [sidecars, steps] = partition(spec.initContainers ?? [], container => container.restartPolicy === 'Always');
  return Math.max(sum([...spec.containers ?? [], ...sidecars].map(devices)), ...steps.map(devices));
}

/** Devices of the claims that are made for each pod, whichever containers use them. */
function ownClaims({ spec, namespace }: Pods, templates: ReadonlyMap<string, number>): number {
  return sum((spec?.resourceClaims ?? []).map(claim => templates.get(`${namespace}/${claim.resourceClaimTemplateName}`) ?? 0));
}

/** Accelerators of one claim; of alternatives (`firstAvailable`) the first counts. */
function claimedDevices(claim: any): number {
  const selections = (claim.devices?.requests ?? []).map((request: any) => request.exactly ?? request.firstAvailable?.[0] ?? {});
  return sum(selections.filter((each: any) => ACCELERATOR_CLASSES.includes(each.deviceClassName)).map((each: any) => each.count ?? 1));
}

function devices(container: Container): number {
  const limits = Object.entries(container.resources?.limits ?? {});
  return sum(limits.filter(([resource]) => isAccelerator(resource)).map(([, count]) => Number(count)));
}

/** NVIDIA's network devices share the domain of its GPUs: `nvidia.com/hostdev`, `nvidia.com/rail0`. */
function isAccelerator(resource: string): boolean {
  return ACCELERATOR_DOMAINS.includes(resource.split('/')[0]) && resource.includes('/') && !/^nvidia\.com\/(?!gpu|mig-)/.test(resource);
}

function partition<T>(values: readonly T[], test: (value: T) => boolean): [T[], T[]] {
  return [values.filter(test), values.filter(value => !test(value))];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
