import { ServerContext } from '../../../src/checks/server/context';
import { errorsOfPod } from '../../../test/checks/server/verdicts/verdict';
import { ApiClient } from '../../harness/client';

/** What somebody says about an object: fields with reasons, none where it is accepted. */
export interface Outcome {
  readonly accepted: boolean;
  /** `field: Reason`, in order. Empty also where only a status came, as from admission. */
  readonly causes: readonly string[];
}

/** Ours. */
export function checked(object: any, context: ServerContext): Outcome {
  const causes = errorsOfPod(object, context);
  return { accepted: causes.length === 0, causes };
}

/** The server's; undefined where it could not even read the object, which is the schema's business. */
export async function answered(object: any, client: ApiClient): Promise<Outcome | undefined> {
  const { status, body } = await client.request('POST', `/api/v1/namespaces/default/${object.kind === 'Pod' ? 'pods' : 'podtemplates'}`, object,
    { dryRun: 'All', fieldValidation: 'Strict' });
  if (status === 201) {
    return { accepted: true, causes: [] };
  }
  if (status === 422 || status === 403) {
    const causes: string[] = (body.details?.causes ?? []).map((cause: any) => `${cause.field}: ${cause.reason}`);
    return { accepted: false, causes: status === 403 ? [] : [...new Set(causes)] };
  }
  return undefined;
}


/** The same verdict, with the same fields and reasons where the server gives any. */
export function isAlike(ours: Outcome, theirs: Outcome): boolean {
  const isOnlyStatus = !theirs.accepted && theirs.causes.length === 0;
  return ours.accepted === theirs.accepted && (isOnlyStatus || [...ours.causes].sort().join() === [...theirs.causes].sort().join());
}
