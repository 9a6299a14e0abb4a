import { InvalidInput, InputProblem, refuse } from '../../base/errors/invalid-input';
import { Errors, FieldError, Reason } from '../validation/errors';
import { Texts } from '../validation/names';

/*
 * What users give is judged by the validation of the API server, which the linter reports with, and told at the property that they wrote. Constructors
 * have no other copy of a rule: they say where a field was written, and what to do.
 */

/** Where the user wrote what a problem of the API server is about, and what to do. */
export interface Written {
  /** Path of the property: `container.volumeMounts[1].path`. */
  readonly field: string;
  readonly help: string;
  /** What only the writer of the property knows: it follows the server's words, or stands in their place where the server gives a reason alone. */
  readonly because?: string;
  /** As the user wrote it, where that is not what stands in the field. */
  readonly value?: unknown;
}

const REASONS: { readonly [reason in Reason]: InputProblem['reason'] } = {
  FieldValueInvalid: 'Invalid value',
  FieldValueRequired: 'Required value',
  FieldValueNotSupported: 'Unsupported value',
  FieldValueForbidden: 'Forbidden',
  FieldValueDuplicate: 'Duplicate value',
  FieldValueNotFound: 'Not found',
  FieldValueTooLong: 'Too long',
  FieldValueTooMany: 'Too many',
  FieldValueTooFew: 'Too few',
  FieldValueTooShort: 'Too short',
};

/** Refuses what a validation of the API server refuses, told at the properties. */
export function refuseAs(written: (error: FieldError) => Written, validate: (errors: Errors) => void): void {
  const errors = new Errors();
  validate(errors);
  refuse(errors.list.reduce<InputProblem[]>((problems, error) => withProblem(problems, told(error, written(error))), []));
}

/** Refuses a text in which the rule for it finds something wrong. */
export function refuseText(field: string, value: unknown, texts: Texts, help: string): void {
  if (texts.length > 0) {
    throw new InvalidInput({ field, reason: 'Invalid value', value, detail: texts.map(withoutForm).join('; '), help });
  }
}

function told({ reason, value, detail }: FieldError, { field, help, because, ...given }: Written): InputProblem {
  const shown = reason === 'FieldValueRequired' || reason === 'FieldValueForbidden' ? undefined : 'value' in given ? given.value : value;
  const why = [withoutForm(detail), because].filter(each => each).join(': ');
  return { field, reason: REASONS[reason], value: shown, detail: why || ALONE[reason] || '', help };
}

/** What is said where the server says its reason and no more. */
const ALONE: { readonly [reason in Reason]?: string } = {
  FieldValueRequired: 'is not there, or empty',
  FieldValueDuplicate: 'is there twice',
};

/** The expression of a form and its examples: the help has an example of this value. */
const FORM = / \((?:e\.g\. (?:(?:or )?'[^']*', +)+)?regex used for validation is '[^']*'\)/;

/** The server's words without the expression that it looks with. */
export function withoutForm(detail: string): string {
  return detail.replace(FORM, '');
}

/** All that is wrong with one value is one problem. */
function withProblem(problems: InputProblem[], next: InputProblem): InputProblem[] {
  const last = problems.at(-1);
  if (last === undefined || last.field !== next.field || last.reason !== next.reason || last.help !== next.help) {
    return [...problems, next];
  }
  return [...problems.slice(0, -1), { ...last, detail: [...new Set([last.detail, next.detail])].join('; ') }];
}
