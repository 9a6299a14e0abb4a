import { Meeting } from '../../../../knowledge/engines/engine';
import { commandFlag } from '../../../facts/command-flags';
import { EngineCommand, enginesByPods } from '../../../facts/engine-command';
import { UNKNOWN } from '../../../facts/shell-arithmetic';
import { headlessFlag } from '../../../facts/world';
import { Rule } from '../../rule';

/** What no other pod reaches this one by. */
const OWN_POD: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1', '0.0.0.0', '::', '']);

/** A prefill, or a decode, that tells the other side to look for its blocks in the pod of the other side. */
export const kvBlocksAtLocalhost: Rule = {
  id: 'AIW2808',
  title: 'KV blocks are announced at localhost',
  class: 'risky',
  reason: 'With NIXL, prefill tells decode by its answer where to fetch the blocks: at VLLM_NIXL_SIDE_CHANNEL_HOST, which is localhost unless it is set. Decode then asks its own pod, and the request fails, or is prefilled again.',
  source: 'vllm vllm/envs.py (VLLM_NIXL_SIDE_CHANNEL_HOST), docs/features/nixl_connector_usage.md',
  remedy: 'Set VLLM_NIXL_SIDE_CHANNEL_HOST to the address of the pod, by valueFrom.fieldRef: status.podIP.',
  appliesTo: ['every carrier of pods that starts vLLM with NixlConnector'],
  but: 'nothing where two containers of one pod are the two sides, or a script sets the variable',
  check: (facts, report) => {
    for (const [pods, commands] of facts.get(enginesByPods)) {
      const meeting = commands.filter(meets);
      const [command] = meeting;
      const host = command && hostOf(command, command.engine.serves!.meets!);
      if (meeting.length === 1 && host !== undefined && OWN_POD.has(host)) {
        const { hostVariable } = command.engine.serves!.meets!;
        report(pods.carrier, {
          field: `${command.placed.field}.env`,
          message: `Invalid value: ${JSON.stringify(host)}: ${hostVariable} is where the other side looks for the blocks of this pod, and it finds its own`,
          help: `set ${hostVariable} by valueFrom.fieldRef.fieldPath: status.podIP`,
        });
      }
    }
  },
};

function meets(command: EngineCommand): boolean {
  const meeting = command.engine.serves?.meets;
  // A worker computes for its leader, which introduces both.
  return meeting !== undefined && headlessFlag(command) === undefined
    && commandFlag(command, meeting.flags)?.value?.includes(meeting.connector) === true;
}

/** Undefined where somebody may set it whom nobody sees here. */
function hostOf({ placed, variables, isComplete }: EngineCommand, { hostVariable, host }: Meeting): string | undefined {
  const given = variables.get(hostVariable);
  if (given !== undefined) {
    return given === UNKNOWN ? undefined : given;
  }
  const { container } = placed;
  const isSetElsewhere = !isComplete || Array.isArray(container.envFrom)
    || JSON.stringify([container.command, container.args]).includes(hostVariable);
  return isSetElsewhere ? undefined : host;
}
