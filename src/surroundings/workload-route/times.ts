import { RouteOptions, RouteRetry } from './props';
import { duplicate, invalid, wholeNumber } from '../../base/errors/invalid-input';
import { PlainObject, compact } from '../../base/plain';
import { timeoutSeconds } from '../route-rules';

/** How long an answer may take, and what is tried again. */
export interface PlannedTimes {
  /** 0 is without end. */
  readonly requestSeconds: number;
  readonly backendSeconds?: number;
  readonly retry?: PlainObject;
}

/** 502 and 503 come before any work on a request; 504 would have the work done again that took too long. Source: RFC 9110 section 15.6 */
const RETRIED = [502, 503];
const DEFAULT_ATTEMPTS = 1;
const MOST_ATTEMPTS = 10;

export function planTimes({ requestTimeout, attemptTimeout, retry }: RouteOptions): PlannedTimes {
  const requestSeconds = timeoutSeconds('requestTimeout', requestTimeout) ?? 0;
  const backendSeconds = timeoutSeconds('attemptTimeout', attemptTimeout);
  if (requestSeconds > 0 && backendSeconds !== undefined && (backendSeconds > requestSeconds || backendSeconds === 0)) {
    throw invalid('attemptTimeout', `${backendSeconds}s`, `is ${backendSeconds === 0 ? 'without end, which is ' : ''}more than the ${requestSeconds} s of the request, in which all attempts are`,
      'shorten it, or give the request more time');
  }
  return { requestSeconds, backendSeconds, retry: retry && retryOf(retry) };
}

/** Source: gateway-api apis/v1/httproute_types.go HTTPRouteRetry (v1.7) */
function retryOf({ attempts = DEFAULT_ATTEMPTS, statusCodes = RETRIED, backoff }: RouteRetry): PlainObject {
  wholeNumber('retry.attempts', attempts, { min: 1, max: MOST_ATTEMPTS, help: 'each attempt costs the pods a request more, when they have least to spare' });
  if (statusCodes.length === 0) {
    throw invalid('retry.statusCodes', statusCodes, 'names no status', 'give one, or leave it out');
  }
  statusCodes.forEach((code, index) => {
    const field = `retry.statusCodes[${index}]`;
    wholeNumber(field, code, { min: 400, max: 599 });
    if (statusCodes.indexOf(code) < index) {
      throw duplicate(field, code, 'stands here already', 'name each status once');
    }
  });
  const seconds = timeoutSeconds('retry.backoff', backoff);
  return compact({ codes: [...statusCodes], attempts, backoff: seconds === undefined ? undefined : `${seconds}s` });
}
