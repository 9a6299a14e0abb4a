import { InvalidInput } from './errors/invalid-input';

/** A name that somebody (we, or a controller) will make out of the pattern's name, and how long it may get. */
export interface DerivedName {
  /** What carries it: `pod hostname`, `label controller-revision-hash`. */
  readonly carrier: string;
  readonly name: string;
  readonly max: number;
  /** Where the limit comes from. */
  readonly source: string;
}

/** Characters of a DNS label, and of the value of a label. */
export const LABEL_LIMIT = 63;
const REVISION_HASH_LENGTH = 10;

/**
 * Everything a StatefulSet's name ends up in. The API server checks only the 63 of the name; the pods then never appear.
 *
 * Source: pkg/controller/statefulset/stateful_set_utils.go (setPodRevision, updateIdentity) and
 * pkg/controller/history/controller_history.go (v1.36); kubernetes#64023
 */
export function statefulSetNames(set: string, lastOrdinal: number, claimTemplates: readonly string[] = []): DerivedName[] {
  return [
    {
      carrier: 'label controller-revision-hash',
      name: `${set}-${'x'.repeat(REVISION_HASH_LENGTH)}`,
      max: LABEL_LIMIT,
      source: 'a StatefulSet puts its name and a hash of up to 10 characters into a label value of at most 63, so its name has 52',
    },
    { carrier: 'pod and its hostname', name: `${set}-${lastOrdinal}`, max: LABEL_LIMIT, source: 'a hostname is a DNS label of at most 63 characters' },
    ...claimTemplates.map(template => ({
      carrier: 'PersistentVolumeClaim',
      name: `${template}-${set}-${lastOrdinal}`,
      max: 253,
      source: 'an object name has at most 253 characters',
    })),
  ];
}

/**
 * Everything an Indexed Job's name ends up in.
 *
 * Source: pkg/apis/batch/validation/validation.go (v1.36): `<name>-<completions - 1>` must be a DNS label
 */
export function indexedJobNames(job: string, lastIndex: number): DerivedName[] {
  return [
    { carrier: 'pod hostname', name: `${job}-${lastIndex}`, max: LABEL_LIMIT, source: 'the Job controller sets hostname <job>-<index>, a DNS label of at most 63' },
    { carrier: 'label batch.kubernetes.io/job-name', name: job, max: LABEL_LIMIT, source: 'a label value has at most 63 characters' },
  ];
}

/** A Service name. Source: pkg/apis/core/validation/validation.go (v1.36): DNS-1035 before 1.36, DNS-1123 from it. */
export function serviceName(service: string): DerivedName {
  return { carrier: 'Service', name: service, max: LABEL_LIMIT, source: 'a Service name is a DNS label of at most 63 characters' };
}

/**
 * One budget over every name derived from `name`: the child that exceeds its limit most is named, with how much to cut.
 */
export function checkNameBudget(field: string, name: string, derived: readonly DerivedName[]): void {
  const excess = (child: DerivedName) => child.name.length - child.max;
  const [first, ...others] = derived;
  const worst = others.reduce((longest, child) => (excess(child) > excess(longest) ? child : longest), first);
  if (!worst || excess(worst) <= 0) {
    return;
  }
  throw new InvalidInput({
    field,
    reason: 'Too long',
    value: name,
    detail: `has ${name.length} characters; the longest derived name, ${worst.carrier} "${worst.name}", then has ${worst.name.length} of at most ${worst.max} (${worst.source})`,
    help: `use at most ${name.length - excess(worst)} characters${/^(id|(metadata\.)?name)$/.test(field) ? '; name: overrides the one made from the construct id' : ''}`,
  });
}

/** `Llama405` gives `llama405`, `MyLLMGroup` gives `my-llm-group`. */
export function kebabCase(id: string): string {
  return id
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])(?=[A-Z][a-z])/g, '$1-')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase();
}
