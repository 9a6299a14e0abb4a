import { minorName } from './minors';
import { isKnownAt, TypeShape } from './shapes';
import { Answers } from '../../base/remembered';
import { Rows } from '../release/measured/rows';

/** A field that a minor with these feature gates drops, or whose subfields it drops. */
export interface GatedField {
  readonly fields: Map<string, GatedField>;
  /** Verdicts for single values. */
  readonly values: Map<string, GatedVerdict>;
  verdict?: GatedVerdict;
  /** How many values of the field were measured separately. */
  measured: number;
}

export interface GatedVerdict {
  /** `d`: the server drops the field. `r`: it refuses the object, because what is left without the field is invalid. */
  readonly mark: 'd' | 'r';
  readonly gates: readonly string[];
  /** First minor that keeps it by default. */
  readonly since: string | undefined;
}

export type FeatureGates = Readonly<Record<string, boolean>>;

/** The type under which the table keeps the fields shared by pods and all pod templates. */
export const POD_SPEC = 'core.v1.PodSpec';
const POD = 'pod';

/** Every run over manifests of a minor reads the same trees. */
const TREES = new Answers<GatedField | undefined>();

/** The fields of a kind, or of the pod type, that a minor does not keep, as a tree that is walked beside the object. */
export function gatedFields(kindOrType: string, type: TypeShape | undefined, minor: number, featureGates: FeatureGates): GatedField | undefined {
  return TREES.to(JSON.stringify([kindOrType, minor, Object.entries(featureGates).sort()]), () => treeOf(kindOrType, type, minor, featureGates));
}

function treeOf(kindOrType: string, type: TypeShape | undefined, minor: number, featureGates: FeatureGates): GatedField | undefined {
  // Loaded late: the tables are large, and an app without checks never needs them.
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const rows: Rows = (require('../release/measured/fields.generated') as typeof import('../release/measured/fields.generated')).FIELDS;
  const section = kindOrType === POD_SPEC ? POD : kindOrType;
  if (type === undefined || !Object.hasOwn(rows, section)) {
    return undefined;
  }
  const tree = node();
  Object.entries(rows[section]).forEach(([path, row]) => add(tree, path, verdictOf(row, minor, featureGates)));
  // Paths in the section for pods begin at `spec`.
  const top = section === POD ? tree.fields.get('spec')! : tree;
  gather(top, type, minor);
  return top;
}

function node(): GatedField {
  return { fields: new Map(), values: new Map(), measured: 0 };
}

function add(tree: GatedField, path: string, verdict: GatedVerdict | undefined): void {
  const [way, value] = path.split('=');
  let field = tree;
  for (const segment of way.split('.')) {
    const name = segment.replace('[*]', '');
    const below = field.fields.get(name) ?? node();
    field.fields.set(name, below);
    field = below;
  }
  if (value === undefined) {
    field.verdict = verdict;
    return;
  }
  field.measured++;
  // A refused value is left to the validation, which lists the accepted ones.
  if (verdict?.mark === 'd') {
    field.values.set(value, verdict);
  }
}

/** The table has leaf fields only. A parent that keeps none of them counts as dropped itself, and gets the one finding. */
function gather(tree: GatedField, type: TypeShape, minor: number): void {
  for (const [name, below] of tree.fields) {
    const inner = type.fields.get(name)?.type;
    if (inner !== undefined && below.verdict === undefined) {
      gather(below, inner, minor);
      below.verdict = common([...inner.fields.values()].filter(field => isKnownAt(field, minor)).map(each => whole(below.fields.get(each.name))));
    }
  }
}

/** The verdict for any value of the field. */
function whole(field: GatedField | undefined): GatedVerdict | undefined {
  const isComplete = field !== undefined && field.measured > 0 && field.values.size === field.measured;
  return field?.verdict ?? (isComplete ? common([...field.values.values()]) : undefined);
}

/** Of equal verdicts, the one that involves the fewest gates. */
function common(verdicts: readonly (GatedVerdict | undefined)[]): GatedVerdict | undefined {
  const [least] = verdicts.filter(each => each !== undefined).sort((one, other) => one.gates.length - other.gates.length);
  return least !== undefined && verdicts.every(each => each?.mark === least.mark) ? least : undefined;
}

/** The verdict for the gates as they are set. A cell is `<marks> [<gates> <marks with the gates switched>]`. */
function verdictOf(row: string, minor: number, featureGates: FeatureGates): GatedVerdict | undefined {
  const [marks, names = '', switched = marks] = row.split(' ');
  const gates = names === '' ? [] : names.split('+');
  const mark = switched[minor] !== '.' && isSwitched(gates, minor, featureGates) ? switched[minor] : marks[minor];
  // A field that no setting of the gates keeps is refused for another reason.
  const isOurs = mark === 'd' || (mark === 'r' && (marks + switched).includes('k'));
  const since = [...marks].findIndex((each, position) => position > minor && each === 'k');
  return isOurs ? { mark, gates, since: since < 0 ? undefined : minorName(since) } : undefined;
}

/** Whether the gates are set as when the second marks were measured: all that are off by default on; where none is off, one of them off. */
function isSwitched(gates: readonly string[], minor: number, featureGates: FeatureGates): boolean {
  if (gates.length === 0 || Object.keys(featureGates).length === 0) {
    return false;
  }
  const moved = (gate: string, to: boolean) => Object.hasOwn(featureGates, gate) && featureGates[gate] === to;
  const off = gates.filter(gate => defaultOf(gate, minor) === 'n');
  const on = gates.filter(gate => defaultOf(gate, minor) === 'y');
  return off.length > 0 ? off.every(gate => moved(gate, true)) && !on.some(gate => moved(gate, false)) : on.some(gate => moved(gate, false));
}

/** Default of a gate by minor: `n` off, `y` on, in capitals where locked, `-` unknown. */
function defaultOf(gate: string, minor: number): string {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { GATES } = require('../release/measured/gates.generated') as typeof import('../release/measured/gates.generated');
  return GATES[gate]?.[minor] ?? '-';
}
