import { ServerContext } from '../../../src/kubernetes/validation/context';
import { FieldError } from '../../../src/kubernetes/validation/errors';
import { errorsOfPod } from '../../../test/kubernetes/validation/verdicts/verdict';
import { ApiClient } from '../../harness/client';

/** What somebody says about an object: fields with reasons, none where it is accepted. */
export interface Outcome {
  readonly accepted: boolean;
  /** `field: Reason`, in order. Empty also where only a status came, as from admission. */
  readonly causes: readonly string[];
  /** `field: message`. */
  readonly messages: readonly string[];
}

/** Ours. */
export function checked(object: any, context: ServerContext): Outcome {
  return outcomeOf(errorsOfPod(object, context));
}

/**
 * The server's; undefined where it could not even read the object, which is the schema's business, and where it panicked.
 */
export async function answered(object: any, client: ApiClient): Promise<Outcome | undefined> {
  const path = `/api/v1/namespaces/default/${object.kind === 'Pod' ? 'pods' : 'podtemplates'}`;
  const { status, body } = await client.requestOrPanic('POST', path, object, { dryRun: 'All', fieldValidation: 'Strict' });
  if (status === 201) {
    return outcomeOf([]);
  }
  if (status === 422 || status === 403) {
    return { ...outcomeOf(status === 403 ? [] : body.details?.causes ?? []), accepted: false };
  }
  return undefined;
}

function outcomeOf(errors: readonly FieldError[]): Outcome {
  const told = (tell: (error: FieldError) => string) => [...new Set(errors.map(tell))];
  return { accepted: errors.length === 0, causes: told(({ field, reason }) => `${field}: ${reason}`), messages: told(({ field, message }) => `${field}: ${message}`) };
}

/** The same verdict, with the same fields and reasons where the server gives any. */
export function isAlike(ours: Outcome, theirs: Outcome): boolean {
  const isOnlyStatus = !theirs.accepted && theirs.causes.length === 0;
  return ours.accepted === theirs.accepted && (isOnlyStatus || [...ours.causes].sort().join() === [...theirs.causes].sort().join());
}
