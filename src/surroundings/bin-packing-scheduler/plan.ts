import { ApiObject } from 'cdk8s';
import { NodeFullness, BinPackingSchedulerProps } from './props';
import { forbidden, invalid, required, duplicate, wholeNumber } from '../../base/errors/invalid-input';
import { asText } from '../../base/reading';
import { collecting } from '../../given/mistakes/collecting';
import { DEFAULT_SCHEDULER, MOST_SCORE, MOST_WEIGHT } from '../../knowledge/kube-scheduler';
import { checkExtendedResource, checkNamePart, workloadName } from '../../kubernetes/refused/names';
import { acceleratorUses, asksForDevices } from '../../lint/facts/accelerators';
import { PodSet } from '../../lint/facts/pod-set';
import { Target } from '../../target-cluster/target';
import { Workload } from '../../workloads/handle/workload';
import { carriedWorkloads } from '../carried';

/** Pods that ask for the scheduler: the object, and the path of the field in it. */
export interface PlacedPods {
  readonly object: ApiObject;
  readonly pods: PodSet;
  /** `spec.template.spec.schedulerName`. */
  readonly field: string;
}

/** A scheduler with its reasons. */
export interface BinPackingPlan {
  readonly name: string;
  readonly namespace: string;
  readonly workloads: readonly Workload[];
  readonly placed: readonly PlacedPods[];
  /** Pods of the workloads that stay with the scheduler of the cluster. */
  readonly elsewhere: readonly string[];
  readonly resources: readonly { readonly name: string; readonly weight: number }[];
  readonly shape?: readonly NodeFullness[];
  readonly weight: number;
  readonly image: string;
  readonly replicas: number;
}

const DEVICE_WEIGHT = 10;
const BUILT_IN = ['cpu', 'memory'];

/** Pure but for what it reads of the app: the pods of the workloads as they stand in the manifests. */
export function planBinPacking(id: string, given: BinPackingSchedulerProps, target: Target, chartNamespace: string | undefined): BinPackingPlan {
  return collecting(given, (props, attempt) => {
    const name = attempt(() => schedulerName(id, props.name));
    const namespace = attempt(() => namespaceOf(props, chartNamespace));
    const workloads = attempt(() => workloadsOf(props));
    const found = attempt(() => podsOf(workloads));
    const resources = attempt(() => resourcesOf(props, found.placed));
    const shape = attempt(() => shapeOf(props));
    const weight = attempt(() => wholeNumber('weight', props.weight ?? 1, { min: 1, max: 100 }));
    const replicas = attempt(() => wholeNumber('replicas', props.replicas ?? 1, { min: 1 }));
    const image = attempt(() => imageOf(props, target));
    return { name, namespace, workloads, ...found, resources, shape, weight, replicas, image };
  });
}

/** Also a label of its pods, so no longer than one. */
function schedulerName(id: string, given: string | undefined): string {
  const name = checkNamePart(given === undefined ? 'id' : 'name', workloadName(id, given));
  if (name === DEFAULT_SCHEDULER) {
    throw forbidden('name', `${DEFAULT_SCHEDULER} is the scheduler of the cluster, and both would place the same pods`, 'name it otherwise: packed');
  }
  return name;
}

function namespaceOf({ namespace }: BinPackingSchedulerProps, ofChart: string | undefined): string {
  const found = namespace ?? ofChart;
  if (found === undefined) {
    throw required('namespace', 'its account is named with its namespace where rights are given', "set it here, or on the chart: new Chart(app, 'c', { namespace: 'scheduling' })");
  }
  return checkNamePart('namespace', found);
}

function workloadsOf({ workloads }: BinPackingSchedulerProps): Workload[] {
  if (workloads.length === 0) {
    throw required('workloads', 'a scheduler is made for workloads, whose pods ask for it', 'give at least one');
  }
  const planned = workloads.map(({ workload }) => workload._planned);
  planned.forEach((workload, index) => {
    if (planned.indexOf(workload) !== index) {
      throw duplicate(`workloads[${index}]`, workload.name, 'is given twice', 'give it once');
    }
    if (workload.apiObjects.length === 0) {
      throw forbidden(`workloads[${index}]`, `the app holds no object of ${workload.name}, so its pods cannot be told their scheduler`, 'give a pattern, or what Workload.of makes of a workload of the app');
    }
    // Source: pkg/controller/daemon/util/daemonset_util.go ReplaceDaemonSetPodNodeNameNodeAffinity (v1.36)
    const pinned = workload.apiObjects.find(({ kind }) => kind === 'DaemonSet');
    if (pinned !== undefined) {
      throw forbidden(`workloads[${index}]`, `the controller of the DaemonSet ${pinned.name} chooses the node of each pod, so no scheduler packs them`, 'leave it out');
    }
  });
  return planned;
}

