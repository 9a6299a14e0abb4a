import { podSetsOf } from '../../../facts/carried-pods';
import { commandFlag } from '../../../facts/command-flags';
import { EngineCommand, enginesByPods } from '../../../facts/engine-command';
import { Facts } from '../../../facts/facts';
import { PodSet } from '../../../facts/pod-set';
import { headlessFlag, isFirstNode, isServer } from '../../../facts/world';
import { Rule } from '../../rule';

/** The process that should answer for all is started without its server. */
export const headlessLeader: Rule = {
  id: 'AIW2611',
  title: 'leader answers nobody',
  class: 'broken',
  reason: 'With --headless a process computes for the one that leads, and waits for it. Where the leader is started so, or all pods of a group are, nobody opens the port, and the pods wait for each other.',
  source: 'vllm vllm/entrypoints/cli/serve.py run_headless (0.12.0, 0.22.1)',
  remedy: 'Give --headless to workers alone: leave it out of the leader\'s template, or write it only where LWS_WORKER_INDEX is not 0.',
  appliesTo: ['LeaderWorkerSet and every other carrier of pods that starts vLLM with --headless'],
  check: (facts, report) => {
    for (const [pods, commands] of facts.get(enginesByPods)) {
      const command = commands.find(each => headlessFlag(each) !== undefined);
      const why = command && whyLeads(facts, pods, command);
      if (why !== undefined) {
        report(pods.carrier, {
          field: command!.field,
          message: `Invalid value: "${headlessFlag(command!)}": ${why}, and ${command!.engine.title} answers nobody with it`,
          help: 'leave it out where the index is 0',
        });
      }
    }
  },
};

function whyLeads(facts: Facts, pods: PodSet, command: EngineCommand): string | undefined {
  if (isFirstNode(command)) {
    return 'node rank 0 leads';
  }
  return leadsGroup(facts, pods) && !meetsElsewhere(command) && !answersSomewhere(facts, pods) ? 'this is the leader of the group, and no worker answers either' : undefined;
}

/** The front end may be another workload, of no ranks, whose address all pods of this one are given. */
function meetsElsewhere(command: EngineCommand): boolean {
  return commandFlag(command, command.engine.serves!.cuts!.dataAddress!) !== undefined;
}

/** Leaders and workers may share a template. */
function leadsGroup(facts: Facts, { carrier, labelsField }: PodSet): boolean {
  return podSetsOf(facts, carrier).some(set => set.role === 'leader' && set.labelsField === labelsField);
}

/** Where nobody can read a command, it may answer. */
function answersSomewhere(facts: Facts, { carrier }: PodSet): boolean {
  const started = [...facts.get(enginesByPods)].filter(([pods]) => pods.carrier === carrier);
  return podSetsOf(facts, carrier).some(({ labelsField }) => {
    const servers = started.filter(([pods]) => pods.labelsField === labelsField).flatMap(([, commands]) => commands.filter(isServer));
    return servers.length === 0 || servers.some(each => headlessFlag(each) === undefined);
  });
}
