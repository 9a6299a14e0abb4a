import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { Finding } from './finding';
import { PlainObject } from '../plain';

/*
 * What patterns use of the checks, so that they need not import them: patterns switch validation on, leave findings on their construct, and state
 * what must still hold of their rendered objects. `src/lint/synth/attach.ts` provides the implementation.
 */

const ATTACHED = Symbol.for('cdk8s-ai-workloads.Checks.attached');
const NOTES = Symbol.for('cdk8s-ai-workloads.Checks.notes');
const INVARIANTS = Symbol.for('cdk8s-ai-workloads.Checks.invariants');
const RECHECKS = Symbol.for('cdk8s-ai-workloads.Checks.rechecks');
const REACH = Symbol.for('cdk8s-ai-workloads.Checks.reach');

/** Returns what is wrong with the final manifest of one object, after JSON patches. */
export type Invariant = (manifest: PlainObject) => Finding[];

/** What the app declares about the pods behind a Service and its manifest has no field for: zones of the nodes, pods created elsewhere. */
export interface Reach {
  readonly zones?: readonly string[];
  readonly replicas?: number;
}

interface Slots {
  [REACH]?: Reach;
  [ATTACHED]?: boolean;
  [NOTES]?: Finding[];
  [INVARIANTS]?: Invariant[];
  [RECHECKS]?: (() => void)[];
}

function slotsOf(construct: IConstruct): Slots {
  return construct as unknown as Slots;
}

/** Loaded when it is needed, so that an app that only constructs loads neither rules nor reports. */
export interface AtSynth {
  /** Validates a construct tree; returns messages as cdk8s expects them of a validation. */
  validate(root: IConstruct): string[];
  /** Loads the module that prints mistakes that no synth has reported. */
  outlet(): Outlet;
}

export interface Outlet {
  /** Prints mistakes when the program exits without a synth. */
  tellMistakes(findings: readonly Finding[]): void;
}

let provided: AtSynth | undefined;

/** Sets the implementation. Constructs are on a floor below the checks, so they cannot import it (see `attach.ts`). */
export function provideAtSynth(checks: AtSynth): void {
  provided = checks;
}

export function atSynth(): AtSynth {
  if (provided === undefined) {
    throw new Error('nothing checks this tree: attach.ts was not loaded');
  }
  return provided;
}

/** Registers the checks on the root of a construct's tree, once. Called by every pattern. */
export function validateTree(scope: IConstruct): void {
  const root = scope.node.root;
  if (slotsOf(root)[ATTACHED]) {
    return;
  }
  slotsOf(root)[ATTACHED] = true;
  root.node.addValidation({
    validate: () => atSynth().validate(root),
  });
}

/** Leaves a warning or info on a construct, which the synth reports. */
export function advise(construct: IConstruct, finding: Finding): void {
  (slotsOf(construct)[NOTES] ??= []).push({ ...finding, construct: finding.construct ?? construct.node.path });
}

/** Adds a condition that the object must meet after all patches. */
export function mustHold(object: ApiObject, invariant: Invariant): void {
  (slotsOf(object)[INVARIANTS] ??= []).push(invariant);
}

/** Registers a check that runs again at synth, for what users may have changed since construction. */
export function recheckAtSynth(construct: IConstruct, recheck: () => void): void {
  (slotsOf(construct)[RECHECKS] ??= []).push(recheck);
}

/** Declares on a Service what its manifest has no field for. */
export function noteReach(object: ApiObject, reach: Reach): void {
  slotsOf(object)[REACH] = reach;
}

export function reachOf(construct: IConstruct): Reach {
  return slotsOf(construct)[REACH] ?? {};
}

export function adviceOf(construct: IConstruct): readonly Finding[] {
  return slotsOf(construct)[NOTES] ?? [];
}

export function invariantsOf(construct: IConstruct): readonly Invariant[] {
  return slotsOf(construct)[INVARIANTS] ?? [];
}

export function rechecksOf(construct: IConstruct): readonly (() => void)[] {
  return slotsOf(construct)[RECHECKS] ?? [];
}
