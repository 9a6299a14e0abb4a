import { validateConfigs } from './device-configs';
import { taintEffects, validateQualifiedAttribute } from './device-names';
import { validateSelectors } from './device-selectors';
import { validateSet } from './device-sets';
import { PlainObject } from '../../../base/plain';
import { ServerContext } from '../context';
import { Errors } from '../errors';
import { validateLabelKey, validateLabels } from '../labels';
import { validateAnnotations } from '../metadata';
import { dnsLabel, dnsSubdomain, labelValue } from '../names';
import { Path } from '../path';
import { intOf, isGiven, listOf, mapOf, textOf } from '../values';
import { Subject, SPEC } from './subject';

/** Source: pkg/apis/resource/types.go (v1.36) */
const [MOST_REQUESTS, MOST_CONSTRAINTS, MOST_CHOICES] = [32, 32, 8];

/** Names of a claim's requests; those of a list of choices with the names of its entries. */
type RequestNames = ReadonlyMap<string, ReadonlySet<string> | undefined>;

/** Source: pkg/apis/resource/validation/validation.go ValidateResourceClaim (v1.36) */
export function validateResourceClaim({ spec, context, errors }: Subject): void {
  validateDevices(mapOf(spec.devices) ?? {}, SPEC.child('devices'), context, errors);
}

const TEMPLATE_METADATA: ReadonlySet<string> = new Set(['annotations', 'labels']);

export function validateResourceClaimTemplate({ spec, context, errors }: Subject): void {
  const [metadata, path] = [mapOf(spec.metadata) ?? {}, SPEC.child('metadata')];
  validateAnnotations(metadata.annotations, path.child('annotations'), errors);
  validateLabels(metadata.labels, path.child('labels'), errors);
  for (const name of Object.keys(metadata)) {
    if (!TEMPLATE_METADATA.has(name) && isSet(metadata[name])) {
      errors.forbidden(path.child(name === 'uid' ? 'uID' : name), 'cannot be set'); // As Go spells the field.
    }
  }
  validateDevices(mapOf(mapOf(spec.spec)?.devices) ?? {}, SPEC.child('spec').child('devices'), context, errors);
}

/** Whether a value is more than its type's zero. */
function isSet(value: unknown): boolean {
  return isGiven(value) && value !== '' && value !== 0;
}

function validateDevices(devices: PlainObject, path: Path, context: ServerContext, errors: Errors): void {
  const requests = listOf(devices.requests).map(each => asRead(mapOf(each) ?? {}, context));
  const names: RequestNames = new Map(requests.map(request => [textOf(request.name), choiceNames(request)]));
  validateSet(requests, MOST_REQUESTS, request => textOf(request.name), path.child('requests'), errors,
    (request, at) => validateRequest(request, at, context, errors));
  const [constraints, at] = [listOf(devices.constraints), path.child('constraints')];
  if (constraints.length > MOST_CONSTRAINTS) {
    errors.tooMany(at, constraints.length, MOST_CONSTRAINTS);
  } else {
    constraints.forEach((each, index) => validateConstraint(mapOf(each) ?? {}, names, at.index(index), context, errors));
  }
  validateConfigs(listOf(devices.config), path.child('config'), errors,
    (config, configAt) => validateRequestNames(config, names, configAt, errors));
}

/** Without the fields whose gate is off. Source: pkg/api/resourceclaimspec/util.go DropDisabledFields (v1.36) */
function asRead(request: PlainObject, context: ServerContext): PlainObject {
  return isGiven(request.firstAvailable) && !context.gate('DRAPrioritizedList') ? { ...request, firstAvailable: null } : request;
}

function choiceNames(request: PlainObject): ReadonlySet<string> | undefined {
  const choices = listOf(request.firstAvailable);
  return choices.length === 0 ? undefined : new Set(choices.map(each => textOf(mapOf(each)?.name)));
}

const ONE_OF = 'exactly one of `exactly` or `firstAvailable` is required';

function validateRequest(request: PlainObject, path: Path, context: ServerContext, errors: Errors): void {
  validateLabel(request.name, path.child('name'), errors);
  const [exactly, choices] = [mapOf(request.exactly), listOf(request.firstAvailable)];
  if (exactly === undefined && choices.length === 0) {
    errors.required(path, ONE_OF);
  } else if (exactly !== undefined && choices.length > 0) {
    errors.invalid(path, undefined, `${ONE_OF}, but multiple fields are set`);
  } else if (exactly !== undefined) {
    validateDeviceRequest(exactly, path.child('exactly'), context, errors);
  } else {
    validateSet(choices.map(each => mapOf(each) ?? {}), MOST_CHOICES, choice => textOf(choice.name), path.child('firstAvailable'), errors, (choice, at) => {
      validateLabel(choice.name, at.child('name'), errors);
      validateDeviceRequest(choice, at, context, errors);
    });
  }
}

