import { CATCH_ALL } from './mandatory';
import { PlainObject } from '../../../../base/plain';
import { Errors } from '../../errors';
import { inclusiveRange } from '../../names';
import { Path } from '../../path';
import { intOf, isGiven, mapOf, textOf } from '../../values';
import { sameMeaning } from '../meaning';
import { SPEC, Subject } from '../subject';

const [LIMITED, EXEMPT] = [SPEC.child('limited'), SPEC.child('exempt')];
/** From here on a type that is missing is called so. Source: pkg/apis/flowcontrol/validation/validation.go (v1.35, v1.36) */
const SAYS_REQUIRED = '1.36';
/** Source: pkg/apis/flowcontrol/v1/defaults.go (v1.36) */
const DEFAULTS = { queues: 64, handSize: 8, queueLengthLimit: 50 };
/** Source: validation.go priorityLevelConfigurationQueuingMaxQueues; apiserver pkg/util/shufflesharding MaxHashBits (v0.36) */
const [MOST_QUEUES, MOST_BITS] = [10_000_000, 60];
const ROUNDTRIP = 'flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares';

/** Source: validation.go ValidatePriorityLevelConfiguration (v1.36) */
export function validatePriorityLevel({ body, spec, context, errors }: Subject): void {
  const metadata = mapOf(body.metadata);
  const [name, type] = [textOf(metadata?.name), textOf(spec.type)];
  if (Object.hasOwn(mapOf(metadata?.annotations) ?? {}, ROUNDTRIP)) {
    errors.forbidden(Path.root('metadata').child('annotations'), `annotation '${ROUNDTRIP}' is forbidden`);
  }
  if ((name === 'exempt') !== (type === 'Exempt')) {
    errors.invalid(SPEC.child('type'), type, "must be 'Exempt' if and only if `name` is 'exempt'");
  }
  const isRequired = context.minor >= SAYS_REQUIRED;
  const [limited, exempt] = [mapOf(spec.limited), mapOf(spec.exempt)];
  if (type === 'Exempt') {
    validateExempt(exempt, limited, errors);
  } else if (type === 'Limited') {
    validateLimited(limited, exempt, isRequired, errors);
  } else {
    validateType(type, ['Exempt', 'Limited'], isRequired, SPEC, errors);
  }
  validateMandatory(name, spec, errors);
}

function validateType(type: string, types: readonly string[], isRequired: boolean, path: Path, errors: Errors): void {
  if (type === '' && isRequired) {
    errors.required(path.child('type'));
  } else {
    errors.unsupported(path.child('type'), type, types);
  }
}

function validateExempt(exempt: PlainObject | undefined, limited: PlainObject | undefined, errors: Errors): void {
  if (limited !== undefined) {
    errors.forbidden(LIMITED, 'must be nil if the type is not Limited');
  }
  validateShares(exempt ?? {}, EXEMPT, errors);
}

function validateLimited(limited: PlainObject | undefined, exempt: PlainObject | undefined, isRequired: boolean, errors: Errors): void {
  if (exempt !== undefined) {
    errors.forbidden(EXEMPT, 'must be nil if the type is Limited');
  }
  if (limited === undefined) {
    errors.required(LIMITED, 'must not be empty when type is Limited');
    return;
  }
  validateShares(limited, LIMITED, errors);
  if ((intOf(limited.borrowingLimitPercent) ?? 0) < 0) {
    errors.invalid(LIMITED.child('borrowingLimitPercent'), limited.borrowingLimitPercent, 'if specified, must be a non-negative integer');
  }
  validateResponse(mapOf(limited.limitResponse) ?? {}, isRequired, LIMITED.child('limitResponse'), errors);
}

/** What both types of levels have. */
function validateShares(level: PlainObject, path: Path, errors: Errors): void {
  if ((intOf(level.nominalConcurrencyShares) ?? 0) < 0) {
    errors.invalid(path.child('nominalConcurrencyShares'), level.nominalConcurrencyShares, 'must be a non-negative integer');
  }
  const lendable = intOf(level.lendablePercent) ?? 0;
  if (lendable < 0 || lendable > 100) {
    errors.invalid(path.child('lendablePercent'), lendable, inclusiveRange(0, 100));
  }
}

/** Source: validation.go ValidateLimitResponse (v1.36) */
function validateResponse(response: PlainObject, isRequired: boolean, path: Path, errors: Errors): void {
  const [type, queuing, place] = [textOf(response.type), mapOf(response.queuing), path.child('queuing')];
  if (type === 'Queue' && queuing !== undefined) {
    validateQueuing(queuing, place, errors);
  } else if (type === 'Queue') {
    errors.required(place, 'must not be empty if limited.limitResponse.type is Limited');
  } else if (type !== 'Reject') {
    validateType(type, ['Queue', 'Reject'], isRequired, path, errors);
  } else if (isGiven(response.queuing)) {
    errors.forbidden(place, 'must be nil if limited.limitResponse.type is not Limited');
  }
}

/** Source: validation.go ValidatePriorityLevelQueuingConfiguration (v1.36) */
function validateQueuing(queuing: PlainObject, path: Path, errors: Errors): void {
  const read = (name: keyof typeof DEFAULTS) => intOf(queuing[name]) || DEFAULTS[name];
  const [queues, hand, length] = [read('queues'), read('handSize'), read('queueLengthLimit')];
  const bits = Math.ceil(Math.log2(queues) * hand);
  const wrong: Readonly<Record<keyof typeof DEFAULTS, string | false>> = {
    queueLengthLimit: length <= 0 && 'must be positive',
    queues: queues <= 0 ? 'must be positive' : queues > MOST_QUEUES && `must not be greater than ${MOST_QUEUES}`,
    handSize: hand <= 0 ? 'must be positive' : hand > queues ? `should not be greater than queues (${queues})`
      : bits > MOST_BITS && `required entropy bits of deckSize ${queues} and handSize ${hand} should not be greater than ${MOST_BITS}`,
  };
  for (const [name, detail] of Object.entries(wrong)) {
    if (detail !== false) {
      errors.invalid(path.child(name), read(name as keyof typeof DEFAULTS), detail);
    }
  }
}

/** Source: validation.go ValidateIfMandatoryPriorityLevelConfigurationObject (v1.36) */
function validateMandatory(name: string, spec: PlainObject, errors: Errors): void {
  if (name === 'exempt' && !sameMeaning({ ...spec, exempt: null }, { type: 'Exempt' })) {
    errors.invalid(SPEC, spec, "spec of 'exempt' except the 'spec.exempt' field must equal the fixed value");
  }
  const limited = mapOf(spec.limited);
  if (name === 'catch-all' && !sameMeaning({ ...spec, ...limited !== undefined && { limited: { ...limited, lendablePercent: limited.lendablePercent ?? 0 } } }, CATCH_ALL)) {
    errors.invalid(SPEC, spec, "spec of 'catch-all' must equal the fixed value");
  }
}
