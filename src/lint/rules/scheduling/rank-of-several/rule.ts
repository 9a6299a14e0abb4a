import { asShown, asTexts, objectAt, parsedObject } from '../../../../base/reading';
import { templates } from '../../../facts/carried-pods';
import { crewOf } from '../../../facts/crews';
import { EngineCommand, enginesByPods, literalVariable } from '../../../facts/engine-command';
import { Facts } from '../../../facts/facts';
import { toldSetting } from '../../../facts/parallelism';
import { PlacedContainer, PodSet } from '../../../facts/pod-set';
import { WORLDS, isGiven, launchingOf, nodesOf, servingOf } from '../../../facts/world';
import { Report, Rule } from '../../rule';

/** Pods of one template are told one rank. */
export const rankOfSeveral: Rule = {
  id: 'AIW2648',
  title: 'several pods have one rank',
  class: 'broken',
  reason: 'All pods of a template read the same words, so a rank that is written down, or left out, is that of each of them: the other ranks never come, and all wait until they give up.',
  source: 'torch/distributed/run.py, elastic/rendezvous/static_tcp_rendezvous.py (2.9.1); vllm/engine/arg_utils.py node_rank; sglang server_args.py node_rank (0.5.5); '
    + 'tensorflow/python/distribute/cluster_resolver/tfconfig_cluster_resolver.py',
  remedy: 'Take the rank from the pod: $(JOB_COMPLETION_INDEX) of an Indexed Job, the label apps.kubernetes.io/pod-index of a StatefulSet, $(LWS_WORKER_INDEX) of a LeaderWorkerSet.',
  appliesTo: ['Job', 'CronJob', 'JobSet', 'LeaderWorkerSet', 'StatefulSet'],
  but: 'a variable, which the program may not read: warning',
  check: (facts, report) => {
    for (const [pods, commands] of facts.get(enginesByPods)) {
      commands.forEach(command => checkCommand(facts, pods, command, report));
    }
    for (const pods of facts.get(templates)) {
      for (const placed of pods.containers) {
        const told = placed.isMain ? [...ranksOf(placed), ...taskOf(placed)] : [];
        if (told.length > 0 && !tellsPodsApart(placed) && !isLaunched(facts, pods, placed)) {
          told.forEach(each => tell(facts, pods, each, report));
        }
      }
    }
  },
};

/** What was said, where, and for how many ranks they wait. */
interface Told {
  /** The flag that is not there. */
  readonly missing?: string;
  readonly said: string;
  readonly rank: string;
  readonly ranks: number;
  readonly field: string;
  readonly class?: 'risky';
}

function tell(facts: Facts, pods: PodSet, { missing, said, rank, ranks, field, class: kind }: Told, report: Report): void {
  const { isGroup, pods: together = 0 } = crewOf(facts, pods, () => false);
  // An operator may tell its pods more.
  if (isGroup && together > 1 && !pods.open) {
    const head = missing === undefined ? `Invalid value: ${JSON.stringify(rank)}` : `Required value: ${missing}`;
    report(pods.carrier, { field, message: `${head}: ${said} in each of the ${together} pods, and they wait for ${ranks} ranks`, class: kind });
  }
}

function checkCommand(facts: Facts, pods: PodSet, command: EngineCommand, report: Report): void {
  const ranks = nodesOf(command);
  const { nodeRank } = launchingOf(command);
  const flags = nodeRank?.flags ?? servingOf(command).cuts?.nodeRank;
  // A rendezvous may give ranks itself.
  if (ranks === undefined || flags === undefined || (nodeRank && isGiven(command, nodeRank.unless)) || tellsPodsApart(command.placed)) {
    return;
  }
  const setting = { flags, variable: nodeRank?.variable };
  const told = toldSetting(command, setting);
  if (told?.value !== undefined && NUMBER.test(told.value)) {
    tell(facts, pods, { said: `${told.name} is the same`, rank: told.value, ranks, field: told.field }, report);
  } else if (!isGiven(command, setting) && isAllKnown(command)) {
    const [flag] = flags;
    tell(facts, pods, { missing: flag, said: 'left out, it is 0', rank: '0', ranks, field: command.field }, report);
  }
}

/** Whether nothing else may tell the rank: a file of flags, a ConfigMap of variables. */
function isAllKnown({ isComplete, placed }: EngineCommand): boolean {
  return isComplete && placed.isMain && placed.container.envFrom === undefined;
}

const NUMBER = /^\d{1,6}$/;

/** A launcher sets the variables of its processes. */
function isLaunched(facts: Facts, pods: PodSet, placed: PlacedContainer): boolean {
  return facts.get(enginesByPods).get(pods)?.some(each => each.placed === placed && each.engine.launches !== undefined) === true;
}

/** Words of a script that depend on the pod: it may start each with a rank of its own. */
function tellsPodsApart({ container: { command, args } }: PlacedContainer): boolean {
  return /hostname|pod_?(?:name|ip|index)|_index|ordinal|\$[{(]?\w*rank/i.test([...asTexts(command), ...asTexts(args)].join('\n'));
}

/** Of programs that read the variables themselves. */
function ranksOf(placed: PlacedContainer): Told[] {
  return [...WORLDS].flatMap(([world, name]) => {
    const [ranks, rank] = [Number(literalVariable(placed, world)?.value), literalVariable(placed, name)];
    return ranks > 1 && rank && NUMBER.test(rank.value) ? [{ said: `${name} is the same`, rank: rank.value, ranks, field: rank.field, class: 'risky' }] : [];
  });
}

/** `{"cluster": {"worker": ["host:port", …]}, "task": {"type": "worker", "index": 0}}` */
function taskOf(placed: PlacedContainer): Told[] {
  const written = literalVariable(placed, 'TF_CONFIG');
  const config = written && parsedObject(written.value);
  const { type, index } = objectAt(config, 'task');
  const ranks = Object.values(objectAt(config, 'cluster')).reduce<number>((sum, hosts) => sum + asTexts(hosts).length, 0);
  return ranks > 1 && NUMBER.test(asShown(index))
    ? [{ said: `the task ${asShown(type)} ${asShown(index)} is the same`, rank: `${asShown(index)}`, ranks, field: written!.field, class: 'risky' }] : [];
}
