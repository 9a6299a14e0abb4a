import { App, Chart, Duration, JsonPatch, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { build, container, torchrun, valueOf } from './build';
import { Checks, DisruptionBudget, FailureScope, IndexedTrainingJob, SuccessPolicy, TrainingBackend } from '../../../src';
import { adviceOf } from '../../../src/base/findings/construct-checks';
import { findingsOf } from '../../../src/lint/synth/validate-at-synth';

describe('the Job', () => {
  test('runs every index at once and replaces a pod only after it has ended', () => {
    expect(build({ rendezvous: torchrun }).spec).toMatchObject({
      completionMode: 'Indexed',
      completions: 4,
      parallelism: 4,
      podReplacementPolicy: 'Failed',
      backoffLimit: 92,
      template: { spec: { restartPolicy: 'Never', subdomain: 'pretrain' } },
    });
  });

  test('asserts nothing that a queue or a person changes later, and is kept when finished', () => {
    const { spec } = build({});
    expect(spec).not.toHaveProperty('suspend');
    expect(spec).not.toHaveProperty('ttlSecondsAfterFinished');
    expect(spec).not.toHaveProperty('activeDeadlineSeconds');
  });

  test('carries what was asked for', () => {
    const { spec } = build({ suspended: true, ttlAfterFinished: Duration.days(7), activeDeadline: Duration.hours(12), successPolicy: SuccessPolicy.indexes('0') });
    expect(spec).toMatchObject({
      suspend: true, ttlSecondsAfterFinished: 604800, activeDeadlineSeconds: 43200, successPolicy: { rules: [{ succeededIndexes: '0' }] },
    });
  });

  const backends: [string, TrainingBackend][] = [['Job', TrainingBackend.job()], ['JobSet', TrainingBackend.jobSet()]];

  test.each(backends)('takes labels, annotations and whatever else the metadata of a %s has from the user', (kind, backend) => {
    const labels = { 'team': 'llm', 'kueue.x-k8s.io/priority-class': 'high' };
    const { of, spec, objects } = build({ backend, metadata: { labels, annotations: { owner: 'jo' }, finalizers: ['example.com/report'] } });
    expect(of(kind).metadata).toMatchObject({ name: 'pretrain-1', namespace: 'ml', labels, annotations: { owner: 'jo' }, finalizers: ['example.com/report'] });
    // Labels of one run are not those of its pods, nor of what outlives it.
    expect(spec.template.metadata.labels).not.toHaveProperty('team');
    objects.filter(object => object.kind !== kind).forEach(({ metadata }) => {
      expect(metadata.labels).not.toHaveProperty('team');
      expect(metadata).not.toHaveProperty('finalizers');
    });
  });

  test('takes no label and no annotation that the pattern sets itself', () => {
    expect(() => build({ metadata: { labels: { 'cdk8s-ai-workloads/name': 'x' } } })).toThrow('metadata.labels[cdk8s-ai-workloads/name]: Forbidden');
    expect(() => build({ metadata: { labels: { 'kueue.x-k8s.io/queue-name': 'x' } } })).toThrow('help: use queueName');
    const partly = { queueName: 'gpu', rendezvous: torchrun, elastic: { minWorkers: 2 } };
    const annotated = (value: string) => build({ ...partly, metadata: { annotations: { 'kueue.x-k8s.io/job-min-parallelism': value } } });
    expect(() => annotated('3')).toThrow('metadata.annotations[kueue.x-k8s.io/job-min-parallelism]: Duplicate value: "3": follows from queueName and elastic, which give 2');
    expect(annotated('2').of('Job').metadata.annotations['kueue.x-k8s.io/job-min-parallelism']).toBe('2');
  });

  test('counts failures of each index where indexes are independent', () => {
    const { spec } = build({ failureScope: FailureScope.independent({ retriesPerIndex: 2, maxFailedIndexes: 1 }) });
    expect(spec).toMatchObject({ backoffLimitPerIndex: 2, maxFailedIndexes: 1 });
    expect(spec).not.toHaveProperty('backoffLimit');
  });

  test('names the main container in its failure rules', () => {
    const { spec } = build({ container: { ...container, name: 'trainer' }, exitCodes: { fail: [42] } });
    expect(spec.podFailurePolicy.rules[1].onExitCodes.containerName).toBe('trainer');
  });
});

describe('identity', () => {
  const identity = (runId: string) => {
    const { of } = build({ runId });
    return { service: of('Service'), budget: of('PodDisruptionBudget') };
  };

  test('a new run keeps the Service and the budget', () => {
    expect(identity('2')).toEqual(identity('1'));
  });

  test('a new run has a Job and host names of its own', () => {
    const { of, job } = build({ runId: '2' });
    expect(of('Job').metadata.name).toBe('pretrain-2');
    expect(job.worker(3)).toEqual({ index: 3, hostname: 'pretrain-2-3', dns: 'pretrain-2-3.pretrain.ml' });
    expect(job.leaderAddress).toBe('pretrain-2-0.pretrain.ml');
  });

  test('Service, budget and pod selection use the name; workers keep together by name and run', () => {
    const { of, pod, job } = build({});
    expect(of('Service').spec.selector).toEqual({ 'cdk8s-ai-workloads/name': 'pretrain' });
    expect(of('PodDisruptionBudget').spec.selector.matchLabels).toEqual({ 'cdk8s-ai-workloads/name': 'pretrain' });
    expect(job.pods.toPodSelectorConfig().labelSelector._toKube()).toEqual({ matchLabels: { 'cdk8s-ai-workloads/name': 'pretrain' } });
    expect(pod.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].labelSelector.matchLabels)
      .toEqual({ 'cdk8s-ai-workloads/name': 'pretrain', 'cdk8s-ai-workloads/run': '1' });
  });

  test('moving the construct changes nothing', () => {
    const chart = new Chart(new App(), 'other', { namespace: 'ml' });
    new IndexedTrainingJob(new kplus.Namespace(chart, 'nested'), 'Pretrain', { workers: 4, container });
    expect(Testing.synth(chart).slice(1)).toEqual(build({}).objects);
  });

  test('outside a namespace, names are valid inside it', () => {
    const chart = new Chart(new App(), 'prod');
    expect(new IndexedTrainingJob(chart, 'Pretrain', { workers: 2, container }).worker(1).dns).toBe('pretrain-1-1.pretrain');
  });

  test('a worker that does not exist has no handle', () => {
    expect(() => build({}).job.worker(4)).toThrow('prod/Pretrain: worker(index): Invalid value: 4: must be a whole number between 0 and 3');
  });
});

