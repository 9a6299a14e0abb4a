// Written by `npm run measure` from the answers of API servers. docs/measured-tables.md says how to read it.
export const FIELDS: { readonly [section: string]: { readonly [path: string]: string } } = {
  "DeviceClass": {
    "spec.extendedResourceName": "-ddk DRAExtendedResource .kkd"
  },
  "EndpointSlice": {
    "endpoints[*].hints.forNodes": "dkkk PreferSameTrafficDistribution kd.."
  },
  "HorizontalPodAutoscaler": {
    "spec.behavior.scaleDown.tolerance": "ddkk HPAConfigurableTolerance kkdd",
    "spec.behavior.scaleUp.tolerance": "ddkk HPAConfigurableTolerance kkdd",
    "spec.minReplicas=0": "rrrr HPAScaleToZero kkkk"
  },
  "Job": {
    "spec.managedBy": "kkkk JobManagedBy dd..",
    "spec.podReplacementPolicy": "kkkk JobPodReplacementPolicy d..."
  },
  "PersistentVolume": {
    "spec.volumeAttributesClassName": "dkkk VolumeAttributesClass kdd."
  },
  "PersistentVolumeClaim": {
    "spec.dataSourceRef.namespace": "dddd CrossNamespaceVolumeDataSource kkkk",
    "spec.volumeAttributesClassName": "dkkk VolumeAttributesClass kdd."
  },
  "Pod": {
    "spec.topologySpreadConstraints[*].matchLabelKeys=app": "rrrr MatchLabelKeysInPodTopologySpread dddd"
  },
  "ResourceClaim": {
    "spec.devices.constraints[*].distinctAttribute": "-rrk DRAConsumableCapacity .kkr",
    "spec.devices.requests[*].exactly.adminAccess": "-kkk DRAAdminAccess -dd.",
    "spec.devices.requests[*].exactly.capacity": "-ddk DRAConsumableCapacity .kkd",
    "spec.devices.requests[*].exactly.tolerations": "-ddk DRADeviceTaints -kkd",
    "spec.devices.requests[*].firstAvailable[*].allocationMode": "-kkk DRAPrioritizedList -rrr",
    "spec.devices.requests[*].firstAvailable[*].capacity": "-ddk DRAConsumableCapacity+DRAPrioritizedList -kkr",
    "spec.devices.requests[*].firstAvailable[*].count": "-kkk DRAPrioritizedList -rrr",
    "spec.devices.requests[*].firstAvailable[*].deviceClassName": "-kkk DRAPrioritizedList -rrr",
    "spec.devices.requests[*].firstAvailable[*].name": "-kkk DRAPrioritizedList -rrr",
    "spec.devices.requests[*].firstAvailable[*].selectors": "-kkk DRAPrioritizedList -rrr",
    "spec.devices.requests[*].firstAvailable[*].tolerations": "-ddk DRADeviceTaints+DRAPrioritizedList -kkr"
  },
  "ResourceClaimTemplate": {
    "spec.spec.devices.constraints[*].distinctAttribute": "-rrk DRAConsumableCapacity .kkr",
    "spec.spec.devices.requests[*].exactly.adminAccess": "-kkk DRAAdminAccess -dd.",
    "spec.spec.devices.requests[*].exactly.capacity": "-ddk DRAConsumableCapacity .kkd",
    "spec.spec.devices.requests[*].exactly.tolerations": "-ddk DRADeviceTaints -kkd",
    "spec.spec.devices.requests[*].firstAvailable[*].allocationMode": "-kkk DRAPrioritizedList -rrr",
    "spec.spec.devices.requests[*].firstAvailable[*].capacity": "-ddk DRAConsumableCapacity+DRAPrioritizedList -kkr",
    "spec.spec.devices.requests[*].firstAvailable[*].count": "-kkk DRAPrioritizedList -rrr",
    "spec.spec.devices.requests[*].firstAvailable[*].deviceClassName": "-kkk DRAPrioritizedList -rrr",
    "spec.spec.devices.requests[*].firstAvailable[*].name": "-kkk DRAPrioritizedList -rrr",
    "spec.spec.devices.requests[*].firstAvailable[*].selectors": "-kkk DRAPrioritizedList -rrr",
    "spec.spec.devices.requests[*].firstAvailable[*].tolerations": "-ddk DRADeviceTaints+DRAPrioritizedList -kkr"
  },
  "Service": {
    "spec.trafficDistribution=PreferSameNode": "rkkk PreferSameTrafficDistribution kr..",
    "spec.trafficDistribution=PreferSameZone": "rkkk PreferSameTrafficDistribution kr.."
  },
  "StatefulSet": {
    "spec.updateStrategy.rollingUpdate.maxUnavailable": "dddd MaxUnavailableStatefulSet kkkk"
  },
  "pod": {
    "spec.containers[*].env[*].valueFrom.fileKeyRef": "urkk EnvFiles ukrr",
    "spec.containers[*].lifecycle.postStart.sleep": "kkkk PodLifecycleSleepAction d...",
    "spec.containers[*].lifecycle.preStop.sleep": "kkkk PodLifecycleSleepAction d...",
    "spec.containers[*].lifecycle.stopSignal": "dddd ContainerStopSignals kkkk",
    "spec.containers[*].resizePolicy": "kkkk InPlacePodVerticalScaling dd..",
    "spec.containers[*].resources.claims": "dkkk DynamicResourceAllocation kd..",
    "spec.containers[*].restartPolicy": "ddkk ContainerRestartRules .kdd",
    "spec.containers[*].restartPolicyRules[*].action=Restart": "udkk ContainerRestartRules ukdd",
    "spec.containers[*].restartPolicyRules[*].action=RestartAllContainers": "udrk ContainerRestartRules+RestartAllContainersOnContainerExits urkd",
    "spec.containers[*].restartPolicyRules[*].exitCodes": "udkk ContainerRestartRules ukdd",
    "spec.containers[*].securityContext.procMount=Unmasked": "kkkk ProcMountType ooo.",
    "spec.hostUsers": "kkkk UserNamespacesSupport ddd.",
    "spec.hostnameOverride": "udkk HostnameOverride ukdd",
    "spec.initContainers[*].env[*].valueFrom.fileKeyRef": "urkk EnvFiles ukrr",
    "spec.initContainers[*].lifecycle.postStart.sleep": "kkkk PodLifecycleSleepAction d...",
    "spec.initContainers[*].lifecycle.preStop.sleep": "kkkk PodLifecycleSleepAction d...",
    "spec.initContainers[*].lifecycle.stopSignal": "dddd ContainerStopSignals kkkk",
    "spec.initContainers[*].resizePolicy": "kkkk InPlacePodVerticalScaling dd..",
    "spec.initContainers[*].resources.claims": "dkkk DynamicResourceAllocation kd..",
    "spec.initContainers[*].restartPolicy=Never": "ddkk ContainerRestartRules .kdd",
    "spec.initContainers[*].restartPolicy=OnFailure": "ddkk ContainerRestartRules .kdd",
    "spec.initContainers[*].restartPolicyRules[*].action=Restart": "udkk ContainerRestartRules ukdd",
    "spec.initContainers[*].restartPolicyRules[*].action=RestartAllContainers": "udrk ContainerRestartRules+RestartAllContainersOnContainerExits urkd",
    "spec.initContainers[*].restartPolicyRules[*].exitCodes": "udkk ContainerRestartRules ukdd",
    "spec.initContainers[*].securityContext.procMount=Unmasked": "kkkk ProcMountType ooo.",
    "spec.resourceClaims": "dkkk DynamicResourceAllocation kd..",
    "spec.resources.claims": "drrr PodLevelResources rddd",
    "spec.resources.limits": "dkkk PodLevelResources kddd",
    "spec.resources.requests": "dkkk PodLevelResources kddd",
    "spec.schedulingGroup": "uuud GenericWorkload uuuk",
    "spec.securityContext.seLinuxChangePolicy=MountOption": "rrrr SELinuxChangePolicy+SELinuxMount kkkk",
    "spec.securityContext.seLinuxChangePolicy=Recursive": "kkkk SELinuxChangePolicy ddd.",
    "spec.securityContext.supplementalGroupsPolicy": "kkkk SupplementalGroupsPolicy dd..",
    "spec.tolerations[*].operator=Gt": "rrrr TaintTolerationComparisonOperators ..kk",
    "spec.tolerations[*].operator=Lt": "rrrr TaintTolerationComparisonOperators ..kk",
    "spec.topologySpreadConstraints[*].matchLabelKeys": "kkkk MatchLabelKeysInPodTopologySpread dddd",
    "spec.topologySpreadConstraints[*].matchLabelKeys=app": "rkkk MatchLabelKeysInPodTopologySpread+MatchLabelKeysInPodTopologySpreadSelectorMerge dddd",
    "spec.volumes[*].image": "ddkk ImageVolume kkd.",
    "spec.volumes[*].projected.sources[*].clusterTrustBundle": "dddd ClusterTrustBundleProjection kkkk",
    "spec.volumes[*].projected.sources[*].podCertificate.certificateChainPath": "uddd PodCertificateRequest ukkk",
    "spec.volumes[*].projected.sources[*].podCertificate.credentialBundlePath": "uddd PodCertificateRequest ukkk",
    "spec.volumes[*].projected.sources[*].podCertificate.keyPath": "uddd PodCertificateRequest ukkk",
    "spec.volumes[*].projected.sources[*].podCertificate.keyType": "uddd PodCertificateRequest ukkk",
    "spec.volumes[*].projected.sources[*].podCertificate.maxExpirationSeconds": "uddd PodCertificateRequest ukkk",
    "spec.volumes[*].projected.sources[*].podCertificate.signerName": "uddd PodCertificateRequest ukkk",
    "spec.volumes[*].projected.sources[*].podCertificate.userAnnotations": "uudd PodCertificateRequest uukk"
  }
};
