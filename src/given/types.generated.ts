// Written by `npm run given` from the types of the public face. docs/validation.md says what they are for.
type Section = { readonly [name: string]: { readonly [key: string]: string } };

export const STRUCTS: Section = {
  "AcceleratorClaimOptions": {
    "count": "?number",
    "taintKey": "?string"
  },
  "AcceleratorOptions": {
    "product": "?string",
    "nodeLabels": "?string{}"
  },
  "AcceleratorResourceOptions": {
    "taintKey": "?string",
    "product": "?string",
    "nodeLabels": "?string{}"
  },
  "Acknowledgement": {
    "id": "string Id of the finding, as the report prints it: `AIW2103`.",
    "reason": "string Why it is right here, for the next reader."
  },
  "BackupHook": {
    "role": "?string",
    "container": "?string",
    "before": "?string[]",
    "after": "?string[]",
    "timeout": "?cdk8s.Duration"
  },
  "BinPackingSchedulerProps": {
    "name": "?string",
    "namespace": "?string",
    "workloads": "IWorkload[] The workloads whose pods it places: patterns, or what `Workload.of` makes of others.",
    "resourceWeights": "?number{}",
    "shape": "?NodeFullness[]",
    "weight": "?number",
    "image": "?string",
    "replicas": "?number"
  },
  "CanaryOptions": {
    "parts": "string[] Parts that run the new template: group indexes (`'0'`) or zone names.",
    "previous": "PreviousTemplate What all others keep: the properties that changed as they were, or all properties of before."
  },
  "ChaosExperimentProps": {
    "name": "?string",
    "workload": "IWorkload The workload: a pattern, or what `Workload.of` and `Workload.named` make.",
    "part": "?PodPart",
    "fault": "ChaosFault What goes wrong.",
    "reach": "?ChaosReach",
    "schedule": "?string",
    "startingDeadline": "?cdk8s.Duration",
    "historyLimit": "?number"
  },
  "CheckOptions": {
    "kubernetes": "?KubernetesVersion",
    "featureGates": "?boolean{}",
    "apis": "?string[]",
    "zones": "?string[]",
    "spareGpus": "?number",
    "gpusPerNode": "?number"
  },
  "CheckpointOptions": {
    "saveTime": "?cdk8s.Duration",
    "upload": "?CheckpointUpload"
  },
  "CheckpointUpload": {
    "container": "ContainerSpec The sidecar.",
    "time": "cdk8s.Duration How long the last copy may take."
  },
  "ClaimGroupSnapshotProps": {
    "name": "?string",
    "workload": "IWorkload The workload: one whose pods have claims of their own, by a StatefulSet or a LeaderWorkerSet.",
    "part": "?PodPart",
    "snapshotId": "string Which snapshot this is: a date, a release.",
    "snapshotClass": "GroupSnapshotClass The class, which names the driver."
  },
  "ClaimRetention": {
    "whenDeleted": "?ClaimPolicy",
    "whenScaled": "?ClaimPolicy"
  },
  "ClientServiceOptions": {
    "name": "?string",
    "ports": "?ServingPort[]",
    "prefer": "?Locality"
  },
  "ContainerSpec": {
    "image": "string Docker image name.",
    "name": "?string",
    "port": "?number",
    "portNumber": "?number",
    "ports": "?kplus.ContainerPort[]",
    "command": "?string[]",
    "args": "?string[]",
    "workingDir": "?string",
    "envVariables": "?kplus.EnvValue{}",
    "envFrom": "?kplus.EnvFrom[]",
    "volumeMounts": "?kplus.VolumeMount[]",
    "imagePullPolicy": "?kplus.ImagePullPolicy",
    "readiness": "?kplus.Probe",
    "liveness": "?kplus.Probe",
    "startup": "?kplus.Probe",
    "lifecycle": "?kplus.ContainerLifecycle",
    "resources": "?kplus.ContainerResources",
    "securityContext": "?kplus.ContainerSecurityContextProps",
    "restartPolicy": "?kplus.ContainerRestartPolicy",
    "cpu": "?string",
    "memory": "?Memory",
    "ephemeralStorage": "?string",
    "extendedResources": "?number{}",
    "hugePages": "?string{}",
    "secretEnv": "?SecretKey{}",
    "capabilityProfile": "?CapabilityProfile",
    "preStopSleep": "?cdk8s.Duration"
  },
  "CoschedulingGangOptions": {
    "schedulerName": "?string",
    "timeout": "?cdk8s.Duration"
  },
  "CustomEngineGauge": {
    "name": "string Its name, as Prometheus stores it: `te_queue_size`.",
    "unit": "?string",
    "labels": "?string[]"
  },
  "CustomEngineMetrics": {
    "path": "?string",
    "waiting": "?CustomEngineGauge",
    "running": "?CustomEngineGauge",
    "kvCacheUsage": "?CustomEngineGauge",
    "gauges": "?CustomEngineGauge[]"
  },
  "CustomEngineOptions": {
    "name": "string Name of the server, for messages and `explain()`: `text-embeddings-inference`.",
    "version": "string Version, in any form: it is shown, and decides nothing.",
    "model": "string Model: an id on the Hugging Face Hub, or a path inside the container.",
    "image": "string Image.",
    "command": "?string[]",
    "args": "?string[]",
    "port": "number Port of the API, of health and of metrics, 1 to 65535.",
    "portName": "?string",
    "healthPath": "string Path that answers once the process is alive, for the startup and the liveness probe: `/health`.",
    "readinessPath": "?string",
    "tensorParallel": "?number",
    "pipelineParallel": "?number",
    "dataParallel": "?number",
    "environment": "?string{}",
    "drainFlag": "?string",
    "longestStream": "?cdk8s.Duration",
    "metrics": "?CustomEngineMetrics"
  },
  "DerivedMemoryProps": {
    "weights": "string What the process holds in host memory: weights while they load, optimizer state, data loader buffers.",
    "headroom": "?string"
  },
  "DescribedObject": {
    "apiVersion": "string Its API: `v1`, `inference.networking.k8s.io/v1`.",
    "kind": "string Its kind: `Service`, `InferencePool`.",
    "name": "string Its name, in the namespace of the workload.",
    "label": "?string"
  },
  "DeviceClaimProps": {
    "name": "?string",
    "requests": "DeviceRequest[] Devices to allocate: 1 to 32 requests with different names, at most 32 devices in all.",
    "constraints": "?DeviceConstraint[]",
    "adminNamespace": "?kplus.Namespace",
    "metadata": "?cdk8s.ApiObjectMetadata"
  },
  "DeviceClassOptions": {
    "driver": "?string",
    "name": "?string",
    "count": "?number",
    "cel": "?string[]",
    "sharing": "?DeviceSharing"
  },
  "DeviceClassProps": {
    "name": "?string",
    "devices": "DeviceRequest Which devices belong to the class, said like a request: `DeviceRequest.nvidiaMig('1g.10gb')`.",
    "extendedResourceName": "?string",
    "labels": "?string{}"
  },
  "DeviceRequestOptions": {
    "name": "?string",
    "count": "?number",
    "cel": "?string[]",
    "sharing": "?DeviceSharing"
  },
  "DisaggregatedInferenceProps": {
    "name": "?string",
    "prefill": "InferenceRole What computes the KV blocks of prompts.",
    "decode": "InferenceRole What fetches those blocks, and generates.",
    "router": "PrefillDecodeRouter Who pairs them.",
    "prefillPools": "?InferenceRole{}",
    "decodePools": "?InferenceRole{}",
    "backend": "?DisaggregatedBackend",
    "ratio": "?PrefillDecodeRatio",
    "kvTransfer": "?VllmKvTransfer",
    "metadata": "?cdk8s.ApiObjectMetadata"
  },
  "DranetDeviceOptions": {
    "rdma": "?boolean",
    "name": "?string",
    "count": "?number",
    "cel": "?string[]",
    "sharing": "?DeviceSharing"
  },
  "EfaFabricOptions": {
    "interfaces": "?number",
    "hugePages": "?string",
    "socketInterface": "?string",
    "lockMemory": "?boolean"
  },
  "ElasticSize": {
    "minWorkers": "number Fewest workers with which the run goes on: between 1 and `workers`."
  },
  "EngineGauge": {
    "name": "string Name as the engine exports it: `vllm:num_requests_waiting`.",
    "average": "number Target for the average over the replicas, in the gauge's own unit; above 0, and below 1 for a ratio."
  },
  "EngineMonitorOptions": {
    "interval": "?cdk8s.Duration",
    "labels": "?string{}"
  },
  "EngineMonitorProps": {
    "name": "?string",
    "workload": "IWorkload The workload whose pods are scraped: a pattern, or what `Workload.of` and `Workload.named` make.",
    "part": "?PodPart",
    "ports": "?MonitoredPort[]",
    "kind": "?MonitorKind",
    "nodeZone": "?boolean",
    "interval": "?cdk8s.Duration",
    "labels": "?string{}"
  },
  "ExitCodeRules": {
    "fail": "?number[]",
    "failIndex": "?number[]",
    "ignore": "?number[]",
    "count": "?number[]"
  },
  "ExternalMetricsOptions": {
    "seriesLabels": "?string{}"
  },
  "FabricNetwork": {
    "name": "string Name of the NetworkAttachmentDefinition.",
    "namespace": "?string",
    "resource": "?string",
    "interfaceName": "?string"
  },
  "FabricNetworkDifference": {
    "name": "string Name of the network, as the fabric of the workload names it.",
    "plugin": "?NetworkPlugin",
    "addresses": "?NetworkAddresses",
    "mtu": "?number"
  },
  "FabricNetworksProps": {
    "workload": "IWorkload A workload whose fabric names networks: `Fabric.roce({ networks: [...] })`, `Fabric.infiniBand({ networks: [...] })`.",
    "networks": "?FabricNetworkDifference[]",
    "exclusiveRdma": "?boolean",
    "plugin": "?NetworkPlugin",
    "addresses": "?NetworkAddresses",
    "mtu": "?number"
  },
  "FateSharingOptions": {
    "port": "?number",
    "tolerance": "?cdk8s.Duration",
    "startup": "?cdk8s.Duration"
  },
  "FlaggerCanaryProps": {
    "name": "?string",
    "workload": "IWorkload The workload, of one Deployment: a GpuInferenceDeployment, or what `Workload.of` makes of one of cdk8s-plus-28.",
    "provider": "FlaggerProvider What shares requests.",
    "prometheus": "string Address of the Prometheus that scrapes the pods: `http://prometheus.monitoring:9090`.",
    "primaryServes": "boolean Whether Flagger has made the primary already (its phase is `Initialized` or later), or nothing runs yet.",
    "selectorLabels": "?string[]",
    "autoscalerName": "?string",
    "port": "?number",
    "engine": "?InferenceEngine",
    "queueDepth": "?number",
    "timeToFirstToken": "?cdk8s.Duration",
    "errorShare": "?number",
    "metrics": "?FlaggerMetric[]",
    "interval": "?cdk8s.Duration",
    "failedChecks": "?number",
    "stepWeight": "?number",
    "maxWeight": "?number",
    "startTime": "?cdk8s.Duration"
  },
  "FlaggerGatewayOptions": {
    "gateways": "RouteGateway[] The Gateway, or several.",
    "hostnames": "?string[]",
    "requestTimeout": "?cdk8s.Duration"
  },
  "FlaggerMetric": {
    "name": "string What it is called: `kv-cache`.",
    "query": "string PromQL with one value as its answer.",
    "min": "?number",
    "max": "?number"
  },
  "GangSchedulingProps": {
    "workload": "IWorkload The workload: a pattern whose pods need each other, or a StatefulSet of cdk8s-plus-28, of which `minimum` says how many do.",
    "scheduler": "GangScheduler What places them.",
    "minimum": "?number"
  },
  "GkeRdmaFabricOptions": {
    "networks": "?string[]",
    "libraryFromNode": "?boolean"
  },
  "GpuInferenceDeploymentProps": {
    "replicas": "?number",
    "capacity": "?Capacity",
    "podSelector": "?string{}",
    "name": "?string",
    "engine": "InferenceEngine What serves the model, and how it is cut.",
    "container": "?RoleContainer",
    "autoscaling": "?InferenceAutoscaling",
    "modelLoad": "?ModelLoad",
    "progressDeadline": "?cdk8s.Duration",
    "gpuMetrics": "?GpuMetrics",
    "podMonitor": "?EngineMonitorOptions",
    "service": "?InferenceServiceOptions",
    "spread": "?ReplicaSpread",
    "disruptionBudget": "?DisruptionBudget",
    "sidecars": "?SidecarSpec[]",
    "sharedClaims": "?SharedClaim[]",
    "modelCache": "?ModelCache",
    "preload": "?ModelPreload",
    "accelerator": "?Accelerator",
    "fabric": "?Fabric",
    "sharedMemory": "?SharedMemory",
    "security": "?SecurityProfile",
    "nodeLabels": "?string{}",
    "tolerations": "?PodToleration[]",
    "deadNodeTolerance": "?cdk8s.Duration",
    "priorityClassName": "?string",
    "runtimeClassName": "?string",
    "schedulerName": "?string",
    "hostUsers": "?boolean",
    "imagePullSecretNames": "?string[]",
    "registryMirror": "?string",
    "podMetadata": "?cdk8s.ApiObjectMetadata",
    "containers": "?kplus.ContainerProps[]",
    "initContainers": "?kplus.ContainerProps[]",
    "volumes": "?kplus.Volume[]",
    "restartPolicy": "?kplus.RestartPolicy",
    "serviceAccount": "?kplus.IServiceAccount",
    "securityContext": "?kplus.PodSecurityContextProps",
    "hostAliases": "?kplus.HostAlias[]",
    "dns": "?kplus.PodDnsProps",
    "dockerRegistryAuth": "?kplus.ISecret",
    "automountServiceAccountToken": "?boolean",
    "isolate": "?boolean",
    "hostNetwork": "?boolean",
    "terminationGracePeriod": "?cdk8s.Duration",
    "metadata": "?cdk8s.ApiObjectMetadata"
  },
  "GpuMetricsSidecarOptions": {
    "image": "?string",
    "interval": "?cdk8s.Duration",
    "memory": "?Memory"
  },
  "GpuMonitorProps": {
    "name": "?string",
    "workload": "IWorkload The workload: a pattern, or what `Workload.of` makes of one of cdk8s-plus-28.",
    "namespace": "?string",
    "podLabels": "?string{}",
    "portName": "?string",
    "monitorLabels": "?string{}"
  },
  "GroupServiceOptions": {
    "ports": "ServingPort[] Ports of the Service.",
    "name": "?string",
    "group": "?number",
    "role": "?GroupRole",
    "index": "?number",
    "prefer": "?Locality"
  },
  "GroupSnapshotDriver": {
    "driver": "string Name of the CSI driver of the volumes, which must be able to snapshot several at once: `rbd.csi.ceph.com`.",
    "retain": "?boolean",
    "parameters": "?string{}"
  },
  "HardenedOptions": {
    "user": "?number",
    "group": "?number"
  },
  "HubPreloadOptions": {
    "model": "?string",
    "revision": "?string",
    "token": "?SecretKey",
    "ignorePatterns": "?string[]",
    "image": "?string",
    "time": "?cdk8s.Duration",
    "weights": "?string"
  },
  "IndependentIndexes": {
    "retriesPerIndex": "number Retries of each index before it counts as failed: at least 0.",
    "maxFailedIndexes": "?number"
  },
  "IndexCanaryProps": {
    "name": "?string",
    "workload": "IWorkload The workload: a pattern, or what `Workload.of` makes of a StatefulSet of cdk8s-plus-28.",
    "part": "?PodPart",
    "indexes": "number[] Indexes of the pods that run the new template: the highest ones without a gap, since the controller knows a lowest index only.",
    "podsPerStep": "?number",
    "port": "?number"
  },
  "IndexedTrainingJobProps": {
    "name": "?string",
    "runId": "?string",
    "workers": "?number",
    "worldSize": "?number",
    "processesPerPod": "?number",
    "rendezvous": "?Rendezvous",
    "leaderTimeout": "?cdk8s.Duration",
    "restarts": "?number",
    "toleratedDisruptions": "?number",
    "failureScope": "?FailureScope",
    "exitCodes": "?ExitCodeRules",
    "wrapExit": "?boolean",
    "successPolicy": "?SuccessPolicy",
    "checkpoint": "?Checkpoint",
    "capacity": "?Capacity",
    "doNotDisrupt": "?boolean",
    "elastic": "?ElasticSize",
    "queueName": "?string",
    "suspended": "?boolean",
    "ttlAfterFinished": "?cdk8s.Duration",
    "activeDeadline": "?cdk8s.Duration",
    "backend": "?TrainingBackend",
    "placement": "?Placement",
    "disruptionBudget": "?DisruptionBudget",
    "container": "ContainerSpec The main container: the one that holds the accelerators, and that failure rules and probes speak of.",
    "sidecars": "?SidecarSpec[]",
    "sharedClaims": "?SharedClaim[]",
    "modelCache": "?ModelCache",
    "preload": "?ModelPreload",
    "accelerator": "?Accelerator",
    "fabric": "?Fabric",
    "sharedMemory": "?SharedMemory",
    "security": "?SecurityProfile",
    "nodeLabels": "?string{}",
    "tolerations": "?PodToleration[]",
    "deadNodeTolerance": "?cdk8s.Duration",
    "priorityClassName": "?string",
    "runtimeClassName": "?string",
    "schedulerName": "?string",
    "hostUsers": "?boolean",
    "imagePullSecretNames": "?string[]",
    "registryMirror": "?string",
    "podMetadata": "?cdk8s.ApiObjectMetadata",
    "containers": "?kplus.ContainerProps[]",
    "initContainers": "?kplus.ContainerProps[]",
    "volumes": "?kplus.Volume[]",
    "restartPolicy": "?kplus.RestartPolicy",
    "serviceAccount": "?kplus.IServiceAccount",
    "securityContext": "?kplus.PodSecurityContextProps",
    "hostAliases": "?kplus.HostAlias[]",
    "dns": "?kplus.PodDnsProps",
    "dockerRegistryAuth": "?kplus.ISecret",
    "automountServiceAccountToken": "?boolean",
    "isolate": "?boolean",
    "hostNetwork": "?boolean",
    "terminationGracePeriod": "?cdk8s.Duration",
    "metadata": "?cdk8s.ApiObjectMetadata"
  },
  "InferenceAutoscaling": {
    "minReplicas": "number Replicas that always run: at least 1, since the metrics come from the engine itself.",
    "maxReplicas": "number Most replicas.",
    "queueDepth": "?number",
    "runningRequests": "?number",
    "kvCacheUsage": "?number",
    "tokensPerSecond": "?number",
    "timeToFirstToken": "?LatencyTarget",
    "interTokenLatency": "?LatencyTarget",
    "gauges": "?EngineGauge[]"
  },
  "InferencePoolProps": {
    "name": "?string",
    "workload": "IWorkload The workload: a pattern, or what `Workload.of` and `Workload.named` make of others.",
    "part": "?PodPart",
    "ports": "?number[]",
    "picker": "string Name of the Service of the endpoint picker, in the namespace of the workload.",
    "pickerPort": "?number",
    "pickerFailure": "?PickerFailure",
    "objectives": "?PoolObjective[]"
  },
  "InferenceServiceOptions": {
    "name": "?string",
    "ports": "?ServingPort[]",
    "clientAffinity": "?cdk8s.Duration",
    "prefer": "?Locality"
  },
  "InfiniBandFabricOptions": {
    "resource": "?string",
    "devices": "?number",
    "networks": "?FabricNetwork[]",
    "hcas": "?string[]",
    "socketInterface": "?string",
    "lockMemory": "?boolean"
  },
  "KarpenterNodePoolProps": {
    "name": "?string",
    "workloads": "IWorkload[] The workloads that run there: patterns, or what `Workload.of` makes of others.",
    "nodes": "KarpenterNodes Who makes the nodes, and which machines will do.",
    "devicesPerNode": "?number[]",
    "architecture": "?string",
    "zones": "?string[]",
    "requirements": "?NodeRequirement[]",
    "labels": "?string{}",
    "taints": "?NodeTaint[]",
    "startupTaints": "?NodeTaint[]",
    "limits": "?string{}",
    "consolidateAfter": "?cdk8s.Duration",
    "budgets": "?NodeBudget[]",
    "expireAfter": "?cdk8s.Duration",
    "terminationGracePeriod": "?cdk8s.Duration",
    "weight": "?number"
  },
  "KarpenterNodesOptions": {
    "gpuNames": "?string[]",
    "instanceTypes": "?string[]"
  },
  "KedaOptions": {
    "serverAddress": "string Its address, as seen from the operator of KEDA: `http://prometheus.monitoring.svc:9090`, with the path before `/api/v1` if there is one.",
    "authentication": "?PrometheusAuthentication",
    "fallbackReplicas": "?number",
    "seriesLabels": "?string{}"
  },
  "KubeletRowOptions": {
    "copyImage": "?string"
  },
  "LatencyTarget": {
    "atMost": "cdk8s.Duration The time: more than 0, to the millisecond.",
    "percentile": "?number"
  },
  "LeaderWaitOptions": {
    "timeout": "?cdk8s.Duration"
  },
  "LeaderWorkerGroupProps": {
    "engine": "?InferenceEngine",
    "modelLoad": "?ModelLoad",
    "container": "?RoleContainer",
    "name": "?string",
    "groups": "?number",
    "size": "number Pods in a group, the leader included.",
    "leader": "?RoleContainer",
    "worker": "?RoleContainer",
    "processesPerPod": "?number",
    "worldSize": "?number",
    "parallelism": "?Parallelism",
    "backend": "?LeaderWorkerBackend",
    "rendezvous": "?Rendezvous",
    "restartsAfterSuccess": "?boolean",
    "waitForLeader": "?LeaderWait",
    "restart": "?GroupRestart",
    "rollout": "?Rollout",
    "placement": "?Placement",
    "capacity": "?Capacity",
    "disruptionBudget": "?DisruptionBudget",
    "claims": "?PodClaim[]",
    "claimRetention": "?ClaimRetention",
    "servingPorts": "?ServingPort[]",
    "prefer": "?Locality",
    "sidecars": "?SidecarSpec[]",
    "sharedClaims": "?SharedClaim[]",
    "modelCache": "?ModelCache",
    "preload": "?ModelPreload",
    "accelerator": "?Accelerator",
    "fabric": "?Fabric",
    "sharedMemory": "?SharedMemory",
    "security": "?SecurityProfile",
    "nodeLabels": "?string{}",
    "tolerations": "?PodToleration[]",
    "deadNodeTolerance": "?cdk8s.Duration",
    "priorityClassName": "?string",
    "runtimeClassName": "?string",
    "schedulerName": "?string",
    "hostUsers": "?boolean",
    "imagePullSecretNames": "?string[]",
    "registryMirror": "?string",
    "podMetadata": "?cdk8s.ApiObjectMetadata",
    "containers": "?kplus.ContainerProps[]",
    "initContainers": "?kplus.ContainerProps[]",
    "volumes": "?kplus.Volume[]",
    "restartPolicy": "?kplus.RestartPolicy",
    "serviceAccount": "?kplus.IServiceAccount",
    "securityContext": "?kplus.PodSecurityContextProps",
    "hostAliases": "?kplus.HostAlias[]",
    "dns": "?kplus.PodDnsProps",
    "dockerRegistryAuth": "?kplus.ISecret",
    "automountServiceAccountToken": "?boolean",
    "isolate": "?boolean",
    "hostNetwork": "?boolean",
    "terminationGracePeriod": "?cdk8s.Duration",
    "metadata": "?cdk8s.ApiObjectMetadata"
  },
  "LlmdSidecarOptions": {
    "image": "string Image of the sidecar: `ghcr.io/llm-d/llm-d-routing-sidecar:v0.8.0`.",
    "endpointPicker": "string Name of the Service of the endpoint picker, which is installed beside it, in this namespace.",
    "endpointPickerPort": "?number",
    "port": "?number",
    "enginePort": "?number"
  },
  "LocalityServiceProps": {
    "name": "?string",
    "metadata": "?cdk8s.ApiObjectMetadata",
    "target": "?kplus.IPodSelector",
    "selector": "?string{}",
    "port": "?number",
    "targetPort": "?number",
    "targetPortName": "?string",
    "ports": "?ServingPort[]",
    "prefer": "?Locality",
    "strictNodeLocal": "?boolean",
    "clientAffinity": "?cdk8s.Duration",
    "zones": "?string[]",
    "replicas": "?number"
  },
  "LossyNetworkOptions": {
    "percent": "number Share that is lost, 1 to 100 per cent.",
    "duration": "cdk8s.Duration How long it lasts, in whole seconds.",
    "towards": "?PodPart"
  },
  "MigrationClusters": {
    "source": "string Context of the cluster that gives ordinals up.",
    "target": "string Context of the cluster that takes them over."
  },
  "ModelCacheOptions": {
    "mountPath": "?string",
    "accessModes": "?kplus.PersistentVolumeAccessMode[]",
    "readOnly": "?boolean",
    "subPath": "?string"
  },
  "ModelLoadProps": {
    "weights": "string Size of the weights: `140Gi`.",
    "downloadBandwidth": "?string",
    "loadBandwidth": "?string",
    "compile": "?cdk8s.Duration"
  },
  "ModelPreloadOptions": {
    "time": "?cdk8s.Duration",
    "weights": "?string"
  },
  "ModelVariant": {
    "name": "string What it is called among the variants: `stable`, `canary`.",
    "workload": "IWorkload What serves it: a pattern, or what `Workload.of` and `Workload.named` make.",
    "part": "?PodPart",
    "indexes": "?number[]",
    "port": "?number",
    "weight": "?number",
    "headers": "?string{}",
    "cookie": "?string"
  },
  "ModelVariantsProps": {
    "name": "?string",
    "variants": "ModelVariant[] The variants, two at least.",
    "gateway": "RouteGateway The Gateway through which clients come.",
    "hostnames": "?string[]",
    "pathPrefix": "?string",
    "requestTimeout": "?cdk8s.Duration"
  },
  "MonitoredPort": {
    "name": "string Name of the container port.",
    "path": "?string"
  },
  "MpiOptions": {
    "sshSecretName": "string Name of the Secret with the key pair: `ssh-privatekey` and `ssh-publickey` (the type `kubernetes.io/ssh-auth` plus the public key).",
    "home": "?string"
  },
  "MpsOptions": {
    "activeThreadPercentage": "?number",
    "pinnedMemoryLimit": "?string",
    "multiUser": "?boolean"
  },
  "NamedWorkload": {
    "name": "string Its name.",
    "podLabels": "string{} Labels by which its pods, and no others, are selected.",
    "namespace": "?string",
    "purpose": "?WorkloadPurpose",
    "replicas": "?number",
    "scaledApiVersion": "?string",
    "scaledKind": "?string"
  },
  "NativeGangOptions": {
    "topologyKey": "?string"
  },
  "NetworkAccess": {
    "peer": "NetworkPeer Who is at the other end.",
    "ports": "?number[]"
  },
  "NixlOptions": {
    "role": "?VllmKvRole",
    "sideChannelPort": "?number"
  },
  "NodeClassReference": {
    "group": "string API group: `karpenter.k8s.aws`.",
    "kind": "string Kind: `EC2NodeClass`.",
    "name": "string Its name."
  },
  "NodeFullness": {
    "utilization": "number How full, with the pod on it, in percent: 0 to 100.",
    "score": "number What it is worth: 0 to 10."
  },
  "NodeGpuExporterOptions": {
    "namespace": "?string",
    "podLabels": "?string{}",
    "portName": "?string",
    "monitorLabels": "?string{}"
  },
  "NodeRequirement": {
    "key": "string Key of the label.",
    "operator": "?NodeOperator",
    "values": "?string[]"
  },
  "NodeTaint": {
    "key": "string Its key.",
    "value": "?string",
    "effect": "?string"
  },
  "NvidiaDeviceOptions": {
    "product": "?string",
    "architecture": "?NvidiaArchitecture",
    "memoryAtLeast": "?string",
    "driverVersionAtLeast": "?string",
    "cudaVersionAtLeast": "?string",
    "computeCapabilityAtLeast": "?string",
    "name": "?string",
    "count": "?number",
    "cel": "?string[]",
    "sharing": "?DeviceSharing"
  },
  "ObjectMetricsOptions": {
    "object": "?DescribedObject"
  },
  "OnDeleteOptions": {
    "rolloutGroup": "?string",
    "maxUnavailable": "?number"
  },
  "OrdinalMigrationProps": {
    "workload": "IWorkload What runs them: a pattern of StatefulSets, what `Workload.of` makes of a StatefulSet of cdk8s-plus-28, or `Workload.named` for a StatefulSet of that name which the app has as a plain manifest.",
    "set": "?string",
    "firstMoved": "number Lowest ordinal that moves; all above it move too, since a StatefulSet gives up its highest ordinals first.",
    "stage": "number How many stages are done: 0 nothing, all of them everything.",
    "volumes": "?MovedVolumes",
    "atOnce": "?number",
    "clusters": "?MigrationClusters"
  },
  "OrdinalRange": {
    "first": "number First ordinal.",
    "last": "number Last ordinal, at least `first`.",
    "purpose": "?string"
  },
  "OwnGateway": {
    "className": "string Name of the GatewayClass: which controller makes it.",
    "tlsSecret": "?string",
    "allNamespaces": "?boolean",
    "port": "?number"
  },
  "Parallelism": {
    "tensor": "?number",
    "pipeline": "?number",
    "data": "?number"
  },
  "ParameterServerPortOptions": {
    "port": "?number"
  },
  "ParameterServerProps": {
    "name": "?string",
    "runId": "?string",
    "framework": "?ParameterServerFramework",
    "chief": "?ParameterServerRole",
    "scheduler": "?ParameterServerRole",
    "ps": "ParameterServerTasks The parameter servers.",
    "worker": "ParameterServerTasks The workers.",
    "restarts": "?number",
    "workerRestarts": "?number",
    "capacity": "?Capacity",
    "ttlAfterFinished": "?cdk8s.Duration",
    "container": "ContainerSpec The main container: the one that holds the accelerators, and that failure rules and probes speak of.",
    "sidecars": "?SidecarSpec[]",
    "sharedClaims": "?SharedClaim[]",
    "modelCache": "?ModelCache",
    "preload": "?ModelPreload",
    "accelerator": "?Accelerator",
    "fabric": "?Fabric",
    "sharedMemory": "?SharedMemory",
    "security": "?SecurityProfile",
    "nodeLabels": "?string{}",
    "tolerations": "?PodToleration[]",
    "deadNodeTolerance": "?cdk8s.Duration",
    "priorityClassName": "?string",
    "runtimeClassName": "?string",
    "schedulerName": "?string",
    "hostUsers": "?boolean",
    "imagePullSecretNames": "?string[]",
    "registryMirror": "?string",
    "podMetadata": "?cdk8s.ApiObjectMetadata",
    "containers": "?kplus.ContainerProps[]",
    "initContainers": "?kplus.ContainerProps[]",
    "volumes": "?kplus.Volume[]",
    "restartPolicy": "?kplus.RestartPolicy",
    "serviceAccount": "?kplus.IServiceAccount",
    "securityContext": "?kplus.PodSecurityContextProps",
    "hostAliases": "?kplus.HostAlias[]",
    "dns": "?kplus.PodDnsProps",
    "dockerRegistryAuth": "?kplus.ISecret",
    "automountServiceAccountToken": "?boolean",
    "isolate": "?boolean",
    "hostNetwork": "?boolean",
    "terminationGracePeriod": "?cdk8s.Duration",
    "metadata": "?cdk8s.ApiObjectMetadata"
  },
  "ParameterServerRole": {
    "container": "?RoleContainer",
    "accelerator": "?Accelerator",
    "fabric": "?Fabric",
    "nodeLabels": "?string{}",
    "capacity": "?Capacity",
    "priorityClassName": "?string"
  },
  "ParameterServerTasks": {
    "replicas": "number Pods of this role: at least 1.",
    "container": "?RoleContainer",
    "accelerator": "?Accelerator",
    "fabric": "?Fabric",
    "nodeLabels": "?string{}",
    "capacity": "?Capacity",
    "priorityClassName": "?string"
  },
  "PartitionOptions": {
    "from": "PodPart The part that the pods of the experiment are cut off from.",
    "duration": "cdk8s.Duration How long it lasts, in whole seconds."
  },
  "PerZoneClassOptions": {
    "driver": "string CSI driver that makes the volumes (`provisioner`): `ebs.csi.aws.com`.",
    "topologyKey": "string Node label by which that driver knows zones: `topology.kubernetes.io/zone`, `topology.gke.io/zone`, `topology.disk.csi.azure.com/zone`.",
    "parameters": "?string{}",
    "reclaimPolicy": "?kplus.PersistentVolumeReclaimPolicy",
    "allowVolumeExpansion": "?boolean",
    "classPrefix": "?string"
  },
  "PickerQueueOptions": {
    "pool": "string Name of the InferencePool.",
    "perReplica": "number Requests that wait, for each replica: above 0.",
    "picker": "?EndpointPicker",
    "labels": "?string{}"
  },
  "PodClaim": {
    "name": "string Name of the claim template; claims are called `<name>-<pod>`.",
    "size": "string Size to ask for: `500Gi`.",
    "mountPath": "string Where the main container sees it.",
    "storageClassName": "?string",
    "accessMode": "?kplus.PersistentVolumeAccessMode"
  },
  "PodPart": {
    "role": "?string",
    "group": "?number",
    "zone": "?string",
    "index": "?number"
  },
  "PodToleration": {
    "key": "?string",
    "value": "?string",
    "effect": "?string",
    "duration": "?cdk8s.Duration"
  },
  "PoolObjective": {
    "name": "string Its name: of the object, and what clients write into the header.",
    "priority": "number The higher one is served first where requests have to wait; requests without an objective have 0."
  },
  "PrefillDecodeRatio": {
    "prefill": "number Replicas or groups that prefill.",
    "decode": "number Replicas or groups that decode, for so many that prefill."
  },
  "PreviousTemplate": {
    "image": "?string",
    "command": "?string[]",
    "args": "?string[]",
    "variables": "?string{}",
    "defaults": "?DefaultSet",
    "engine": "?InferenceEngine",
    "modelLoad": "?ModelLoad",
    "container": "?RoleContainer",
    "leader": "?RoleContainer",
    "worker": "?RoleContainer",
    "rendezvous": "?Rendezvous",
    "restartsAfterSuccess": "?boolean",
    "processesPerPod": "?number",
    "worldSize": "?number",
    "parallelism": "?Parallelism",
    "waitForLeader": "?LeaderWait",
    "restart": "?GroupRestart",
    "placement": "?Placement",
    "capacity": "?Capacity",
    "rollout": "?Rollout",
    "name": "?string",
    "size": "?number",
    "groups": "?number",
    "backend": "?LeaderWorkerBackend",
    "zones": "?ZonePartition[]",
    "stride": "?number",
    "oneBased": "?boolean",
    "reserved": "?OrdinalRange[]",
    "claims": "?PodClaim[]",
    "claimRetention": "?ClaimRetention",
    "storage": "?ZoneStorage",
    "podManagementPolicy": "?kplus.PodManagementPolicy",
    "minReady": "?cdk8s.Duration",
    "spread": "?MemberSpread",
    "disruptionBudget": "?DisruptionBudget",
    "ports": "?ServingPort[]",
    "servingPorts": "?ServingPort[]",
    "prefer": "?Locality",
    "sidecars": "?SidecarSpec[]",
    "sharedClaims": "?SharedClaim[]",
    "modelCache": "?ModelCache",
    "preload": "?ModelPreload",
    "accelerator": "?Accelerator",
    "fabric": "?Fabric",
    "sharedMemory": "?SharedMemory",
    "security": "?SecurityProfile",
    "nodeLabels": "?string{}",
    "tolerations": "?PodToleration[]",
    "deadNodeTolerance": "?cdk8s.Duration",
    "priorityClassName": "?string",
    "runtimeClassName": "?string",
    "schedulerName": "?string",
    "hostUsers": "?boolean",
    "imagePullSecretNames": "?string[]",
    "registryMirror": "?string",
    "podMetadata": "?cdk8s.ApiObjectMetadata",
    "containers": "?kplus.ContainerProps[]",
    "initContainers": "?kplus.ContainerProps[]",
    "volumes": "?kplus.Volume[]",
    "restartPolicy": "?kplus.RestartPolicy",
    "serviceAccount": "?kplus.IServiceAccount",
    "securityContext": "?kplus.PodSecurityContextProps",
    "hostAliases": "?kplus.HostAlias[]",
    "dns": "?kplus.PodDnsProps",
    "dockerRegistryAuth": "?kplus.ISecret",
    "automountServiceAccountToken": "?boolean",
    "isolate": "?boolean",
    "hostNetwork": "?boolean",
    "terminationGracePeriod": "?cdk8s.Duration",
    "metadata": "?cdk8s.ApiObjectMetadata"
  },
  "PrometheusAuthentication": {
    "name": "string Name of the TriggerAuthentication, in the namespace of the workload; or of the ClusterTriggerAuthentication.",
    "isClusterWide": "?boolean",
    "modes": "?PrometheusAuthenticationMode[]"
  },
  "QueueNodesOptions": {
    "name": "string Name of the ResourceFlavor, which is one for the whole cluster: `h100`.",
    "nodeLabels": "?string{}",
    "topologyLevels": "?string[]",
    "accelerators": "?number",
    "borrow": "?number",
    "resources": "?string{}"
  },
  "QueueQuotaOptions": {
    "accelerators": "?number",
    "borrow": "?number",
    "resources": "?string{}"
  },
  "QueuedWorkloadProps": {
    "workload": "IWorkload The workload: a pattern, or what `Workload.of` makes of one of cdk8s-plus-28.",
    "queueName": "string Name of a LocalQueue in the namespace of the workload.",
    "priorityClass": "?string",
    "placement": "?Placement"
  },
  "RayClusterProps": {
    "name": "?string",
    "rayVersion": "?string",
    "head": "?RayHead",
    "workers": "RayWorkers[] The workers, by group.",
    "reserved": "?OrdinalRange[]",
    "backend": "?RayBackend",
    "recovery": "?RayRecovery",
    "servingPort": "?number",
    "capacity": "?Capacity",
    "container": "ContainerSpec The main container: the one that holds the accelerators, and that failure rules and probes speak of.",
    "sidecars": "?SidecarSpec[]",
    "sharedClaims": "?SharedClaim[]",
    "modelCache": "?ModelCache",
    "preload": "?ModelPreload",
    "accelerator": "?Accelerator",
    "fabric": "?Fabric",
    "sharedMemory": "?SharedMemory",
    "security": "?SecurityProfile",
    "nodeLabels": "?string{}",
    "tolerations": "?PodToleration[]",
    "deadNodeTolerance": "?cdk8s.Duration",
    "priorityClassName": "?string",
    "runtimeClassName": "?string",
    "schedulerName": "?string",
    "hostUsers": "?boolean",
    "imagePullSecretNames": "?string[]",
    "registryMirror": "?string",
    "podMetadata": "?cdk8s.ApiObjectMetadata",
    "containers": "?kplus.ContainerProps[]",
    "initContainers": "?kplus.ContainerProps[]",
    "volumes": "?kplus.Volume[]",
    "restartPolicy": "?kplus.RestartPolicy",
    "serviceAccount": "?kplus.IServiceAccount",
    "securityContext": "?kplus.PodSecurityContextProps",
    "hostAliases": "?kplus.HostAlias[]",
    "dns": "?kplus.PodDnsProps",
    "dockerRegistryAuth": "?kplus.ISecret",
    "automountServiceAccountToken": "?boolean",
    "isolate": "?boolean",
    "hostNetwork": "?boolean",
    "terminationGracePeriod": "?cdk8s.Duration",
    "metadata": "?cdk8s.ApiObjectMetadata"
  },
  "RayHead": {
    "runsTasks": "?boolean",
    "container": "?RoleContainer",
    "accelerator": "?Accelerator",
    "fabric": "?Fabric",
    "objectStoreMemory": "?string",
    "nodeLabels": "?string{}",
    "capacity": "?Capacity",
    "priorityClassName": "?string"
  },
  "RayJobOptions": {
    "entrypoint": "string The command line, as a shell reads it: `python train.py --epochs 3`.",
    "runId": "?string",
    "retries": "?number",
    "deadline": "?cdk8s.Duration",
    "keepCluster": "?cdk8s.Duration",
    "runtimeEnvironment": "?string",
    "submission": "?RayJobSubmission"
  },
  "RayRedisOptions": {
    "password": "?SecretKey",
    "username": "?SecretKey"
  },
  "RayServiceOptions": {
    "serveConfig": "string Applications and deployments as Ray Serve's own configuration (`serve build`), YAML with `applications`.",
    "upgrade": "?RayServiceUpgrade"
  },
  "RayWorkers": {
    "name": "?string",
    "replicas": "number Pods of the group; the least of them where `maxReplicas` is given: at least 0.",
    "maxReplicas": "?number",
    "firstOrdinal": "?number",
    "lastOrdinal": "?number",
    "container": "?RoleContainer",
    "accelerator": "?Accelerator",
    "fabric": "?Fabric",
    "objectStoreMemory": "?string",
    "nodeLabels": "?string{}",
    "capacity": "?Capacity",
    "priorityClassName": "?string"
  },
  "RendezvousPortOptions": {
    "port": "?number"
  },
  "RoceFabricOptions": {
    "gidIndex": "?number",
    "resource": "?string",
    "devices": "?number",
    "networks": "?FabricNetwork[]",
    "hcas": "?string[]",
    "socketInterface": "?string",
    "lockMemory": "?boolean"
  },
  "RoleContainer": {
    "image": "?string",
    "name": "?string",
    "port": "?number",
    "portNumber": "?number",
    "ports": "?kplus.ContainerPort[]",
    "command": "?string[]",
    "args": "?string[]",
    "workingDir": "?string",
    "envVariables": "?kplus.EnvValue{}",
    "envFrom": "?kplus.EnvFrom[]",
    "volumeMounts": "?kplus.VolumeMount[]",
    "imagePullPolicy": "?kplus.ImagePullPolicy",
    "readiness": "?kplus.Probe",
    "liveness": "?kplus.Probe",
    "startup": "?kplus.Probe",
    "lifecycle": "?kplus.ContainerLifecycle",
    "resources": "?kplus.ContainerResources",
    "securityContext": "?kplus.ContainerSecurityContextProps",
    "restartPolicy": "?kplus.ContainerRestartPolicy",
    "cpu": "?string",
    "memory": "?Memory",
    "ephemeralStorage": "?string",
    "extendedResources": "?number{}",
    "hugePages": "?string{}",
    "secretEnv": "?SecretKey{}",
    "capabilityProfile": "?CapabilityProfile",
    "preStopSleep": "?cdk8s.Duration"
  },
  "RouteGateway": {
    "name": "string Its name.",
    "namespace": "?string",
    "listener": "?string"
  },
  "RouteRetry": {
    "attempts": "?number",
    "statusCodes": "?number[]",
    "backoff": "?cdk8s.Duration"
  },
  "ScalingQueryOptions": {
    "name": "string Name of the trigger, for messages and status: lower-case letters, digits and dashes.",
    "query": "string PromQL with one value as its answer: a sum, a maximum, a percentile over everything.",
    "perReplica": "?number",
    "atMost": "?number",
    "survivesZero": "?boolean",
    "activation": "?number"
  },
  "ScalingSeriesOptions": {
    "name": "string Name of the series as Prometheus stores it: `rabbitmq_queue_messages_ready`.",
    "labels": "string{} Labels with their values that choose its series, at least one: `{ queue: 'prompts' }`.",
    "perReplica": "number How much of it one replica takes.",
    "survivesZero": "?boolean",
    "activation": "?number"
  },
  "ServingPort": {
    "targetPortName": "?string",
    "port": "number The port number the service will bind to.",
    "name": "?string",
    "nodePort": "?number",
    "protocol": "?kplus.Protocol",
    "targetPort": "?number"
  },
  "SglangExpertBalancing": {
    "redundantExperts": "?number",
    "rebalanceIterations": "?number"
  },
  "SglangOptions": {
    "version": "string Version of SGLang with its patch, `0.5.3`.",
    "model": "string Model: an id on the Hugging Face Hub, or a path inside the container (a mounted cache).",
    "image": "?string",
    "servedModelName": "?string",
    "tensorParallel": "?number",
    "dataParallel": "?number",
    "attentionDataParallel": "?number",
    "expertParallel": "?number",
    "experts": "?number",
    "all2AllBackend": "?SglangAll2AllBackend",
    "expertBalancing": "?SglangExpertBalancing",
    "maxModelLength": "?number",
    "staticMemoryFraction": "?number",
    "port": "?number",
    "longestStream": "?cdk8s.Duration",
    "args": "?string[]"
  },
  "SharedClaim": {
    "claimName": "string Name of the PersistentVolumeClaim, in the namespace of the pods.",
    "mountPath": "string Absolute folder in the main container.",
    "subPath": "?string"
  },
  "SidecarSpec": {
    "stopTime": "?cdk8s.Duration",
    "image": "string Docker image name.",
    "name": "?string",
    "port": "?number",
    "portNumber": "?number",
    "ports": "?kplus.ContainerPort[]",
    "command": "?string[]",
    "args": "?string[]",
    "workingDir": "?string",
    "envVariables": "?kplus.EnvValue{}",
    "envFrom": "?kplus.EnvFrom[]",
    "volumeMounts": "?kplus.VolumeMount[]",
    "imagePullPolicy": "?kplus.ImagePullPolicy",
    "readiness": "?kplus.Probe",
    "liveness": "?kplus.Probe",
    "startup": "?kplus.Probe",
    "lifecycle": "?kplus.ContainerLifecycle",
    "resources": "?kplus.ContainerResources",
    "securityContext": "?kplus.ContainerSecurityContextProps",
    "restartPolicy": "?kplus.ContainerRestartPolicy",
    "cpu": "?string",
    "memory": "?Memory",
    "ephemeralStorage": "?string",
    "extendedResources": "?number{}",
    "hugePages": "?string{}",
    "secretEnv": "?SecretKey{}",
    "capabilityProfile": "?CapabilityProfile",
    "preStopSleep": "?cdk8s.Duration"
  },
  "SlowNetworkOptions": {
    "latency": "cdk8s.Duration How much later, in whole milliseconds.",
    "jitter": "?cdk8s.Duration",
    "duration": "cdk8s.Duration How long it lasts, in whole seconds.",
    "towards": "?PodPart"
  },
  "SocketFabricOptions": {
    "interfaceName": "?string"
  },
  "SpotInferenceProps": {
    "floor": "OnDemandFloor What stays on nodes that are not taken away.",
    "capacity": "Capacity The spot nodes, which the floor keeps off: `Capacity.spotKarpenter()`, `spotEks()`, `spotGke()`, `spotAks()`, `spot({ … })`, or `preferSpot(…)` of one of them.",
    "replicas": "?number",
    "name": "?string",
    "engine": "InferenceEngine What serves the model, and how it is cut.",
    "container": "?RoleContainer",
    "autoscaling": "?InferenceAutoscaling",
    "modelLoad": "?ModelLoad",
    "progressDeadline": "?cdk8s.Duration",
    "gpuMetrics": "?GpuMetrics",
    "podMonitor": "?EngineMonitorOptions",
    "service": "?InferenceServiceOptions",
    "spread": "?ReplicaSpread",
    "disruptionBudget": "?DisruptionBudget",
    "sidecars": "?SidecarSpec[]",
    "sharedClaims": "?SharedClaim[]",
    "modelCache": "?ModelCache",
    "preload": "?ModelPreload",
    "accelerator": "?Accelerator",
    "fabric": "?Fabric",
    "sharedMemory": "?SharedMemory",
    "security": "?SecurityProfile",
    "nodeLabels": "?string{}",
    "tolerations": "?PodToleration[]",
    "deadNodeTolerance": "?cdk8s.Duration",
    "priorityClassName": "?string",
    "runtimeClassName": "?string",
    "schedulerName": "?string",
    "hostUsers": "?boolean",
    "imagePullSecretNames": "?string[]",
    "registryMirror": "?string",
    "podMetadata": "?cdk8s.ApiObjectMetadata",
    "containers": "?kplus.ContainerProps[]",
    "initContainers": "?kplus.ContainerProps[]",
    "volumes": "?kplus.Volume[]",
    "restartPolicy": "?kplus.RestartPolicy",
    "serviceAccount": "?kplus.IServiceAccount",
    "securityContext": "?kplus.PodSecurityContextProps",
    "hostAliases": "?kplus.HostAlias[]",
    "dns": "?kplus.PodDnsProps",
    "dockerRegistryAuth": "?kplus.ISecret",
    "automountServiceAccountToken": "?boolean",
    "isolate": "?boolean",
    "hostNetwork": "?boolean",
    "terminationGracePeriod": "?cdk8s.Duration",
    "metadata": "?cdk8s.ApiObjectMetadata"
  },
  "SpotOptions": {
    "nodeLabels": "string{} Labels that such nodes carry.",
    "tolerations": "?PodToleration[]",
    "notice": "cdk8s.Duration How long a pod has between the stop signal and the end of its node, in whole seconds."
  },
  "StagedRolloutOptions": {
    "stage": "number How many parts (groups, zones) already run the new template: 0 none, all of them ends the roll-out.",
    "previous": "PreviousTemplate What the remaining parts keep: the properties that changed as they were, or all properties of before.",
    "order": "?string[]"
  },
  "SweepProps": {
    "name": "?string",
    "runs": "SweepTable The rows.",
    "runId": "?string",
    "parallelism": "?number",
    "retriesPerRow": "?number",
    "maxFailedRows": "?number",
    "rowEnvironment": "?RowEnvironment",
    "results": "?SweepResults",
    "summary": "?ContainerSpec",
    "capacity": "?Capacity",
    "queueName": "?string",
    "ttlAfterFinished": "?cdk8s.Duration",
    "activeDeadline": "?cdk8s.Duration",
    "container": "ContainerSpec The main container: the one that holds the accelerators, and that failure rules and probes speak of.",
    "sidecars": "?SidecarSpec[]",
    "sharedClaims": "?SharedClaim[]",
    "modelCache": "?ModelCache",
    "preload": "?ModelPreload",
    "accelerator": "?Accelerator",
    "fabric": "?Fabric",
    "sharedMemory": "?SharedMemory",
    "security": "?SecurityProfile",
    "nodeLabels": "?string{}",
    "tolerations": "?PodToleration[]",
    "deadNodeTolerance": "?cdk8s.Duration",
    "priorityClassName": "?string",
    "runtimeClassName": "?string",
    "schedulerName": "?string",
    "hostUsers": "?boolean",
    "imagePullSecretNames": "?string[]",
    "registryMirror": "?string",
    "podMetadata": "?cdk8s.ApiObjectMetadata",
    "containers": "?kplus.ContainerProps[]",
    "initContainers": "?kplus.ContainerProps[]",
    "volumes": "?kplus.Volume[]",
    "restartPolicy": "?kplus.RestartPolicy",
    "serviceAccount": "?kplus.IServiceAccount",
    "securityContext": "?kplus.PodSecurityContextProps",
    "hostAliases": "?kplus.HostAlias[]",
    "dns": "?kplus.PodDnsProps",
    "dockerRegistryAuth": "?kplus.ISecret",
    "automountServiceAccountToken": "?boolean",
    "isolate": "?boolean",
    "hostNetwork": "?boolean",
    "terminationGracePeriod": "?cdk8s.Duration",
    "metadata": "?cdk8s.ApiObjectMetadata"
  },
  "SweepRow": {
    "name": "?string",
    "parameters": "string{} The parameters by the name of the variable that carries each."
  },
  "TargetProps": {
    "kubernetes": "?KubernetesVersion",
    "zones": "?string[]",
    "featureGates": "?boolean{}",
    "apis": "?string[]",
    "spareGpus": "?number",
    "gpusPerNode": "?number",
    "defaults": "?DefaultSet"
  },
  "TeamQueueProps": {
    "name": "?string",
    "workloads": "IWorkload[] What waits in it, at least one workload: patterns, or what `Workload.of` makes.",
    "flavors": "QueueFlavor[] The kinds of nodes that the team may use, and how much of each, at least one: Kueue takes the first with room.",
    "cohort": "?string",
    "reclaim": "?boolean",
    "priorityClass": "?string"
  },
  "TensorFlowOptions": {
    "parameterServers": "?number",
    "port": "?number"
  },
  "TensorRtLlmOptions": {
    "version": "string Version of TensorRT-LLM with its patch, `1.2.1`.",
    "model": "string Model: an id on the Hugging Face Hub, or a path inside the container (a mounted cache, or an engine that was built).",
    "image": "?string",
    "tensorParallel": "?number",
    "pipelineParallel": "?number",
    "expertParallel": "?number",
    "maxModelLength": "?number",
    "freeMemoryFraction": "?number",
    "port": "?number",
    "longestStream": "?cdk8s.Duration",
    "args": "?string[]"
  },
  "TpuOptions": {
    "type": "string Kind of TPU as GKE labels its nodes (`cloud.google.com/gke-tpu-accelerator`): `tpu-v5p-slice`.",
    "topology": "string Physical topology of the slice (`cloud.google.com/gke-tpu-topology`): `2x2x4`."
  },
  "VllmBenchOptions": {
    "url": "string Where the server answers, without a path: `http://llama.ml.svc:8000`.",
    "model": "string Model as the server calls it; its tokenizer is loaded by this name as well, unless `tokenizer` says another one.",
    "tokenizer": "?string",
    "concurrency": "number[] Requests that are open at once: each at least 1.",
    "inputLength": "number[] Tokens of each prompt, drawn at random: each at least 1.",
    "outputLength": "number[] Tokens of each answer, whose end the server does not choose (`--ignore-eos`): each at least 1.",
    "requestsPerClient": "?number",
    "args": "?string[]"
  },
  "VllmExpertBalancing": {
    "redundantExperts": "?number",
    "windowSize": "?number",
    "stepInterval": "?number"
  },
  "VllmOptions": {
    "version": "string Version of vLLM, `0.18` or `0.18.1`.",
    "model": "string Model: an id on the Hugging Face Hub, or a path inside the container (a mounted cache).",
    "image": "?string",
    "servedModelName": "?string",
    "tensorParallel": "?number",
    "pipelineParallel": "?number",
    "dataParallel": "?number",
    "expertParallel": "?boolean",
    "experts": "?number",
    "all2AllBackend": "?VllmAll2AllBackend",
    "expertBalancing": "?VllmExpertBalancing",
    "loadBalancing": "?VllmLoadBalancing",
    "apiServers": "?number",
    "maxModelLength": "?number",
    "gpuMemoryUtilization": "?number",
    "kvTransfer": "?VllmKvTransfer",
    "accessLog": "?VllmAccessLog",
    "showHiddenMetricsFor": "?string",
    "port": "?number",
    "longestStream": "?cdk8s.Duration",
    "args": "?string[]"
  },
  "VllmRouterOptions": {
    "image": "string Image: `vllm/vllm-router:v0.1.9`, or `lmcache/lmstack-router` of the production stack.",
    "replicas": "?number",
    "port": "?number",
    "args": "?string[]",
    "container": "?RoleContainer"
  },
  "VolcanoGangOptions": {
    "queue": "?string",
    "priorityClass": "?string",
    "schedulerName": "?string"
  },
  "WorkloadAlertsProps": {
    "name": "?string",
    "workload": "IWorkload The workload: a pattern, or what `Workload.of` and `Workload.named` make.",
    "labels": "?string{}",
    "alertLabels": "?string{}",
    "leaveOut": "?WorkloadAlert[]",
    "queueDepth": "?number",
    "kvCacheUsage": "?number",
    "preemptionsPerMinute": "?number",
    "timeToFirstToken": "?cdk8s.Duration",
    "errorShare": "?number",
    "restarts": "?number",
    "volumeUsage": "?number",
    "engine": "?InferenceEngine",
    "startTime": "?cdk8s.Duration",
    "podNames": "?string",
    "zoneLabel": "?string",
    "runbookUrl": "?string"
  },
  "WorkloadAutoscalerProps": {
    "name": "?string",
    "workload": "IWorkload The workload: a pattern, or what `Workload.of` and `Workload.named` make.",
    "backend": "?ScalingBackend",
    "series": "?ScalingSeries[]",
    "engine": "?InferenceEngine",
    "scrapeInterval": "?cdk8s.Duration",
    "startTime": "?cdk8s.Duration",
    "minReplicas": "number Replicas that always run: at least 1, since the metrics come from the engine itself.",
    "maxReplicas": "number Most replicas.",
    "queueDepth": "?number",
    "runningRequests": "?number",
    "kvCacheUsage": "?number",
    "tokensPerSecond": "?number",
    "timeToFirstToken": "?LatencyTarget",
    "interTokenLatency": "?LatencyTarget",
    "gauges": "?EngineGauge[]"
  },
  "WorkloadBackupProps": {
    "name": "?string",
    "workload": "IWorkload The workload: a pattern, or what `Workload.of` and `Workload.named` make of others.",
    "schedule": "string When, as cron has it, in the time zone of Velero's pod: `0 3 * * *`.",
    "volumes": "?BackupVolumes",
    "keep": "?cdk8s.Duration",
    "hooks": "?BackupHook[]",
    "objects": "?boolean",
    "storageLocation": "?string",
    "veleroNamespace": "?string"
  },
  "WorkloadDashboardProps": {
    "name": "?string",
    "workload": "IWorkload The workload: a pattern, or what `Workload.of` and `Workload.named` make.",
    "title": "?string",
    "labels": "?string{}",
    "folder": "?string",
    "engine": "?InferenceEngine",
    "podNames": "?string",
    "zoneLabel": "?string"
  },
  "WorkloadExportProps": {
    "name": "?string",
    "workload": "IWorkload The workload: a pattern, or what `Workload.of` and `Workload.named` make of others.",
    "part": "?PodPart",
    "port": "?number",
    "headless": "?boolean"
  },
  "WorkloadNetworkPolicyProps": {
    "name": "?string",
    "workload": "IWorkload The workload: a pattern, or what `Workload.of` and `Workload.named` make.",
    "clients": "?NetworkPeer[]",
    "port": "?number",
    "monitoring": "?NetworkPeer[]",
    "metricsPort": "?number",
    "others": "?NetworkAccess[]",
    "egress": "?NetworkAccess[]",
    "dns": "?NetworkPeer"
  },
  "WorkloadRouteProps": {
    "name": "?string",
    "workload": "IWorkload The workload: a pattern, or what `Workload.of` and `Workload.named` make of others.",
    "part": "?PodPart",
    "port": "?number",
    "portName": "?string",
    "protocol": "?RouteProtocol",
    "grpcServices": "?string[]",
    "gateway": "?RouteGateway",
    "ownGateway": "?OwnGateway",
    "hostnames": "?string[]",
    "pathPrefix": "?string",
    "stripPrefix": "?boolean",
    "headers": "?string{}",
    "requestTimeout": "?cdk8s.Duration",
    "attemptTimeout": "?cdk8s.Duration",
    "retry": "?RouteRetry"
  },
  "ZonalAutoscaling": {
    "minReplicas": "?number",
    "maxReplicas": "number Most pods in each zone; at least `minReplicas`.",
    "metrics": "kplus.Metric[] What each autoscaler looks at, averaged over the pods of its own zone.",
    "scaleDownWindow": "?cdk8s.Duration"
  },
  "ZonalDeploymentsProps": {
    "name": "?string",
    "zones": "?string[]",
    "replicas": "?number",
    "autoscaling": "?ZonalAutoscaling",
    "disruptionBudget": "?DisruptionBudget",
    "container": "ContainerSpec The main container: the one that holds the accelerators, and that failure rules and probes speak of.",
    "sidecars": "?SidecarSpec[]",
    "sharedClaims": "?SharedClaim[]",
    "modelCache": "?ModelCache",
    "preload": "?ModelPreload",
    "accelerator": "?Accelerator",
    "fabric": "?Fabric",
    "sharedMemory": "?SharedMemory",
    "security": "?SecurityProfile",
    "nodeLabels": "?string{}",
    "tolerations": "?PodToleration[]",
    "deadNodeTolerance": "?cdk8s.Duration",
    "priorityClassName": "?string",
    "runtimeClassName": "?string",
    "schedulerName": "?string",
    "hostUsers": "?boolean",
    "imagePullSecretNames": "?string[]",
    "registryMirror": "?string",
    "podMetadata": "?cdk8s.ApiObjectMetadata",
    "containers": "?kplus.ContainerProps[]",
    "initContainers": "?kplus.ContainerProps[]",
    "volumes": "?kplus.Volume[]",
    "restartPolicy": "?kplus.RestartPolicy",
    "serviceAccount": "?kplus.IServiceAccount",
    "securityContext": "?kplus.PodSecurityContextProps",
    "hostAliases": "?kplus.HostAlias[]",
    "dns": "?kplus.PodDnsProps",
    "dockerRegistryAuth": "?kplus.ISecret",
    "automountServiceAccountToken": "?boolean",
    "isolate": "?boolean",
    "hostNetwork": "?boolean",
    "terminationGracePeriod": "?cdk8s.Duration",
    "metadata": "?cdk8s.ApiObjectMetadata"
  },
  "ZonePartition": {
    "zone": "string Value of the node label `topology.kubernetes.io/zone`: `eu-1b`.",
    "replicas": "number Pods in this zone; at most as many as its range has ordinals, and at most 150000.",
    "slot": "?number",
    "firstOrdinal": "?number",
    "lastOrdinal": "?number",
    "nameSuffix": "?string"
  },
  "ZonePartitionedStatefulSetProps": {
    "name": "?string",
    "zones": "ZonePartition[] The zones, in any order; at least one, at most 2000.",
    "stride": "?number",
    "oneBased": "?boolean",
    "reserved": "?OrdinalRange[]",
    "claims": "?PodClaim[]",
    "claimRetention": "?ClaimRetention",
    "storage": "?ZoneStorage",
    "ports": "?ServingPort[]",
    "podManagementPolicy": "?kplus.PodManagementPolicy",
    "rollout": "?Rollout",
    "spread": "?MemberSpread",
    "disruptionBudget": "?DisruptionBudget",
    "minReady": "?cdk8s.Duration",
    "container": "ContainerSpec The main container: the one that holds the accelerators, and that failure rules and probes speak of.",
    "sidecars": "?SidecarSpec[]",
    "sharedClaims": "?SharedClaim[]",
    "modelCache": "?ModelCache",
    "preload": "?ModelPreload",
    "accelerator": "?Accelerator",
    "fabric": "?Fabric",
    "sharedMemory": "?SharedMemory",
    "security": "?SecurityProfile",
    "nodeLabels": "?string{}",
    "tolerations": "?PodToleration[]",
    "deadNodeTolerance": "?cdk8s.Duration",
    "priorityClassName": "?string",
    "runtimeClassName": "?string",
    "schedulerName": "?string",
    "hostUsers": "?boolean",
    "imagePullSecretNames": "?string[]",
    "registryMirror": "?string",
    "podMetadata": "?cdk8s.ApiObjectMetadata",
    "containers": "?kplus.ContainerProps[]",
    "initContainers": "?kplus.ContainerProps[]",
    "volumes": "?kplus.Volume[]",
    "restartPolicy": "?kplus.RestartPolicy",
    "serviceAccount": "?kplus.IServiceAccount",
    "securityContext": "?kplus.PodSecurityContextProps",
    "hostAliases": "?kplus.HostAlias[]",
    "dns": "?kplus.PodDnsProps",
    "dockerRegistryAuth": "?kplus.ISecret",
    "automountServiceAccountToken": "?boolean",
    "isolate": "?boolean",
    "hostNetwork": "?boolean",
    "terminationGracePeriod": "?cdk8s.Duration",
    "metadata": "?cdk8s.ApiObjectMetadata"
  },
  "cdk8s.ApiObjectMetadata": {
    "name": "?string",
    "annotations": "?string{}",
    "labels": "?string{}",
    "namespace": "?string",
    "finalizers": "?string[]",
    "ownerReferences": "?cdk8s.OwnerReference[]",
    "*": "?any"
  },
  "cdk8s.AppProps": {
    "outdir": "?string",
    "outputFileExtension": "?string",
    "yamlOutputType": "?cdk8s.YamlOutputType",
    "recordConstructMetadata": "?boolean",
    "resolvers": "?cdk8s.IResolver[]"
  },
  "cdk8s.OwnerReference": {
    "apiVersion": "string API version of the referent.",
    "blockOwnerDeletion": "?boolean",
    "controller": "?boolean",
    "kind": "string Kind of the referent.",
    "name": "string Name of the referent.",
    "uid": "string UID of the referent."
  },
  "kplus.ContainerLifecycle": {
    "postStart": "?kplus.Handler",
    "preStop": "?kplus.Handler"
  },
  "kplus.ContainerPort": {
    "number": "number Number of port to expose on the pod's IP address.",
    "hostIp": "?string",
    "hostPort": "?number",
    "name": "?string",
    "protocol": "?kplus.Protocol"
  },
  "kplus.ContainerProps": {
    "image": "string Docker image name.",
    "name": "?string",
    "port": "?number",
    "portNumber": "?number",
    "ports": "?kplus.ContainerPort[]",
    "command": "?string[]",
    "args": "?string[]",
    "workingDir": "?string",
    "envVariables": "?kplus.EnvValue{}",
    "envFrom": "?kplus.EnvFrom[]",
    "volumeMounts": "?kplus.VolumeMount[]",
    "imagePullPolicy": "?kplus.ImagePullPolicy",
    "readiness": "?kplus.Probe",
    "liveness": "?kplus.Probe",
    "startup": "?kplus.Probe",
    "lifecycle": "?kplus.ContainerLifecycle",
    "resources": "?kplus.ContainerResources",
    "securityContext": "?kplus.ContainerSecurityContextProps",
    "restartPolicy": "?kplus.ContainerRestartPolicy"
  },
  "kplus.ContainerResources": {
    "cpu": "?kplus.CpuResources",
    "memory": "?kplus.MemoryResources",
    "ephemeralStorage": "?kplus.EphemeralStorageResources"
  },
  "kplus.ContainerSecurityContextProps": {
    "user": "?number",
    "group": "?number",
    "ensureNonRoot": "?boolean",
    "privileged": "?boolean",
    "readOnlyRootFilesystem": "?boolean",
    "allowPrivilegeEscalation": "?boolean",
    "capabilities": "?kplus.ContainerSecutiryContextCapabilities",
    "seccompProfile": "?kplus.SeccompProfile"
  },
  "kplus.ContainerSecutiryContextCapabilities": {
    "add": "?kplus.Capability[]",
    "drop": "?kplus.Capability[]"
  },
  "kplus.CpuResources": {
    "request": "?kplus.Cpu",
    "limit": "?kplus.Cpu"
  },
  "kplus.DnsOption": {
    "name": "string Option name.",
    "value": "?string"
  },
  "kplus.EphemeralStorageResources": {
    "request": "?cdk8s.Size",
    "limit": "?cdk8s.Size"
  },
  "kplus.HostAlias": {
    "hostnames": "string[] Hostnames for the chosen IP address.",
    "ip": "string IP address of the host file entry."
  },
  "kplus.MemoryResources": {
    "request": "?cdk8s.Size",
    "limit": "?cdk8s.Size"
  },
  "kplus.PodDnsProps": {
    "hostname": "?string",
    "subdomain": "?string",
    "hostnameAsFQDN": "?boolean",
    "policy": "?kplus.DnsPolicy",
    "nameservers": "?string[]",
    "searches": "?string[]",
    "options": "?kplus.DnsOption[]"
  },
  "kplus.PodSecurityContextProps": {
    "fsGroup": "?number",
    "fsGroupChangePolicy": "?kplus.FsGroupChangePolicy",
    "user": "?number",
    "group": "?number",
    "ensureNonRoot": "?boolean",
    "sysctls": "?kplus.Sysctl[]"
  },
  "kplus.SeccompProfile": {
    "localhostProfile": "?string",
    "type": "kplus.SeccompProfileType Indicates which kind of seccomp profile will be applied"
  },
  "kplus.Sysctl": {
    "name": "string Name of a property to set",
    "value": "string Value of a property to set"
  },
  "kplus.VolumeMount": {
    "volume": "kplus.Volume The volume to mount.",
    "path": "string Path within the container at which the volume should be mounted.",
    "propagation": "?kplus.MountPropagation",
    "readOnly": "?boolean",
    "subPath": "?string",
    "subPathExpr": "?string"
  }
};

