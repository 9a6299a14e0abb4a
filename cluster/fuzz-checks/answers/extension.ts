import { ObjectProblem } from '../../../src/kubernetes/problem';
import { Answer } from '../../harness/client';

/** What an API server said, as far as it can be compared. */
export interface Verdict {
  readonly accepted: boolean;
  /** Fields that it names, as our paths. */
  readonly fields: readonly string[];
  /** Whether everything that it refuses comes from rules in CEL. */
  readonly isCel: boolean;
  readonly message: string;
}

/** Sentences of what a structural schema says; rules in CEL have words of their own. */
const STRUCTURAL = / in body |Checked value must be|must validate|must not validate|^Duplicate value|^Required value|^Unsupported value|^Too many|^Too long|should be a non-negative/;
/** What the server says in passing when it did not come to the rules. */
const NOT_REACHED = 'some validation rules were not checked';

export function verdictOf({ status, body }: Answer): Verdict {
  const message = String(body?.message ?? '');
  if (status < 300) {
    return { accepted: true, fields: [], isCel: false, message: '' };
  }
  const causes: { field: string; message: string }[] = (body?.details?.causes ?? []).filter((cause: any) => !cause.message.includes(NOT_REACHED));
  const structural = causes.filter(cause => STRUCTURAL.test(cause.message));
  const unknown = [...message.matchAll(/unknown field "((?:[^"\\]|\\.)*)"/g)].map(([, field]) => field);
  return {
    accepted: false,
    fields: [...new Set([...unknown, ...causes.map(placeOf)].map(normal))],
    isCel: causes.length > 0 && structural.length === 0,
    message,
  };
}

/** Some errors carry no field, only a sentence with the place. */
function placeOf({ field, message }: { field: string; message: string }): string {
  return field !== '<nil>' ? field : /"((?:[^"\\]|\\.)*)" must (?:not )?validate/.exec(message)?.[1] ?? (STRUCTURAL.test(message) ? / in (\S*)$/.exec(message)?.[1] ?? field : '');
}

/** `a[b.c].d` and `a.b.c.d` are the same place; the server is of two minds about keys. */
function normal(field: string): string {
  return field.replace(/^\./, '').replace(/\[([^\]]*)\]/g, (whole, key) => /^\d+$/.test(key) ? whole : `.${key}`);
}

/** Whether we name what the server names: nothing else, and all of it but what stands below a value of the wrong type. */
export function fieldsAgree(verdict: Verdict, problems: readonly ObjectProblem[]): boolean {
  const ours = problems.map(({ field }) => normal(field));
  const hiding = problems.filter(({ message }) => message.includes('must be of type') || message.includes('must validate')).map(({ field }) => normal(field));
  const isKnown = (field: string) => ours.includes(field) || hiding.some(place => field === place || field.startsWith(`${place}.`) || field.startsWith(`${place}[`));
  const isStrict = verdict.message.includes('strict decoding error');
  const isSaid = (problem: ObjectProblem) => (isStrict && problem.id !== 'AIW1101') || verdict.fields.includes(normal(problem.field))
    || (isStrict && problem.id === 'AIW1101' && problem.field.startsWith('metadata'));
  // Metadata are decoded before anything else is looked at, and the answer names no field.
  return verdict.fields.length === 0 || (verdict.fields.every(isKnown) && problems.every(isSaid));
}
