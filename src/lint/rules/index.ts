import { cacheNotKept } from './commands/cache-not-kept/rule';
import { cacheNotWritable } from './commands/cache-not-writable/rule';
import { clusterPartReturns } from './commands/cluster-part-returns/rule';
import { commandInOneWord } from './commands/command-in-one-word/rule';
import { credentialInPlainSight } from './commands/credential-in-plain-sight/rule';
import { dataOutsideClaim } from './commands/data-outside-claim/rule';
import { engineFlagUnknown } from './commands/engine-flag-unknown/rule';
import { engineValueRefused } from './commands/engine-value-refused/rule';
import { imageForOtherDevices } from './commands/image-for-other-devices/rule';
import { imageSettingMissing } from './commands/image-setting-missing/rule';
import { imageStartsNothing } from './commands/image-starts-nothing/rule';
import { indexWithoutIndexedJob } from './commands/index-without-indexed-job/rule';
import { modelNotMounted } from './commands/model-not-mounted/rule';
import { movingImageTag } from './commands/moving-image-tag/rule';
import { newlineInSecret } from './commands/newline-in-secret/rule';
import { scriptNotExecutable } from './commands/script-not-executable/rule';
import { serviceLinkShadowsVariable } from './commands/service-link-shadows-variable/rule';
import { shellSyntaxWithoutShell } from './commands/shell-syntax-without-shell/rule';
import { variableMisspelt } from './commands/variable-misspelt/rule';
import { variableNotDefined } from './commands/variable-not-defined/rule';
import { weightsExceedNodeDisk } from './commands/weights-exceed-node-disk/rule';
import { weightsExceedVolume } from './commands/weights-exceed-volume/rule';
import { acceleratorsOfTwoVendors } from './devices/accelerators-of-two-vendors/rule';
import { constraintAttribute } from './devices/constraint-attribute/rule';
import { containerBesideDevices } from './devices/container-beside-devices/rule';
import { deviceClaimShape } from './devices/device-claim-shape/rule';
import { deviceClaimShared } from './devices/device-claim-shared/rule';
import { deviceFilesFromHost } from './devices/device-files-from-host/rule';
import { deviceMemoryMissed } from './devices/device-memory-missed/rule';
import { deviceRequestChoice } from './devices/device-request-choice/rule';
import { deviceSelector } from './devices/device-selector/rule';
import { deviceSharing } from './devices/device-sharing/rule';
import { extendedResourceLimits } from './devices/extended-resource-limits/rule';
import { initContainerDevices } from './devices/init-container-devices/rule';
import { memoryRequestMissing } from './devices/memory-request-missing/rule';
import { memoryVolumeOverLimit } from './devices/memory-volume-over-limit/rule';
import { migSlicesForOneEngine } from './devices/mig-slices-for-one-engine/rule';
import { oneRootForAll } from './devices/one-root-for-all/rule';
import { rayStoreBeyondSharedMemory } from './devices/ray-store-beyond-shared-memory/rule';
import { sharedMemoryMissing } from './devices/shared-memory-missing/rule';
import { visibleDevicesVariable } from './devices/visible-devices-variable/rule';
import { budgetBlocksDrains } from './lifecycle/budget-blocks-drains/rule';
import { budgetSplitsGroups } from './lifecycle/budget-splits-groups/rule';
import { budgetWithoutScale } from './lifecycle/budget-without-scale/rule';
import { checkpointOnNodeDisk } from './lifecycle/checkpoint-on-node-disk/rule';
import { delayForStartup } from './lifecycle/delay-for-startup/rule';
import { drainExceedsGracePeriod } from './lifecycle/drain-exceeds-grace-period/rule';
import { endlessContainerInJob } from './lifecycle/endless-container-in-job/rule';
import { exitCodeNotRetried } from './lifecycle/exit-code-not-retried/rule';
import { failureRuleMisses } from './lifecycle/failure-rule-misses/rule';
import { graceBeyondSpotNotice } from './lifecycle/grace-beyond-spot-notice/rule';
import { headlessWorkerProbed } from './lifecycle/headless-worker-probed/rule';
import { hostNetworkWithoutClusterDns } from './lifecycle/host-network-without-cluster-dns/rule';
import { indexLimitWithoutFailures } from './lifecycle/index-limit-without-failures/rule';
import { launcherKillsBeforeGrace } from './lifecycle/launcher-kills-before-grace/rule';
import { orderedStartOfOneWorld } from './lifecycle/ordered-start-of-one-world/rule';
import { partitionAboveReplicas } from './lifecycle/partition-above-replicas/rule';
import { probeKillsLoadingModel } from './lifecycle/probe-kills-loading-model/rule';
import { probePathNotServed } from './lifecycle/probe-path-not-served/rule';
import { probePortNotServed } from './lifecycle/probe-port-not-served/rule';
import { progressDeadlineTooShort } from './lifecycle/progress-deadline-too-short/rule';
import { readinessMissing } from './lifecycle/readiness-missing/rule';
import { replacementBesideTerminating } from './lifecycle/replacement-beside-terminating/rule';
import { retriesBelowWorkers } from './lifecycle/retries-below-workers/rule';
import { runOnConsolidatedNodes } from './lifecycle/run-on-consolidated-nodes/rule';
import { serverInJob } from './lifecycle/server-in-job/rule';
import { signalLostInShell } from './lifecycle/signal-lost-in-shell/rule';
import { trainingRestartsForEver } from './lifecycle/training-restarts-for-ever/rule';
import { localityBehindGateway } from './locality/locality-behind-gateway/rule';
import { localityClientAffinity } from './locality/locality-client-affinity/rule';
import { localityFleetAutoscaler } from './locality/locality-fleet-autoscaler/rule';
import { localityTargetPort } from './locality/locality-target-port/rule';
import { localityUnreadyEndpoints } from './locality/locality-unready-endpoints/rule';
import { localityVoid } from './locality/locality-void/rule';
import { localityZonesMissed } from './locality/locality-zones-missed/rule';
import { adminAccessNamespace } from './objects/admin-access-namespace/rule';
import { autoscalerTargetNotFound } from './objects/autoscaler-target-not-found/rule';
import { backupRefused } from './objects/backup-refused/rule';
import { backupSelectsNothing } from './objects/backup-selects-nothing/rule';
import { backupWithoutPods } from './objects/backup-without-pods/rule';
import { backupWithoutVolumes } from './objects/backup-without-volumes/rule';
import { chaosOnNodeNetwork } from './objects/chaos-on-node-network/rule';
import { chaosReachesOthers } from './objects/chaos-reaches-others/rule';
import { chaosRefused } from './objects/chaos-refused/rule';
import { chaosScheduleStops } from './objects/chaos-schedule-stops/rule';
import { chaosSelectsNothing } from './objects/chaos-selects-nothing/rule';
import { claimNotFound } from './objects/claim-not-found/rule';
import { claimUnlikeVolume } from './objects/claim-unlike-volume/rule';
import { configMapNotFound } from './objects/config-map-not-found/rule';
import { derivedNameCollision } from './objects/derived-name-collision/rule';
import { deviceClassNotFound } from './objects/device-class-not-found/rule';
import { disaggregatedSetRefused } from './objects/disaggregated-set-refused/rule';
import { duplicateObject } from './objects/duplicate-object/rule';
import { governingService } from './objects/governing-service/rule';
import { inferencePool } from './objects/inference-pool/rule';
import { ingressBackendNotFound } from './objects/ingress-backend-not-found/rule';
import { keyNotFound } from './objects/key-not-found/rule';
import { monitorSelectsNothing } from './objects/monitor-selects-nothing/rule';
import { nameTooLong } from './objects/name-too-long/rule';
import { namedPortNotFound } from './objects/named-port-not-found/rule';
import { nodePoolLabel } from './objects/node-pool-label/rule';
import { nodePoolRefused } from './objects/node-pool-refused/rule';
import { overlappingBudgets } from './objects/overlapping-budgets/rule';
import { overlappingOrdinals } from './objects/overlapping-ordinals/rule';
import { overlappingSelectors } from './objects/overlapping-selectors/rule';
import { podGroupNotFound } from './objects/pod-group-not-found/rule';
import { policyMissesServicePort } from './objects/policy-misses-service-port/rule';
import { policyPortNotFound } from './objects/policy-port-not-found/rule';
import { policySelectsNothing } from './objects/policy-selects-nothing/rule';
import { policyWithoutDns } from './objects/policy-without-dns/rule';
import { priorityClassNotFound } from './objects/priority-class-not-found/rule';
import { pullSecretType } from './objects/pull-secret-type/rule';
import { queueNotFound } from './objects/queue-not-found/rule';
import { rayRefusedByOperator } from './objects/ray-refused-by-operator/rule';
import { rayVersionsDiffer } from './objects/ray-versions-differ/rule';
import { replicatedJobNotFound } from './objects/replicated-job-not-found/rule';
import { resourceClaimNotFound } from './objects/resource-claim-not-found/rule';
import { roleNotFound } from './objects/role-not-found/rule';
import { routeBackendNotFound } from './objects/route-backend-not-found/rule';
import { routeBackendNotGranted } from './objects/route-backend-not-granted/rule';
import { runtimeClassNotFound } from './objects/runtime-class-not-found/rule';
import { secretNotFound } from './objects/secret-not-found/rule';
import { selectorFollowsPath } from './objects/selector-follows-path/rule';
import { selectorMissesTemplate } from './objects/selector-misses-template/rule';
import { serveConfigRefused } from './objects/serve-config-refused/rule';
import { serviceAccountNotFound } from './objects/service-account-not-found/rule';
import { serviceSelectsNothing } from './objects/service-selects-nothing/rule';
import { spreadMissesOwnPods } from './objects/spread-misses-own-pods/rule';
import { storageClassNotFound } from './objects/storage-class-not-found/rule';
import { supersededField } from './objects/superseded-field/rule';
import { supersededVersion } from './objects/superseded-version/rule';
import { textLostInYaml } from './objects/text-lost-in-yaml/rule';
import { trainingJobRefused } from './objects/training-job-refused/rule';
import { trainingRuntimeNotFound } from './objects/training-runtime-not-found/rule';
import { triggerAuthenticationNotFound } from './objects/trigger-authentication-not-found/rule';
import { volumeNotDeclared } from './objects/volume-not-declared/rule';
import { volumeSourceNotFound } from './objects/volume-source-not-found/rule';
import { duplicateVariable } from './pods/duplicate-variable/rule';
import { environmentValue } from './pods/environment-value/rule';
import { exclusiveClaimShared } from './pods/exclusive-claim-shared/rule';
import { replicasUnderAutoscaler } from './pods/replicas-under-autoscaler/rule';
import { restartPolicyOnMainContainer } from './pods/restart-policy-on-main-container/rule';
import { rootWhereForbidden } from './pods/root-where-forbidden/rule';
import { unservedResourceMetric } from './pods/unserved-resource-metric/rule';
import { userNamespaceConflict } from './pods/user-namespace-conflict/rule';
import { Rule } from './rule';
import { autoscalerOfKeda } from './scaling/autoscaler-of-keda/rule';
import { counterCompared } from './scaling/counter-compared/rule';
import { describedObjectNotFound } from './scaling/described-object-not-found/rule';
import { processorUseAsLoad } from './scaling/processor-use-as-load/rule';
import { prometheusBesideKeda } from './scaling/prometheus-beside-keda/rule';
import { requestsOfTwoAutoscalers } from './scaling/requests-of-two-autoscalers/rule';
import { scaledObjectRefused } from './scaling/scaled-object-refused/rule';
import { windowBelowScrapes } from './scaling/window-below-scrapes/rule';
import { acceleratorTaint } from './scheduling/accelerator-taint/rule';
import { affinityMeantForNuma } from './scheduling/affinity-meant-for-numa/rule';
import { antiAffinityBeyondZones } from './scheduling/anti-affinity-beyond-zones/rule';
import { antiAffinityOfWholeNodes } from './scheduling/anti-affinity-of-whole-nodes/rule';
import { claimSharedOverNodes } from './scheduling/claim-shared-over-nodes/rule';
import { dataParallelRanks } from './scheduling/data-parallel-ranks/rule';
import { expertsOfOneRank } from './scheduling/experts-of-one-rank/rule';
import { flavorUnlikePods } from './scheduling/flavor-unlike-pods/rule';
import { gangBelowNeed } from './scheduling/gang-below-need/rule';
import { gangMinimum } from './scheduling/gang-minimum/rule';
import { gangOfAnotherScheduler } from './scheduling/gang-of-another-scheduler/rule';
import { gangOfOrderedSet } from './scheduling/gang-of-ordered-set/rule';
import { headlessLeader } from './scheduling/headless-leader/rule';
import { headsNotDivided } from './scheduling/heads-not-divided/rule';
import { hostPortTwice } from './scheduling/host-port-twice/rule';
import { idleDevices } from './scheduling/idle-devices/rule';
import { labelKeySelectedTwice } from './scheduling/label-key-selected-twice/rule';
import { largerThanQueue } from './scheduling/larger-than-queue/rule';
import { mpiProcessesUnlikeSlots } from './scheduling/mpi-processes-unlike-slots/rule';
import { nodeConditionsConflict } from './scheduling/node-conditions-conflict/rule';
import { nodesUnlikePods } from './scheduling/nodes-unlike-pods/rule';
import { operatorProcessesExceedDevices } from './scheduling/operator-processes-exceed-devices/rule';
import { parallelismExceedsDevices } from './scheduling/parallelism-exceeds-devices/rule';
import { podGroupOfStatefulSet } from './scheduling/pod-group-of-stateful-set/rule';
import { podLargerThanNode } from './scheduling/pod-larger-than-node/rule';
import { podsUnlikeNodePool } from './scheduling/pods-unlike-node-pool/rule';
import { processesExceedDevices } from './scheduling/processes-exceed-devices/rule';
import { productOfNoNode } from './scheduling/product-of-no-node/rule';
import { queueNameOnTemplate } from './scheduling/queue-name-on-template/rule';
import { queueOfNoNamespace } from './scheduling/queue-of-no-namespace/rule';
import { queueOnIgnoredKind } from './scheduling/queue-on-ignored-kind/rule';
import { queuedSetScaled } from './scheduling/queued-set-scaled/rule';
import { rankOfSeveral } from './scheduling/rank-of-several/rule';
import { rayDevicesUnlikeLimits } from './scheduling/ray-devices-unlike-limits/rule';
import { rayStartedByNobody } from './scheduling/ray-started-by-nobody/rule';
import { refusedByQueue } from './scheduling/refused-by-queue/rule';
import { releasesOfGroupDiffer } from './scheduling/releases-of-group-differ/rule';
import { rendezvousAtNobody } from './scheduling/rendezvous-at-nobody/rule';
import { resourceWithoutQuota } from './scheduling/resource-without-quota/rule';
import { schedulerConfiguration } from './scheduling/scheduler-configuration/rule';
import { schedulerNotFound } from './scheduling/scheduler-not-found/rule';
import { serveReplicaExceedsDevices } from './scheduling/serve-replica-exceeds-devices/rule';
import { spotNodesOutOfReach } from './scheduling/spot-nodes-out-of-reach/rule';
import { spreadUnsatisfiable } from './scheduling/spread-unsatisfiable/rule';
import { storeOnOneNode } from './scheduling/store-on-one-node/rule';
import { subgroupSize } from './scheduling/subgroup-size/rule';
import { surgeOverOneClaim } from './scheduling/surge-over-one-claim/rule';
import { surgeWithoutDevices } from './scheduling/surge-without-devices/rule';
import { suspendAssertedInQueue } from './scheduling/suspend-asserted-in-queue/rule';
import { suspendedWithoutQueue } from './scheduling/suspended-without-queue/rule';
import { tolerationOfNoTaint } from './scheduling/toleration-of-no-taint/rule';
import { topologyKeyInsideNodes } from './scheduling/topology-key-inside-nodes/rule';
import { topologyLevelUnknown } from './scheduling/topology-level-unknown/rule';
import { topologyWithoutQueue } from './scheduling/topology-without-queue/rule';
import { tpuTopology } from './scheduling/tpu-topology/rule';
import { twoTopologies } from './scheduling/two-topologies/rule';
import { weightsExceedMemory } from './scheduling/weights-exceed-memory/rule';
import { worldVariableUnlikePods } from './scheduling/world-variable-unlike-pods/rule';
import { autoscalersOfOneTarget } from './traffic/autoscalers-of-one-target/rule';
import { canaryMetricUnmeasured } from './traffic/canary-metric-unmeasured/rule';
import { canaryServiceFoughtOver } from './traffic/canary-service-fought-over/rule';
import { canaryWithoutAutoscaler } from './traffic/canary-without-autoscaler/rule';
import { clientAffinityWithoutAddress } from './traffic/client-affinity-without-address/rule';
import { cookieComparedWhole } from './traffic/cookie-compared-whole/rule';
import { deviceUtilizationAsLoad } from './traffic/device-utilization-as-load/rule';
import { engineMetricMissing } from './traffic/engine-metric-missing/rule';
import { exportWithoutService } from './traffic/export-without-service/rule';
import { importByHand } from './traffic/import-by-hand/rule';
import { indexAcrossGroups } from './traffic/index-across-groups/rule';
import { kvBlocksAtLocalhost } from './traffic/kv-blocks-at-localhost/rule';
import { metricAveragedTwice } from './traffic/metric-averaged-twice/rule';
import { metricTargetUnit } from './traffic/metric-target-unit/rule';
import { monitorNobodySelects } from './traffic/monitor-nobody-selects/rule';
import { nameOfOtherClusters } from './traffic/name-of-other-clusters/rule';
import { poolRoutePort } from './traffic/pool-route-port/rule';
import { predictorPortUnlike } from './traffic/predictor-port-unlike/rule';
import { quantileOfNothing } from './traffic/quantile-of-nothing/rule';
import { queryOfManySeries } from './traffic/query-of-many-series/rule';
import { queryUnreadable } from './traffic/query-unreadable/rule';
import { rendezvousWaitsForReadiness } from './traffic/rendezvous-waits-for-readiness/rule';
import { routeOfTwo } from './traffic/route-of-two/rule';
import { routeToHeadlessImport } from './traffic/route-to-headless-import/rule';
import { routeWithoutListener } from './traffic/route-without-listener/rule';
import { routeWithoutWeight } from './traffic/route-without-weight/rule';
import { ruleRefusedByOperator } from './traffic/rule-refused-by-operator/rule';
import { scaledToZeroForEver } from './traffic/scaled-to-zero-for-ever/rule';
import { seriesNobodyExports } from './traffic/series-nobody-exports/rule';
import { servePortUnlike } from './traffic/serve-port-unlike/rule';
import { serverAtLoopback } from './traffic/server-at-loopback/rule';
import { serviceSelectsWorkers } from './traffic/service-selects-workers/rule';
import { stoppedReplicas } from './traffic/stopped-replicas/rule';
import { utilizationWithoutRequest } from './traffic/utilization-without-request/rule';