export const ENUMS: Section = {
  "CapabilityProfile": {
    "PUBLISHED": "published",
    "NONE": "none",
    "RDMA": "rdma",
    "SSHD": "sshd",
    "SSHD_RDMA": "sshd-rdma",
    "PROFILER": "profiler"
  },
  "ClaimPolicy": {
    "RETAIN": "Retain",
    "DELETE": "Delete"
  },
  "DefaultSet": {
    "V1": "v1",
    "V2": "v2"
  },
  "EndpointPicker": {
    "LLM_D": "llm-d",
    "GATEWAY_API_INFERENCE_EXTENSION": "gateway-api-inference-extension"
  },
  "FindingSeverity": {
    "ERROR": "error",
    "WARNING": "warning",
    "INFO": "info"
  },
  "GroupRole": {
    "LEADER": "leader",
    "WORKER": "worker"
  },
  "KubernetesVersion": {
    "V1_33": "1.33",
    "V1_34": "1.34",
    "V1_35": "1.35",
    "V1_36": "1.36",
    "V1_37": "1.37"
  },
  "Locality": {
    "SAME_ZONE": "SameZone",
    "SAME_NODE": "SameNode"
  },
  "MonitorKind": {
    "POD_MONITOR": "PodMonitor",
    "SERVICE_MONITOR": "ServiceMonitor"
  },
  "NodeDisruption": {
    "EMPTY": "Empty",
    "UNDERUTILIZED": "Underutilized",
    "DRIFTED": "Drifted"
  },
  "NodeOperator": {
    "IN": "In",
    "NOT_IN": "NotIn",
    "EXISTS": "Exists",
    "DOES_NOT_EXIST": "DoesNotExist",
    "GREATER_THAN": "Gt",
    "LESS_THAN": "Lt"
  },
  "NvidiaArchitecture": {
    "VOLTA": "Volta",
    "TURING": "Turing",
    "AMPERE": "Ampere",
    "ADA_LOVELACE": "Ada Lovelace",
    "HOPPER": "Hopper",
    "BLACKWELL": "Blackwell",
    "RUBIN": "Rubin"
  },
  "PickerFailure": {
    "CLOSE": "FailClose",
    "OPEN": "FailOpen"
  },
  "PrometheusAuthenticationMode": {
    "BEARER": "bearer",
    "BASIC": "basic",
    "TLS": "tls",
    "CUSTOM": "custom",
    "OAUTH": "oauth"
  },
  "RayJobSubmission": {
    "KUBERNETES_JOB": "K8sJobMode",
    "HTTP": "HTTPMode",
    "SIDECAR": "SidecarMode"
  },
  "RayServiceUpgrade": {
    "NEW_CLUSTER": "NewCluster",
    "NONE": "None"
  },
  "RouteProtocol": {
    "HTTP": "HTTP",
    "GRPC": "GRPC"
  },
  "SglangAll2AllBackend": {
    "DEEPEP": "deepep",
    "MOONCAKE": "mooncake",
    "MORI": "mori",
    "NIXL": "nixl"
  },
  "TimeSlice": {
    "DEFAULT": "Default",
    "SHORT": "Short",
    "MEDIUM": "Medium",
    "LONG": "Long"
  },
  "VllmAccessLog": {
    "ALL": "all",
    "WITHOUT_PROBES": "without-probes",
    "NONE": "none"
  },
  "VllmAll2AllBackend": {
    "ALLGATHER_REDUCESCATTER": "allgather_reducescatter",
    "DEEPEP_HIGH_THROUGHPUT": "deepep_high_throughput",
    "DEEPEP_LOW_LATENCY": "deepep_low_latency",
    "PPLX": "pplx",
    "FLASHINFER_NVLINK": "flashinfer_all2allv",
    "MORI": "mori",
    "NIXL_EP": "nixl_ep"
  },
  "VllmKvRole": {
    "PRODUCER": "kv_producer",
    "CONSUMER": "kv_consumer",
    "BOTH": "kv_both"
  },
  "VllmLoadBalancing": {
    "INTERNAL": "internal",
    "HYBRID": "hybrid"
  },
  "WorkloadAlert": {
    "QUEUE_GROWS": "QueueGrows",
    "KV_CACHE_FULL": "KvCacheFull",
    "REQUESTS_PREEMPTED": "RequestsPreempted",
    "FIRST_TOKEN_LATE": "FirstTokenLate",
    "REQUESTS_FAIL": "RequestsFail",
    "SCRAPE_FAILS": "ScrapeFails",
    "SERIES_MISSING": "SeriesMissing",
    "CONTAINER_RESTARTS": "ContainerRestarts",
    "OUT_OF_MEMORY": "OutOfMemory",
    "POD_UNSCHEDULABLE": "PodUnschedulable",
    "CONTAINER_CANNOT_START": "ContainerCannotStart",
    "PODS_MISSING": "PodsMissing",
    "JOB_FAILED": "JobFailed",
    "RETRIES_RUN_OUT": "RetriesRunOut",
    "CLAIM_PENDING": "ClaimPending",
    "VOLUME_FILLS": "VolumeFills",
    "GPU_ERROR": "GpuError",
    "GPU_MEMORY_DEFECT": "GpuMemoryDefect",
    "ZONE_IMBALANCE": "ZoneImbalance",
    "AUTOSCALER_AT_LIMIT": "AutoscalerAtLimit"
  },
  "WorkloadPurpose": {
    "SERVE": "serve",
    "RUN": "run",
    "UNKNOWN": "unknown"
  },
  "cdk8s.YamlOutputType": {
    "FILE_PER_APP": "0",
    "FILE_PER_CHART": "1",
    "FILE_PER_RESOURCE": "2",
    "FOLDER_PER_CHART_FILE_PER_RESOURCE": "3"
  },
  "kplus.Capability": {
    "ALL": "ALL",
    "AUDIT_CONTROL": "AUDIT_CONTROL",
    "AUDIT_READ": "AUDIT_READ",
    "AUDIT_WRITE": "AUDIT_WRITE",
    "BLOCK_SUSPEND": "BLOCK_SUSPEND",
    "BPF": "BPF",
    "CHECKPOINT_RESTORE": "CHECKPOINT_RESTORE",
    "CHOWN": "CHOWN",
    "DAC_OVERRIDE": "DAC_OVERRIDE",
    "DAC_READ_SEARCH": "DAC_READ_SEARCH",
    "FOWNER": "FOWNER",
    "FSETID": "FSETID",
    "IPC_LOCK": "IPC_LOCK",
    "IPC_OWNER": "IPC_OWNER",
    "KILL": "KILL",
    "LEASE": "LEASE",
    "LINUX_IMMUTABLE": "LINUX_IMMUTABLE",
    "MAC_ADMIN": "MAC_ADMIN",
    "MAC_OVERRIDE": "MAC_OVERRIDE",
    "MKNOD": "MKNOD",
    "NET_ADMIN": "NET_ADMIN",
    "NET_BIND_SERVICE": "NET_BIND_SERVICE",
    "NET_BROADCAST": "NET_BROADCAST",
    "NET_RAW": "NET_RAW",
    "PERFMON": "PERFMON",
    "SETGID": "SETGID",
    "SETFCAP": "SETFCAP",
    "SETPCAP": "SETPCAP",
    "SETUID": "SETUID",
    "SYS_ADMIN": "SYS_ADMIN",
    "SYS_BOOT": "SYS_BOOT",
    "SYS_CHROOT": "SYS_CHROOT",
    "SYS_MODULE": "SYS_MODULE",
    "SYS_NICE": "SYS_NICE",
    "SYS_PACCT": "SYS_PACCT",
    "SYS_PTRACE": "SYS_PTRACE",
    "SYS_RAWIO": "SYS_RAWIO",
    "SYS_RESOURCE": "SYS_RESOURCE",
    "SYS_TIME": "SYS_TIME",
    "SYS_TTY_CONFIG": "SYS_TTY_CONFIG",
    "SYSLOG": "SYSLOG",
    "WAKE_ALARM": "WAKE_ALARM"
  },
  "kplus.ContainerRestartPolicy": {
    "ALWAYS": "Always"
  },
  "kplus.DnsPolicy": {
    "CLUSTER_FIRST": "ClusterFirst",
    "CLUSTER_FIRST_WITH_HOST_NET": "ClusterFirstWithHostNet",
    "DEFAULT": "Default",
    "NONE": "None"
  },
  "kplus.FsGroupChangePolicy": {
    "ON_ROOT_MISMATCH": "OnRootMismatch",
    "ALWAYS": "Always"
  },
  "kplus.ImagePullPolicy": {
    "ALWAYS": "Always",
    "IF_NOT_PRESENT": "IfNotPresent",
    "NEVER": "Never"
  },
  "kplus.MountPropagation": {
    "NONE": "None",
    "HOST_TO_CONTAINER": "HostToContainer",
    "BIDIRECTIONAL": "Bidirectional"
  },
  "kplus.PersistentVolumeAccessMode": {
    "READ_WRITE_ONCE": "ReadWriteOnce",
    "READ_ONLY_MANY": "ReadOnlyMany",
    "READ_WRITE_MANY": "ReadWriteMany",
    "READ_WRITE_ONCE_POD": "ReadWriteOncePod"
  },
  "kplus.PersistentVolumeReclaimPolicy": {
    "RETAIN": "Retain",
    "DELETE": "Delete"
  },
  "kplus.PodManagementPolicy": {
    "ORDERED_READY": "OrderedReady",
    "PARALLEL": "Parallel"
  },
  "kplus.Protocol": {
    "TCP": "TCP",
    "UDP": "UDP",
    "SCTP": "SCTP"
  },
  "kplus.RestartPolicy": {
    "ALWAYS": "Always",
    "ON_FAILURE": "OnFailure",
    "NEVER": "Never"
  },
  "kplus.SeccompProfileType": {
    "LOCALHOST": "Localhost",
    "RUNTIME_DEFAULT": "RuntimeDefault",
    "UNCONFINED": "Unconfined"
  }
};

