import { containerDevices } from '../../lint/facts/accelerators';
import { podSetsOf } from '../../lint/facts/carried-pods';
import { commandFlag } from '../../lint/facts/command-flags';
import { EngineCommand, enginesByPods } from '../../lint/facts/engine-command';
import { engineFits, EngineFit, impliedProcesses } from '../../lint/facts/engine-fit';
import { Facts } from '../../lint/facts/facts';
import { launchPlan, parallelismOf } from '../../lint/facts/parallelism';
import { PodSet } from '../../lint/facts/pod-set';
import { Said } from '../said';

/** What the containers of a set start. Sets with one template have one set of commands. */
export function commandsOf(facts: Facts, pods: PodSet): readonly EngineCommand[] {
  const known = facts.get(enginesByPods);
  const owner = known.has(pods) ? pods : podSetsOf(facts, pods.carrier).find(each => each.labelsField === pods.labelsField && known.has(each));
  return owner === undefined ? [] : known.get(owner)!;
}

/** How the model is cut, and what it is cut over. */
export function cutOf(facts: Facts, pods: PodSet): Said[] {
  return commandsOf(facts, pods).filter(({ engine }) => engine.serves !== undefined).flatMap(command => {
    const cut = parallelismOf(command);
    if (cut === undefined || (cut.tensor === 1 && cut.pipeline === 1 && cut.data === 1)) {
      return [];
    }
    const fit = facts.get(fitsByCommand).get(command);
    const over = fit !== undefined ? `; ${fit.availableText}` : cut.nodes?.value === undefined ? '' : `, over ${cut.nodes.value} pods`;
    return [{ topic: 'model cut', text: `${fit?.neededText ?? cut.text}${over}`, subject: pods.carrier, field: cut.field }];
  });
}

function fitsByCommand(facts: Facts): ReadonlyMap<EngineCommand, EngineFit> {
  return new Map(facts.get(engineFits).map(fit => [fit.command, fit]));
}

/** Ranks of a training: nodes x processes. */
export function worldOf(facts: Facts, pods: PodSet): Said[] {
  return commandsOf(facts, pods).filter(({ engine }) => engine.launches !== undefined).flatMap(command => {
    const plan = launchPlan(command);
    const { nodes } = plan ?? {};
    if (plan === undefined || nodes === undefined) {
      return [];
    }
    const told = plan.processes;
    const processes = told === undefined ? impliedProcesses(pods, command) : told.value ?? countedByLauncher(facts, pods, command);
    return processes === undefined ? [] : [{
      topic: 'world',
      text: nodes.least === nodes.most
        ? `${nodes.least} nodes x ${processes} processes = ${nodes.least * processes} ranks`
        : `${nodes.least} to ${nodes.most} nodes x ${processes} processes = ${nodes.least * processes} to ${nodes.most * processes} ranks`,
      subject: pods.carrier,
      field: nodes.field,
    }];
  });
}

/** Words by which a launcher counts the devices itself. Source: torch/distributed/run.py determine_local_world_size */
const COUNTED: ReadonlySet<string | undefined> = new Set(['gpu', 'auto']);

function countedByLauncher(facts: Facts, pods: PodSet, command: EngineCommand): number | undefined {
  const told = commandFlag(command, command.engine.launches!.processes!.flags)?.value;
  return COUNTED.has(told) ? containerDevices(facts, pods, command.placed)?.count : undefined;
}