/** Every rule, by id. */
export const RULES: readonly Rule[] = [
  duplicateObject,
  derivedNameCollision,
  serviceSelectsNothing,
  policySelectsNothing,
  namedPortNotFound,
  claimNotFound,
  configMapNotFound,
  volumeNotDeclared,
  autoscalerTargetNotFound,
  nameTooLong,
  resourceClaimNotFound,
  overlappingBudgets,
  selectorMissesTemplate,
  textLostInYaml,
  secretNotFound,
  serviceAccountNotFound,
  priorityClassNotFound,
  runtimeClassNotFound,
  storageClassNotFound,
  ingressBackendNotFound,
  routeBackendNotFound,
  routeBackendNotGranted,
  governingService,
  deviceClassNotFound,
  podGroupNotFound,
  queueNotFound,
  monitorSelectsNothing,
  roleNotFound,
  keyNotFound,
  overlappingSelectors,
  overlappingOrdinals,
  selectorFollowsPath,
  trainingRuntimeNotFound,
  inferencePool,
  supersededField,
  supersededVersion,
  triggerAuthenticationNotFound,
  volumeSourceNotFound,
  replicatedJobNotFound,
  spreadMissesOwnPods,
  rayRefusedByOperator,
  backupRefused,
  backupWithoutVolumes,
  backupWithoutPods,
  backupSelectsNothing,
  adminAccessNamespace,
  nodePoolLabel,
  disaggregatedSetRefused,
  nodePoolRefused,
  chaosRefused,
  chaosReachesOthers,
  chaosSelectsNothing,
  chaosScheduleStops,
  chaosOnNodeNetwork,
  policyMissesServicePort,
  policyPortNotFound,
  policyWithoutDns,
  rayVersionsDiffer,
  serveConfigRefused,
  trainingJobRefused,
  pullSecretType,
  claimUnlikeVolume,
  localityVoid,
  localityTargetPort,
  deviceClaimShape,
  deviceRequestChoice,
  deviceSelector,
  deviceSharing,
  constraintAttribute,
  oneRootForAll,
  memoryRequestMissing,
  extendedResourceLimits,
  acceleratorsOfTwoVendors,
  migSlicesForOneEngine,
  visibleDevicesVariable,
  deviceFilesFromHost,
  initContainerDevices,
  containerBesideDevices,
  sharedMemoryMissing,
  memoryVolumeOverLimit,
  rayStoreBeyondSharedMemory,
  deviceMemoryMissed,
  parallelismExceedsDevices,
  idleDevices,
  processesExceedDevices,
  nodesUnlikePods,
  worldVariableUnlikePods,
  dataParallelRanks,
  mpiProcessesUnlikeSlots,
  subgroupSize,
  tpuTopology,
  rayDevicesUnlikeLimits,
  headlessLeader,
  expertsOfOneRank,
  spotNodesOutOfReach,
  topologyKeyInsideNodes,
  antiAffinityOfWholeNodes,
  podsUnlikeNodePool,
  schedulerConfiguration,
  schedulerNotFound,
  surgeOverOneClaim,
  surgeWithoutDevices,
  podLargerThanNode,
  spreadUnsatisfiable,
  antiAffinityBeyondZones,
  claimSharedOverNodes,
  hostPortTwice,
  acceleratorTaint,
  gangMinimum,
  queueNameOnTemplate,
  nodeConditionsConflict,
  suspendedWithoutQueue,
  queuedSetScaled,
  topologyWithoutQueue,
  refusedByQueue,
  gangBelowNeed,
  gangOfAnotherScheduler,
  queueOnIgnoredKind,
  largerThanQueue,
  resourceWithoutQuota,
  flavorUnlikePods,
  twoTopologies,
  storeOnOneNode,
  tolerationOfNoTaint,
  productOfNoNode,
  headsNotDivided,
  weightsExceedMemory,
  labelKeySelectedTwice,
  operatorProcessesExceedDevices,
  rankOfSeveral,
  affinityMeantForNuma,
  suspendAssertedInQueue,
  podGroupOfStatefulSet,
  gangOfOrderedSet,
  queueOfNoNamespace,
  topologyLevelUnknown,
  serveReplicaExceedsDevices,
  rendezvousAtNobody,
  rayStartedByNobody,
  releasesOfGroupDiffer,
  progressDeadlineTooShort,
  probeKillsLoadingModel,
  drainExceedsGracePeriod,
  signalLostInShell,
  endlessContainerInJob,
  serverInJob,
  trainingRestartsForEver,
  launcherKillsBeforeGrace,
  replacementBesideTerminating,
  failureRuleMisses,
  budgetBlocksDrains,
  budgetWithoutScale,
  budgetSplitsGroups,
  hostNetworkWithoutClusterDns,
  checkpointOnNodeDisk,
  orderedStartOfOneWorld,
  headlessWorkerProbed,
  graceBeyondSpotNotice,
  retriesBelowWorkers,
  indexLimitWithoutFailures,
  partitionAboveReplicas,
  runOnConsolidatedNodes,
  probePathNotServed,
  readinessMissing,
  delayForStartup,
  probePortNotServed,
  exitCodeNotRetried,
  engineMetricMissing,
  metricTargetUnit,
  metricAveragedTwice,
  queryOfManySeries,
  scaledToZeroForEver,
  autoscalersOfOneTarget,
  utilizationWithoutRequest,
  kvBlocksAtLocalhost,
  routeWithoutWeight,
  cookieComparedWhole,
  canaryMetricUnmeasured,
  canaryWithoutAutoscaler,
  canaryServiceFoughtOver,
  stoppedReplicas,
  serverAtLoopback,
  deviceUtilizationAsLoad,
  routeWithoutListener,
  exportWithoutService,
  rendezvousWaitsForReadiness,
  serviceSelectsWorkers,
  indexAcrossGroups,
  clientAffinityWithoutAddress,
  seriesNobodyExports,
  quantileOfNothing,
  queryUnreadable,
  ruleRefusedByOperator,
  monitorNobodySelects,
  importByHand,
  nameOfOtherClusters,
  routeToHeadlessImport,
  poolRoutePort,
  routeOfTwo,
  servePortUnlike,
  predictorPortUnlike,
  shellSyntaxWithoutShell,
  variableNotDefined,
  credentialInPlainSight,
  newlineInSecret,
  serviceLinkShadowsVariable,
  movingImageTag,
  engineFlagUnknown,
  engineValueRefused,
  variableMisspelt,
  weightsExceedVolume,
  modelNotMounted,
  cacheNotWritable,
  cacheNotKept,
  weightsExceedNodeDisk,
  imageForOtherDevices,
  imageSettingMissing,
  dataOutsideClaim,
  imageStartsNothing,
  commandInOneWord,
  indexWithoutIndexedJob,
  scriptNotExecutable,
  clusterPartReturns,
  environmentValue,
  duplicateVariable,
  exclusiveClaimShared,
  restartPolicyOnMainContainer,
  userNamespaceConflict,
  replicasUnderAutoscaler,
  unservedResourceMetric,
  rootWhereForbidden,
  localityZonesMissed,
  localityBehindGateway,
  localityClientAffinity,
  localityFleetAutoscaler,
  localityUnreadyEndpoints,
  scaledObjectRefused,
  autoscalerOfKeda,
  describedObjectNotFound,
  prometheusBesideKeda,
  counterCompared,
  windowBelowScrapes,
  processorUseAsLoad,
  requestsOfTwoAutoscalers,
  deviceClaimShared,
];