export const CLASSES: Section = {
  "Accelerator": {
    "nvidia": "count: number; options: ?AcceleratorOptions",
    "nvidiaMig": "profile: string; count: number; options: ?AcceleratorOptions",
    "amd": "count: number; options: ?AcceleratorOptions",
    "intel": "count: number; options: ?AcceleratorOptions",
    "gaudi": "count: number; options: ?AcceleratorOptions",
    "tpu": "chips: number; options: TpuOptions",
    "neuron": "count: number; options: ?AcceleratorOptions",
    "resource": "name: string; count: number; options: ?AcceleratorResourceOptions",
    "claim": "request: DeviceRequest; options: ?AcceleratorClaimOptions",
    "aligned": "devices: AlignedDevices; options: ?AcceleratorClaimOptions"
  },
  "AlignedDevices": {
    "pairs": "device: DeviceRequest; companion: DeviceRequest; alignment: DeviceAlignment",
    "together": "device: DeviceRequest; companions: DeviceRequest[]; alignment: DeviceAlignment"
  },
  "BackupVolumes": {
    "csiSnapshots": "",
    "movedSnapshots": "",
    "cloudSnapshots": "locations: string[]",
    "files": ""
  },
  "BinPackingScheduler": {
    "new": "scope: constructs.Construct; id: string; props: BinPackingSchedulerProps",
    "#explain": ""
  },
  "Capacity": {
    "onDemand": "",
    "spotKarpenter": "",
    "spotEks": "",
    "spotGke": "",
    "spotAks": "",
    "spot": "options: SpotOptions",
    "preferSpot": "spot: Capacity",
    "notOn": "spot: Capacity"
  },
  "ChaosExperiment": {
    "new": "scope: constructs.Construct; id: string; props: ChaosExperimentProps",
    "#explain": ""
  },
  "ChaosFault": {
    "killPod": "gracePeriod: ?cdk8s.Duration",
    "failPod": "duration: cdk8s.Duration",
    "killContainer": "container: ?string",
    "delay": "options: SlowNetworkOptions",
    "loss": "options: LossyNetworkOptions",
    "partition": "options: PartitionOptions"
  },
  "ChaosReach": {
    "one": "",
    "all": "",
    "pods": "count: number",
    "percent": "percent: number"
  },
  "Checkpoint": {
    "onClaim": "claim: kplus.IPersistentVolumeClaim; mountPath: string; options: ?CheckpointOptions",
    "onClaimName": "claimName: string; mountPath: string; options: ?CheckpointOptions"
  },
  "Checks": {
    "of": "scope: constructs.IConstruct",
    "attach": "scope: constructs.IConstruct",
    "findingsAbout": "manifests: any{}[]; options: ?CheckOptions",
    "#findings": "",
    "#report": "",
    "#acknowledge": "finding: Acknowledgement"
  },
  "ChecksValidation": {
    "new": "options: ?CheckOptions",
    "#validate": "context: any"
  },
  "ClaimGroupSnapshot": {
    "new": "scope: constructs.Construct; id: string; props: ClaimGroupSnapshotProps",
    "#explain": ""
  },
  "DeviceAlignment": {
    "samePcieRoot": "",
    "sameNumaNode": "",
    "sameNvlinkPartition": "size: number",
    "sameGpu": ""
  },
  "DeviceClaim": {
    "#attachTo": "container: kplus.Container; request: ?string"
  },
  "DeviceClass": {
    "new": "scope: constructs.Construct; id: string; props: DeviceClassProps",
    "#request": "options: ?DeviceRequestOptions",
    "#accelerator": "count: number; options: ?AcceleratorResourceOptions"
  },
  "DeviceConstraint": {
    "sameValue": "attribute: string; requests: ?string[]",
    "distinctValues": "attribute: string; requests: ?string[]"
  },
  "DeviceRequest": {
    "nvidia": "options: ?NvidiaDeviceOptions",
    "nvidiaMig": "profile: string; options: ?NvidiaDeviceOptions",
    "amd": "options: ?DeviceRequestOptions",
    "intel": "options: ?DeviceRequestOptions",
    "gaudi": "options: ?DeviceRequestOptions",
    "tpu": "options: ?DeviceRequestOptions",
    "ofClass": "className: string; options: ?DeviceClassOptions",
    "dranet": "className: string; options: ?DranetDeviceOptions",
    "firstAvailable": "alternatives: DeviceRequest[]",
    "#named": "name: string",
    "#withAdminAccess": ""
  },
  "DeviceSharing": {
    "timeSlicing": "interval: ?TimeSlice",
    "mps": "options: ?MpsOptions",
    "opaque": "driver: string; parameters: any{}"
  },
  "DisaggregatedBackend": {
    "perRole": "",
    "disaggregatedSet": ""
  },
  "DisaggregatedInference": {
    "new": "scope: constructs.Construct; id: string; props: DisaggregatedInferenceProps",
    "#explain": ""
  },
  "DisaggregatedRole": {},
  "DisruptionBudget": {
    "atMost": "pods: number",
    "perZone": "pods: number",
    "none": ""
  },
  "EngineMonitor": {
    "new": "scope: constructs.Construct; id: string; props: EngineMonitorProps",
    "#explain": ""
  },
  "Fabric": {
    "socket": "options: ?SocketFabricOptions",
    "roce": "options: RoceFabricOptions",
    "infiniBand": "options: InfiniBandFabricOptions",
    "efa": "options: ?EfaFabricOptions",
    "gkeRdma": "options: ?GkeRdmaFabricOptions"
  },
  "FabricNetworks": {
    "new": "scope: constructs.Construct; id: string; props: FabricNetworksProps",
    "#explain": ""
  },
  "FailureScope": {
    "together": "",
    "independent": "options: IndependentIndexes"
  },
  "FlaggerCanary": {
    "new": "scope: constructs.Construct; id: string; props: FlaggerCanaryProps",
    "#explain": ""
  },
  "FlaggerProvider": {
    "gatewayApi": "options: FlaggerGatewayOptions",
    "kubernetes": "checks: number",
    "named": "name: string"
  },
  "FleetApp": {
    "new": "props: ?cdk8s.AppProps",
    "#synth": "",
    "#synthYaml": ""
  },
  "GangScheduler": {
    "volcano": "options: ?VolcanoGangOptions",
    "coscheduling": "options: ?CoschedulingGangOptions",
    "native": "options: ?NativeGangOptions"
  },
  "GangScheduling": {
    "new": "scope: constructs.Construct; id: string; props: GangSchedulingProps",
    "#explain": ""
  },
  "GpuInferenceDeployment": {
    "new": "scope: constructs.Construct; id: string; props: GpuInferenceDeploymentProps",
    "#toPodSelectorConfig": "",
    "#markHasAutoscaler": "",
    "#toScalingTarget": "",
    "#explain": ""
  },
  "GpuMetrics": {
    "sidecar": "options: ?GpuMetricsSidecarOptions",
    "nodeExporter": "options: ?NodeGpuExporterOptions"
  },
  "GpuMonitor": {
    "new": "scope: constructs.Construct; id: string; props: GpuMonitorProps",
    "#explain": ""
  },
  "GroupHandle": {
    "#worker": "index: number"
  },
  "GroupMember": {},
  "GroupRestart": {
    "none": "",
    "fateSharing": "options: ?FateSharingOptions",
    "recreateGroup": ""
  },
  "GroupSnapshotClass": {
    "named": "name: string",
    "ofDriver": "options: GroupSnapshotDriver"
  },
  "IndexCanary": {
    "new": "scope: constructs.Construct; id: string; props: IndexCanaryProps",
    "#promotion": "",
    "#rollBack": "",
    "#explain": ""
  },
  "IndexedTrainingJob": {
    "new": "scope: constructs.Construct; id: string; props: IndexedTrainingJobProps",
    "#worker": "index: number",
    "#explain": ""
  },
  "InferenceEngine": {
    "vllm": "options: VllmOptions",
    "sglang": "options: SglangOptions",
    "tensorRtLlm": "options: TensorRtLlmOptions",
    "custom": "options: CustomEngineOptions"
  },
  "InferencePool": {
    "new": "scope: constructs.Construct; id: string; props: InferencePoolProps",
    "#explain": ""
  },
  "InferenceRole": {
    "deployment": "props: GpuInferenceDeploymentProps",
    "groups": "props: LeaderWorkerGroupProps"
  },
  "KarpenterNodePool": {
    "new": "scope: constructs.Construct; id: string; props: KarpenterNodePoolProps",
    "#explain": ""
  },
  "KarpenterNodes": {
    "aws": "nodeClassName: string; options: ?KarpenterNodesOptions",
    "eksAuto": "nodeClassName: string; options: ?KarpenterNodesOptions",
    "azure": "nodeClassName: string; options: ?KarpenterNodesOptions",
    "of": "nodeClass: NodeClassReference"
  },
  "LeaderWait": {
    "forName": "options: ?LeaderWaitOptions",
    "forPort": "port: number; options: ?LeaderWaitOptions",
    "none": ""
  },
  "LeaderWorkerBackend": {
    "statefulSets": "",
    "singleStatefulSet": "",
    "leaderWorkerSet": ""
  },
  "LeaderWorkerGroup": {
    "new": "scope: constructs.Construct; id: string; props: LeaderWorkerGroupProps",
    "#group": "index: number",
    "#addService": "id: string; options: GroupServiceOptions",
    "#toPodSelectorConfig": "",
    "#markHasAutoscaler": "",
    "#toScalingTarget": "",
    "#explain": ""
  },
  "LocalityService": {
    "new": "scope: constructs.Construct; id: string; props: LocalityServiceProps",
    "#explain": ""
  },
  "MemberSpread": {
    "requireNodes": "",
    "preferNodes": "",
    "anywhere": ""
  },
  "Memory": {
    "of": "quantity: string",
    "fromSize": "size: cdk8s.Size",
    "derived": "props: DerivedMemoryProps"
  },
  "ModelCache": {
    "claim": "claim: kplus.IPersistentVolumeClaim; options: ?ModelCacheOptions",
    "claimName": "claimName: string; options: ?ModelCacheOptions",
    "hostPath": "path: string; options: ?ModelCacheOptions",
    "emptyDir": "size: cdk8s.Size; options: ?ModelCacheOptions"
  },
  "ModelLoad": {
    "of": "props: ModelLoadProps",
    "measured": "duration: cdk8s.Duration"
  },
  "ModelPreload": {
    "fromHub": "options: ?HubPreloadOptions",
    "container": "container: ContainerSpec; options: ?ModelPreloadOptions"
  },
  "ModelVariants": {
    "new": "scope: constructs.Construct; id: string; props: ModelVariantsProps",
    "#explain": ""
  },
  "MovedVolumes": {
    "named": "volumes: string{}",
    "fromManifests": "manifests: any{}[]"
  },
  "NetworkAddresses": {
    "whereabouts": "range: string; exclude: ?string[]",
    "nvIpam": "poolName: string",
    "none": ""
  },
  "NetworkPeer": {
    "workload": "workload: IWorkload; part: ?PodPart",
    "namespace": "name: string",
    "namespacesWith": "labels: string{}",
    "podsWith": "labels: string{}; namespace: ?string",
    "ownNamespace": "",
    "range": "network: string; except: ?string[]",
    "internet": "",
    "everyone": ""
  },
  "NetworkPlugin": {
    "hostDevice": "",
    "sriov": "vlan: ?number",
    "infiniBandSriov": "partitionKey: ?string",
    "macvlan": "parent: string",
    "ipoib": "parent: string",
    "other": "type: string; settings: ?any{}"
  },
  "NodeBudget": {
    "always": "nodes: string; reasons: ?NodeDisruption[]",
    "during": "schedule: string; duration: cdk8s.Duration; nodes: string; reasons: ?NodeDisruption[]"
  },
  "ObjectChanges": {
    "#restartsNothing": "",
    "#isTaken": "",
    "#losesNothing": ""
  },
  "ObjectMatch": {
    "anyValue": "",
    "absent": "",
    "exact": "expected: any",
    "objectLike": "expected: any{}",
    "arrayWith": "expected: any[]",
    "not": "unexpected: any",
    "stringLikeRegexp": "pattern: string"
  },
  "OnDemandFloor": {
    "replicas": "replicas: number",
    "percent": "percent: number"
  },
  "OrdinalMigration": {
    "new": "scope: constructs.Construct; id: string; props: OrdinalMigrationProps",
    "#explain": ""
  },
  "ParameterServer": {
    "new": "scope: constructs.Construct; id: string; props: ParameterServerProps",
    "#address": "role: string; index: number",
    "#explain": ""
  },
  "ParameterServerFramework": {
    "tensorFlow": "options: ?ParameterServerPortOptions",
    "dmlc": "options: ?ParameterServerPortOptions"
  },
  "Placement": {
    "sameZone": "",
    "inZone": "zone: string",
    "inZones": "zones: string[]",
    "sameDomain": "topologyKey: string",
    "exclusiveDomain": "topologyKey: string",
    "queueRequires": "topologyKey: string",
    "queuePrefers": "topologyKey: string",
    "gang": "topologyKey: ?string",
    "anywhere": ""
  },
  "PodHandle": {},
  "PodTemplate": {
    "#addContainer": "cont: kplus.ContainerProps",
    "#addInitContainer": "cont: kplus.ContainerProps",
    "#addSidecar": "sidecar: SidecarSpec",
    "#shareAccelerator": "container: kplus.Container",
    "#attachContainer": "cont: kplus.Container",
    "#addVolume": "vol: kplus.Volume",
    "#toPodSelectorConfig": ""
  },
  "PrefillDecodeRouter": {
    "vllmRouter": "options: VllmRouterOptions",
    "productionStack": "options: VllmRouterOptions",
    "llmdSidecar": "options: LlmdSidecarOptions",
    "none": ""
  },
  "QueueFlavor": {
    "nodes": "options: QueueNodesOptions",
    "named": "name: string; quota: ?QueueQuotaOptions"
  },
  "QueuedWorkload": {
    "new": "scope: constructs.Construct; id: string; props: QueuedWorkloadProps",
    "#explain": ""
  },
  "RayBackend": {
    "statefulSets": "",
    "rayCluster": "",
    "rayJob": "options: RayJobOptions",
    "rayService": "options: RayServiceOptions"
  },
  "RayCluster": {
    "new": "scope: constructs.Construct; id: string; props: RayClusterProps",
    "#group": "name: string",
    "#explain": ""
  },
  "RayRecovery": {
    "empty": "",
    "redis": "address: string; options: ?RayRedisOptions"
  },
  "Rendezvous": {
    "plain": "",
    "ray": "",
    "torchrun": "options: ?RendezvousPortOptions",
    "jax": "options: ?RendezvousPortOptions",
    "mpi": "options: MpiOptions",
    "tensorFlow": "options: ?TensorFlowOptions"
  },
  "ReplicaSpread": {
    "overZones": "",
    "overZonesAndNodes": "",
    "overNodes": "",
    "anywhere": ""
  },
  "ResourceClaim": {
    "new": "scope: constructs.Construct; id: string; props: DeviceClaimProps"
  },
  "ResourceClaimTemplate": {
    "new": "scope: constructs.Construct; id: string; props: DeviceClaimProps"
  },
  "Rollout": {
    "allAtOnce": "",
    "staged": "options: StagedRolloutOptions",
    "canary": "options: CanaryOptions",
    "onDelete": "options: ?OnDeleteOptions",
    "partition": "groups: number"
  },
  "RowEnvironment": {
    "byKubelet": "options: ?KubeletRowOptions",
    "byShell": "",
    "fileOnly": ""
  },
  "ScalingBackend": {
    "podMetrics": "",
    "objectMetrics": "options: ?ObjectMetricsOptions",
    "externalMetrics": "options: ?ExternalMetricsOptions",
    "keda": "options: KedaOptions"
  },
  "ScalingSeries": {
    "gauge": "options: ScalingSeriesOptions",
    "counter": "options: ScalingSeriesOptions",
    "endpointPickerQueue": "options: PickerQueueOptions",
    "query": "options: ScalingQueryOptions"
  },
  "SecretKey": {
    "fromName": "secretName: string; key: string",
    "fromSecret": "secret: kplus.ISecret; key: string"
  },
  "SecurityProfile": {
    "published": "",
    "hardened": "options: ?HardenedOptions"
  },
  "ServiceHandle": {},
  "SharedMemory": {
    "of": "quantity: string",
    "fromSize": "size: cdk8s.Size",
    "none": ""
  },
  "SpotInference": {
    "new": "scope: constructs.Construct; id: string; props: SpotInferenceProps",
    "#explain": ""
  },
  "SpotInferencePart": {
    "#markHasAutoscaler": "",
    "#toScalingTarget": ""
  },
  "SuccessPolicy": {
    "allIndexes": "",
    "indexes": "indexes: string",
    "count": "count: number; indexes: ?string"
  },
  "Sweep": {
    "new": "scope: constructs.Construct; id: string; props: SweepProps",
    "#explain": ""
  },
  "SweepResults": {
    "onClaim": "claim: kplus.IPersistentVolumeClaim; mountPath: string",
    "onClaimName": "claimName: string; mountPath: string"
  },
  "SweepTable": {
    "rows": "rows: SweepRow[]",
    "grid": "parameters: string[]{}",
    "vllmBench": "options: VllmBenchOptions"
  },
  "SynthesizedObjects": {
    "of": "scope: constructs.IConstruct",
    "fromManifests": "manifests: any[]; options: ?CheckOptions",
    "fromYaml": "text: string; options: ?CheckOptions",
    "fromFolder": "path: string; options: ?CheckOptions",
    "#find": "pattern: any{}",
    "#only": "pattern: any{}",
    "#hasObject": "pattern: any{}",
    "#objectCountIs": "pattern: any{}; count: number",
    "#findings": "",
    "#hasNoFindings": "atLeast: ?FindingSeverity",
    "#problemsOn": "kubernetes: KubernetesVersion",
    "#isAcceptedBy": "kubernetes: KubernetesVersion",
    "#rankTable": "workload: string",
    "#changesFrom": "before: SynthesizedObjects"
  },
  "Target": {
    "define": "scope: constructs.Construct; props: TargetProps",
    "of": "scope: constructs.IConstruct"
  },
  "TeamQueue": {
    "new": "scope: constructs.Construct; id: string; props: TeamQueueProps",
    "#explain": ""
  },
  "TrainingBackend": {
    "job": "",
    "jobSet": ""
  },
  "VllmKvTransfer": {
    "nixl": "options: ?NixlOptions",
    "offloading": "extra: ?string{}",
    "connector": "connector: string; role: VllmKvRole; extra: ?string{}"
  },
  "Workload": {
    "of": "workload: kplus.Workload",
    "named": "options: NamedWorkload",
    "#pods": "part: ?PodPart"
  },
  "WorkloadAlerts": {
    "new": "scope: constructs.Construct; id: string; props: WorkloadAlertsProps",
    "#explain": ""
  },
  "WorkloadAutoscaler": {
    "new": "scope: constructs.Construct; id: string; props: WorkloadAutoscalerProps",
    "#explain": ""
  },
  "WorkloadBackup": {
    "new": "scope: constructs.Construct; id: string; props: WorkloadBackupProps",
    "#restore": "",
    "#explain": ""
  },
  "WorkloadDashboard": {
    "new": "scope: constructs.Construct; id: string; props: WorkloadDashboardProps",
    "#explain": ""
  },
  "WorkloadExport": {
    "new": "scope: constructs.Construct; id: string; props: WorkloadExportProps",
    "#explain": ""
  },
  "WorkloadNetworkPolicy": {
    "new": "scope: constructs.Construct; id: string; props: WorkloadNetworkPolicyProps",
    "#explain": ""
  },
  "WorkloadRoute": {
    "new": "scope: constructs.Construct; id: string; props: WorkloadRouteProps",
    "#explain": ""
  },
  "ZonalDeployment": {},
  "ZonalDeployments": {
    "new": "scope: constructs.Construct; id: string; props: ZonalDeploymentsProps",
    "#zone": "zone: string",
    "#toPodSelectorConfig": "",
    "#explain": ""
  },
  "ZoneHandle": {},
  "ZonePartitionedStatefulSet": {
    "new": "scope: constructs.Construct; id: string; props: ZonePartitionedStatefulSetProps",
    "#zone": "zone: string",
    "#pod": "ordinal: number",
    "#zoneOf": "ordinal: number",
    "#addOrdinalService": "ordinal: number; ports: ?ServingPort[]; name: ?string",
    "#addClientService": "options: ?ClientServiceOptions",
    "#toPodSelectorConfig": "",
    "#explain": ""
  },
  "ZoneStorage": {
    "existingClass": "",
    "perZoneClass": "options: PerZoneClassOptions"
  },
  "cdk8s.Duration": {
    "millis": "",
    "seconds": "",
    "minutes": "",
    "hours": "",
    "days": "",
    "parse": ""
  },
  "cdk8s.Size": {
    "kibibytes": "",
    "mebibytes": "",
    "gibibytes": "",
    "tebibytes": "",
    "pebibyte": ""
  },
  "constructs.Construct": {},
  "kplus.Container": {},
  "kplus.Cpu": {
    "millis": "",
    "units": ""
  },
  "kplus.EnvFrom": {},
  "kplus.EnvValue": {
    "fromConfigMap": "",
    "fromSecretValue": "",
    "fromValue": "",
    "fromFieldRef": "",
    "fromResource": "",
    "fromProcess": ""
  },
  "kplus.Handler": {
    "fromHttpGet": "",
    "fromCommand": "",
    "fromTcpSocket": ""
  },
  "kplus.Metric": {
    "containerCpu": "",
    "containerMemory": "",
    "containerStorage": "",
    "containerEphemeralStorage": "",
    "external": "",
    "object": "",
    "pods": "",
    "resourceCpu": "",
    "resourceMemory": "",
    "resourceStorage": "",
    "resourceEphemeralStorage": ""
  },
  "kplus.Namespace": {},
  "kplus.Probe": {
    "fromHttpGet": "",
    "fromCommand": "",
    "fromTcpSocket": ""
  },
  "kplus.Volume": {
    "fromAwsElasticBlockStore": "",
    "fromAzureDisk": "",
    "fromGcePersistentDisk": "",
    "fromConfigMap": "",
    "fromEmptyDir": "",
    "fromSecret": "",
    "fromPersistentVolumeClaim": "",
    "fromHostPath": "",
    "fromNfs": "",
    "fromCsi": ""
  },
  "kplus.Workload": {}
};

export const INTERFACES: Section = {
  "IWorkload": {
    "workload": "Workload"
  },
  "cdk8s.IResolver": {
    "resolve": ""
  },
  "constructs.IConstruct": {
    "node": ""
  },
  "kplus.IPersistentVolumeClaim": {
    "name": "string",
    "apiVersion": "string",
    "kind": "string",
    "node": "",
    "apiGroup": "string",
    "resourceType": "string"
  },
  "kplus.IPodSelector": {
    "toPodSelectorConfig": "",
    "node": ""
  },
  "kplus.ISecret": {
    "envValue": "",
    "name": "string",
    "apiVersion": "string",
    "kind": "string",
    "node": "",
    "apiGroup": "string",
    "resourceType": "string"
  },
  "kplus.IServiceAccount": {
    "name": "string",
    "apiVersion": "string",
    "kind": "string",
    "node": "",
    "apiGroup": "string",
    "resourceType": "string",
    "toSubjectConfiguration": ""
  }
};
