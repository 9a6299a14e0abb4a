import { differencesOf } from './difference';
import { namedIn } from './previous-checks';
import type { Rollout } from './rollout';
import { PreviousTemplate } from './rollout';
import type { RolloutPlan } from './rollout-plan';
import { InvalidInput, atField, forbidden, invalid } from '../../base/errors/invalid-input';
import { Plain, PlainObject } from '../../base/plain';
import { ContainerSpec, createContainer } from '../../pod/container/container';
import { PodClaim, renderClaims } from '../../pod/storage/claim';
import type { Target } from '../../target-cluster/target';

export const PREVIOUS = 'rollout.previous';

/** The short form: parts of the main container that a pattern lays over its own container. */
export const SHORT_FORM = ['image', 'command', 'args', 'variables'] as const;

/** Not properties of a workload, so never laid over them. */
const OF_PREVIOUS_ONLY: readonly string[] = [...SHORT_FORM, 'defaults'];

/** What parts of later stages keep, where the roll-out says so. */
export function previousOf(rollout: Rollout | undefined): PreviousTemplate | undefined {
  return rollout?._options.staged?.previous ?? rollout?._options.canary?.previous;
}

/** A workload as it was: parts of later stages are rendered from this alone. */
export interface PlannedBefore<Props, Plan> {
  readonly props: Props;
  readonly plan: Plan;
  readonly target: Target;
  /** Variables that `previous` gives values of its own, whatever is set after construction. */
  readonly variables: ReadonlySet<string>;
}

/** Plans a workload from its properties. */
export type PlanOf<Props, Plan> = (props: Props, target: Target) => Plan;

/** What was before, planned with the default set that held then. */
export function plannedBefore<Props, Plan>(
  previous: PreviousTemplate, props: Props, target: Target, plan: PlanOf<Props, Plan>): PlannedBefore<Props, Plan> {
  return atField(PREVIOUS, () => {
    const then = previous.defaults === undefined ? target : target._withDefaults(previous.defaults);
    return { props, plan: plan(props, then), target: then, variables: new Set(Object.keys(previous.variables ?? {})) };
  });
}

/** Numbers of the ports that a container declares. */
export function portNumbersOf(container: ContainerSpec): number[] {
  return createContainer('container', container).ports.map(port => port.number);
}

/** How a pattern reads `previous`. */
export interface PreviousReading {
  /** The pattern, for messages. */
  readonly pattern: string;
  /** The property that only complete properties hold. */
  readonly completeBy: keyof PreviousTemplate;
  /** Properties that another pattern has. */
  readonly foreign: readonly (keyof PreviousTemplate)[];
}

/** A plan of before. Where no part keeps it any more it only explains what the last stage replaces, and what is wrong with it harms nobody. */
export function planBefore<Plan>(
  rollout: RolloutPlan, previous: PreviousTemplate | undefined, plan: (previous: PreviousTemplate) => Plan): Plan | undefined {
  if (!previous || rollout.steps.length === 0 || namedIn(previous).length === 0) {
    return undefined;
  }
  try {
    return plan(previous);
  } catch (error) {
    if (error instanceof InvalidInput && rollout.previousParts.size === 0) {
      return undefined;
    }
    throw error;
  }
}

/** The properties of before, without the short form: those given, or those of now with what changed laid over, property by property. */
export function propsOfBefore<Props extends { readonly rollout?: Rollout }>(
  now: Props, previous: PreviousTemplate, reading: PreviousReading): Props {
  const foreign = reading.foreign.find(key => previous[key] !== undefined);
  if (foreign !== undefined) {
    throw forbidden(`${PREVIOUS}.${foreign}`, `a ${reading.pattern} has no such property`, 'leave it out');
  }
  const given = Object.fromEntries(Object.entries(previous).filter(([key, value]) => value !== undefined && !OF_PREVIOUS_ONLY.includes(key)));
  const isComplete = previous[reading.completeBy] !== undefined;
  const short = SHORT_FORM.find(key => previous[key] !== undefined);
  if (isComplete && short !== undefined) {
    throw forbidden(`${PREVIOUS}.${short}`, `${reading.completeBy} says that these are all properties of before, and ${short} is the short form of a part of container`,
      'give it in container');
  }
  return isComplete ? given as unknown as Props : { ...now, rollout: undefined, ...given };
}

/** What identity hangs on, of now and of before. */
export interface Agreement {
  /** As the user wrote it. */
  readonly field: string;
  readonly before: Plain;
  readonly now: Plain;
  /** What to do, where a revision of its own does not help. */
  readonly help?: string;
}

/** Names, numbers of pods, claims: a part that keeps its template keeps them too, and they are of the objects, not of the template. */
export function requireAgreement(agreements: readonly Agreement[]): void {
  for (const agreement of agreements) {
    const [difference] = differencesOf(agreement.before, agreement.now, agreement.field);
    if (difference) {
      throw invalid(`${PREVIOUS}.${difference.path}`, difference.before ?? 'nothing',
        `now it is ${JSON.stringify(difference.now) ?? 'absent'}; a roll-out changes pod templates, and this is identity, which all parts have at once`,
        agreement.help ?? `change ${agreement.field} in a revision of its own, before or after the roll-out`);
    }
  }
}

/** Runs what makes the pods of before: what is refused there was said in `previous`. */
export function inPrevious<T>(body: () => T): T {
  try {
    return body();
  } catch (error) {
    if (error instanceof InvalidInput) {
      throw error.retold(error.problems.map(problem => ({ ...problem, field: `${PREVIOUS}.${problem.field}` })), error.constructPath?.replace(/\/Previous$/, ''));
    }
    throw error;
  }
}

const ORDER_OF_CLAIMS = 'the API server refuses claim templates in another order: list claims as before, and where DefaultSet.V2 sorts them by name keep DefaultSet.V1 in the Target, '
  + 'or replace the sets first, with kubectl delete --cascade=orphan';

/** What pods claim: by name, so that a message names the claim, and in which order, since another one is refused as another set of claims. */
export function agreedClaims(before: readonly PodClaim[] | undefined, now: readonly PodClaim[] | undefined): Agreement[] {
  const order = (claims: readonly PodClaim[] | undefined) => (claims ?? []).map(({ name }) => name);
  return [{ field: 'claims', before: claimedBy(before), now: claimedBy(now) }, { field: 'claims', before: order(before), now: order(now), help: ORDER_OF_CLAIMS }];
}

function claimedBy(claims: readonly PodClaim[] | undefined): Plain {
  return Object.fromEntries((renderClaims(claims, {}) ?? []).map(({ metadata, spec }) => [String((metadata as PlainObject).name), spec]));
}

/** Ports that the pods of now listen on and those of before did not, while those of before had another that is gone: a Service has one set of ports. */
export function refuseMovedPorts(served: readonly number[], before: readonly number[], now: readonly number[]): void {
  const came = served.find(port => now.includes(port) && !before.includes(port));
  const went = before.find(port => !now.includes(port));
  if (came !== undefined && went !== undefined) {
    throw invalid(PREVIOUS, went, `the pods of before listen on port ${went}, those of now on ${came}, and one Service leads to both: while the roll-out lasts, one side would not be reached`,
      `keep port ${went}, or change it all at once`);
  }
}
