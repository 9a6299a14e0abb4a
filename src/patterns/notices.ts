import { Notice } from '../base/findings/notice';

/*
 * What patterns say of their own objects and properties. Every value of this file is in the catalogue.
 */

export const LOCALITY_GONE: Notice = {
  id: 'AIW2403',
  title: 'the locality that was asked for is gone',
  class: 'broken',
  reason: 'A patch took away what the Service is for, so its clients are sent to all zones.',
  source: 'pkg/apis/core/validation/validation.go (v1.36): supported values of trafficDistribution',
  remedy: 'Remove the patch, or use a plain Service where locality does not matter.',
  appliesTo: ['LocalityService'],
  but: 'a value that the minor does not know: rejected',
};

export const INDEX_TWICE: Notice = {
  id: 'AIW3101',
  title: 'a training index would run twice',
  class: 'broken',
  reason: 'With another replacement policy than Failed the new pod of an index starts while the old one ends: two pods write one checkpoint and claim one rank.',
  source: 'KEP-3939; pkg/controller/job/job_controller.go (v1.36)',
  remedy: 'Remove the patch. On a dead node free the index as explain() of the pattern says.',
  appliesTo: ['IndexedTrainingJob'],
};

export const ONE_NODE_CHECKPOINT: Notice = {
  id: 'AIW3203',
  title: 'checkpoint claim that one node can mount',
  class: 'risky',
  reason: 'Workers on another node than the first cannot mount the claim and never start.',
  source: 'kubernetes.io/docs/concepts/storage/persistent-volumes#access-modes',
  remedy: 'Use a claim with ReadWriteMany, or place all workers on one node.',
  appliesTo: ['IndexedTrainingJob'],
};

export const RANGES_OVERLAP: Notice = {
  id: 'AIW3204',
  title: 'ranges of one workload overlap',
  class: 'risky',
  reason: 'A store that moves to another namespace or cluster in slices is written twice, each time with a part of the ordinals. Where the ranges overlap, one of them grows into numbers that the other has, and two pods are the same member.',
  source: 'KEP-3335: a slice ends where the next begins',
  remedy: 'Give each explicit range its lastOrdinal: without it a range is one stride long.',
  appliesTo: ['ZonePartitionedStatefulSet'],
  but: 'copies for other environments are silent: ranges that begin at the same ordinal, or that come from slots',
};

export const FABRIC_OF_ONE: Notice = {
  id: 'AIW3206',
  title: 'network devices of pods that speak to nobody',
  class: 'advice',
  reason: 'A fabric is for processes that exchange tensors with other pods. Pods that work each by itself hold its devices, which the scheduler gives to nobody else, and use them only where the program reads over RDMA by itself.',
  source: 'pkg/scheduler/framework/plugins/noderesources/fit.go (v1.36): extended resources are whole and never shared',
  remedy: 'Leave fabric out, or acknowledge it.',
  appliesTo: ['GpuInferenceDeployment', 'SpotInference', 'ZonalDeployments', 'Sweep'],
};

export const FIRST_POD_CHOOSES: Notice = {
  id: 'AIW3210',
  title: 'the first pod chooses where all must fit',
  class: 'advice',
  reason: 'Pods that must share a zone or another domain follow the first of them, whatever room is left there. Where they do not all fit, some run and hold their '
    + 'devices and the rest stays Pending, though another domain may have room; nothing moves them.',
  source: 'pkg/scheduler/framework/plugins/interpodaffinity/filtering.go satisfyPodAffinity (v1.36); shown on a real scheduler',
  remedy: 'Name the zone (Placement.inZone), let Kueue choose one that has room for all (Placement.queueRequires), or do without (Placement.anywhere).',
  appliesTo: ['LeaderWorkerGroup', 'IndexedTrainingJob'],
};