function podsOf(workloads: readonly Workload[]): Pick<BinPackingPlan, 'placed' | 'elsewhere'> {
  const all = carriedWorkloads(workloads).carriers.flatMap(({ workload, object, pods }) =>
    pods.map(each => ({ index: workloads.indexOf(workload), object, pods: each, field: each.at('schedulerName') })));
  const accelerated = all.filter(({ pods }) => pods.containers.some(asksForDevices));
  const placed = accelerated.length > 0 ? accelerated : all;
  placed.forEach(({ index, pods }) => {
    const named = asText(pods.spec.schedulerName);
    if (named !== undefined) {
      throw forbidden(`workloads[${index}]`, `${pods.toString()} asks for the scheduler ${named} already, and one scheduler places a pod`, 'leave schedulerName out there');
    }
    if (pods.containers.some(asksForDevices) && !pods.containers.some(hasPluginDevices)) {
      throw forbidden(`workloads[${index}]`, `${pods.toString()} claims its devices (DRA), and how full a node is does not count claims, so its pods would be packed by cpu and memory alone`,
        'ask for the devices by a plugin (Accelerator.nvidia(8) without a claim), or leave the workload out');
    }
  });
  return { placed, elsewhere: all.filter(each => !placed.includes(each)).map(({ pods }) => pods.toString()) };
}

function hasPluginDevices(container: Parameters<typeof asksForDevices>[0]): boolean {
  return acceleratorUses(container).some(({ count }) => count !== 0);
}

function resourcesOf({ resourceWeights }: BinPackingSchedulerProps, placed: readonly PlacedPods[]): BinPackingPlan['resources'] {
  if (resourceWeights === undefined) {
    const uses = placed.flatMap(({ pods }) => pods.containers.flatMap(acceleratorUses)).filter(({ count }) => count !== 0);
    const devices = uses.map(({ resource }) => resource);
    return [...[...new Set(devices)].sort().map(name => ({ name, weight: DEVICE_WEIGHT })), ...BUILT_IN.map(name => ({ name, weight: 1 }))];
  }
  const given = Object.entries(resourceWeights);
  if (given.length === 0) {
    throw required('resourceWeights', 'without any resource all nodes are equally full', "leave it out, or name some: { 'nvidia.com/gpu': 10, cpu: 1 }");
  }
  return given.map(([name, weight]) => {
    if (!BUILT_IN.includes(name) && name !== 'ephemeral-storage') {
      checkExtendedResource(`resourceWeights[${name}]`, name);
    }
    return { name, weight: wholeNumber(`resourceWeights[${name}]`, weight, { min: 1, max: MOST_WEIGHT }) };
  });
}

function shapeOf({ shape }: BinPackingSchedulerProps): readonly NodeFullness[] | undefined {
  if (shape !== undefined && shape.length < 2) {
    throw required('shape', 'one point makes all nodes equally good', 'give at least two: [{ utilization: 0, score: 0 }, { utilization: 100, score: 10 }]');
  }
  shape?.forEach(({ utilization, score }, index) => {
    wholeNumber(`shape[${index}].utilization`, utilization, { min: 0, max: 100 });
    wholeNumber(`shape[${index}].score`, score, { min: 0, max: MOST_SCORE });
    if (index > 0 && utilization <= shape[index - 1].utilization) {
      throw invalid(`shape[${index}].utilization`, utilization, `comes after ${shape[index - 1].utilization}, and the scheduler starts only with rising ones`, 'give the points in rising order');
    }
  });
  return shape;
}

function imageOf({ image }: BinPackingSchedulerProps, { kubernetes }: Target): string {
  if (image === '') {
    throw required('image', 'an empty text names no image', 'leave it out, or name one');
  }
  return image ?? `registry.k8s.io/kube-scheduler:v${kubernetes}.0`;
}
