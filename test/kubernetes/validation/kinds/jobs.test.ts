import { changed, META, POD, rowsOf, said } from './subject';

const pod = { ...POD, spec: { ...POD.spec, restartPolicy: 'Never' } };
const job = { apiVersion: 'batch/v1', kind: 'Job', metadata: META, spec: { template: pod } };
const indexed = { ...job, spec: { ...job.spec, completionMode: 'Indexed', completions: 4, parallelism: 4, backoffLimitPerIndex: 1 } };
const failFast = { rules: [{ action: 'FailJob', onExitCodes: { operator: 'In', values: [42] } }] };

test.each(rowsOf([
  ['spec.parallelism', 0],
  ['spec.completions', -1, 'spec.completions: Invalid value'],
  ['spec.template.spec.restartPolicy', undefined, 'spec.template.spec.restartPolicy: Required value'],
  ['spec.template.spec.restartPolicy', 'Always', 'spec.template.spec.restartPolicy: Required value'],
  ['spec.template.spec.restartPolicy', 'Sometimes', 'spec.template.spec.restartPolicy: Unsupported value'],
  ['spec.completionMode', 'Sorted', 'spec.completionMode: Unsupported value'],
  ['spec.backoffLimitPerIndex', 1, 'spec.backoffLimitPerIndex: Invalid value'],
  ['spec.maxFailedIndexes', 1, 'spec.backoffLimitPerIndex: Required value', 'spec.maxFailedIndexes: Invalid value'],
  ['spec.successPolicy', { rules: [] }, 'spec.successPolicy: Invalid value'],
  ['spec.managedBy', 'me', 'spec.managedBy: Invalid value'],
  ['spec.managedBy', `example.com/${'a'.repeat(60)}`, 'spec.managedBy: Too long'],
  ['spec.podReplacementPolicy', 'Soon', 'spec.podReplacementPolicy: Unsupported value'],
  ['spec.selector', { matchLabels: { app: 'llm' } }, 'spec.selector: Invalid value'],
  ['spec.template.metadata.labels.job-name', 'other', 'spec.template.metadata.labels[job-name]: Invalid value'],
  ['spec.manualSelector', true, 'spec.selector: Required value', 'spec.template.metadata.labels: Invalid value'],
  // The name is a label of the pods, and a Job without labels shares theirs.
  ['metadata.name', 'a'.repeat(64), 'metadata.labels: Invalid value', 'spec.template.labels: Invalid value'],
]))('a Job with %s', (_, path, value, expected) => {
  expect(said(changed(job, path, value))).toEqual(expected);
});

test.each(rowsOf([
  ['spec.completions', undefined, 'spec.completions: Required value'],
  ['spec.maxFailedIndexes', 5, 'spec.maxFailedIndexes: Invalid value'],
  ['spec.parallelism', 100_001, 'spec.parallelism: Invalid value'],
  ['spec.completions', 100_001, 'spec.maxFailedIndexes: Required value'],
  ['metadata.name', `${'a'.repeat(61)}`],
  ['metadata.name', `${'a'.repeat(62)}`, 'metadata.name: Invalid value'],
  ['metadata.name', 'a.b', 'metadata.name: Invalid value'],
  ['spec.successPolicy', { rules: [] }, 'spec.successPolicy.rules: Required value'],
  ['spec.successPolicy', { rules: [{}] }, 'spec.successPolicy.rules[0]: Required value'],
  ['spec.successPolicy', { rules: [{ succeededIndexes: '0,2-3', succeededCount: 3 }] }],
  ['spec.successPolicy', { rules: [{ succeededIndexes: '0,2-3', succeededCount: 4 }] }, 'spec.successPolicy.rules[0].succeededCount: Invalid value'],
  ['spec.successPolicy', { rules: [{ succeededIndexes: '2,1' }] }, 'spec.successPolicy.rules[0].succeededIndexes: Invalid value'],
  ['spec.successPolicy', { rules: [{ succeededIndexes: '1-1' }] }, 'spec.successPolicy.rules[0].succeededIndexes: Invalid value'],
  ['spec.successPolicy', { rules: [{ succeededIndexes: '0'.repeat(65_537) }] },
    'spec.successPolicy.rules[0].succeededIndexes: Too long'],
  ['spec.successPolicy', { rules: [{ succeededIndexes: '4' }] }, 'spec.successPolicy.rules[0].succeededIndexes: Invalid value'],
  ['spec.successPolicy', { rules: [{ succeededIndexes: '1-2-3' }] }, 'spec.successPolicy.rules[0].succeededIndexes: Invalid value'],
  ['spec.podFailurePolicy', failFast],
  ['spec.podFailurePolicy', { rules: Array(21).fill(failFast.rules[0]) }, 'spec.podFailurePolicy.rules: Too many'],
  ['spec.podFailurePolicy', { rules: [{ action: 'FailIndex', onPodConditions: [{ type: 'DisruptionTarget' }] }] }],
  ['spec.podFailurePolicy', { rules: [{ action: 'Ignore' }] }, 'spec.podFailurePolicy.rules[0]: Invalid value'],
  ['spec.podFailurePolicy', { rules: [{ onExitCodes: { operator: 'In', values: [1] } }] }, 'spec.podFailurePolicy.rules[0].action: Required value'],
  ['spec.podFailurePolicy', { rules: [{ action: 'Count', onExitCodes: { operator: 'In', values: [0] } }] },
    'spec.podFailurePolicy.rules[0].onExitCodes.values[0]: Invalid value'],
  ['spec.podFailurePolicy', { rules: [{ action: 'Count', onExitCodes: { operator: 'NotIn', values: [3, 2, 2] } }] },
    'spec.podFailurePolicy.rules[0].onExitCodes.values: Invalid value', 'spec.podFailurePolicy.rules[0].onExitCodes.values[2]: Duplicate value'],
  ['spec.podFailurePolicy', { rules: [{ action: 'Count', onExitCodes: { operator: 'In', values: [1], containerName: 'other' } }] },
    'spec.podFailurePolicy.rules[0].onExitCodes.containerName: Invalid value'],
]))('an indexed Job with %s', (_, path, value, expected) => {
  expect(said(changed(indexed, path, value))).toEqual(expected);
});