export const ROLLOUT_WAITS: Notice = {
  id: 'AIW3501',
  title: 'a roll-out waits for devices that nobody has',
  class: 'broken',
  reason: 'A patch lets no old pod go before a new one runs, and no new one finds devices: the roll-out never ends.',
  source: 'pkg/controller/deployment/util/deployment_util.go (v1.36); kubernetes-sigs/lws pkg/controllers/disaggregatedset/planner.go (v0.9.0)',
  remedy: 'Remove the patch, or declare free devices: set spareGpus of the Target.',
  appliesTo: ['GpuInferenceDeployment', 'SpotInference', 'DisaggregatedInference'],
};

export const DEADLINE_TOO_SHORT: Notice = {
  id: 'AIW3502',
  title: 'a roll-out is reported as failed while the model loads',
  class: 'broken',
  reason: 'A patch made the progress deadline shorter than the start of a pod, so each roll-out is reported as failed.',
  source: 'pkg/controller/deployment/progress.go (v1.36)',
  remedy: 'Remove the patch, or set progressDeadline.',
  appliesTo: ['GpuInferenceDeployment', 'SpotInference'],
};

export const CUT_OFF: Notice = {
  id: 'AIW3503',
  title: 'requests are cut off when a pod stops',
  class: 'broken',
  reason: 'A patch made the grace period shorter than the drain; the kubelet kills what is still running.',
  source: 'kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle#pod-termination',
  remedy: 'Remove the patch, or shorten longestStream of the engine.',
  appliesTo: ['GpuInferenceDeployment', 'SpotInference'],
};

export const DEVICES_UNLIKE_PARALLELISM: Notice = {
  id: 'AIW3504',
  title: 'devices do not fit the parallelism',
  class: 'broken',
  reason: 'A patch changed the number of devices; the engine is cut over another number and does not start.',
  remedy: 'Change the accelerator and the parallelism together.',
  appliesTo: ['GpuInferenceDeployment', 'SpotInference'],
};

export const OUTAGE: Notice = {
  id: 'AIW3505',
  title: 'nothing serves while the only replica is replaced',
  class: 'risky',
  reason: 'With one replica and no spare devices each roll-out and each drain of its node is an outage; the message gives the seconds. One replica in each part, or in each zone, '
    + 'is no better in a roll-out: one apply changes all of the Deployments, and none waits for another. A DisaggregatedSet replaces its roles together, so one role of one group stops all.',
  source: 'pkg/controller/deployment/rolling.go, recreate.go (v1.36): each Deployment by itself; kubernetes-sigs/lws pkg/controllers/disaggregatedset/planner.go (v0.9.0)',
  remedy: 'Run 2 replicas (in one of the parts or zones), or declare devices that a second pod may use meanwhile: set spareGpus of the Target.',
  appliesTo: ['GpuInferenceDeployment', 'SpotInference', 'ZonalDeployments', 'DisaggregatedInference'],
};

export const NOT_DUE: Notice = {
  id: 'AIW3701',
  title: 'a part that is not due would be replaced',
  class: 'broken',
  reason: 'A group or zone of a later stage keeps the pod template of before, or its pods are replaced with those of the parts that are due. Its final '
    + 'template is not the one that the properties of before give.',
  source: 'pkg/controller/statefulset/stateful_set_utils.go (v1.36): a revision is the template',
  remedy: 'Say what there was before in rollout.previous. A patch that was there before as well is acknowledged; one that is new belongs on the sets that are due.',
  appliesTo: ['LeaderWorkerGroup', 'ZonePartitionedStatefulSet'],
};

export const CHANGES_NOTHING: Notice = {
  id: 'AIW3702',
  title: 'a roll-out changes nothing',
  class: 'risky',
  reason: 'The templates of before and of now are the same, so what changed since reached all parts at once.',
  source: 'pkg/controller/statefulset/stateful_set_utils.go (v1.36): a revision is the template',
  remedy: 'Name in rollout.previous what changed as it was, or remove rollout.',
  appliesTo: ['LeaderWorkerGroup', 'ZonePartitionedStatefulSet'],
};
