import { PlainObject } from '../../../base/plain';
import { asList, asObject, isPresent, objectAt } from '../../../base/reading';
import { Manifest } from '../../../kubernetes/manifest';
import { sameMeaning } from '../../../kubernetes/validation/kinds/meaning';
import { Change } from '../changes';

/** What a webhook or a rule of a definition refuses, in its own words. */
export interface Refusal {
  readonly field: string;
  readonly message: string;
  readonly help: string;
}

type Validate = (change: Change) => readonly Refusal[];

/** Extension kinds whose servers refuse changes. */
const VALIDATIONS: ReadonlyMap<string, Validate> = new Map<string, Validate>([
  ['apiextensions.k8s.io/CustomResourceDefinition', ofDefinition],
  ['jobset.x-k8s.io/JobSet', ofJobSet],
  ['leaderworkerset.x-k8s.io/LeaderWorkerSet', ofLeaderWorkerSet],
]);

export function refusalsOf(change: Change): readonly Refusal[] {
  return VALIDATIONS.get(change.next.type)?.(change) ?? [];
}

const ANOTHER_RUN = 'a JobSet runs once: give the next run another name (runId of an IndexedTrainingJob)';

/** Source: jobset api/jobset/v1alpha2/jobset_types.go (XValidation self == oldSelf), pkg/webhooks/jobset_webhook.go ValidateUpdate (v0.10.1) */
function ofJobSet({ previous, next }: Change): Refusal[] {
  const isSuspended = previous.spec.suspend === true || next.spec.suspend === true;
  const [before, after] = [previous, next].map(object => jobsOf(object, isSuspended));
  const values = ['network', 'successPolicy', 'failurePolicy', 'startupPolicy'].filter(name => {
    const [was, will] = [previous, next].map(({ spec }) => policyOf(name, spec[name]));
    // A rule about an old value is not asked where there was none, or is none any more.
    return was !== undefined && will !== undefined && !sameMeaning(was, will, name, undefined, 'as written');
  })
    .map(name => ({ field: `spec.${name}`, message: `Invalid value: ${JSON.stringify(next.spec[name])}: Value is immutable`, help: ANOTHER_RUN }));
  const fixed = [['replicatedJobs', before, after], ['managedBy', previous.spec.managedBy, next.spec.managedBy]] as const;
  return [...values, ...fixed.filter(([name, was, will]) => !sameMeaning(was, will, name, undefined, 'as written')).map(([name]) => (
    { field: `spec.${name}`, message: `Invalid value: ${name === 'managedBy' ? JSON.stringify(next.spec.managedBy ?? null) : 'the jobs differ'}: field is immutable`, help: ANOTHER_RUN }))];
}

/** What the webhook fills in. Source: jobset pkg/webhooks/jobset_webhook.go Default (v0.10.1) */
const FILLED_IN: { readonly [policy: string]: PlainObject } = {
  network: { enableDNSHostnames: true, publishNotReadyAddresses: true },
  successPolicy: { operator: 'All' },
  startupPolicy: { startupPolicyOrder: 'AnyOrder' },
};

function policyOf(name: string, written: unknown): PlainObject | undefined {
  return FILLED_IN[name] === undefined && !isPresent(written) ? undefined : { ...FILLED_IN[name], ...asObject(written) };
}

/** While it is suspended, a queue may still say where the pods run. */
function jobsOf({ spec }: Manifest, isSuspended: boolean): PlainObject[] {
  return asList(spec.replicatedJobs).map(job => {
    const template = objectAt(job, 'template', 'spec', 'template');
    const { nodeSelector, tolerations, schedulingGates, ...rest } = asObject(template.spec);
    const pod = { restartPolicy: 'OnFailure', ...rest, ...(!isSuspended && { nodeSelector, tolerations, schedulingGates }) };
    const run = { completionMode: 'Indexed', ...objectAt(job, 'template', 'spec'), template: { metadata: isSuspended ? null : template.metadata, spec: pod } };
    return { ...job, replicas: job.replicas ?? 1, groupName: job.groupName ?? 'default', template: { metadata: objectAt(job, 'template').metadata, spec: run } };
  });
}

/** Source: lws pkg/webhooks/leaderworkerset_webhook.go ValidateUpdate (v0.8.0) */
function ofLeaderWorkerSet({ previous, next }: Change): Refusal[] {
  const field = 'spec.leaderWorkerTemplate.subGroupPolicy.subGroupSize';
  const [was, will] = [previous, next].map(({ spec }) => objectAt(spec, 'leaderWorkerTemplate').subGroupPolicy);
  const [size, newSize] = [was, will].map(policy => asObject(policy).subGroupSize);
  const detail = isPresent(was) && isPresent(will) ? (size === newSize ? undefined : 'field is immutable')
    : isPresent(will) ? 'cannot enable subGroupSize after the lws is already created'
      : isPresent(was) ? 'cannot remove subGroupSize after enabled' : undefined;
  return detail === undefined ? [] : [{ field, message: `Invalid value: ${JSON.stringify(newSize ?? size ?? null)}: ${detail}`, help: 'give the set another name, and move the traffic when its groups are ready' }];
}

/** Measured (v1.36). Source: apiextensions-apiserver pkg/apis/apiextensions/validation/validation.go ValidateCustomResourceDefinitionUpdate */
function ofDefinition({ previous, next }: Change): Refusal[] {
  const fixed = [['spec.scope', previous.spec.scope, next.spec.scope], ['spec.names.kind', objectAt(previous.spec, 'names').kind, objectAt(next.spec, 'names').kind]] as const;
  const names = new Set(asList(next.spec.versions).map(({ name }) => name));
  const dropped = asList(previous.spec.versions).find(({ name, storage }) => storage === true && !names.has(name));
  return [
    ...fixed.filter(([, was, will]) => was !== will)
      .map(([field, , will]) => ({ field, message: `Invalid value: ${JSON.stringify(will ?? null)}: field is immutable`, help: 'make a definition of another name and move the objects; deleting this one deletes them all' })),
    ...(dropped === undefined ? [] : [{
      field: 'spec.versions',
      message: `Invalid value: ${JSON.stringify(dropped.name)}: missing from spec.versions; was previously a storage version, and must remain in spec.versions until a storage migration`,
      help: 'keep it with served: false, rewrite every object in the new version, take it out of status.storedVersions, then drop it',
    }]),
  ];
}
