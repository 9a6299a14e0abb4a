import { findingsIn, fixturesOf } from './fixture';

/*
 * What is said where a rule has several sentences, or puts a sentence together: message, notes and help of a finding of a fixture. Fixtures say where
 * something is found, and pages show one finding of each rule.
 */
test.each<[string, string, readonly string[]]>([
  ['accelerator-taint', 'bad-vendors', [
    'Required value: a toleration of amd.com/gpu, which nodes with amd.com/gpu usually carry as a taint',
    'add tolerations: [{ key: amd.com/gpu, operator: Exists }]',
  ]],
  ['accelerator-taint', 'bad-vendors', [
    'Required value: a toleration of habana.ai/gaudi, which nodes with habana.ai/gaudi usually carry as a taint',
    'add tolerations: [{ key: habana.ai/gaudi, operator: Exists }]',
  ]],
  ['accelerator-taint', 'bad-vendors', [
    'Required value: a toleration of aws.amazon.com/neuron, which nodes with aws.amazon.com/neuron usually carry as a taint',
    'add tolerations: [{ key: aws.amazon.com/neuron, operator: Exists }]',
  ]],
  ['anti-affinity-beyond-zones', 'bad-one-zone', [
    'Invalid value: "topology.kubernetes.io/zone": 2 pods, each alone in its zone, and 1 zone',
    'run at most 1, or use topologySpreadConstraints',
  ]],
  ['autoscaler-target-not-found', 'bad-groups', ['Invalid value: "app/v1": has no kind Deployment; that is apps/Deployment', 'write apiVersion: apps/v1']],
  ['autoscaler-target-not-found', 'bad-groups', ['Invalid value: "": has no kind StatefulSet; that is apps/StatefulSet', 'write apiVersion: apps/v1']],
  ['budget-blocks-drains', 'bad-mixed', [
    'Invalid value: 0: no pod may ever be evicted',
    'it guards Deployment mixed and 1 more',
    'use maxUnavailable: 1',
  ]],
  ['budget-blocks-drains', 'bad-mixed', ['Invalid value: 3: of 2 pods none may ever be evicted', 'it guards Deployment more', 'use maxUnavailable: 1']],
  ['budget-without-scale', 'bad-kinds', [
    'Invalid value: 1: pods of Pod single belong to nobody: there is no scale to count from, so no eviction is ever allowed',
    'give minAvailable as a number of pods',
  ]],
  ['claim-shared-over-nodes', 'bad-counts', [
    'Invalid value: "agent": ReadWriteOnce, which one node mounts, and every node of DaemonSet agent mounts it',
    'use ReadWriteMany, or a claim for each pod',
  ]],
  ['claim-shared-over-nodes', 'bad-apart', [
    'Invalid value: "hosts": ReadWriteOnce, which one node mounts, and 2 pods of Deployment hosts mount it',
    'the pods must be apart: spec.template.spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[0]',
    'use ReadWriteMany, or a claim for each pod',
  ]],
  ['data-outside-claim', 'bad-folders', [
    'Invalid value: "/data": postgres:18.1 keeps its data in /var/lib/postgresql/18/docker, which is on no volume: it goes with the container, and nothing of it is in "data"',
    'mount the claim on /var/lib/postgresql',
  ]],
  ['derived-name-collision', 'bad-controllers', [
    'Duplicate value: "llm": Service "llm", the headless Service of JobSet llm, is the headless Service of LeaderWorkerSet llm',
    'rename one of them; a name that ends in "-" and a number meets names that controllers number',
  ]],
  ['device-request-choice', 'bad-numbers', [
    'Required value: exactly one of `exactly` or `firstAvailable` is required',
    'deviceClassName stands on the request itself: the shape of v1beta1',
    'move deviceClassName, selectors and count under exactly',
  ]],
  ['drain-exceeds-grace-period', 'bad-boundaries', [
    'Invalid value: 60: the grace period is less than container "server" needs: --shutdown-timeout 61 s',
    'set terminationGracePeriodSeconds to 71 or more',
  ]],
  ['drain-exceeds-grace-period', 'bad-boundaries', [
    'Invalid value: 60: the grace period is less than container "server" needs: preStop 30 s + --shutdown-timeout 31 s = 61 s',
    'set terminationGracePeriodSeconds to 71 or more',
  ]],
  ['duplicate-object', 'bad-app', [
    'Duplicate value: "settings": ConfigMap "settings" is already made by prod/llm',
    'give one of them another name (name: on a pattern), or another namespace',
  ]],
  ['endless-container-in-job', 'bad-kinds', [
    'Invalid value: "agent": sleep infinity never ends, so the pod stays when "work" and "second" are done',
    'move it to initContainers with restartPolicy: Always',
  ]],
  ['engine-metric-missing', 'bad-versions', [
    'Invalid value: "vllm:prompt_tokens": counters have the suffix _total in Prometheus',
    'use vllm:prompt_tokens_total',
  ]],
  ['exclusive-claim-shared', 'bad-numbers', [
    'Invalid value: "together": the claim is ReadWriteOncePod and pods of Pod leader and Pod worker, which run at the same time, use it',
    'give each pod its own claim (a claim template), or use ReadWriteMany',
  ]],
  ['exclusive-claim-shared', 'bad-one-after-the-other', [
    'Invalid value: "ReadWriteOncePod": used by Deployment first and Deployment second',
    'they can run one after the other, never at the same time',
    'give each its own claim, or use ReadWriteMany',
  ]],
  ['failure-rule-misses', 'bad-codes', [
    'Required value: containerName: without it the rule takes the code of sidecar "proxy" as well, which is stopped with each pod (143, 137)',
    'name the container of the program',
  ]],
  ['failure-rule-misses', 'bad-codes', [
    'Invalid value: "proxy": is a sidecar, which is stopped with the pod: its code says nothing about the work',
    'name the container of the program',
  ]],
  ['failure-rule-misses', 'bad-codes', [
    'Invalid value: "DisruptionTarget": rule 0 (FailJob) takes 143, which evicted pods end with, before this rule exempts them',
    'make it the first rule',
  ]],
  ['gang-minimum', 'bad-boundaries', [
    'Invalid value: 2: 1 pod of these manifests belongs to the group, so it is never complete',
    'use 1, or add the missing pods to the group',
  ]],
  ['gang-minimum', 'bad-volcano', [
    'Invalid value: 2: pytorch waits for all, and this is less than the total replicas of the tasks: 1 + 2 = 3',
    'use 3, or leave it out',
  ]],
  ['gang-minimum', 'bad-volcano', ['Invalid value: 3: is greater than the total replicas of the tasks: 1 + 1 = 2', 'use 2, or leave it out']],
  ['gang-minimum', 'bad-kueue', ['Invalid value: "1": 2 pods carry the name of the group', 'write "2"']],
  ['gang-minimum', 'bad-kueue', ['Invalid value: "3": 1 pod carries the name of the group', 'write "1"']],
  ['inference-pool', 'bad-chart', [
    'Invalid value: {"app":"llm"}: matches no pod template in namespace "default"',
    'no model server is among what was checked',
    'take the labels from the pod template of the model server',
  ]],
  ['ingress-backend-not-found', 'bad-places', [
    'Not found: 81: Service web has no such port',
    'its ports are: http 80, metrics 9090',
    'name a port of the Service; it forwards to the port of the container',
  ]],
  ['key-not-found', 'bad-kinds', [
    'Not found: "unlike-any": ConfigMap settings has no such key',
    'its keys are: log.level',
    'correct the key, or add it to the object',
  ]],
  ['launcher-kills-before-grace', 'bad-boundaries', [
    'Invalid value: 30: the default of terminationGracePeriodSeconds ends before torchrun has stopped its workers: preStop 1 s + torchrun 30 s = 31 s',
    'set terminationGracePeriodSeconds to 41 or more',
  ]],
  ['locality-behind-gateway', 'bad-routes', [
    'Invalid value: "PreferSameZone": HTTPRoute one sends traffic here, and its gateway may ignore the preference',
    'the clients\' zone is then that of the gateway\'s pods',
    'data planes differ: envoyproxy/gateway#9537 treats every value as same zone, cilium#37930 ignored it',
    'look up what the controller of the gateway does with trafficDistribution; keep the Service for clients inside the cluster',
  ]],
  ['locality-target-port', 'bad-ports', [
    'Invalid value: 8080: pods of Deployment both-b declare no port 8080/TCP, and become endpoints beside those that do',
    'declared are: (no name) 9090/TCP',
    'select the pods that listen only (of a group the leaders: group.leader), or declare the port',
  ]],
  ['locality-void', 'bad-annotation', [
    'Forbidden: "Auto": the annotation wins, and trafficDistribution: PreferSameZone is ignored while it is there',
    'its hints are shares by CPU of the zones, and vanish when endpoints are few or uneven (kubernetes#122437)',
    'remove the annotation',
  ]],
  ['locality-void', 'bad-annotation', [
    'Forbidden: "Local": only endpoints of the client\'s node are used, and trafficDistribution: PreferSameNode is ignored; connections from other nodes are dropped',
    'remove it: PreferSameNode is the same with a fallback',
  ]],
  ['locality-void', 'bad-others', [
    'Forbidden: "Local": only endpoints of the client\'s node are used, and trafficDistribution: PreferSameZone is ignored; connections from other nodes are dropped',
    'remove one of them',
  ]],
  ['locality-zones-missed', 'bad-zones', [
    'Invalid value: "PreferSameZone": 2 of 3 zones (eu-1b, eu-1c) can have no endpoint: every selected pod is bound to others',
    'Deployment here: 2 pods, in eu-1a',
    'Deployment there: 0 pods, in any zone',
    'let pods run there too, or leave the zones out of what the Service is checked for: zones: [\'…\']',
  ]],
  ['locality-zones-missed', 'bad-zones', [
    'Invalid value: "PreferSameZone": 3 endpoints cannot stand in 3 zones: 3 - 1 = 2 zones have none, and clients there are sent to all zones',
    'Deployment together: 3 pods, all in one zone',
    'zones: eu-1a, eu-1b, eu-1c',
    'pod affinity keeps pods of a workload in one zone: more of them do not reach another; use ZonalDeployments, or drop the affinity',
  ]],
  ['locality-zones-missed', 'bad-zones', [
    'Invalid value: "PreferSameZone": 3 endpoints cannot stand in 3 zones: 3 - 2 = 1 zone has none, and clients there are sent to all zones',
    'Deployment bound-together: 2 pods, in eu-1a',
    'Deployment others: 1 pod, in any zone',
    'zones: eu-1a, eu-1b, eu-1c',
    'run at least 3 replicas, spread over topology.kubernetes.io/zone; or use ZonalDeployments, which has some in every zone',
  ]],
  ['locality-zones-missed', 'bad-zones', [
    'Invalid value: "PreferSameZone": 4 endpoints would do for 3 zones, but nothing spreads them over zones: they may all run in one',
    'Deployment part: 2 pods, spread over zones',
    'Deployment rest: 2 pods, in any zone',
    'add a topologySpreadConstraint over topology.kubernetes.io/zone with maxSkew 1 to the pods; or use ZonalDeployments, which has some in every zone',
  ]],
  ['locality-zones-missed', 'bad-zones', [
    'Invalid value: "PreferSameZone": 2 endpoints would do for 3 zones, but nothing spreads them over zones: they may all run in one',
    'DaemonSet nodes: pods by node, in eu-1a',
    'Deployment beside: 2 pods, in any zone',
    'add a topologySpreadConstraint over topology.kubernetes.io/zone with maxSkew 1 to the pods; or use ZonalDeployments, which has some in every zone',
  ]],
  ['locality-zones-missed', 'bad-elsewhere', [
    'Invalid value: "PreferSameZone": 2 endpoints cannot stand in 3 zones: 3 - 2 = 1 zone has none, and clients there are sent to all zones',
    'zones: eu-1a, eu-1b, eu-1c',
    'run at least 3 replicas, spread over topology.kubernetes.io/zone; or use ZonalDeployments, which has some in every zone',
  ]],
  ['locality-zones-missed', 'bad-unspread', [
    'Invalid value: "PreferSameZone": 3 endpoints would do for 3 zones, but nothing spreads them over zones: they may all run in one',
    'Deployment llm: 3 pods, in any zone',
    'add a topologySpreadConstraint over topology.kubernetes.io/zone with maxSkew 1 to the pods; or use ZonalDeployments, which has some in every zone',
  ]],
  ['metric-averaged-twice', 'bad', [
    'Invalid value: "sum": metricType Value compares the total of all pods with the target, and the more pods there are, the more it asks for',
    'remove metricType: Value, and set the threshold to what one pod can do',
  ]],
  ['metric-target-unit', 'bad-percent', [
    'Invalid value: 101: vllm:kv_cache_usage_perc goes from 0 to 1, so the target is never reached',
    'write a ratio',
  ]],
  ['metric-target-unit', 'bad-percent', ['Invalid value: 100: vllm:kv_cache_usage_perc goes from 0 to 1, so the target is never reached', 'write "1"']],
  ['mig-slices-for-one-engine', 'bad-more', [
    'Invalid value: 2: tensor 2, but the container has nvidia.com/mig-3g.40gb: a model is not cut over MIG slices',
    'use one larger slice, or whole GPUs',
  ]],
  ['monitor-selects-nothing', 'bad-pods', [
    'Invalid value: {"app":"any"}: matches no pod template in namespaces one, two',
    'nearest is Deployment one/web: its app is "web", not "any"',
    'select labels that the pods carry',
  ]],
  ['moving-image-tag', 'bad-registry', [
    'Invalid value: "registry.example:5000/app": without a tag it is latest, which is another image with each release',
    'name a version or a digest',
  ]],
])('%s, %s: %j', (folder, name, words) => {
  const fixture = fixturesOf(folder).find(each => each.name === `${name}.yaml`)!;
  const said = fixture.clusters.flatMap(cluster => findingsIn(fixture, cluster)).map(({ message, notes = [], help }) => [message, ...notes, help]);
  expect(said).toContainEqual(words);
});
