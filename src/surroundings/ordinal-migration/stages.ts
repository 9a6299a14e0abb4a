import {
  MigrationSide, apply, claimBound, deleteClaim, deleteObjects, deleteVolume, detached, namespaceExists, podsGone, podsReady, reclaim, reserve,
  volumeIs,
} from './commands';
import { MigrationStage } from './props';
import { MovedSet } from './source';
import { MovedVolume } from './volumes';
import { numbersFrom } from '../../base/numbers';

/** What the manifests of both sides say. Ordinals end before the number that is called so. */
export interface MigrationState {
  /** Ordinals of the source: from its first to before this one. */
  readonly sourceEnd: number;
  /** Ordinals of the target: from this one to before the end of the set. */
  readonly targetFirst: number;
  /** Claims and volumes that the target has: from this ordinal on. */
  readonly handedFirst: number;
  /** Whether the target has its objects. */
  readonly isPrepared: boolean;
  /** Whether volumes have their reclaim policy of before. */
  readonly isFinished: boolean;
}

export interface StagesOf {
  readonly set: MovedSet;
  readonly firstMoved: number;
  readonly atOnce: number;
  readonly volumes: ReadonlyMap<number, readonly MovedVolume[]>;
  readonly sides: { readonly source: MigrationSide; readonly target: MigrationSide };
  readonly isOtherCluster: boolean;
  readonly objects: readonly string[];
}

/** A step before it has its number. */
interface Step {
  readonly kind: string;
  readonly title: string;
  readonly state: MigrationState;
  readonly commands: readonly string[];
  readonly commandsBack: readonly string[];
}

/** Ordinals that move together. */
interface Batch {
  readonly first: number;
  readonly end: number;
}

/** Every stage, and what there is at each; `states[0]` is before the first. */
export function planStages(of: StagesOf): { stages: MigrationStage[]; states: MigrationState[] } {
  const before: MigrationState = { sourceEnd: of.set.end, targetFirst: of.set.end, handedFirst: of.set.end, isPrepared: false, isFinished: false };
  const steps = [prepare(of, before)];
  for (const batch of batches(of)) {
    steps.push(...move(of, batch, steps[steps.length - 1].state));
  }
  if (deletedOnce(of).length > 0) {
    steps.push(finish(of, steps[steps.length - 1].state));
  }
  return {
    states: [before, ...steps.map(({ state }) => state)],
    stages: steps.map(({ kind, title, state, commands, commandsBack }, index) => ({
      stage: index + 1,
      name: `${String(index + 1).padStart(2, '0')}-${kind}`,
      title,
      alive: aliveText(of, state),
      commands: [...commands],
      commandsBack: [...commandsBack],
    })),
  };
}

/** From the highest down: a StatefulSet gives up its highest first. Source: pkg/controller/statefulset/stateful_set_control.go (v1.36) */
function batches({ set, firstMoved, atOnce }: StagesOf): Batch[] {
  const result: Batch[] = [];
  for (let end = set.end; end > firstMoved; end -= atOnce) {
    result.push({ first: Math.max(firstMoved, end - atOnce), end });
  }
  return result;
}

function all({ volumes }: StagesOf): MovedVolume[] {
  return [...volumes.values()].flat();
}

/** Volumes whose policy has to be set back; of one that is known by its name alone nobody knows it. */
function deletedOnce(of: StagesOf): MovedVolume[] {
  return all(of).filter(volume => (policyOf(volume) ?? 'Retain') !== 'Retain');
}

function prepare(of: StagesOf, before: MigrationState): Step {
  const { sides: { source, target }, set } = of;
  return {
    kind: 'prepare',
    title: `the volumes are kept whatever happens to their claims, and ${target.namespace} gets a StatefulSet without pods`,
    state: { ...before, isPrepared: true },
    commands: [...all(of).map(volume => reclaim(source, volume, 'Retain')), namespaceExists(target), apply(target)],
    commandsBack: [deleteObjects(target, [`statefulset/${set.name}`, ...of.objects]), ...patched(of, source, volume => policyOf(volume)!)],
  };
}

function move(of: StagesOf, batch: Batch, state: MigrationState): Step[] {
  const gaveUp = { ...state, sourceEnd: batch.first };
  const handed = { ...gaveUp, handedFirst: batch.first };
  const tookOver = { ...handed, targetFirst: batch.first };
  return [giveUp(of, batch, gaveUp), ...(of.volumes.size > 0 ? [handOver(of, batch, handed)] : []), takeOver(of, batch, tookOver)];
}