describe('the Service', () => {
  test('gives names before pods are ready and carries the port of the rendezvous', () => {
    expect(build({ rendezvous: torchrun }).of('Service').spec).toMatchObject({
      clusterIP: 'None', publishNotReadyAddresses: true, ports: [{ name: 'torchrun', port: 29500, targetPort: 29500 }],
    });
    expect(build({}).of('Service').spec).not.toHaveProperty('ports');
  });
});

describe('Kueue', () => {
  test('is asked by a label on the object, and the template has none', () => {
    const { of, spec } = build({ queueName: 'gpu' });
    expect(of('Job').metadata.labels['kueue.x-k8s.io/queue-name']).toBe('gpu');
    expect(spec).not.toHaveProperty('suspend');
    expect(spec.template.metadata.labels).not.toHaveProperty('kueue.x-k8s.io/queue-name');
  });

  test('may admit an elastic run in part, and then expects fewer completions', () => {
    const { of } = build({ queueName: 'gpu', rendezvous: torchrun, elastic: { minWorkers: 2 } });
    expect(of('Job').metadata.annotations).toEqual({
      'kueue.x-k8s.io/job-min-parallelism': '2', 'kueue.x-k8s.io/job-completions-equal-parallelism': 'true',
    });
  });
});

describe('the JobSet backend', () => {
  const backend = TrainingBackend.jobSet();

  test('restarts the gang by a JobSet around the same Job, with the same Service and handles', () => {
    const { of, spec, job } = build({ backend, rendezvous: torchrun, restarts: 5 });
    expect(of('JobSet')).toMatchObject({
      apiVersion: 'jobset.x-k8s.io/v1alpha2',
      metadata: { name: 'pretrain-1' },
      spec: {
        network: { enableDNSHostnames: false },
        failurePolicy: { maxRestarts: 25, rules: [{ action: 'RestartJobSetAndIgnoreMaxRestarts', onJobFailureReasons: ['PodFailurePolicy'] }] },
        replicatedJobs: [{ name: 'worker', replicas: 1 }],
      },
    });
    expect(spec).toMatchObject({ completionMode: 'Indexed', completions: 4, podReplacementPolicy: 'Failed', backoffLimit: 0 });
    expect(of('Service')).toEqual(build({ rendezvous: torchrun }).of('Service'));
    expect(job.worker(1).dns).toBe('pretrain-1-worker-0-1.pretrain.ml');
    expect(valueOf(spec.template.spec.containers[0].env, 'LEADER_ADDRESS')).toBe('pretrain-1-worker-0-0.pretrain.ml');
  });

  test('is refused where the target does not have it', () => {
    expect(() => build({ backend }, { apis: [] })).toThrow('prod/Pretrain: backend: Forbidden: needs jobset.x-k8s.io/v1alpha2, which the target does not list (apis: none)');
  });

  test('names what must be installed where the target does not say', () => {
    expect(adviceOf(build({ backend }, { apis: undefined }).job)).toMatchObject([{ id: 'AIW0002', class: 'advice', field: 'backend' }]);
    expect(adviceOf(build({ backend }).job)).toEqual([]);
  });

  test('is suspended and expires as a set', () => {
    const { of, spec } = build({ backend, suspended: true, ttlAfterFinished: Duration.days(1) });
    expect(of('JobSet').spec).toMatchObject({ suspend: true, ttlSecondsAfterFinished: 86400 });
    expect(spec).not.toHaveProperty('suspend');
  });
});

