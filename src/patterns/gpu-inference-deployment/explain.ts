import { explainInferenceConsequences } from './consequences';
import { InferencePlan } from './plan';
import { Explanation } from '../../base/text/explanation';
import { inNamespace } from '../../base/text/kubectl';
import { capacityText } from '../../pod/scheduling/capacity';
import { exampleLoad } from '../../surroundings/workload-autoscaler/scaling-plan';
import { Target } from '../../target-cluster/target';
import { explainFabric, explainFabricLimits } from '../fabric-texts';

/** The plan of a deployment in words. */
export function explainInference(plan: InferencePlan, isScaled: boolean, target: Target): string {
  const explanation = new Explanation(`GpuInferenceDeployment ${plan.name}: ${plan.engine.model} on ${plan.engineTitle}`);
  addSums(explanation, plan);
  addChoices(explanation, plan, isScaled);
  explainInferenceConsequences(explanation, plan, target);
  addLimits(explanation, plan);
  addOperations(explanation, plan, isScaled);
  return explanation.toString();
}

function addSums(explanation: Explanation, plan: InferencePlan): void {
  const { devices, replicas } = plan;
  explanation.sum('devices', devices.sum);
  explanation.sum('fleet', replicas.least === replicas.most
    ? `${replicas.most} replicas x ${devices.count} = ${replicas.most * devices.count} devices`
    : `${replicas.least} to ${replicas.most} replicas x ${devices.count} = ${replicas.least * devices.count} to ${replicas.most * devices.count} devices`);
  plan.engine.sums?.forEach(({ topic, text }) => explanation.sum(topic, text));
  explanation.sum('memory', plan.pod.memory.sum);
  explanation.sum('/dev/shm', plan.pod.sharedMemory ?? "the container runtime's 64Mi");
  explanation.sum('startup', plan.startup.sum);
  explanation.sum('deadline', plan.deadline.sum);
  explanation.sum('grace', plan.drain.sum);
  if (plan.autoscaling) {
    const example = exampleLoad(plan.autoscaling, devices.count);
    if (example) {
      explanation.sum('load', example);
    }
    explanation.sum('scale up', plan.autoscaling.scaleUp.sum);
    explanation.sum('scale down', plan.autoscaling.scaleDown.sum);
  }
}

function addChoices(explanation: Explanation, plan: InferencePlan, isScaled: boolean): void {
  const { engine, service } = plan;
  explanation.choice('roll-out', (isScaled && !plan.autoscaling ? plan.scaledRollout() : plan.rollout).text);
  explanation.choice('replicas', replicaText(plan, isScaled));
  explanation.choice('probes', `${probesText(plan)}; liveness and readiness begin when the startup probe has succeeded`);
  explanation.choice('drain', engine.drain
    ? `endpoints forget the pod in the sleep before the stop signal; the engine then finishes what runs (${engine.drain.flag} ${engine.drain.seconds})`
    : `${plan.engineTitle} cannot drain by itself, so the sleep before the stop signal also covers the longest stream of ${engine.longestStreamSeconds} s`);
  if (plan.cache) {
    explanation.choice('cache', plan.cache.text);
  }
  if (plan.preload) {
    explanation.choice('preload', `${plan.preload.text}; an init container without devices`);
  }
  if (plan.gpuMetrics) {
    explanation.choice('GPU metrics', plan.gpuMetrics.text);
  }
  explanation.choice('service', `${service.name}, port ${service.ports.map(port => port.port).join(', ')}${service.affinitySeconds ? `; a client keeps its replica for ${service.affinitySeconds} s` : ''}`);
  explainFabric(explanation, [{ pods: plan.replicas.most, fabric: plan.pod.fabric }]);
  explanation.choice('spread', plan.spread.text);
  explanation.choice('budget', plan.budget?.text ?? 'none: a drain may take all pods at once');
  if (plan.capacity._spot || plan.capacity._avoided) {
    explanation.choice('capacity', capacityText(plan.capacity));
  }
}

function probesText({ engine, props }: InferencePlan): string {
  const { startup, liveness, readiness } = props.container ?? {};
  if (startup || liveness || readiness) {
    return `yours, and ${engine.healthPath} for the rest`;
  }
  return engine.readinessPath === engine.healthPath ? `all ask ${engine.healthPath}` : `startup and liveness ask ${engine.healthPath}, readiness ${engine.readinessPath}`;
}

function replicaText(plan: InferencePlan, isScaled: boolean): string {
  if (plan.autoscaling) {
    return `left out: the autoscaler follows the largest of\n${plan.autoscaling.metrics.map(metric => metric.text).join('\n')}`;
  }
  return isScaled ? 'left out: an autoscaler of yours decides' : String(plan.replicas.fixed);
}

function addLimits(explanation: Explanation, plan: InferencePlan): void {
  explainFabricLimits(explanation, plan.pod.fabric);
  if (plan.autoscaling) {
    explanation.limit('a burst', `a new replica helps after ${plan.startup.expectedSeconds} s at best; what comes before waits in the queue`);
    if (plan.autoscaling.metrics.every(metric => metric.requests?.state === 'waiting')) {
      explanation.limit('a busy fleet', 'the queue alone is looked at, and nothing waits while batches have room: replicas go until requests wait. runningRequests or kvCacheUsage hold them');
    }
    explanation.limit('device use', 'no metric of a scale-up: one request already keeps a GPU busy, and the metrics server knows CPU and memory only');
  }
  if (plan.service.affinitySeconds !== undefined) {
    explanation.limit('affinity', 'goes by the address of the client: behind a gateway that is the gateway\'s, and gateways that send to pods directly never see it'
      + (plan.service.options.prefer ? '.\nIt chooses among the replicas that locality leaves' : ''));
  }
  if (plan.spareGpus > 0) {
    explanation.limit('spare devices', `${plan.spareGpus} are counted for each workload on its own: two roll-outs at once wait for each other. ${plan.devices.count} of them must be on one node`);
  }
  explanation.limit('a larger model', 'a replica is one pod, so its devices are those of one node: LeaderWorkerGroup spans nodes');
}

function addOperations(explanation: Explanation, plan: InferencePlan, isScaled: boolean): void {
  const at = inNamespace(plan.namespace);
  if (plan.autoscaling) {
    const [first] = plan.autoscaling.metrics;
    explanation.operate('metrics', `adapterRules holds the configuration of the Prometheus adapter; then ask for one:\nkubectl get --raw "/apis/custom.metrics.k8s.io/v1beta1/namespaces/${plan.namespace ?? 'NAMESPACE'}/pods/*/${first.name}"`);
  }
  if (isScaled) {
    explanation.operate('replicas', `taking them out of a live Deployment sets them to 1 at once: before the first apply without them,\nkubectl${at} apply edit-last-applied deployment/${plan.name}   # and delete replicas there`);
  }
  const { steps } = plan.rollout;
  const sum = steps === 1 ? '' : `   # ${steps} steps of ${plan.deadline.seconds} s at most`;
  explanation.operate('roll-out', `kubectl${at} rollout status deployment ${plan.name} --timeout ${steps * plan.deadline.seconds}s${sum}`);
  explanation.operate('logs', `kubectl${at} logs -l cdk8s-ai-workloads/name=${plan.name} -c ${plan.podProps.container.name ?? 'main'} --prefix`);
}
