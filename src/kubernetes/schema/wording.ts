import { GatedVerdict } from './gated';
import { minorName } from './minors';
import { Field, isKnownAt, ScalarShape, TypeShape } from './shapes';
import { Trail } from './trail';
import { suggestionFor, suggestionForWord } from '../../base/findings/fix';
import { cutJson } from '../../base/text/cut';
import { ReportProblem } from '../problem';

type StructureId = 'AIW1101' | 'AIW1102' | 'AIW1103' | 'AIW1104' | 'AIW1105' | 'AIW1107' | 'AIW1108';
type Fixed = string | number | boolean;
/** A fix of the field that is reported. */
type Remedy = { readonly key: string } | { readonly quote: true } | { readonly value: Fixed };

/** No field has a longer name; an edit distance to longer ones would cost time for nothing. */
const LONGEST_NAME = 64;
/** The API server stops counting unknown fields of an object here. Source: sigs.k8s.io/json kubernetes_patch.go, saveStrictError */
const MOST_PROBLEMS = 100;

/** Reports the problems of one object, in the words of the API server. */
export class Findings {
  /** Counted by class, so that a hundred dropped fields hide no refused one. */
  private readonly counts = { rejected: 0, dropped: 0 };

  constructor(private readonly trail: Trail, private readonly minor: number, private readonly report: ReportProblem) {}

  public unknownField(name: string, type: TypeShape): void {
    const names = name.length > LONGEST_NAME || this.counts.rejected >= MOST_PROBLEMS ? [] : [...namesAt(type, this.minor)];
    const { help, meant } = suggestionFor(name, names);
    this.add('AIW1101', 'rejected', `Invalid value: ${shown(name)}: unknown field`, help, meant === undefined ? undefined : { key: meant });
  }

  public fieldOfOtherMinors({ name, since, until }: Field): void {
    const why = this.minor < since ? `it came with ${minorName(since)}` : `${minorName(until - 1)} was the last that had it`;
    this.add('AIW1107', 'rejected', `Invalid value: ${shown(name)}: unknown field in Kubernetes ${minorName(this.minor)}: ${why}`);
  }

  public wrongType(value: unknown, reason: string): void {
    const isUnquoted = reason === 'must be a string' && ['number', 'boolean', 'bigint'].includes(typeof value);
    const isQuoted = typeof value === 'string' && /^must be (an integer|true or false|a number)/.test(reason) && /^(-?\d+(\.\d+)?|true|false)$/.test(value.slice(0, 40));
    this.add('AIW1102', 'rejected', `Invalid value: ${shown(value)}: ${reason}`,
      // What is written may be another text than what was read: 0644, 1e6, yes.
      isUnquoted ? 'put it in quotes, as it is written' : isQuoted ? 'write it without quotes' : undefined,
      isUnquoted ? { quote: true } : isQuoted ? unquoted(value as string, reason) : undefined);
  }

  /**
   * Source: measured: what servers of 1.36 returned for null in lists of texts, numbers and maps; of a quantity apimachinery pkg/api/resource/quantity.go
   * UnmarshalJSON (v0.36). When the object is there already, `kubectl apply` sends null as a patch, which takes the entry away instead.
   */
  public nullItem(scalar: ScalarShape | undefined): void {
    const read = scalar === 'string' ? 'an empty text' : scalar === undefined ? 'an empty map'
      : scalar === 'quantity' ? '"0"' : 'nothing of its type: zero, or an empty text';
    this.add('AIW1108', 'dropped', `Invalid value: null: the API server reads it as ${read}`);
  }

  public required(): void {
    this.add('AIW1103', 'rejected', 'Required value');
  }

  public unsupported(value: unknown, values: readonly string[]): void {
    const { help, meant } = suggestionForWord(String(value), values);
    this.add('AIW1104', 'rejected', `Unsupported value: ${shown(value)}: supported values: ${values.map(each => JSON.stringify(each)).join(', ')}`,
      help, meant === undefined ? undefined : { value: meant });
  }

  public gated({ mark, gates, since }: GatedVerdict, value: unknown): void {
    const gate = gates.length > 0 ? `: feature gate ${gates.join(' and ')}` : '';
    const what = mark === 'd' ? 'drops it' : 'drops it and refuses the rest';
    this.add('AIW1105', mark === 'd' ? 'dropped' : 'rejected', `Invalid value: ${shown(value)}: Kubernetes ${minorName(this.minor)} ${what}${gate}`, [
      since === undefined ? 'no minor known here keeps it by default' : `it is kept from ${since} on`,
      ...gates.length > 0 ? [`where the cluster differs, say so: ${gates.map(name => `--feature-gate ${name}=true`).join(' ')}`] : [],
    ].join('; '));
  }

  private add(id: StructureId, problemClass: 'rejected' | 'dropped', message: string, help?: string, fix?: Remedy): void {
    if (this.counts[problemClass]++ < MOST_PROBLEMS) {
      const field = this.trail.toString();
      const said = { id, class: problemClass, field, message, ...(help !== undefined && { help }) };
      this.report(fix ? { ...said, fix: { field, ...fix } } : said);
    }
  }
}

/** Only what is written as a program would write it: `"007"` may be a text that stands at the wrong place. */
function unquoted(text: string, reason: string): { value: Fixed } | undefined {
  const isOfType = reason.startsWith('must be true or false') ? /^(?:true|false)$/.test(text) : /^-?(?:0|[1-9]\d{0,14})$/.test(text);
  return isOfType ? { value: JSON.parse(text) as Fixed } : undefined;
}

function* namesAt(type: TypeShape, minor: number): Generator<string> {
  for (const field of type.fields.values()) {
    if (isKnownAt(field, minor)) {
      yield field.name;
    }
  }
}

/** Types of objects and lists as the API server's messages name them. */
function shown(value: unknown): string {
  if (typeof value === 'object' && value !== null) {
    return Array.isArray(value) ? '"array"' : '"object"';
  }
  return typeof value === 'string' ? cutJson(value) : String(value);
}
