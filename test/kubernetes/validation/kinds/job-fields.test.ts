import { changed, messages, META, POD } from './subject';

/* Choices and limits of Jobs, each beside its neighbour that the server takes. */

const pod = { ...POD, spec: { ...POD.spec, initContainers: [{ name: 'first', image: 'x' }], restartPolicy: 'Never' } };
const job = { apiVersion: 'batch/v1', kind: 'Job', metadata: META, spec: { template: pod } };
const withSpec = (spec: object) => ({ ...job, spec: { ...job.spec, ...spec } });
const indexed = (spec: object) => withSpec({ completionMode: 'Indexed', completions: 4, parallelism: 4, backoffLimitPerIndex: 1, ...spec });
const failing = (...rules: object[]) => ({ podFailurePolicy: { rules } });
const codes = (onExitCodes: object) => failing({ action: 'Count', onExitCodes: { operator: 'In', values: [1], ...onExitCodes } });
const conditions = (...onPodConditions: object[]) => failing({ action: 'Ignore', onPodConditions });
const done = (...rules: object[]) => ({ successPolicy: { rules } });
const numbers = (length: number, first = 1) => Array.from({ length }, (_, index) => first + index);
const labelled = (labels: object) => withSpec({ template: changed(pod, 'metadata.labels', labels) });
const CONDITION = { type: 'DisruptionTarget' };

test.each<[object]>([
  [{ completionMode: 'NonIndexed' }], [{ completionMode: null }],
  [{ parallelism: 0, completions: 0, activeDeadlineSeconds: 0, backoffLimit: 0, ttlSecondsAfterFinished: 0 }],
  [{ managedBy: `example.com/${'a'.repeat(51)}` }], [{ managedBy: null }], [{ podReplacementPolicy: 'Failed' }],
  [{ podReplacementPolicy: 'TerminatingOrFailed' }], [{ podReplacementPolicy: null }],
  [{ manualSelector: false }], [{ manualSelector: true, selector: { matchLabels: { app: 'llm' } } }],
  [{ manualSelector: true, selector: {} }], [{ selector: {} }],
  [codes({ operator: 'NotIn', values: [0] })], [codes({ containerName: 'main' })], [codes({ containerName: 'first' })], [codes({ values: numbers(255) })], [codes({ values: [1, 2, 10] })],
  [conditions(CONDITION)], ...['True', 'False', 'Unknown', ''].map((status): [object] => [conditions({ ...CONDITION, status })]), [conditions(...Array<object>(20).fill(CONDITION))],
  ...['Count', 'FailJob', 'Ignore'].map((action): [object] => [failing({ action, onPodConditions: [CONDITION] })]),
  [failing(...Array<object>(20).fill({ action: 'Count', onPodConditions: [CONDITION] }))], [failing()],
])('a Job with %j is taken', spec => {
  expect(messages(withSpec(spec))).toEqual([]);
});

test.each<[object]>([
  [{}], [{ completions: undefined, parallelism: undefined }], [{ completions: 0 }], [{ parallelism: 100_000 }],
  [{ completions: 100_000, parallelism: 100_000 }], [{ completions: 100_000, maxFailedIndexes: 100_000 }],
  [{ completions: 100_001, maxFailedIndexes: 10_000, parallelism: 10_000 }],
  [{ completions: 1_000_000, backoffLimitPerIndex: undefined, parallelism: 100_000 }], [{ maxFailedIndexes: 4 }], [{ maxFailedIndexes: 0 }],
  [failing({ action: 'FailIndex', onPodConditions: [CONDITION] })],
  [done(...Array<object>(20).fill({ succeededCount: 1 }))], [done({ succeededCount: 0 })], [done({ succeededCount: 4 })], [done({ succeededIndexes: '' })], [done({ succeededIndexes: '3' })],
  [done({ succeededIndexes: '0,1-3', succeededCount: 4 })], [done({ succeededIndexes: '+1' })], [done({ succeededIndexes: `${'0'.repeat(65_535)}1` })],
])('an indexed Job with %j is taken', spec => {
  expect(messages(indexed(spec))).toEqual([]);
});

