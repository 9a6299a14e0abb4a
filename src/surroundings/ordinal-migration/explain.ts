import { OrdinalMigrationPlan } from './plan';
import { MigrationStage } from './props';

/** The plan as a page: stages, commands, and what changes for others. */
export function explainMigration(plan: OrdinalMigrationPlan): string {
  const { set, namespace, sides, stages, stage, firstMoved } = plan;
  const all = firstMoved === set.first;
  return [
    `OrdinalMigration of ${set.name}: ordinals ${firstMoved} to ${set.end - 1} of ${set.first} to ${set.end - 1}, from ${placeOf(sides.source)} to ${placeOf(sides.target)}`,
    'stages:',
    `  0: before${stage === 0 ? HERE : ''}`,
    ...stages.flatMap(each => stageText(each, stage)),
    'way back: the same stages the other way, from wherever it is; of each the commands of the way back, with the manifests of the stage before',
    ...backText(stages, stage),
    'changes for others:',
    ...otherTexts(plan).map(text => `  ${text}`),
    ...(all ? [`then: take ${set.name} and what belongs to it out of the chart of ${set.namespace}; it has no pods any more`] : []),
    ...(plan.isOtherCluster && plan.volumes.size > 0 ? [`then: delete the PersistentVolumes that are Released in ${sides.source.context}; their policy is Retain, so the disks stay with ${sides.target.context}`] : []),
    `then: write ${namespace === set.namespace ? 'the target' : namespace}'s StatefulSet into its own app (replicas ${set.end - firstMoved}, ordinals.start ${firstMoved}), and leave the migration out`,
  ].join('\n');
}

const HERE = '  <- these manifests';

function placeOf({ namespace, context }: { namespace: string; context?: string }): string {
  return context === undefined ? `namespace ${namespace}` : `namespace ${namespace} of ${context}`;
}

function stageText({ stage, name, title, alive, commands }: MigrationStage, here: number): string[] {
  return [
    `  ${stage}: ${title}${stage === here ? HERE : ''}`,
    `     ${name}, alive then: ${alive}`,
    ...commands.map(command => `       ${command}`),
  ];
}

/** The rest of the way back is the same for each stage: one is shown. */
function backText(stages: readonly MigrationStage[], here: number): string[] {
  return stages.filter(({ stage }) => stage === here).flatMap(({ name, commandsBack }) => [`  from ${name}:`, ...commandsBack.map(command => `       ${command}`)]);
}

function otherTexts({ set, namespace, firstMoved, isOtherCluster, stages }: OrdinalMigrationPlan): string[] {
  const member = `${set.name}-${firstMoved}.${set.serviceName}`;
  return [
    ...(set.serviceName === undefined ? [] : [
      `addresses: ${member}.${set.namespace}.svc becomes ${member}.${namespace}.svc; lists of members and clients need both until the last has moved`,
      `Services: each finds the pods of its own side, ${set.serviceName}.${set.namespace} those that are left there`,
      ...(isOtherCluster ? [`clusters: neither resolves names of the other by itself; with the Multi-Cluster Services API export ${set.serviceName} on both sides (ServiceExport), and a pod is ${set.name}-${firstMoved}.<cluster>.${set.serviceName}.${namespace}.svc.clusterset.local`] : []),
    ]),
    'budgets: each side has its own, so drains may take a pod of each: move while no node is drained',
    'namespace: config maps, secrets and service accounts of the pods must be there before the first stage',
    ...(isOtherCluster ? ['a node of the source that does not answer may still run its pod, whatever the API server says: shut it down before the volumes change hands'] : []),
    `Argo CD, Flux: apply stage by stage, ${stages.length} revisions, each after the commands of its stage that come before its apply`,
  ];
}
