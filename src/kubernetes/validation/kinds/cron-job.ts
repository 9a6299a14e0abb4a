import { scheduleProblem } from './cron-schedule';
import { validateJobSpec } from './job';
import { validateAllNonNegative } from './numbers';
import { Errors } from '../errors';
import { generatedName } from '../metadata';
import { Path } from '../path';
import { isGiven, isTrue, mapOf, textOf } from '../values';
import { Subject, SPEC } from './subject';

const NAME = Path.root('metadata').child('name');
const SCHEDULE = SPEC.child('schedule');
const TIME_ZONE = SPEC.child('timeZone');
const CONCURRENCY = SPEC.child('concurrencyPolicy');
const JOB = SPEC.child('jobTemplate').child('spec');
/** A Job's name has room for 63 characters; the controller appends a dash and ten digits. */
const LONGEST_NAME = 52;

/** Source: pkg/apis/batch/validation/validation.go ValidateCronJobCreate (v1.36) */
export function validateCronJob({ body, spec, context, errors }: Subject): void {
  validateSchedule(textOf(spec.schedule), errors);
  validateAllNonNegative(spec, ['startingDeadlineSeconds', 'successfulJobsHistoryLimit', 'failedJobsHistoryLimit'], SPEC, errors);
  validateTimeZone(spec.timeZone, errors);
  const policy = textOf(spec.concurrencyPolicy) || 'Allow';
  if (!POLICIES.includes(policy)) {
    errors.unsupported(CONCURRENCY, policy, POLICIES);
  }
  const job = mapOf(mapOf(spec.jobTemplate)?.spec) ?? {};
  validateJobSpec(job, JOB, context, errors);
  if (isGiven(job.selector)) {
    errors.invalid(JOB.child('selector'), job.selector, '`selector` will be auto-generated');
  }
  if (isTrue(job.manualSelector)) {
    errors.unsupported(JOB.child('manualSelector'), true, ['nil', 'false']);
  }
  const name = generatedName(mapOf(body.metadata) ?? {});
  if (name.length > LONGEST_NAME) {
    errors.invalid(NAME, name, `must be no more than ${LONGEST_NAME} characters`);
  }
}

const POLICIES = ['Allow', 'Forbid', 'Replace'];

function validateSchedule(schedule: string, errors: Errors): void {
  if (schedule === '') {
    errors.required(SCHEDULE);
    return;
  }
  const problem = scheduleProblem(schedule);
  if (problem !== undefined) {
    errors.invalid(SCHEDULE, schedule, problem);
  }
  if (schedule.includes('TZ')) {
    errors.invalid(SCHEDULE, schedule, 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead');
  }
}

/** Parts of a name of the IANA database. */
const PART = /^[A-Za-z.\-_0-9+]{1,14}$/;

/** Source: validation.go validateTimeZone (v1.36) */
function validateTimeZone(timeZone: unknown, errors: Errors): void {
  if (typeof timeZone !== 'string') {
    return;
  }
  if (timeZone === '') {
    errors.invalid(TIME_ZONE, timeZone, 'timeZone must be nil or non-empty string');
  } else if (timeZone.split('/').some(part => part === '.' || part === '..' || part.startsWith('-') || !PART.test(part))) {
    errors.invalid(TIME_ZONE, timeZone, `unknown time zone ${timeZone}`);
  } else {
    if (timeZone.toLowerCase() === 'local') {
      errors.invalid(TIME_ZONE, timeZone, 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones');
    }
    if (timeZone !== 'Local' && !isTimeZone(timeZone)) {
      errors.invalid(TIME_ZONE, timeZone, `unknown time zone ${timeZone}`);
    }
  }
}

function isTimeZone(name: string): boolean {
  // Six hundred names, for a field that few manifests have.
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return (require('./time-zones') as typeof import('./time-zones')).isTimeZone(name);
}