const AT_LEAST_ZERO = 'must be greater than or equal to 0';
const FORMAT = 'error parsing succeededIndexes: ';
const success = 'spec.successPolicy.rules[0]';
const failure = 'spec.podFailurePolicy.rules[0]';
const MANY = 'when completions are above 100000 and used with backoff limit per index';
const QUALIFIED = expect.stringContaining('name part must consist of alphanumeric characters') as unknown as string;

test.each<[object, string[]]>([
  ...['parallelism', 'completions', 'activeDeadlineSeconds', 'backoffLimit', 'ttlSecondsAfterFinished']
    .map((name): [object, string[]] => [{ [name]: -1 }, [`spec.${name}: Invalid value: -1: ${AT_LEAST_ZERO}`]]),
  [{ completionMode: 'Sorted' }, ['spec.completionMode: Unsupported value: "Sorted": supported values: "NonIndexed", "Indexed"']],
  [{ completionMode: '' }, ['spec.completionMode: Unsupported value: "": supported values: "NonIndexed", "Indexed"']],
  [{ backoffLimitPerIndex: 1 }, ['spec.backoffLimitPerIndex: Invalid value: 1: requires indexed completion mode']],
  [{ managedBy: '' }, ['spec.managedBy: Required value']],
  [{ managedBy: `example.com/${'a'.repeat(52)}` }, ['spec.managedBy: Too long: may not be more than 63 bytes']],
  [{ managedBy: 'me' }, ['spec.managedBy: Invalid value: "me": must be a domain-prefixed path (such as "acme.io/foo")']],
  [{ managedBy: 'example.com/' }, ['spec.managedBy: Invalid value: "example.com/": must be a domain-prefixed path (such as "acme.io/foo")']],
  [{ managedBy: '/me' }, ['spec.managedBy: Invalid value: "/me": must be a domain-prefixed path (such as "acme.io/foo")']],
  [{ podReplacementPolicy: 'Soon' }, ['spec.podReplacementPolicy: Unsupported value: "Soon": supported values: "Failed", "TerminatingOrFailed"']],
  [{ ...codes({}), podReplacementPolicy: 'TerminatingOrFailed' }, ['spec.podReplacementPolicy: Unsupported value: "TerminatingOrFailed": supported values: "Failed"']],
  [{ selector: { matchExpressions: [{ key: 'a', operator: 'Like' }] } }, ['spec.selector.matchExpressions[0].operator: Invalid value: "Like": not a valid selector operator']],
  [failing({ action: 'FailIndex', onPodConditions: [CONDITION] }), [`${failure}.action: Invalid value: "FailIndex": requires the backoffLimitPerIndex to be set`]],
  [failing({ onPodConditions: [CONDITION] }), [`${failure}.action: Required value: valid values: ["Count" "FailIndex" "FailJob" "Ignore"]`]],
  [failing({ action: 'Stop', onPodConditions: [CONDITION] }), [`${failure}.action: Unsupported value: "Stop": supported values: "Count", "FailIndex", "FailJob", "Ignore"`]],
  [failing(...Array<object>(21).fill({ action: 'Count', onPodConditions: [CONDITION] })), ['spec.podFailurePolicy.rules: Too many: 21: must have at most 20 items']],
  [failing({ action: 'Count' }), [`${failure}: Invalid value: {"action":"Count"}: specifying one of OnExitCodes and OnPodConditions is required`]],
  [failing({ action: 'Count', onPodConditions: [CONDITION], onExitCodes: { operator: 'In', values: [1] } }),
    [expect.stringContaining('specifying both OnExitCodes and OnPodConditions is not supported') as unknown as string]],
  [codes({ operator: undefined }), [`${failure}.onExitCodes.operator: Required value: valid values: ["In" "NotIn"]`]],
  [codes({ operator: 'Is' }), [`${failure}.onExitCodes.operator: Unsupported value: "Is": supported values: "In", "NotIn"`]],
  [codes({ values: [] }), [`${failure}.onExitCodes.values: Invalid value: []: at least one value is required`]],
  [codes({ values: numbers(256) }), [`${failure}.onExitCodes.values: Too many: 256: must have at most 255 items`]],
  [codes({ values: [0] }), [`${failure}.onExitCodes.values[0]: Invalid value: 0: must not be 0 for the In operator`]],
  [codes({ values: [2, 1] }), [`${failure}.onExitCodes.values: Invalid value: [2,1]: must be ordered`]],
  [codes({ values: [1, 1] }), [`${failure}.onExitCodes.values[1]: Duplicate value: 1`]],
  [codes({ containerName: 'other' }),
    [`${failure}.onExitCodes.containerName: Invalid value: "other": must be one of the container or initContainer names in the pod template`]],
  [conditions({ ...CONDITION, status: 'Yes' }), [`${failure}.onPodConditions[0].status: Unsupported value: "Yes": supported values: "False", "True", "Unknown"`]],
  [conditions({ type: 'a b' }), [QUALIFIED]],
  [conditions(...Array<object>(21).fill(CONDITION)), [`${failure}.onPodConditions: Too many: 21: must have at most 20 items`]],
  [done({ succeededCount: 1 }), ['spec.successPolicy: Invalid value: {"rules":[{"succeededCount":1}]}: requires indexed completion mode']],
])('a Job with %j is refused', (spec, expected) => {
  expect(messages(withSpec(spec))).toEqual(expected);
});

