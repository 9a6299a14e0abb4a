import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { Finding } from './finding';
import { PlainObject } from '../plain';

/*
 * The seam between patterns and checks. Patterns know only this file: they switch validation on, leave advice on their construct, and state
 * what must still hold of their final objects. What happens with it is behind `validation.ts`, which `attach.ts` loads when a tree is validated.
 */

const ATTACHED = Symbol.for('cdk8s-ai-workloads.Checks.attached');
const NOTES = Symbol.for('cdk8s-ai-workloads.Checks.notes');
const INVARIANTS = Symbol.for('cdk8s-ai-workloads.Checks.invariants');
const RECHECKS = Symbol.for('cdk8s-ai-workloads.Checks.rechecks');
const REACH = Symbol.for('cdk8s-ai-workloads.Checks.reach');

/** States what is wrong with the final manifest of one object (after JSON patches); nothing when all is well. */
export type Invariant = (manifest: PlainObject) => Finding[];

/** What the app says of the pods behind a Service that the manifests do not: zones of the nodes, pods made elsewhere. */
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

/** What is loaded only where it is needed: an app that only constructs pays neither for rules nor for a report. */
export interface AtSynth {
  /** What is wrong with a tree, in the words of a validation of constructs. */
  validate(root: IConstruct): string[];
  /** Loads what prints mistakes that no synth told. */
  outlet(): Outlet;
}

export interface Outlet {
  /** The last word of a program that ends although it has mistakes. */
  tellMistakes(findings: readonly Finding[]): void;
}

let provided: AtSynth | undefined;

/** Constructs stand below the checks, and leave to them what happens at synth: whatever attaches trees provides it (`attach.ts`). */
export function provideAtSynth(checks: AtSynth): void {
  provided = checks;
}

export function atSynth(): AtSynth {
  if (provided === undefined) {
    throw new Error('nothing checks this tree: attach.ts was not loaded');
  }
  return provided;
}

/** Has the whole tree checked once at each synth. Called by every pattern; the first call on a tree counts. */
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

/** Leaves a warning or an info on a construct, to be reported at synth. */
export function advise(construct: IConstruct, finding: Finding): void {
  (slotsOf(construct)[NOTES] ??= []).push({ ...finding, construct: finding.construct ?? construct.node.path });
}

/** States what must hold of an object however it was patched. */
export function mustHold(object: ApiObject, invariant: Invariant): void {
  (slotsOf(object)[INVARIANTS] ??= []).push(invariant);
}

/** Checks again, when the tree is validated, what users may have changed since construction. */
export function recheckAtSynth(construct: IConstruct, recheck: () => void): void {
  (slotsOf(construct)[RECHECKS] ??= []).push(recheck);
}

/** Leaves on a Service what its manifest has no field for. */
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
