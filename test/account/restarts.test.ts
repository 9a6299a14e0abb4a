import { carrier, groups, job, said, workloadOf } from './made';

const restarts = (object: object, topic: string, ...others: object[]) => said(workloadOf(object, ...others).restarts, topic);
const pod = (spec: object = {}) => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', namespace: 'ml' }, spec: { containers: [{ name: 'c', image: 'a:1' }], ...spec } });

describe('a container fails', () => {
  const TOPIC = 'a container fails';
  const backOff = 'at once the first time, then after 10 s, 20 s, 40 s and so on up to 300 s where it fails again and again';

  test('the kubelet starts it again, as the policy of the pod says', () => {
    expect(restarts(carrier('Deployment'), TOPIC)).toEqual([`the kubelet starts it again in its pod, ${backOff}, also when it ended well`]);
    expect(restarts(job({}, { pod: { restartPolicy: 'OnFailure' } }), TOPIC)).toEqual([`the kubelet starts it again in its pod, ${backOff}; when it ends well it stays ended`]);
    expect(restarts(job(), TOPIC)).toEqual([]);
    expect(restarts(pod({ restartPolicy: 'Never' }), TOPIC)).toEqual(['it stays ended, and the pod has failed']);
  });

  test('others of its pod go on', () => {
    const containers = ['a', 'b'].map(name => ({ name, image: 'a:1' }));
    expect(restarts(carrier('Deployment', { pod: { containers } }), TOPIC)[0]).toMatch(/; the other containers go on$/);
  });

  test('a group goes with it, unless its policy says otherwise', () => {
    expect(restarts(groups(), TOPIC)).toEqual(['its whole group is deleted and made again']);
    expect(restarts(groups({}, { restartPolicy: 'None' }), TOPIC)[0]).toContain('the kubelet starts it again');
  });

  test('an operator that is not known may have another policy: nothing is said', () => {
    const template = { spec: { containers: [{ name: 'pytorch', image: 'a:1' }] } };
    const torch = { apiVersion: 'kubeflow.org/v1', kind: 'PyTorchJob', metadata: { name: 't', namespace: 'ml' }, spec: { pytorchReplicaSpecs: { Worker: { replicas: 2, template } } } };
    expect(restarts(torch, TOPIC)).toEqual([]);
  });

  test('a container may have a policy of its own', () => {
    const container = { restartPolicy: 'Never', restartPolicyRules: [{ action: 'Restart', exitCodes: { operator: 'In', values: [42] } }] };
    expect(restarts(job({}, { container }), 'main fails')).toEqual(['its own policy: Never, exit codes In 42: Restart']);
  });

  test('a sidecar restarts by itself', () => {
    const initContainers = [{ name: 'proxy', image: 'a:1', restartPolicy: 'Always' }];
    expect(restarts(job({}, { pod: { initContainers } }), 'a sidecar fails')).toEqual([`the kubelet starts proxy again, ${backOff}; nothing else restarts`]);
  });
});

describe('a container is silent', () => {
  const livenessProbe = { httpGet: { path: '/live', port: 80 }, periodSeconds: 5, failureThreshold: 4, terminationGracePeriodSeconds: 20 };

  test('it is started again after the time that its probe leaves', () => {
    expect(restarts(carrier('Deployment', { container: { livenessProbe } }), 'main is silent')).toEqual(['main is started again after 21 s at most without an answer (GET /live on port 80), with 20 s to stop']);
    expect(restarts(carrier('Deployment', { container: { livenessProbe: { tcpSocket: { port: 1 } } } }), 'main is silent')).toEqual(['main is started again after 31 s at most without an answer (a connection to port 1)']);
    expect(restarts(job({}, { container: { livenessProbe } }), 'main is silent')[0]).toContain('is stopped, and the pod fails');
    const workerTemplate = { spec: { containers: [{ name: 'main', image: 'a:1', livenessProbe }] } };
    expect(restarts(groups({}, { workerTemplate }), 'main is silent')[0]).toContain('is stopped, and its group made again, after 21 s at most');
  });

  test.each([
    ['a hook that leaves some time', 15, 20, ', with 20 s to stop: 15 s of them are its preStop hook, 5 s are left after the stop signal'],
    ['a hook as long as there is time', 20, 20, ', with 20 s to stop: 20 s of them are its preStop hook, 2 s are left after the stop signal'],
    ['a longer one', 30, 20, ', with 20 s to stop: 20 s of them are its preStop hook, 2 s are left after the stop signal'],
    ['no sleep', 0, 20, ', with 20 s to stop'],
    ['the grace period of the pod', 15, undefined, ''],
  ])('the hook before the stop signal takes of that time: %s', (_, sleep, grace, text) => {
    const probe = { ...livenessProbe, terminationGracePeriodSeconds: grace };
    const container = { livenessProbe: probe, lifecycle: { preStop: { sleep: { seconds: sleep } } } };
    expect(restarts(carrier('Deployment', { container }), 'main is silent')).toEqual([`main is started again after 21 s at most without an answer (GET /live on port 80)${text}`]);
  });

  test('the last question waits for its answer', () => {
    expect(restarts(carrier('Deployment', { container: { livenessProbe: { ...livenessProbe, timeoutSeconds: 9 } } }), 'main is silent')[0]).toContain('after 29 s at most');
  });

  test('a worker that asks its leader shares its fate', () => {
    const asks = { exec: { command: ['python3', '-c', 'connect(os.environ["LWS_LEADER_ADDRESS"])'] }, periodSeconds: 10, failureThreshold: 9 };
    expect(restarts(carrier('StatefulSet', { container: { livenessProbe: asks } }), 'the leader is silent')).toEqual(['main is started again after 91 s at most without an answer (a program that asks LWS_LEADER_ADDRESS)']);
  });
});

