import { asList, asNumber, objectAt } from '../../../../base/reading';
import { Manifest } from '../../../../kubernetes/manifest';
import { commandFlag } from '../../../facts/command-flags';
import { Crew, crewOf } from '../../../facts/crews';
import { EngineCommand, enginesByPods } from '../../../facts/engine-command';
import { Facts } from '../../../facts/facts';
import { countOf, launchPlan, parallelismOf } from '../../../facts/parallelism';
import { PodSet } from '../../../facts/pod-set';
import { workloadKindOf } from '../../../kinds';
import { parallelPods } from '../../../kinds/controllers';
import { Report, Rule } from '../../rule';

/** A rendezvous waits for a number of nodes that is not the number of pods. */
export const nodesUnlikePods: Rule = {
  id: 'AIW2604',
  title: 'number of nodes is not the number of pods',
  class: 'broken',
  reason: 'A rendezvous starts when all nodes have come: with fewer pods it waits until it gives up, and a pod beyond the number finds no rank. All must run at the same time.',
  source: 'torch/distributed/run.py (nnodes, node_rank); vllm#23691; vllm examples/online_serving/multi-node-serving.sh (v0.11.0): active_nodes -eq ray_cluster_size; sglang server_args.py; pkg/apis/batch/v1/defaults.go (v1.36): parallelism defaults to 1',
  remedy: 'Make --nnodes, or --ray_cluster_size, the size of the group: parallelism (and completions) of the Job, size of the LeaderWorkerSet. In a LeaderWorkerSet write $(LWS_GROUP_SIZE).',
  appliesTo: ['Job', 'CronJob', 'JobSet', 'LeaderWorkerSet', 'StatefulSet', 'training jobs of operators'],
  but: 'more pods than an elastic range allows: warning',
  check: (facts, report) => {
    const carriers = carriersByEngine(facts);
    for (const [pods, commands] of facts.get(enginesByPods)) {
      for (const command of commands) {
        const others = PLAIN.has(pods.carrier.type) && carriers.get(keyOf(pods, command))!.size > 1;
        if (!others) {
          checkNodes(facts, pods, command, report);
        }
      }
    }
  },
};

interface Range {
  readonly least: number;
  readonly most: number;
  readonly field: string;
}

function nodesOf(command: EngineCommand): Range | undefined {
  const plan = launchPlan(command);
  if (plan) {
    return plan.nodes;
  }
  const { cluster } = command.engine;
  const nodes = cluster?.nodes ? countOf(commandFlag(command, cluster.nodes)) : parallelismOf(command)?.nodes;
  return nodes?.value === undefined ? undefined : { least: nodes.value, most: nodes.value, field: nodes.field };
}

function checkNodes(facts: Facts, pods: PodSet, command: EngineCommand, report: Report): void {
  const nodes = nodesOf(command);
  if (!nodes || nodes.most < 2) {
    return;
  }
  // A set whose command cannot be read may take part or not.
  const [crew, known] = [crewOf(facts, pods), crewOf(facts, pods, set => starts(facts, set, command))];
  if (!crew.isGroup || !crew.pods || !known.pods || isOneWorldOfSeveral(pods, nodes)) {
    return;
  }
  if (nodes.least <= crew.pods && nodes.most >= (isWhole(pods) ? crew.pods : known.pods)) {
    return;
  }
  const isElastic = nodes.least !== nodes.most;
  const shown = isElastic ? `${nodes.least}:${nodes.most}` : String(nodes.least);
  const waits = nodes.least > crew.pods;
  report(pods.carrier, {
    field: nodes.field,
    message: `Invalid value: "${shown}": ${waits ? 'waits for' : 'takes'} ${shown} nodes, but ${podsText(pods, crew)}`,
    class: isElastic && !waits ? 'risky' : 'broken',
    help: `make both numbers equal: ${crew.pods} nodes, or ${nodes.most} pods`,
  });
}

/** All pods of a group take part. */
function isWhole({ carrier }: PodSet): boolean {
  return workloadKindOf(carrier).podsOfGroup !== undefined;
}

function fits(nodes: Range, pods: number): boolean {
  return pods >= nodes.least && pods <= nodes.most;
}

function starts(facts: Facts, set: PodSet, { engine }: EngineCommand): boolean {
  return facts.get(enginesByPods).get(set)?.some(each => each.engine === engine) ?? false;
}

/** Each Job of a JobSet may be a world of its own. */
function isOneWorldOfSeveral({ carrier }: PodSet, nodes: Range): boolean {
  return asList(carrier.spec.replicatedJobs).some(each => fits(nodes, parallelPods(objectAt(each, 'template', 'spec'))));
}

/** Pods of several plain objects may form one world: a StatefulSet of leaders and one of workers, a Job for rank 0. */
const PLAIN: ReadonlySet<string> = new Set(['apps/StatefulSet', 'batch/Job', 'batch/CronJob']);

/** What starts an engine in a namespace. */
function carriersByEngine(facts: Facts): Map<string, Set<Manifest>> {
  const result = new Map<string, Set<Manifest>>();
  for (const [pods, commands] of facts.get(enginesByPods)) {
    for (const command of commands) {
      const key = keyOf(pods, command);
      const known = result.get(key);
      if (known) {
        known.add(pods.carrier);
      } else {
        result.set(key, new Set([pods.carrier]));
      }
    }
  }
  return result;
}

function keyOf({ place }: PodSet, { engine }: EngineCommand): string {
  return `${place} ${engine.name}`;
}

function podsText(pods: PodSet, crew: Crew): string {
  const job = pods.carrier.type === 'batch/CronJob' ? objectAt(pods.carrier.spec, 'jobTemplate', 'spec') : pods.carrier.spec;
  const completions = asNumber(job.completions);
  if (PLAIN.has(pods.carrier.type) && pods.carrier.kind !== 'StatefulSet' && completions !== undefined && completions > crew.pods!) {
    return `of ${completions} completions only ${crew.pods} (parallelism ${asNumber(job.parallelism) ?? '1, its default'}) run at a time`;
  }
  return `${pods.carrier.kind} has ${crew.pods} pod${crew.pods === 1 ? '' : 's'}${crew.sizeField === 'spec' ? '' : ` (${crew.sizeField})`}`;
}
