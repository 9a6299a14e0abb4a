import { Invariant } from '../../base/findings/construct-checks';
import { Finding } from '../../base/findings/finding';
import { noticed } from '../../base/findings/notice';
import { PlainObject } from '../../base/plain';
import { INDEX_TWICE } from '../notices';

/** Where the Job's spec lies in the object. */
export type JobPath = 'spec' | 'spec.replicatedJobs[0].template.spec';

/**
 * Holds however the object was patched: a replacement waits for the old pod. Absent, the policy follows from the failure rules.
 *
 * Source: pkg/apis/batch/v1/defaults.go, pkg/apis/batch/validation/validation.go (v1.36)
 */
export function replacementWaits(path: JobPath): Invariant {
  return manifest => {
    const job = path === 'spec' ? manifest.spec as PlainObject | undefined : jobOfSet(manifest);
    const policy = job?.podReplacementPolicy ?? (job?.podFailurePolicy ? 'Failed' : 'TerminatingOrFailed');
    return job === undefined || policy === 'Failed' ? [] : [finding(manifest, `${path}.podReplacementPolicy`, policy)];
  };
}

function jobOfSet(manifest: PlainObject): PlainObject | undefined {
  const spec = manifest.spec as { replicatedJobs?: { template?: { spec?: PlainObject } }[] } | undefined;
  return spec?.replicatedJobs?.[0]?.template?.spec;
}

function finding(manifest: PlainObject, field: string, value: unknown): Finding {
  const metadata = (manifest.metadata ?? {}) as { name?: string; namespace?: string };
  return {
    ...noticed(INDEX_TWICE),
    object: { apiVersion: String(manifest.apiVersion), kind: String(manifest.kind), namespace: metadata.namespace ?? '', name: metadata.name ?? '' },
    field,
    message: `Invalid value: ${JSON.stringify(value)}: must be Failed: any other policy starts the replacement while the old pod still ends, so two pods with one index write the same checkpoint and claim the same rank`,
    notes: ['the API server refuses any other value beside podFailurePolicy'],
    help: 'remove the patch; on a dead node free the index as explain() says instead',
  };
}