describe('a pod of a run fails', () => {
  const TOPIC = 'a pod fails';

  test.each([
    ['6 more by default', {}, 'another pod takes its place, after 10 s, 20 s and so on up to 600 s; when all 4 fail together, the next one starts after 80 s; failed pod number 7 of all 4 together ends the Job'],
    ['none', { backoffLimit: 0 }, 'with the first failure the Job fails'],
    ['of each index', { backoffLimitPerIndex: 2, maxFailedIndexes: 3 }, 'another pod takes its place, after 10 s, 20 s and so on up to 600 s; an index may fail 2 times more, and 3 indexes may be given up before the Job fails'],
    ['with few completions left', { parallelism: 4, completions: 2, backoffLimit: 5 }, 'another pod takes its place, after 10 s, 20 s and so on up to 600 s; when all 2 fail together, the next one starts after 20 s; failed pod number 6 of all 2 together ends the Job'],
    ['of many workers', { parallelism: 8, completions: 8, backoffLimit: 424 }, 'another pod takes its place, after 10 s, 20 s and so on up to 600 s; when all 8 fail together, the next one starts after 600 s; failed pod number 425 of all 8 together ends the Job'],
    ['of one worker', { parallelism: 1, completions: 1 }, 'another pod takes its place, after 10 s, 20 s and so on up to 600 s; failed pod number 7 ends the Job'],
  ])('and may fail %s', (_, spec, text) => {
    expect(restarts(job(spec), TOPIC)).toEqual([text]);
  });

  test('in place, where containers restart', () => {
    expect(restarts(job({ backoffLimit: 1 }, { pod: { restartPolicy: 'OnFailure' } }), TOPIC)).toEqual(['its containers restart in it, which is counted; failed pod number 2 of all 4 together ends the Job']);
  });

  test('the failure policy comes first', () => {
    const rules = [
      { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] },
      { action: 'FailJob', onExitCodes: { containerName: 'main', operator: 'In', values: [3, 4] } },
      { action: 'Count', onExitCodes: { operator: 'NotIn', values: [1] } },
    ];
    expect(restarts(job({ podFailurePolicy: { rules } }), 'failure policy')).toEqual(['not counted: what is evicted or loses its node; the Job fails at once on exit codes 3, 4 of main; counted: exit code other than 1']);
  });

  test('and may not take for ever', () => {
    expect(restarts(job({ activeDeadlineSeconds: 3600 }), 'it takes long')).toEqual(['after 3600 s all pods are stopped, and the Job has failed']);
  });

  test('a JobSet begins anew as often as it says', () => {
    const jobSet = (failurePolicy?: object) => ({
      apiVersion: 'jobset.x-k8s.io/v1alpha2',
      kind: 'JobSet',
      metadata: { name: 'js', namespace: 'ml' },
      spec: { failurePolicy, replicatedJobs: [{ name: 'w', template: { spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'a:1' }] } } } } }] },
    });
    expect(restarts(jobSet(), 'a Job of it fails')).toEqual(['the JobSet fails with the first Job that fails']);
    expect(restarts(jobSet({ maxRestarts: 3, rules: [{ action: 'FailJobSet', onJobFailureReasons: ['PodFailurePolicy'] }] }), 'a Job of it fails')).toEqual([
      'all Jobs are deleted and made again, 3 times at most; first of all: FailJobSet for PodFailurePolicy',
    ]);
  });

  test.each([
    ['RecreateGroupOnPodRestart', 'its whole group is deleted and made again, also when a container alone restarts'],
    [undefined, 'its whole group is deleted and made again, also when a container alone restarts'],
    ['RecreateGroupAfterStart', 'its whole group is deleted and made again once all of it has started; before that the pod alone'],
    ['None', 'a worker alone is made again; with its leader a whole group goes, since its workers belong to it'],
  ])('of a group with the policy %s', (restartPolicy, text) => {
    expect(restarts(groups({}, { restartPolicy }), 'a pod of a group fails')).toEqual([text]);
  });
});