test('a failure policy allows no other replacement and no restarts', () => {
  const body = changed(changed(job, 'spec.podFailurePolicy', failFast), 'spec.podReplacementPolicy', 'TerminatingOrFailed');
  expect(said(body)).toEqual(['spec.podReplacementPolicy: Unsupported value']);
  expect(said(changed(changed(job, 'spec.podFailurePolicy', failFast), 'spec.template.spec.restartPolicy', 'OnFailure')))
    .toEqual(['spec.template.spec.restartPolicy: Invalid value']);
});

test('a field is not looked at where its gate drops it', () => {
  const body = changed(job, 'spec.managedBy', 'me');
  expect(said(body, '1.33')).toEqual(['spec.managedBy: Invalid value']);
  expect(said(body, '1.33', { JobManagedBy: false })).toEqual([]);
});

const cronJob = { apiVersion: 'batch/v1', kind: 'CronJob', metadata: META, spec: { schedule: '0 3 * * *', jobTemplate: { spec: { template: pod } } } };

test.each(rowsOf([
  ['metadata.name', 'a'.repeat(52)],
  ['metadata.name', 'a'.repeat(53), 'metadata.name: Invalid value'],
  ['spec.concurrencyPolicy', 'Wait', 'spec.concurrencyPolicy: Unsupported value'],
  ['spec.startingDeadlineSeconds', -1, 'spec.startingDeadlineSeconds: Invalid value'],
  ['spec.timeZone', 'Europe/Berlin'],
  ['spec.timeZone', 'europe/berlin', 'spec.timeZone: Invalid value'],
  ['spec.timeZone', 'Local', 'spec.timeZone: Invalid value'],
  ['spec.timeZone', '', 'spec.timeZone: Invalid value'],
  ['spec.jobTemplate.spec.selector', { matchLabels: { a: 'b' } }, 'spec.jobTemplate.spec.selector: Invalid value'],
  ['spec.jobTemplate.spec.manualSelector', true, 'spec.jobTemplate.spec.manualSelector: Unsupported value'],
  ['spec.jobTemplate.spec.template.spec.restartPolicy', undefined, 'spec.jobTemplate.spec.template.spec.restartPolicy: Required value'],
]))('a CronJob with %s', (_, path, value, expected) => {
  expect(said(changed(cronJob, path, value))).toEqual(expected);
});

test.each([
  '* * * * *', '*/5 * * * *', '0 0 1,15 * ?', '0 0 * JAN-mar Sun', '5/10 * * * *', '@hourly', '@every 1h30m', '@every 1.5h', '+5 * * * *', '0  3  *  *  *',
])('the schedule "%s" is one', schedule => {
  expect(said(changed(cronJob, 'spec.schedule', schedule))).toEqual([]);
});

test.each([
  '* * * *', '* * * * * *', '60 * * * *', '* 24 * * *', '* * 0 * *', '* * 32 * *', '* * * 13 *', '* * * * 7', '5-3 * * * *', '*/0 * * * *', '1-2-3 * * * *', '*/1/2 * * * *', 'x * * * *',
  '-1 * * * *', '@never', '@every', '@every soon', 'TZ=UTC 0 3 * * *', 'CRON_TZ=UTC 0 3 * * *',
])('the schedule "%s" is none', schedule => {
  expect(said(changed(cronJob, 'spec.schedule', schedule))).toEqual(['spec.schedule: Invalid value']);
});

test('a schedule is needed', () => {
  expect(said(changed(cronJob, 'spec.schedule', ''))).toEqual(['spec.schedule: Required value']);
});