function giveUp({ sides: { source }, set }: StagesOf, batch: Batch, state: MigrationState): Step {
  return {
    kind: `give-up-${shown(batch)}`,
    title: `${source.namespace} gives ${podsText(set, batch)} up`,
    state,
    commands: [apply(source), podsGone(source, podsOf(set, batch), set.graceSeconds)],
    commandsBack: [apply(source), podsReady(source, set.name, batch.end - set.first)],
  };
}

function handOver(of: StagesOf, batch: Batch, state: MigrationState): Step {
  const { sides: { source, target }, isOtherCluster } = of;
  const volumes = ordinalsOf(batch).flatMap(ordinal => of.volumes.get(ordinal)!);
  const release = (side: MigrationSide) => volumes.flatMap(volume => [
    deleteClaim(side, volume), volumeIs(side, 'Released', volume), ...(isOtherCluster ? [detached(side, volume)] : []),
  ]);
  const reserved = (side: MigrationSide) => volumes.map(volume => reserve(side, volume));
  return {
    kind: `hand-over-${shown(batch)}`,
    title: `volumes of ${podsText(of.set, batch)} change hands: claims of ${target.namespace} have them`,
    state,
    commands: [...release(source), ...(isOtherCluster ? [] : reserved(target)), apply(target), ...volumes.map(volume => claimBound(target, volume))],
    commandsBack: [
      ...release(target), ...(isOtherCluster ? volumes.map(volume => deleteVolume(target, volume)) : []),
      ...reserved(source), ...volumes.map(volume => volumeIs(source, 'Available', volume)),
    ],
  };
}

function takeOver({ sides: { target }, set }: StagesOf, batch: Batch, state: MigrationState): Step {
  return {
    kind: `take-over-${shown(batch)}`,
    title: `${target.namespace} runs ${podsText(set, batch)}`,
    state,
    commands: [apply(target), podsReady(target, set.name, set.end - batch.first)],
    commandsBack: [apply(target), podsGone(target, podsOf(set, batch), set.graceSeconds)],
  };
}

/** In another cluster the volumes are manifests of the target, which say the policy themselves. */
function finish(of: StagesOf, state: MigrationState): Step {
  const { sides: { target }, isOtherCluster } = of;
  const policies = (policy: (volume: MovedVolume) => string) => (isOtherCluster ? [apply(target)] : patched(of, target, policy));
  return {
    kind: 'finish',
    title: 'the volumes have their reclaim policy of before',
    state: { ...state, isFinished: true },
    commands: policies(volume => policyOf(volume)!),
    commandsBack: policies(() => 'Retain'),
  };
}

function patched(of: StagesOf, side: MigrationSide, policy: (volume: MovedVolume) => string): string[] {
  return deletedOnce(of).map(volume => reclaim(side, volume, policy(volume)));
}

export function policyOf({ spec }: MovedVolume): string | undefined {
  return spec?.persistentVolumeReclaimPolicy as string | undefined;
}

function ordinalsOf({ first, end }: Batch): number[] {
  return numbersFrom(first, end - first);
}

function podsOf({ name }: MovedSet, batch: Batch): string[] {
  return ordinalsOf(batch).map(ordinal => `${name}-${ordinal}`);
}

function shown({ first, end }: Batch): string {
  return end - first === 1 ? `${first}` : `${first}-${end - 1}`;
}

function podsText({ name }: MovedSet, { first, end }: Batch): string {
  return end - first === 1 ? `${name}-${first}` : `${name}-${first} to ${name}-${end - 1}`;
}

function aliveText({ set, sides: { source, target } }: StagesOf, { sourceEnd, targetFirst }: MigrationState): string {
  const sides = [{ side: source, first: set.first, end: sourceEnd }, { side: target, first: targetFirst, end: set.end }];
  return sides.filter(({ first, end }) => end > first)
    .map(({ side, first, end }) => `${podsText(set, { first, end })} in ${side.context === undefined ? '' : `${side.context}, `}${side.namespace}`).join('; ');
}

/**
 * At no stage, and on no way between two, forth or back, has an ordinal pods on both sides, or a pod without its volume. What a way changes is there at one of its
 * ends, so the most of the one side may meet the most of the other.
 *
 * @throws an error of this library, where a plan breaks it.
 */
export function checkNeverTwice(states: readonly MigrationState[], hasVolumes: boolean): void {
  states.forEach((state, index) => {
    const way = [states[index - 1] ?? state, state];
    const sourceEnd = Math.max(...way.map(each => each.sourceEnd));
    const targetFirst = Math.min(...way.map(each => each.targetFirst));
    const handed = way.map(each => each.handedFirst);
    if (sourceEnd > targetFirst || hasVolumes && (sourceEnd > Math.min(...handed) || targetFirst < Math.max(...handed))) {
      throw new Error(`Internal error: on the way to stage ${index} an ordinal is on both sides, or without its volume: ${JSON.stringify(way)}`);
    }
  });
}