describe('a node is drained', () => {
  const TOPIC = 'a node is drained';
  const budget = (spec: object) => ({ apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: { name: 'b', namespace: 'ml' }, spec: { selector: { matchLabels: { app: 'web' } }, ...spec } });

  test.each([
    ['Deployment', 'another pod takes its place at once, while it still stops'],
    ['StatefulSet', 'a pod of the same name takes its place when it has ended'],
  ])('pods of a %s', (kind, text) => {
    expect(restarts(carrier(kind), TOPIC)).toEqual([`nothing stands in the way of a drain; ${text}`]);
  });

  test('a set with claims has them again', () => {
    const claims = { volumeClaimTemplates: [{ metadata: { name: 'd' }, spec: {} }] };
    expect(restarts(carrier('StatefulSet', { spec: claims }), TOPIC)[0]).toContain('a pod of the same name, with the same claims, takes its place');
  });

  test('pods of a DaemonSet stay, a pod alone is gone', () => {
    expect(restarts(carrier('DaemonSet'), TOPIC)).toEqual(['its pods stay, and go with their node']);
    expect(restarts(pod(), TOPIC)).toEqual(['nothing stands in the way of a drain; nobody makes another pod']);
  });

  test.each([
    [{ maxUnavailable: 1 }, 'b lets 1 go at a time'], [{ maxUnavailable: 0 }, 'b lets none go'], [{ minAvailable: '50%' }, 'b lets 1 go at a time'],
  ])('a budget of %j is asked', (spec, text) => {
    expect(restarts(carrier('Deployment', { spec: { replicas: 2 } }), TOPIC, budget(spec))[0]).toMatch(new RegExp(`^${text}; `));
  });

  test('the pod of a run is replaced at once, or when it has ended, and counts or not', () => {
    const ignoring = { podFailurePolicy: { rules: [{ action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget' }] }] } };
    expect(restarts(job(), TOPIC)[0]).toMatch(/at once, while it still stops, and it counts as failed$/);
    expect(restarts(job({ podReplacementPolicy: 'Failed' }), TOPIC)[0]).toMatch(/when it has ended, and it counts as failed$/);
    expect(restarts(job(ignoring), TOPIC)[0]).toMatch(/when it has ended, and it is not counted as failed$/);
  });
});

describe('a node fails', () => {
  const TOPIC = 'a node fails';
  const tolerations = (more: object) => ({ tolerations: [{ key: 'node.kubernetes.io/unreachable', operator: 'Exists', effect: 'NoExecute', ...more }] });

  test('after a time that tolerations say', () => {
    expect(restarts(carrier('Deployment'), TOPIC)).toEqual(['its pods count as not ready after 50 s; they are told to stop after 50 + 300 = 350 s, and others take their place elsewhere']);
    expect(restarts(carrier('Deployment', { pod: tolerations({ tolerationSeconds: 10 }) }), TOPIC)[0]).toContain('after 50 + 10 = 60 s');
    expect(restarts(carrier('Deployment', { pod: tolerations({}) }), TOPIC)[0]).toContain('they stay, since they tolerate it for ever');
  });

  test('a set waits until the node is surely gone, as a run does that waits for the end of pods', () => {
    const surely = 'and replaced once the node answers, is deleted, or has the taint node.kubernetes.io/out-of-service';
    expect(restarts(carrier('StatefulSet'), TOPIC)[0]).toContain(surely);
    expect(restarts(job({ podReplacementPolicy: 'Failed' }), TOPIC)[0]).toContain(surely);
    expect(restarts(job(), TOPIC)[0]).toMatch(/others take their place elsewhere$/);
  });

  test('a pod alone is lost, and of a DaemonSet nothing is said', () => {
    expect(restarts(pod(), TOPIC)[0]).toMatch(/and nobody makes others$/);
    expect(restarts(carrier('DaemonSet'), TOPIC)).toEqual([]);
  });
});

describe('the template changes', () => {
  const TOPIC = 'the template changes';
  const sets = (spec: object) => restarts(carrier('StatefulSet', { spec: { replicas: 4, ...spec } }), TOPIC)[0];

  test('a set replaces one after the other from the end, those above its partition', () => {
    expect(sets({})).toBe('all 4 pods are replaced, one at a time, the highest ordinal first; each next one when the one before is ready');
    expect(sets({ updateStrategy: { rollingUpdate: { partition: 3 } } })).toContain('1 of 4 pods is replaced');
    expect(sets({ updateStrategy: { rollingUpdate: { partition: 4 } } })).toBe('no pod is replaced');
    expect(sets({ updateStrategy: { type: 'OnDelete' } })).toBe('nothing restarts by itself: each pod has the new template when somebody deletes it');
    expect(sets({ replicas: 1 })).toBe('its pod is replaced');
    expect(sets({ replicas: 0 })).toBe('there is no pod to replace');
  });

  test.each([
    [{}, 'all 4 pods are replaced: up to 1 more run meanwhile, and 1 at a time is missing (of 4 replicas maxUnavailable 25% is 1, maxSurge 25% is 1)'],
    [{ strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: 2 } } }, 'all 4 pods are replaced: none is added first, and 2 at a time are missing (of 4 replicas maxUnavailable 2 is 2, maxSurge 0 is 0)'],
    [{ strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } }, 'all 4 pods are replaced: up to 1 more run meanwhile, and none is missing (of 4 replicas maxUnavailable 0 is 0, maxSurge 1 is 1)'],
    [{ strategy: { type: 'Recreate' } }, 'all 4 pods are replaced: all of them stop before a new one starts'],
    [{ paused: true }, 'nothing restarts while it is paused'],
  ])('a Deployment of %j', (spec, text) => {
    expect(restarts(carrier('Deployment', { spec: { replicas: 4, ...spec } }), TOPIC)).toEqual([text]);
  });

  test('groups go as groups', () => {
    expect(restarts(groups({ replicas: 3 }), TOPIC)).toEqual(['all 12 pods are replaced in whole groups, 4 pods at a time, the highest group first']);
  });

  test('a run has none, and what starts runs has it next time', () => {
    expect(restarts(job(), TOPIC)).toEqual(['the API server refuses it: a Job is one run, and the next one needs another name']);
    const cron = { apiVersion: 'batch/v1', kind: 'CronJob', metadata: { name: 'c', namespace: 'ml' }, spec: { schedule: '* * * * *', jobTemplate: { spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'a:1' }] } } } } } };
    expect(restarts(cron, TOPIC)).toEqual(['the next run has it; the one that runs goes on']);
  });

  test('nobody waits where several objects carry one workload', () => {
    const both = ['a', 'b'].map(name => carrier('StatefulSet', { name, labels: { 'cdk8s-ai-workloads/name': 'w', name } }));
    expect(restarts(both[0], 'all templates change', both[1])).toEqual(['each of the 2 is rolled by itself, and nothing waits for one before the next: budgets are not asked']);
    expect(restarts(both[0], 'all templates change')).toEqual([]);
  });
});

describe('the number changes', () => {
  const TOPIC = 'the number changes';
  const claims = (whenScaled: string) => ({ volumeClaimTemplates: [{ metadata: { name: 'd' }, spec: {} }], persistentVolumeClaimRetentionPolicy: { whenScaled } });

  test('of a set at its end, where claims stay or go', () => {
    expect(restarts(carrier('StatefulSet'), TOPIC)).toEqual(['the highest ordinals go first, and come back under the same names']);
    expect(restarts(carrier('StatefulSet', { spec: claims('Retain') }), TOPIC)[0]).toMatch(/with the same claims$/);
    expect(restarts(carrier('StatefulSet', { spec: claims('Delete') }), TOPIC)[0]).toMatch(/with empty claims: theirs are deleted$/);
  });

  test('of groups by groups', () => {
    expect(restarts(groups(), TOPIC)).toEqual(['whole groups come and go, the highest first; another size replaces all of them']);
  });
});
