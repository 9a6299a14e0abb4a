import { acceleratorTaint } from './accelerator-taint/rule';
import { acceleratorsOfTwoVendors } from './accelerators-of-two-vendors/rule';
import { antiAffinityBeyondZones } from './anti-affinity-beyond-zones/rule';
import { autoscalerTargetNotFound } from './autoscaler-target-not-found/rule';
import { autoscalersOfOneTarget } from './autoscalers-of-one-target/rule';
import { budgetBlocksDrains } from './budget-blocks-drains/rule';
import { budgetSplitsGroups } from './budget-splits-groups/rule';
import { budgetWithoutScale } from './budget-without-scale/rule';
import { checkpointOnNodeDisk } from './checkpoint-on-node-disk/rule';
import { claimNotFound } from './claim-not-found/rule';
import { claimSharedOverNodes } from './claim-shared-over-nodes/rule';
import { clientAffinityWithoutAddress } from './client-affinity-without-address/rule';
import { configMapNotFound } from './config-map-not-found/rule';
import { containerBesideDevices } from './container-beside-devices/rule';
import { credentialInPlainSight } from './credential-in-plain-sight/rule';
import { dataOutsideClaim } from './data-outside-claim/rule';
import { derivedNameCollision } from './derived-name-collision/rule';
import { deviceClaimShape } from './device-claim-shape/rule';
import { deviceClaimShared } from './device-claim-shared/rule';
import { deviceClassNotFound } from './device-class-not-found/rule';
import { deviceFilesFromHost } from './device-files-from-host/rule';
import { deviceMemoryMissed } from './device-memory-missed/rule';
import { deviceRequestChoice } from './device-request-choice/rule';
import { deviceSelector } from './device-selector/rule';
import { deviceSharing } from './device-sharing/rule';
import { drainExceedsGracePeriod } from './drain-exceeds-grace-period/rule';
import { duplicateObject } from './duplicate-object/rule';
import { duplicateVariable } from './duplicate-variable/rule';
import { endlessContainerInJob } from './endless-container-in-job/rule';
import { engineMetricMissing } from './engine-metric-missing/rule';
import { environmentValue } from './environment-value/rule';
import { exclusiveClaimShared } from './exclusive-claim-shared/rule';
import { extendedResourceLimits } from './extended-resource-limits/rule';
import { failureRuleMisses } from './failure-rule-misses/rule';
import { gangMinimum } from './gang-minimum/rule';
import { governingService } from './governing-service/rule';
import { graceBeyondSpotNotice } from './grace-beyond-spot-notice/rule';
import { headlessWorkerProbed } from './headless-worker-probed/rule';
import { hostNetworkWithoutClusterDns } from './host-network-without-cluster-dns/rule';
import { idleDevices } from './idle-devices/rule';
import { imageSettingMissing } from './image-setting-missing/rule';
import { imageStartsNothing } from './image-starts-nothing/rule';
import { indexAcrossGroups } from './index-across-groups/rule';
import { inferencePool } from './inference-pool/rule';
import { ingressBackendNotFound } from './ingress-backend-not-found/rule';
import { initContainerDevices } from './init-container-devices/rule';
import { keyNotFound } from './key-not-found/rule';
import { launcherKillsBeforeGrace } from './launcher-kills-before-grace/rule';
import { localityBehindGateway } from './locality-behind-gateway/rule';
import { localityClientAffinity } from './locality-client-affinity/rule';
import { localityFleetAutoscaler } from './locality-fleet-autoscaler/rule';
import { localityTargetPort } from './locality-target-port/rule';
import { localityUnreadyEndpoints } from './locality-unready-endpoints/rule';
import { localityVoid } from './locality-void/rule';
import { localityZonesMissed } from './locality-zones-missed/rule';
import { memoryVolumeOverLimit } from './memory-volume-over-limit/rule';
import { metricAveragedTwice } from './metric-averaged-twice/rule';
import { metricTargetUnit } from './metric-target-unit/rule';
import { migSlicesForOneEngine } from './mig-slices-for-one-engine/rule';
import { monitorSelectsNothing } from './monitor-selects-nothing/rule';
import { movingImageTag } from './moving-image-tag/rule';
import { mpiProcessesUnlikeSlots } from './mpi-processes-unlike-slots/rule';
import { nameTooLong } from './name-too-long/rule';
import { namedPortNotFound } from './named-port-not-found/rule';
import { newlineInSecret } from './newline-in-secret/rule';
import { nodeConditionsConflict } from './node-conditions-conflict/rule';
import { nodesUnlikePods } from './nodes-unlike-pods/rule';
import { orderedStartOfOneWorld } from './ordered-start-of-one-world/rule';
import { overlappingBudgets } from './overlapping-budgets/rule';
import { overlappingOrdinals } from './overlapping-ordinals/rule';
import { overlappingSelectors } from './overlapping-selectors/rule';
import { parallelismExceedsDevices } from './parallelism-exceeds-devices/rule';
import { podGroupNotFound } from './pod-group-not-found/rule';
import { podLargerThanNode } from './pod-larger-than-node/rule';
import { policySelectsNothing } from './policy-selects-nothing/rule';
import { priorityClassNotFound } from './priority-class-not-found/rule';
import { probeKillsLoadingModel } from './probe-kills-loading-model/rule';
import { probePortNotServed } from './probe-port-not-served/rule';
import { processesExceedDevices } from './processes-exceed-devices/rule';
import { progressDeadlineTooShort } from './progress-deadline-too-short/rule';
import { queryOfManySeries } from './query-of-many-series/rule';
import { queueNameOnTemplate } from './queue-name-on-template/rule';
import { queueNotFound } from './queue-not-found/rule';
import { rayDevicesUnlikeLimits } from './ray-devices-unlike-limits/rule';
import { rendezvousWaitsForReadiness } from './rendezvous-waits-for-readiness/rule';
import { replacementBesideTerminating } from './replacement-beside-terminating/rule';
import { replicasUnderAutoscaler } from './replicas-under-autoscaler/rule';
import { replicatedJobNotFound } from './replicated-job-not-found/rule';
import { resourceClaimNotFound } from './resource-claim-not-found/rule';
import { restartPolicyOnMainContainer } from './restart-policy-on-main-container/rule';
import { retriesBelowWorkers } from './retries-below-workers/rule';
import { roleNotFound } from './role-not-found/rule';
import { routeBackendNotFound } from './route-backend-not-found/rule';
import { routeBackendNotGranted } from './route-backend-not-granted/rule';
import { Rule } from './rule';
import { runtimeClassNotFound } from './runtime-class-not-found/rule';
import { scaledToZeroForEver } from './scaled-to-zero-for-ever/rule';
import { secretNotFound } from './secret-not-found/rule';
import { selectorFollowsPath } from './selector-follows-path/rule';
import { selectorMissesTemplate } from './selector-misses-template/rule';
import { serverInJob } from './server-in-job/rule';
import { serviceAccountNotFound } from './service-account-not-found/rule';
import { serviceLinkShadowsVariable } from './service-link-shadows-variable/rule';
import { serviceSelectsNothing } from './service-selects-nothing/rule';
import { serviceSelectsWorkers } from './service-selects-workers/rule';
import { sharedMemoryMissing } from './shared-memory-missing/rule';
import { shellSyntaxWithoutShell } from './shell-syntax-without-shell/rule';
import { signalLostInShell } from './signal-lost-in-shell/rule';
import { spreadMissesOwnPods } from './spread-misses-own-pods/rule';
import { spreadUnsatisfiable } from './spread-unsatisfiable/rule';
import { storageClassNotFound } from './storage-class-not-found/rule';
import { storeOnOneNode } from './store-on-one-node/rule';
import { subgroupSize } from './subgroup-size/rule';
import { supersededField } from './superseded-field/rule';
import { supersededVersion } from './superseded-version/rule';
import { surgeWithoutDevices } from './surge-without-devices/rule';
import { suspendedWithoutQueue } from './suspended-without-queue/rule';
import { textLostInYaml } from './text-lost-in-yaml/rule';
import { tpuTopology } from './tpu-topology/rule';
import { trainingRestartsForEver } from './training-restarts-for-ever/rule';
import { trainingRuntimeNotFound } from './training-runtime-not-found/rule';
import { triggerAuthenticationNotFound } from './trigger-authentication-not-found/rule';
import { unservedResourceMetric } from './unserved-resource-metric/rule';
import { userNamespaceConflict } from './user-namespace-conflict/rule';
import { utilizationWithoutRequest } from './utilization-without-request/rule';
import { variableNotDefined } from './variable-not-defined/rule';
import { visibleDevicesVariable } from './visible-devices-variable/rule';
import { volumeNotDeclared } from './volume-not-declared/rule';
import { volumeSourceNotFound } from './volume-source-not-found/rule';
import { worldVariableUnlikePods } from './world-variable-unlike-pods/rule';

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
  localityVoid,
  localityTargetPort,
  deviceClaimShape,
  deviceRequestChoice,
  deviceSelector,
  deviceSharing,
  extendedResourceLimits,
  acceleratorsOfTwoVendors,
  migSlicesForOneEngine,
  visibleDevicesVariable,
  deviceFilesFromHost,
  initContainerDevices,
  containerBesideDevices,
  sharedMemoryMissing,
  memoryVolumeOverLimit,
  deviceMemoryMissed,
  parallelismExceedsDevices,
  idleDevices,
  processesExceedDevices,
  nodesUnlikePods,
  worldVariableUnlikePods,
  mpiProcessesUnlikeSlots,
  subgroupSize,
  tpuTopology,
  rayDevicesUnlikeLimits,
  surgeWithoutDevices,
  podLargerThanNode,
  spreadUnsatisfiable,
  antiAffinityBeyondZones,
  claimSharedOverNodes,
  acceleratorTaint,
  gangMinimum,
  queueNameOnTemplate,
  nodeConditionsConflict,
  suspendedWithoutQueue,
  storeOnOneNode,
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
  probePortNotServed,
  engineMetricMissing,
  metricTargetUnit,
  metricAveragedTwice,
  queryOfManySeries,
  scaledToZeroForEver,
  autoscalersOfOneTarget,
  utilizationWithoutRequest,
  rendezvousWaitsForReadiness,
  serviceSelectsWorkers,
  indexAcrossGroups,
  clientAffinityWithoutAddress,
  shellSyntaxWithoutShell,
  variableNotDefined,
  credentialInPlainSight,
  newlineInSecret,
  serviceLinkShadowsVariable,
  movingImageTag,
  imageSettingMissing,
  dataOutsideClaim,
  imageStartsNothing,
  environmentValue,
  duplicateVariable,
  exclusiveClaimShared,
  restartPolicyOnMainContainer,
  userNamespaceConflict,
  replicasUnderAutoscaler,
  unservedResourceMetric,
  localityZonesMissed,
  localityBehindGateway,
  localityClientAffinity,
  localityFleetAutoscaler,
  localityUnreadyEndpoints,
  deviceClaimShared,
];
