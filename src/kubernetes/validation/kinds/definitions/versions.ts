import { placeOf } from './field-path';
import { SchemaProps } from './schema';
import { unsupportedIn } from './structural';
import { PlainObject } from '../../../../base/plain';
import { Errors } from '../../errors';
import { Path } from '../../path';
import { byteLength, isGiven, isTrue, mapOf, textOf } from '../../values';

/* What a version says beside its schema. Source: apiextensions-apiserver pkg/apis/apiextensions/validation/validation.go (v0.36) */

const LONGEST_WARNING = 256;
/** Source: Go unicode IsPrint, IsControl */
const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]*$/u;

export function validateDeprecation({ deprecated, deprecationWarning: warning }: PlainObject, path: Path, errors: Errors): void {
  if (!isGiven(warning)) {
    return;
  }
  const text = textOf(warning);
  const details = !isTrue(deprecated) ? ['can only be set for deprecated versions'] : [
    ...(byteLength(text) > LONGEST_WARNING ? ['must be <= 256 characters long'] : []),
    ...(text === '' ? ['must not be an empty string'] : []),
    ...(PRINTABLE.test(text) ? [] : ['must only contain printable UTF-8 characters; non-printable character found']),
  ];
  errors.invalidAll(path.child('deprecationWarning'), text, details);
}

const SPEC_AND_STATUS = ['.spec.', '.status.'];

export function validateScale(subresources: PlainObject, path: Path, errors: Errors): void {
  const scale = mapOf(subresources.scale);
  if (scale === undefined) {
    return;
  }
  const at = path.child('scale');
  validatePath(textOf(scale.specReplicasPath), ['.spec.'], at.child('specReplicasPath'), errors);
  validatePath(textOf(scale.statusReplicasPath), ['.status.'], at.child('statusReplicasPath'), errors);
  if (textOf(scale.labelSelectorPath) !== '') {
    validatePath(textOf(scale.labelSelectorPath), SPEC_AND_STATUS, at.child('labelSelectorPath'), errors);
  }
}

function validatePath(text: string, starts: readonly string[], path: Path, errors: Errors): void {
  if (text === '') {
    errors.required(path);
  } else if (!text.startsWith('.')) {
    errors.invalid(path, text, SIMPLE);
  } else if (!starts.some(start => text.startsWith(start))) {
    errors.invalid(path, text, `should be a json path under ${starts.length > 1 ? 'either .spec or .status' : starts[0].slice(0, -1)}`);
  }
}

const SIMPLE = 'must be a simple json path starting with .';
const COLUMN_TYPES = ['boolean', 'date', 'integer', 'number', 'string'];
const COLUMN_FORMATS = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password'];

export function validateColumn(column: PlainObject, path: Path, errors: Errors): void {
  const [type, format, jsonPath] = [textOf(column.type), textOf(column.format), textOf(column.jsonPath)];
  if (textOf(column.name) === '') {
    errors.required(path.child('name'));
  }
  if (type === '') {
    errors.required(path.child('type'), `must be one of ${COLUMN_TYPES.join(',')}`);
  } else if (!COLUMN_TYPES.includes(type)) {
    errors.invalid(path.child('type'), type, `must be one of ${COLUMN_TYPES.join(',')}`);
  }
  if (format !== '' && !COLUMN_FORMATS.includes(format)) {
    errors.invalid(path.child('format'), format, `must be one of ${COLUMN_FORMATS.join(',')}`);
  }
  if (jsonPath === '') {
    errors.required(path.child('jsonPath'));
  } else if (!jsonPath.startsWith('.')) {
    errors.invalid(path.child('jsonPath'), jsonPath, SIMPLE);
  }
}

const MOST_SELECTABLE = 8;
const SELECTABLE = ['string', 'boolean', 'integer'];

export function validateSelectable(fields: readonly unknown[], schema: SchemaProps, path: Path, errors: Errors): void {
  if (unsupportedIn(schema) !== undefined) {
    return; // The schema is told of, and without it nothing can be followed.
  }
  const seen = new Set<string>();
  fields.forEach((each, index) => validateSelectableField(textOf(mapOf(each)?.jsonPath), schema, seen, path.index(index).child('jsonPath'), errors));
  if (seen.size > MOST_SELECTABLE) {
    errors.tooMany(path, seen.size, MOST_SELECTABLE);
  }
}

function validateSelectableField(text: string, schema: SchemaProps, seen: Set<string>, path: Path, errors: Errors): void {
  if (text === '') {
    errors.required(path);
    return;
  }
  const place = placeOf(text, schema, false);
  if (typeof place === 'string') {
    errors.invalid(path, text, `is an invalid path: ${place}`);
    return;
  }
  if (place.steps[0] === 'metadata') {
    errors.invalid(path, text, 'must not point to fields in metadata');
  }
  if (!SELECTABLE.includes(place.schema.type)) {
    errors.invalid(path, text, 'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.');
  }
  const key = place.steps.join('.');
  if (seen.has(key)) {
    errors.duplicate(path, text);
  }
  seen.add(key);
}