function validateLabel(name: unknown, path: Path, errors: Errors): void {
  errors.invalidAll(path, textOf(name), dnsLabel(textOf(name)));
}

const MODES = ['All', 'ExactCount'];

/** Source: validation.go validateExactDeviceRequest, validateDeviceSubRequest; pkg/apis/resource/v1/defaults.go (v1.36) */
function validateDeviceRequest(request: PlainObject, path: Path, context: ServerContext, errors: Errors): void {
  const className = textOf(request.deviceClassName);
  if (className === '') {
    errors.required(path.child('deviceClassName'));
  } else {
    errors.invalidAll(path.child('deviceClassName'), className, dnsSubdomain(className));
  }
  validateSelectors(listOf(request.selectors), path.child('selectors'), errors);
  const mode = textOf(request.allocationMode) || 'ExactCount';
  const count = intOf(request.count) ?? 0;
  if (mode === 'All' && count !== 0) {
    errors.invalid(path.child('count'), count, "must not be specified when allocationMode is 'All'");
  } else if (mode === 'ExactCount' && count < 0) {
    errors.invalid(path.child('count'), count, 'must be greater than zero');
  } else if (!MODES.includes(mode)) {
    errors.unsupported(path.child('allocationMode'), mode, MODES);
  }
  if (context.gate('DRADeviceTaints')) {
    listOf(request.tolerations).forEach((each, index) => validateToleration(mapOf(each) ?? {}, path.child('tolerations').index(index), context, errors));
  }
}

const OPERATORS = ['Equal', 'Exists'];

function validateToleration(toleration: PlainObject, path: Path, context: ServerContext, errors: Errors): void {
  const effects = taintEffects(context);
  const { key, operator, value, effect } = {
    key: textOf(toleration.key), operator: textOf(toleration.operator) || 'Equal', value: textOf(toleration.value), effect: textOf(toleration.effect),
  };
  if (key !== '') {
    validateLabelKey(key, path.child('key'), errors);
  }
  if (operator === 'Exists' && value !== '') {
    errors.invalid(path.child('value'), value, 'must be empty for operator `Exists`');
  } else if (operator === 'Equal') {
    errors.invalidAll(path.child('value'), value, labelValue(value));
  } else if (!OPERATORS.includes(operator)) {
    errors.unsupported(path.child('operator'), operator, OPERATORS);
  }
  if (effect !== '' && !effects.includes(effect)) {
    errors.unsupported(path.child('effect'), effect, effects);
  }
}

function validateConstraint(constraint: PlainObject, names: RequestNames, path: Path, context: ServerContext, errors: Errors): void {
  validateRequestNames(constraint, names, path, errors);
  const isConsumable = context.gate('DRAConsumableCapacity');
  if (isGiven(constraint.matchAttribute)) {
    validateQualifiedAttribute(textOf(constraint.matchAttribute), path.child('matchAttribute'), errors);
  } else if (isConsumable && isGiven(constraint.distinctAttribute)) {
    validateQualifiedAttribute(textOf(constraint.distinctAttribute), path.child('distinctAttribute'), errors);
  } else if (isConsumable) {
    errors.required(path, 'exactly one of "matchAttribute" or "distinctAttribute" is required, but multiple fields are set');
  } else {
    errors.required(path.child('matchAttribute'));
  }
}

const A_REQUEST = "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'";

function validateRequestNames({ requests }: PlainObject, names: RequestNames, path: Path, errors: Errors): void {
  validateSet(listOf(requests).map(textOf), MOST_REQUESTS, name => name, path.child('requests'), errors, (name, at) => {
    const segments = name.split('/');
    if (segments.length <= 2) {
      segments.forEach(segment => errors.invalidAll(at, segment, dnsLabel(segment)));
    }
    const [request, choice] = segments;
    if (segments.length > 2 || !names.has(request) || choice !== undefined && !names.get(request)?.has(choice)) {
      errors.invalid(at, name, A_REQUEST);
    }
  });
}
