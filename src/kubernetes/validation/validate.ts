import { ServerContext } from './context';
import { Errors, FieldError } from './errors';
import { KindRules, KIND_VALIDATIONS } from './kinds/kinds';
import { validateObjectMeta } from './metadata';
import { Path } from './path';
import { mapOf, textOf } from './values';
import { suggestionForWord } from '../../base/findings/fix';
import { PlainObject } from '../../base/plain';
import { ObjectProblem, ProblemId, ReportProblem } from '../problem';
import { ValidateKind } from './kinds/subject';

/** What an object is for. */
export interface ServerOptions {
  /** `1.33` to `1.36`. */
  readonly minor: string;
  /** Feature gates that differ from the defaults of the minor. */
  readonly gates?: Readonly<Record<string, boolean>>;
}

/** Kinds whose validation is complete here: `apps/Deployment`, `Pod`. */
export const VALIDATED_KINDS: ReadonlySet<string> = new Set(KIND_VALIDATIONS.keys());

const METADATA = Path.root('metadata');
const EMPTY: PlainObject = Object.freeze({});

/**
 * What the API server's validation says about creating an object: field, reason, value. Nothing of kinds that do not come with a cluster,
 * or that it serves on request alone.
 */
export function validateObject(body: PlainObject, options: ServerOptions, report: ReportProblem): void {
  const rules = rulesOf(body);
  if (rules === undefined) {
    return;
  }
  const errors = errorsOf(body, rules, contextOf(options));
  if (errors.list.length + errors.drops.length > 0) {
    reportErrors(errors, rules, report);
  }
}

/** The rules of the object's kind. */
export function rulesOf(body: PlainObject): KindRules | undefined {
  return KIND_VALIDATIONS.get(groupKindOf(body));
}

/** `apps/Deployment`; the core group has no name. */
export function groupKindOf({ apiVersion, kind }: PlainObject): string {
  const slash = textOf(apiVersion).indexOf('/');
  return slash < 0 ? textOf(kind) : `${textOf(apiVersion).slice(0, slash)}/${textOf(kind)}`;
}

function errorsOf(body: PlainObject, rules: KindRules, context: ServerContext): Errors {
  const errors = new Errors();
  const { metadata = 'first', kubeFinalizers } = rules;
  if (metadata === 'first') {
    validateObjectMeta(rules.isNamed ? withName(body.metadata) : body.metadata, { name: rules.name?.(context), kubeFinalizers }, METADATA, errors);
  }
  validateKind(body, rules, context, errors);
  if (metadata === 'last' && errors.list.length === 0) {
    validateObjectMeta(body.metadata, { name: rules.name?.(context), kubeFinalizers }, METADATA, errors);
  }
  return errors;
}

function withName(metadata: unknown): PlainObject {
  const { name, generateName, ...rest } = mapOf(metadata) ?? {};
  return { ...rest, name: textOf(name) || (textOf(generateName) === '' ? 'named' : ''), generateName: textOf(generateName) };
}

const loaded = new Map<KindRules, ValidateKind>();

/** What the kind's validation says. */
function validateKind(body: PlainObject, rules: KindRules, context: ServerContext, errors: Errors): void {
  const version = textOf(body.apiVersion).slice(textOf(body.apiVersion).indexOf('/') + 1);
  if (rules.load === undefined || !(rules.versions ?? STABLE).includes(version)) {
    return; // Versions before the stable one have other fields.
  }
  let validate = loaded.get(rules);
  if (validate === undefined) {
    validate = rules.load();
    loaded.set(rules, validate);
  }
  validate({ body, spec: mapOf(body.spec) ?? EMPTY, context, errors });
}

const STABLE = ['v1'];

let last: { readonly options: ServerOptions; readonly context: ServerContext } | undefined;

/** The context of a run: its options are one value for all objects. */
export function contextOf(options: ServerOptions): ServerContext {
  if (last === undefined || last.options.minor !== options.minor || last.options.gates !== options.gates) {
    last = { options: { ...options }, context: new ServerContext(options.minor, options.gates) };
  }
  return last.context;
}

/** Says each thing once: the API server looks twice at some fields. */
export function reportErrors({ list, drops }: Errors, { pod }: KindRules, report: ReportProblem): void {
  const said = new Set<string>();
  for (const error of list) {
    const key = `${error.field} ${error.message}`;
    if (!said.has(key)) {
      said.add(key);
      report({ id: idOf(error, pod), class: 'rejected', field: error.field, message: error.message, ...helpOf(error) });
    }
  }
  for (const { field, message } of drops) {
    report({ id: 'AIW1204', class: 'dropped', field, message });
  }
}

function idOf({ field }: FieldError, pod: string | undefined): ProblemId {
  return field.startsWith('metadata') ? 'AIW1201' : pod !== undefined && (field === pod || field.startsWith(`${pod}.`)) ? 'AIW1202' : 'AIW1203';
}

/** What to do about a field that only some servers refuse, by a part of its path and message. */
const HELP_OF: ReadonlyArray<readonly [field: string, message: string, help: string]> = [
  ['', 'The range of valid ports is', 'leave it out and a free one is chosen, or acknowledge this if the API server runs with another --service-node-port-range'],
  ['spec.minReplicas', 'Invalid value: 0: must be greater than or equal to 1', 'keep one replica, scale to zero with a ScaledObject of KEDA, or say --feature-gate HPAScaleToZero=true if the servers run with that gate'],
];

function helpOf({ field, message, value, allowed }: FieldError): Pick<ObjectProblem, 'help' | 'fix'> {
  if (allowed !== undefined && typeof value === 'string') {
    const { help, meant } = suggestionForWord(value, allowed);
    return { ...(help !== undefined && { help }), ...(meant !== undefined && { fix: { field, value: meant } }) };
  }
  const known = HELP_OF.find(([place, text]) => field.startsWith(place) && message.includes(text));
  return known ? { help: known[2] } : {};
}
