import { asList } from '../../../../base/reading';
import { Manifest } from '../../../../kubernetes/manifest';
import { targetPortOf } from '../../../../kubernetes/target-port';
import { podSetsOf } from '../../../facts/carried-pods';
import { EngineCommand, enginesByPods } from '../../../facts/engine-command';
import { Facts } from '../../../facts/facts';
import { podIndex } from '../../../facts/pod-index';
import { PodSet } from '../../../facts/pod-set';
import { selectorOfMap } from '../../../facts/selector';
import { headlessFlag, nodesOf } from '../../../facts/world';
import { Report, Rule } from '../../rule';

/** Requests to pods that only compute. */
export const serviceSelectsWorkers: Rule = {
  id: 'AIW2822',
  title: 'service sends requests to workers that serve nothing',
  class: 'broken',
  reason: 'One process of a group answers requests, that of the leader; the others open no such port. A Service over all pods of the group sends them their share, and those connections are refused.',
  source: 'vllm vllm/entrypoints/cli/serve.py (run_headless); sglang python/sglang/srt/entrypoints/engine.py (node_rank >= 1); ray start --block; lws#149, #363, #689',
  remedy: 'Select leaders only: leaderworkerset.sigs.k8s.io/worker-index: "0", or apps.kubernetes.io/pod-index: "0" where one StatefulSet is the group.',
  appliesTo: ['Service with an address of its own'],
  but: 'warning where the workers declare the port',
  check: (facts, report) => {
    const idle = idleSets(facts);
    const places = new Set([...idle.keys()].map(pods => pods.place));
    for (const service of facts.ofType('Service')) {
      if (places.has(service.place) && service.spec.clusterIP !== 'None' && service.spec.publishNotReadyAddresses !== true) {
        checkService(facts, service, idle, report);
      }
    }
  },
};

/** Workers that serve nothing, with the reason. Sets of one template share its commands. */
function idleSets(facts: Facts): Map<PodSet, string> {
  const idle = new Map<PodSet, string>();
  for (const [pods, commands] of facts.get(enginesByPods)) {
    const reason = GROUPS.has(pods.carrier.type) ? idleReason(commands) : undefined;
    if (reason === undefined) {
      continue;
    }
    if (pods.carrier.type === 'apps/StatefulSet' && isOneGroup(pods, commands)) {
      idle.set(pods, reason);
    }
    podSetsOf(facts, pods.carrier).filter(each => each.role === 'worker' && each.labelsField === pods.labelsField).forEach(each => idle.set(each, reason));
  }
  return idle;
}

const GROUPS: ReadonlySet<string> = new Set(['apps/StatefulSet', 'leaderworkerset.x-k8s.io/LeaderWorkerSet']);

/** Labels that take one pod of a StatefulSet. */
const ORDINALS: readonly string[] = ['apps.kubernetes.io/pod-index', 'statefulset.kubernetes.io/pod-name'];

function checkService(facts: Facts, service: Manifest, idle: ReadonlyMap<PodSet, string>, report: Report): void {
  const selector = selectorOfMap(service.spec.selector);
  const isOfOne = selector.equals.some(([key]) => ORDINALS.includes(key));
  const pods = facts.get(podIndex).selectedBy(service).find(each => idle.has(each) && !(isOfOne && each.carrier.kind === 'StatefulSet'));
  if (pods) {
    report(service, {
      field: 'spec.selector',
      message: `Invalid value: ${selector.text}: selects workers of ${pods.carrier.toString()}, where ${idle.get(pods)!}`,
      class: declaresPort(pods, service) ? 'risky' : 'broken',
      help: `add ${pods.role === 'worker' ? 'leaderworkerset.sigs.k8s.io/worker-index' : 'apps.kubernetes.io/pod-index'}: "0" to the selector`,
    });
  }
}

/** A StatefulSet that is one world of several nodes. */
function isOneGroup({ pods }: PodSet, commands: readonly EngineCommand[]): boolean {
  return commands.some(each => nodesOf(each) === pods);
}

/** Why no command of a worker answers requests; undefined where one may. */
function idleReason(commands: readonly EngineCommand[]): string | undefined {
  const reasons = commands.map(command => {
    const { title, cluster, serves } = command.engine;
    const flag = headlessFlag(command);
    if (flag !== undefined) {
      return `${title} runs with ${flag}`;
    }
    const isPart = cluster !== undefined && !command.words.some(({ text }) => cluster.head.includes(text));
    return isPart ? `a ${title} worker runs` : serves?.servesAtRankZero && nodesOf(command) !== undefined ? `only rank 0 of ${title} serves` : undefined;
  });
  return reasons.every(reason => reason !== undefined) ? reasons[0] : undefined;
}

function declaresPort(pods: PodSet, service: Manifest): boolean {
  const targets = new Set(asList(service.spec.ports).map(targetPortOf));
  return pods.containers.some(({ container }) => asList(container.ports).some(port => targets.has(port.name) || targets.has(port.containerPort)));
}
