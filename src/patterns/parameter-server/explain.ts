import { ParameterServerPlan, RolePlan } from './plan';
import { Explanation, alignedRows } from '../../base/text/explanation';
import { inNamespace } from '../../base/text/kubectl';
import { claimOperation } from '../../pod/devices/claim-spec';
import { capacityText } from '../../pod/scheduling/capacity';
import { PodLoss } from '../../workloads/handle/workload-facts';
import { explainFallBackOfRoles } from '../capacity-texts';
import { explainFabric, explainFabricLimits } from '../fabric-texts';
import { explainModel } from '../model-texts';

/** What `explain()` prints. */
export function explainParameterServer(plan: ParameterServerPlan): string {
  const explanation = new Explanation(`ParameterServer ${plan.name}: JobSet ${plan.jobSetName}`);
  addSums(explanation, plan);
  addChoices(explanation, plan);
  explainFabric(explanation, plan.roles.map(({ name, pods, pod }) => ({ role: name, pods, fabric: pod.fabric })));
  explainModel(explanation, plan.roles.find(({ pod }) => pod.model)?.pod.model, 'Never');
  addConsequences(explanation, plan);
  addOperations(explanation, plan);
  return explanation.toString();
}

function addSums(explanation: Explanation, { roles }: ParameterServerPlan): void {
  const total = (figures: readonly number[]) => `${figures.join(' + ')} = ${figures.reduce((sum, each) => sum + each, 0)}`;
  explanation.sum('pods', `${total(roles.map(({ pods }) => pods))} (${roles.map(({ name }) => name).join(' + ')})`);
  const withDevices = roles.filter(({ podProps }) => podProps.accelerator);
  if (withDevices.length > 0) {
    explanation.sum('devices', withDevices.map(devicesText).join('\n'));
  }
  explanation.sum('roles', alignedRows([['role', 'address of index 0', 'memory', 'grace'],
    ...roles.map(({ name, hosts, pod }) => [name, hosts[0], pod.memory.sum, pod.graceSum])]));
}

function devicesText({ name, pods, podProps: { accelerator } }: RolePlan): string {
  return `${name}: ${pods} x ${accelerator!.count} ${accelerator!.resourceName} = ${pods * accelerator!.count}`;
}

function addChoices(explanation: Explanation, { framework, deciding, roles }: ParameterServerPlan): void {
  explanation
    .choice('carrier', 'one JobSet with a Job for each role: of Kubernetes\' own objects none ends the servers when the others are done')
    .choice('framework', framework._kind === 'tensorflow'
      ? `TF_CONFIG, into which the kubelet puts the index; every task listens on ${framework._port}`
      : `DMLC_ROLE and the address of the scheduler, which listens on ${framework._port}`)
    .choice('success', deciding === 'chief' ? 'when the chief succeeds' : 'when all workers succeed')
    .choice('capacity', roles.map(({ name, capacity }) => `${name}: ${capacityText(capacity)}`).join('\n'));
}

function addConsequences(explanation: Explanation, plan: ParameterServerPlan): void {
  explainFallBackOfRoles(explanation, plan.roles, { pods: plan.roles.reduce((sum, { pods }) => sum + pods, 0), unit: 'run' });
  rolesLost(plan, undefined).forEach(({ topic, text }) => explanation.consequence(topic, text));
  explanation
    .consequence('the end', `when ${plan.deciding === 'chief' ? 'the chief has' : 'all workers have'} succeeded the JobSet is complete, and its controller deletes the Jobs that still run, servers included`)
    .consequence('what remains', `the JobSet, the pods that have ended by themselves with their logs${plan.ttlSeconds === undefined ? '' : `, both for ${plan.ttlSeconds} s`}, and the Service, which the next run uses`);
}

/** What the loss of a pod of each role means. */
export function rolesLost({ roles, restarts, workerRestarts }: ParameterServerPlan, role: string | undefined): PodLoss[] {
  const again = `all pods are deleted and start again, at most ${restarts} times; evictions and preemptions are not counted`;
  const first = roles[0].name;
  const losses: readonly (PodLoss & { readonly role: string })[] = [
    { role: 'ps', topic: 'ps lost', text: `its parameters are gone: ${again}.\nThe program goes on from its last checkpoint, or from the beginning` },
    ...(first === 'ps' ? [] : [{ role: first, topic: `${first} lost`, text: `the same: ${again}` }]),
    {
      role: 'worker',
      topic: 'worker lost',
      text: workerRestarts > 0
        ? `it alone is replaced under the same address once it has ended, ${workerRestarts} failures of workers together;\nwith the next one ${again}`
        : again,
    },
  ];
  return losses.filter(each => role === undefined || each.role === role).map(({ topic, text }) => ({ topic, text }));
}

function addOperations(explanation: Explanation, plan: ParameterServerPlan): void {
  const space = inNamespace(plan.namespace);
  explainFabricLimits(explanation, plan.roles.find(({ pod }) => pod.fabric)?.pod.fabric);
  explanation
    .limit('change', 'a JobSet is immutable but for few fields: a changed run needs another runId, and is a JobSet beside the old one')
    .limit('logs', 'those of servers that the controller deletes at the end are gone with them: ship logs while they run')
    .operate('see', `kubectl${space} get jobset ${plan.jobSetName} -o jsonpath='{.status.terminalState} after {.status.restarts} restarts{"\\n"}'`)
    .operate('remove', `kubectl${space} delete jobset ${plan.jobSetName}`);
  const claims = plan.roles.map(({ podProps }) => claimOperation(podProps.accelerator)).find(each => each);
  if (claims) {
    explanation.operate('devices', claims);
  }
}