describe('the budget', () => {
  test.each<[number, DisruptionBudget | undefined, number | undefined]>([
    [4, undefined, 3],
    [4, DisruptionBudget.atMost(3), 1],
    [4, DisruptionBudget.atMost(4), undefined],
    [4, DisruptionBudget.none(), undefined],
    [1, undefined, undefined],
  ])('of %d workers is an integer that a Job can have', (workers, disruptionBudget, minAvailable) => {
    expect(build({ workers, disruptionBudget }).of('PodDisruptionBudget')?.spec.minAvailable).toBe(minAvailable);
  });
});

describe('patches', () => {
  test('of any path are final', () => {
    const { of } = build({}, {}, job => patchJob(job,
      JsonPatch.add('/spec/template/spec/containers/0/resources/limits/example.com~1nic', 2),
      JsonPatch.add('/spec/futureField', { nested: true }),
      JsonPatch.replace('/spec/backoffLimit', 99),
    ));
    expect(of('Job').spec).toMatchObject({ futureField: { nested: true }, backoffLimit: 99 });
    expect(of('Job').spec.template.spec.containers[0].resources.limits['example.com/nic']).toBe(2);
  });

  /** Any field can be patched in; one that the minor does not have is an error until somebody accepts it. */
  function patchJob(job: IndexedTrainingJob, ...operations: JsonPatch[]): void {
    Checks.of(job).acknowledge({ id: 'AIW1101', reason: 'a field that the next minor will have' });
    job.apiObject.addJsonPatch(...operations);
  }

  const patched = (backend: TrainingBackend, path: string, ...patch: any[]) => {
    const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
    const job = new IndexedTrainingJob(chart, 'Pretrain', { workers: 2, container, backend });
    job.apiObject.addJsonPatch(...(patch.length > 0 ? patch : [JsonPatch.replace(path, 'TerminatingOrFailed')]));
    return { chart, findings: findingsOf(chart).filter(finding => finding.id === 'AIW3101') };
  };

  test('to another replacement policy are an error', () => {
    const { chart, findings } = patched(TrainingBackend.job(), '/spec/podReplacementPolicy');
    expect(findings).toMatchObject([{
      class: 'broken',
      object: { apiVersion: 'batch/v1', kind: 'Job', namespace: 'ml', name: 'pretrain-1' },
      field: 'spec.podReplacementPolicy',
      message: expect.stringContaining('"TerminatingOrFailed": must be Failed: any other policy starts the replacement while the old pod still ends'),
    }]);
    expect(() => Testing.synth(chart)).toThrow('AIW3101');
  });

  test('to another replacement policy inside a JobSet are an error', () => {
    const path = '/spec/replicatedJobs/0/template/spec/podReplacementPolicy';
    expect(patched(TrainingBackend.jobSet(), path).findings[0].field).toBe('spec.replicatedJobs[0].template.spec.podReplacementPolicy');
  });

  test('that remove it are an error only when its default changes too', () => {
    const remove = JsonPatch.remove('/spec/podReplacementPolicy');
    expect(patched(TrainingBackend.job(), '', remove).findings).toEqual([]);
    expect(patched(TrainingBackend.job(), '', remove, JsonPatch.remove('/spec/podFailurePolicy')).findings).toHaveLength(1);
  });
});
