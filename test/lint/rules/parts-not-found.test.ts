import { findingsIn, jobSet, template } from '../run/manifests';

/* References from an object to a part of itself: what is said of each way to miss it. */

describe('AIW2139 replicated job not found', () => {
  const replicated = (name: string, more: object = {}) => ({ name, ...more, template: { spec: { completions: 4, template: template({}) } } });
  const waiting = (...names: string[]) => ({ dependsOn: names.map(name => ({ name, status: 'Complete' })) });
  const said = (spec: object) => findingsIn('AIW2139', jobSet('train', spec)).map(({ field, message, help }) => [field, message, help]);

  test('a dependency that is not there, is the job itself, or comes later', () => {
    const jobs = [
      replicated('loader', waiting('loader')), replicated('worker', waiting('lodaer', 'worker', 'check', 'loader')), replicated('check', waiting('zzz')),
    ];
    expect(said({ replicatedJobs: jobs })).toEqual([
      ['spec.replicatedJobs[0].dependsOn[0].name', 'Invalid value: "loader": no replicated job before this one has the name: "loader" would wait for itself',
        'leave it out: the first replicated job can depend on none'],
      ['spec.replicatedJobs[1].dependsOn[0].name',
        'Not found: "lodaer": no replicated job before this one has the name: replicated jobs are loader, worker, check', 'did you mean loader?'],
      ['spec.replicatedJobs[1].dependsOn[1].name', 'Invalid value: "worker": no replicated job before this one has the name: "worker" would wait for itself',
        'name a replicated job of this JobSet'],
      ['spec.replicatedJobs[1].dependsOn[2].name', 'Invalid value: "check": no replicated job before this one has the name: it comes later',
        'name a replicated job of this JobSet'],
      ['spec.replicatedJobs[2].dependsOn[0].name', 'Not found: "zzz": no replicated job before this one has the name: replicated jobs are loader, worker, check',
        'name a replicated job of this JobSet'],
    ]);
  });

  test.each([
    ['a success policy', { successPolicy: { targetReplicatedJobs: ['workre'] } }, 'spec.successPolicy.targetReplicatedJobs[0]'],
    ['the second rule of a failure policy', { failurePolicy: { rules: [{}, { targetReplicatedJobs: ['workre'] }] } }, 'spec.failurePolicy.rules[1].targetReplicatedJobs[0]'],
    ['a coordinator', { coordinator: { replicatedJob: 'workre' } }, 'spec.coordinator.replicatedJob'],
  ])('%s that names none', (_, policy, field) => {
    expect(said({ ...policy, replicatedJobs: [replicated('worker')] })).toEqual([[field, 'Not found: "workre": replicated jobs are worker', 'did you mean worker?']]);
    expect(said({ ...policy, replicatedJobs: [] })).toEqual([[field, 'Not found: "workre": there are no replicated jobs', 'name a replicated job of this JobSet']]);
  });

  test.each([
    ['no name', {}], ['the first Job and pod', { jobIndex: 0, podIndex: 0 }], ['the last Job and pod', { jobIndex: 1, podIndex: 3 }], ['no number', { jobIndex: 'x', podIndex: 'y' }],
  ])('a coordinator passes with %s', (_, indexes) => {
    expect(said({ coordinator: { replicatedJob: 'worker', ...indexes }, replicatedJobs: [replicated('worker', { replicas: 2 })] })).toEqual([]);
  });

  test('a dependency without a name is for the schema to refuse', () => {
    expect(said({ replicatedJobs: [{ ...replicated('worker'), name: undefined }, replicated('check', { dependsOn: [{}] })] })).toEqual([]);
  });
});
