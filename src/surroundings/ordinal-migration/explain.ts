import { OrdinalMigrationPlan } from './plan';
import { MigrationStage } from './props';
import { Explanation } from '../../base/text/explanation';

/** The plan as a page: stages with their commands, what changes for others, and the way back from where it is. */
export function explainMigration(plan: OrdinalMigrationPlan): string {
  const { set, sides, stages, stage, firstMoved, namespace } = plan;
  const explanation = new Explanation(`OrdinalMigration of ${set.name}`)
    .sum('moved', `ordinals ${firstMoved} to ${set.end - 1} of ${set.first} to ${set.end - 1}, from ${placeOf(sides.source)} to ${placeOf(sides.target)}`);
  explainOthers(explanation, plan);
  explanation.operate('stage 0', `before${stage === 0 ? HERE : ''}`);
  stages.forEach(each => explanation.operate(`stage ${each.stage}`, stageText(each, stage)));
  const [here] = stages.filter(each => each.stage === stage);
  if (here) {
    explanation.operate('back', [`from ${here.name}, with the manifests of the stage before; so from each, down to 0`, ...indented(here.commandsBack)].join('\n'));
  }
  if (firstMoved === set.first) {
    explanation.operate('afterwards', `take ${set.name} and what belongs to it out of the chart of ${set.namespace}; it has no pods any more`);
  }
  if (plan.isOtherCluster && plan.volumes.size > 0) {
    explanation.operate('afterwards', `delete the PersistentVolumes that are Released in ${sides.source.context}; their policy is Retain, so the disks stay with ${sides.target.context}`);
  }
  return explanation
    .operate('afterwards', `write the StatefulSet of ${namespace} into its own app (replicas ${set.end - firstMoved}, ordinals.start ${firstMoved}), and leave the migration out`)
    .toString();
}

const HERE = '  <- these manifests';

function placeOf({ namespace, context }: { namespace: string; context?: string }): string {
  return context === undefined ? `namespace ${namespace}` : `namespace ${namespace} of ${context}`;
}

function stageText({ stage, name, title, alive, commands }: MigrationStage, here: number): string {
  return [`${title}${stage === here ? HERE : ''}`, `${name}, alive then: ${alive}`, ...indented(commands)].join('\n');
}

function indented(commands: readonly string[]): string[] {
  return commands.map(command => `  ${command}`);
}

function explainOthers(explanation: Explanation, { set, namespace, firstMoved, isOtherCluster, stages }: OrdinalMigrationPlan): void {
  const member = `${set.name}-${firstMoved}.${set.serviceName}`;
  if (set.serviceName !== undefined) {
    explanation
      .consequence('addresses', `${member}.${set.namespace}.svc becomes ${member}.${namespace}.svc; lists of members and clients need both until the last has moved`)
      .consequence('Services', `each finds the pods of its own side, ${set.serviceName}.${set.namespace} those that are left there`);
  }
  explanation
    .consequence('budgets', 'each side has its own, so drains may take a pod of each: move while no node is drained')
    .consequence('namespace', 'config maps, secrets and service accounts of the pods must be there before the first stage')
    .consequence('GitOps', `${stages.length} revisions, each after the commands of its stage that come before its apply`);
  if (isOtherCluster) {
    explanation
      .limit('names', `neither cluster resolves names of the other by itself; with the Multi-Cluster Services API export ${set.serviceName ?? 'the headless Service'} on both sides (ServiceExport): `
        + `a pod is then ${set.name}-${firstMoved}.<cluster>.${set.serviceName ?? '<service>'}.${namespace}.svc.clusterset.local`)
      .limit('dead node', 'a node of the source that does not answer may still run its pod, whatever the API server says: shut it down before the volumes change hands');
  }
}