test.each<[object, string[]]>([
  [{ backoffLimitPerIndex: -1 }, [`spec.backoffLimitPerIndex: Invalid value: -1: ${AT_LEAST_ZERO}`]],
  [{ maxFailedIndexes: -1 }, [`spec.maxFailedIndexes: Invalid value: -1: ${AT_LEAST_ZERO}`]],
  [{ maxFailedIndexes: 1, backoffLimitPerIndex: undefined }, ['spec.backoffLimitPerIndex: Required value: when maxFailedIndexes is specified']],
  [{ completions: undefined }, ['spec.completions: Required value: when completion mode is Indexed']],
  [{ completions: undefined, maxFailedIndexes: 1 }, ['spec.completions: Required value: when completion mode is Indexed']],
  [{ completions: undefined, ...done({}) }, ['spec.completions: Required value: when completion mode is Indexed']],
  [{ parallelism: 100_001 }, ['spec.parallelism: Invalid value: 100001: must be less than or equal to 100000 when completion mode is Indexed']],
  [{ maxFailedIndexes: 5 }, ['spec.maxFailedIndexes: Invalid value: 5: must be less than or equal to completions']],
  [{ completions: 100_001, maxFailedIndexes: 100_001 }, [
    'spec.maxFailedIndexes: Invalid value: 100001: must be less than or equal to 100000', `spec.maxFailedIndexes: Invalid value: 100001: must be less than or equal to 10000 ${MANY}`,
  ]],
  [{ completions: 100_001 }, ['spec.maxFailedIndexes: Required value: must be specified when completions is above 100000']],
  [{ completions: 100_001, maxFailedIndexes: 10_001 }, [`spec.maxFailedIndexes: Invalid value: 10001: must be less than or equal to 10000 ${MANY}`]],
  [{ completions: 100_001, maxFailedIndexes: 1, parallelism: 10_001 }, [`spec.parallelism: Invalid value: 10001: must be less than or equal to 10000 ${MANY}`]],
  [done(), ['spec.successPolicy.rules: Required value: at least one rules must be specified when the successPolicy is specified']],
  [done(...Array<object>(21).fill({ succeededCount: 1 })), ['spec.successPolicy.rules: Too many: 21: must have at most 20 items']],
  [done({}), [`${success}: Required value: at least one of succeededCount or succeededIndexes must be specified`]],
  [done({ succeededCount: -1 }), [`${success}.succeededCount: Invalid value: -1: ${AT_LEAST_ZERO}`]],
  [done({ succeededCount: 5 }), [`${success}.succeededCount: Invalid value: 5: must be less than or equal to 4 (the number of specified completions)`]],
  [done({ succeededIndexes: '0-1', succeededCount: 3 }),
    [`${success}.succeededCount: Invalid value: 3: must be less than or equal to 2 (the number of indexes in the specified succeededIndexes field)`]],
  [done({ succeededIndexes: '', succeededCount: 1 }),
    [`${success}.succeededCount: Invalid value: 1: must be less than or equal to 0 (the number of indexes in the specified succeededIndexes field)`]],
  [done({ succeededIndexes: '4' }), [`${success}.succeededIndexes: Invalid value: "4": ${FORMAT}too large index: "4"`]],
  [done({ succeededIndexes: '1,1' }), [`${success}.succeededIndexes: Invalid value: "1,1": ${FORMAT}non-increasing order, previous: 1, current: 1`]],
  [done({ succeededIndexes: '2-1' }), [`${success}.succeededIndexes: Invalid value: "2-1": ${FORMAT}non-increasing order, previous: 2, current: 1`]],
  [done({ succeededIndexes: '0,' }), [`${success}.succeededIndexes: Invalid value: "0,": ${FORMAT}cannot convert string to integer for index: ""`]],
  [done({ succeededIndexes: '0-1-2' }),
    [`${success}.succeededIndexes: Invalid value: "0-1-2": ${FORMAT}the fragment "0-1-2" violates the requirement that an index interval can have at most two parts separated by '-'`]],
  [done({ succeededIndexes: `${'0'.repeat(65_536)}1` }), [`${success}.succeededIndexes: Too long: may not be more than 65536 bytes`]],
])('an indexed Job with %j is refused', (spec, expected) => {
  expect(messages(indexed(spec))).toEqual(expected);
});

