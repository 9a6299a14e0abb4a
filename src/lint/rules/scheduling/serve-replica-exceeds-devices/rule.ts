import { needsOf, ReplicaNeed } from './needs';
import { asList, asObject, asShown, isPresent, objectAt } from '../../../../base/reading';
import { RAY_CLUSTER_PATHS } from '../../../../knowledge/kube-ray';
import { containerDevices } from '../../../facts/accelerators';
import { podSetsOf } from '../../../facts/carried-pods';
import { Facts } from '../../../facts/facts';
import { PodSet } from '../../../facts/pod-set';
import { SERVE_FIELD, ServeConfig, serveConfigs } from '../../../facts/serve-configs';
import { Report, Rule } from '../../rule';

/** Replicas that Ray never places. */
export const serveReplicaExceedsDevices: Rule = {
  id: 'AIW2655',
  title: 'Ray Serve asks for more GPUs than its nodes have',
  class: 'broken',
  reason: 'A replica is placed where a node of Ray has as many GPUs left as its actor, or a bundle of its placement group, asks for. Where none ever has, it waits for ever, '
    + 'the application stays DEPLOYING, and KubeRay sends it no request.',
  source: 'ray python/ray/serve/schema.py (ray_actor_options, placement_group_bundles), python/ray/llm/_internal/serve vllm_models.py placement_bundles (2.49.2, 2.60.0); '
    + 'kuberay ray-operator/controllers/ray/common/pod.go (num-gpus from limits, v1.7)',
  remedy: 'Give a group of workers as many GPUs a pod as one replica asks for, and as many pods as all of them do.',
  appliesTo: ['RayService'],
  but: 'nothing where the GPUs of a node are not known, and of deployments whose code says what they ask for',
  check: (facts, report) => {
    for (const config of facts.get(serveConfigs)) {
      const nodes = nodesOf(facts, config);
      if (nodes) {
        checkNeeds(config, needsOf(config), nodes, report);
      }
    }
  },
};

/** GPUs of the nodes of a cluster. */
interface Nodes {
  /** Of the one with the most. */
  readonly largest: number;
  /** Of all that there may be; undefined where the autoscaler has no bound. */
  readonly total?: number;
}

/** Undefined where one of them is not known. */
function nodesOf(facts: Facts, { object }: ServeConfig): Nodes | undefined {
  const cluster = objectAt(object.spec, ...RAY_CLUSTER_PATHS.RayService);
  const groups = [asObject(cluster.headGroupSpec), ...asList(cluster.workerGroupSpecs)];
  const nodes = podSetsOf(facts, object).map((pods, index) => {
    const stated = asObject(groups[index].rayStartParams)['num-gpus'];
    return { gpus: isPresent(groups[index].resources) ? undefined : gpusOf(facts, pods, stated), pods: pods.pods ?? pods.between!.most };
  });
  if (nodes.some(({ gpus }) => gpus === undefined)) {
    return undefined;
  }
  const all = nodes.map(({ gpus, pods }) => (gpus === 0 ? 0 : gpus! * (pods ?? NaN)));
  const total = all.reduce((sum, each) => sum + each, 0);
  return { largest: Math.max(...nodes.map(({ gpus }) => gpus!)), ...(Number.isNaN(total) ? {} : { total }) };
}

/** What Ray is told wins over the limits of its container, the first. */
function gpusOf(facts: Facts, pods: PodSet, stated: unknown): number | undefined {
  if (isPresent(stated)) {
    return /^\d{1,4}$/.test(asShown(stated)) ? Number(stated) : undefined;
  }
  const [ray] = pods.containers;
  const devices = ray && containerDevices(facts, pods, ray);
  return devices ? devices.count : 0;
}

function checkNeeds({ object }: ServeConfig, needs: readonly ReplicaNeed[], { largest, total }: Nodes, report: Report): void {
  const complain = (message: string, help: string) => report(object, { field: SERVE_FIELD, message: `Invalid value: ${message}`, help });
  const tooLarge = needs.filter(({ together }) => together > largest);
  tooLarge.forEach(({ path, text, together }) => complain(`${path}: ${text} on one node, and the largest node of the cluster has ${largest}`, `give the pods of a group of workers ${together} GPUs`));
  const sum = needs.reduce((all, { replicas, gpus }) => all + replicas * gpus, 0);
  if (tooLarge.length === 0 && total !== undefined && sum > total) {
    const parts = needs.filter(({ replicas, gpus }) => replicas * gpus > 0).map(({ replicas, gpus }) => `${replicas} x ${gpus}`).join(' + ');
    complain(`${needs[0].path}: ${parts} = ${sum} GPUs of all replicas, and the cluster has ${total} at most`, 'lower the replicas, or raise the number of workers');
  }
}
