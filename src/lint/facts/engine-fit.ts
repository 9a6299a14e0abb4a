import { containerDevices, Devices } from './accelerators';
import { Crew, crewOf } from './crews';
import { EngineCommand, enginesByPods } from './engine-command';
import { Facts } from './facts';
import { CutOverDevices, launchPlan, parallelismOf } from './parallelism';
import { PodSet } from './pod-set';

/** Devices of a container that can be counted. */
export type OwnDevices = Pick<Required<Devices>, 'count' | 'text'>;

/** Devices that a command uses beside those that it has. */
export interface EngineFit {
  readonly pods: PodSet;
  readonly command: EngineCommand;
  /** Devices of the container. */
  readonly own: OwnDevices;
  readonly needed: number;
  readonly available: number;
  /** How the first number comes about: `tensor 8 x pipeline 2 = 16`. */
  readonly neededText: string;
  /** What the second number is of: `the container has nvidia.com/gpu 8`. */
  readonly availableText: string;
  readonly field: string;
  /** Parts that each layer of the model is cut into; absent where processes are counted. */
  readonly tensor?: number;
  /** Whether the command alone uses the devices, so that those beyond are idle. */
  readonly isAlone: boolean;
}

/** Whether one process of training takes each device, rather than the parts of a model. */
export function isLaunch({ command }: EngineFit): boolean {
  return command.engine.serves === undefined;
}

/** Every command whose devices can be counted on both sides; `Facts.fits` remembers them. */
export function engineFits(facts: Facts): readonly EngineFit[] {
  const fits: EngineFit[] = [];
  for (const [pods, commands] of facts.get(enginesByPods)) {
    for (const command of commands) {
      const fit = command.engine.serves ? serverFit(facts, pods, command) : launchFit(facts, pods, command);
      if (fit) {
        fits.push({ ...fit, pods, command, isAlone: isAlone(commands, command) });
      }
    }
  }
  return fits;
}

type Sides = Pick<EngineFit, 'own' | 'needed' | 'available' | 'neededText' | 'availableText' | 'field' | 'tensor'>;

/** Two engines in one container divide its devices, and a variable may hide some from one. */
function isAlone(commands: readonly EngineCommand[], command: EngineCommand): boolean {
  const others = commands.some(each => each !== command && each.placed === command.placed && each.engine.cluster === undefined);
  return !others && !mentions(command, VISIBLE);
}

const VISIBLE = 'VISIBLE_DEVICES';

function mentions({ placed, variables }: EngineCommand, part: string): boolean {
  for (const name of variables.keys()) {
    if (name.includes(part)) {
      return true;
    }
  }
  return ['command', 'args'].some(key => {
    const words = placed.container[key];
    return Array.isArray(words) && words.some(word => typeof word === 'string' && word.includes(part));
  });
}

function serverFit(facts: Facts, pods: PodSet, command: EngineCommand): Sides | undefined {
  const plan = parallelismOf(command);
  const own = plan && containerDevices(facts, pods, command.placed);
  if (!plan || own?.count === undefined || plan.tensor === undefined || plan.pipeline === undefined) {
    return undefined;
  }
  const copies = plan.dataLocal ?? plan.data;
  const needed = plan.tensor * plan.pipeline * (copies ?? NaN);
  const scope = needed > 0 ? scopeOf(plan, needed, own.count, crewOf(facts, pods)) : undefined;
  const neededText = plan.dataLocal === undefined ? plan.text : `tensor ${plan.tensor} x pipeline ${plan.pipeline} x data here ${plan.dataLocal} = ${needed}`;
  return scope && {
    own: { count: own.count, text: own.text }, needed, neededText, field: plan.field, tensor: plan.tensor, available: scope.count, availableText: scope.text ?? `the container has ${own.text}`,
  };
}

interface Scope {
  readonly count: number;
  readonly text?: string;
}

/** Which devices the parts of the model may be on: of the container, of so many nodes, or of the whole group. */
function scopeOf(plan: CutOverDevices, needed: number, own: number, crew: Crew): Scope | undefined {
  const nodes = plan.nodes?.value ?? (plan.nodes ? undefined : 1);
  if (nodes !== undefined && nodes > 1 && plan.dataLocal === undefined) {
    return { count: nodes * own, text: `${nodes} nodes x ${own} devices are ${nodes * own}` };
  }
  const isOneOfMany = crew.isGroup && crew.pods !== 1;
  if (!isOneOfMany) {
    // Ray's workers are wherever the cluster is that it joins.
    return plan.onRay || nodes === undefined ? undefined : { count: own };
  }
  if (plan.dataLocal !== undefined) {
    return needed <= own ? { count: own } : undefined;
  }
  const isSpread = plan.onRay || nodes === undefined || needed > own;
  return !isSpread ? { count: own } : crew.devices === undefined ? undefined : { count: crew.devices, text: `the group has ${crew.text}` };
}

function launchFit(facts: Facts, pods: PodSet, command: EngineCommand): Sides | undefined {
  const plan = launchPlan(command);
  const own = plan && containerDevices(facts, pods, command.placed);
  if (!plan || own?.count === undefined) {
    return undefined;
  }
  const processes = plan.processes ? plan.processes.value : impliedProcesses(pods, command);
  return processes === undefined ? undefined : {
    own: { count: own.count, text: own.text },
    needed: processes,
    available: own.count,
    neededText: plan.processes ? `${processes} process${processes === 1 ? '' : 'es'}` : 'without --nproc-per-node one process',
    availableText: `the container has ${own.text}`,
    field: plan.processes?.field ?? command.field,
  };
}

/** How many processes start unless the launcher is told otherwise; an operator may tell it by a variable that is not in the manifest. */
export function impliedProcesses(pods: PodSet, command: EngineCommand): number | undefined {
  const { variable, implied: number } = command.engine.launches?.processes ?? {};
  const isSet = variable !== undefined && command.variables.has(variable);
  const isTold = pods.open || !command.isComplete || Array.isArray(command.placed.container.envFrom) || isSet;
  return isTold ? undefined : number;
}