const restarting = (restartPolicy: unknown, spec: object = {}) => messages(withSpec({ template: changed(pod, 'spec.restartPolicy', restartPolicy), ...spec }));

test('the pods of a Job end', () => {
  const field = 'spec.template.spec.restartPolicy';
  expect(restarting('OnFailure')).toEqual([]);
  expect(restarting('Always')).toEqual([`${field}: Required value: valid values: "OnFailure", "Never"`]);
  expect(restarting('Sometimes')).toContainEqual(`${field}: Unsupported value: "Sometimes": supported values: "OnFailure", "Never"`);
  expect(restarting('OnFailure', codes({}))).toEqual([`${field}: Invalid value: "OnFailure": only "Never" is supported when podFailurePolicy is specified`]);
});

test('labels that the server gives the pods may be written if they say the same', () => {
  const field = 'spec.template.metadata.labels';
  expect(messages(labelled({ 'job-name': 'sample', 'batch.kubernetes.io/job-name': 'sample' }))).toEqual([]);
  for (const [key, value] of [
    ['job-name', "'sample'"], ['batch.kubernetes.io/job-name', "'sample'"], ['controller-uid', 'the uid that the API server gives the Job'],
  ]) {
    const [message, ...others] = messages(labelled({ [key]: 'x' }));
    expect([message.startsWith(`${field}[${key}]: Invalid value: {`), message.endsWith(`: must be ${value}`), others]).toEqual([true, true, []]);
  }
  // This one is what the server selects by.
  expect(messages(labelled({ 'batch.kubernetes.io/controller-uid': 'x' }))).toEqual([
    expect.stringMatching(/^spec\.template\.metadata\.labels\[batch\.kubernetes\.io\/controller-uid\]: .* gives the Job$/),
    expect.stringMatching(/^spec\.template\.metadata\.labels: .*`selector` does not match template `labels`$/),
  ]);
});

test('the host name of the last pod of an indexed Job is a label', () => {
  const named = (name: string, spec: object) => messages(changed(indexed(spec), 'metadata.name', name));
  expect(named('a'.repeat(61), {})).toEqual([]);
  expect(named('a'.repeat(62), {})).toEqual([`metadata.name: Invalid value: "${'a'.repeat(62)}": will not able to create pod with invalid DNS label: ${'a'.repeat(62)}-3`]);
  expect(named('a'.repeat(61), { completions: 11 })).toHaveLength(1);
  expect(named('a'.repeat(61), { completions: 10 })).toEqual([]);
  expect(named('a'.repeat(63), { completions: 0 })).toEqual([]);
  expect(messages(changed(job, 'metadata.name', 'a'.repeat(63)))).toEqual([]);
});

test('a replacement policy is not looked at where its gate drops it', () => {
  const body = withSpec({ podReplacementPolicy: 'Soon' });
  expect([messages(body, '1.33').length, messages(body, '1.33', { JobPodReplacementPolicy: false })]).toEqual([1, []]);
});
