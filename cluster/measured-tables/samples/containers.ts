import { Around, Samples } from '../example';

const CONTAINER = 'core.v1.Container';
const POD = 'core.v1.PodSpec';

/** Adds a volume that a mount or a device can name. */
function volume(around: Around, source: object): void {
  around(POD).volumes = [{ name: 'a', ...source }];
}

/** Hooks and probes of an init container are for sidecars. */
function sidecar(around: Around): void {
  const container = around(CONTAINER);
  if (around(POD).initContainers?.[0] === container) {
    container.restartPolicy = 'Always';
  }
}

/** Both kinds of claims need a claim of the pod. */
function podClaim(around: Around): void {
  around(POD).resourceClaims = [{ name: 'a', resourceClaimName: 'a' }];
}

/** A container that may be restarted needs a pod that restarts its containers. */
function restarting(around: Around): void {
  if (around(POD).restartPolicy === 'Never') {
    around(POD).restartPolicy = 'OnFailure';
  }
}

/** Containers of pods, with what hangs on them. */
export const CONTAINERS: Samples = {
  fields: {
    [`${CONTAINER}.lifecycle`]: { beside: sidecar },
    [`${CONTAINER}.livenessProbe`]: { beside: sidecar },
    [`${CONTAINER}.readinessProbe`]: { beside: sidecar },
    [`${CONTAINER}.startupProbe`]: { beside: sidecar },
    [`${CONTAINER}.name`]: { value: 'c' },
    [`${CONTAINER}.resizePolicy`]: { beside: sidecar },
    [`${CONTAINER}.restartPolicy`]: { values: ['Always', 'Never', 'OnFailure'] },
    [`${CONTAINER}.restartPolicyRules`]: { beside: around => { around(CONTAINER).restartPolicy = 'Never'; } },
    [`${CONTAINER}.volumeDevices`]: { beside: around => volume(around, { persistentVolumeClaim: { claimName: 'a' } }) },
    [`${CONTAINER}.volumeMounts`]: { beside: around => volume(around, { emptyDir: {} }) },
    'core.v1.ContainerPort.hostIP': { value: '10.1.2.3' },
    'core.v1.ContainerResizePolicy.resourceName': { value: 'cpu' },
    'core.v1.ContainerResizePolicy.restartPolicy': { values: ['NotRequired', 'RestartContainer'], beside: restarting },
    'core.v1.ContainerRestartRule.action': { values: ['Restart', 'RestartAllContainers'] },
    'core.v1.ContainerRestartRuleOnExitCodes.operator': { values: ['In', 'NotIn'] },
    'core.v1.ContainerRestartRuleOnExitCodes.values': { value: [7] },
    'core.v1.EnvVar.name': { value: 'A' },
    'core.v1.EnvVarSource.fileKeyRef': { beside: around => volume(around, { emptyDir: {} }) },
    'core.v1.FileKeySelector.key': { value: 'A' },
    'core.v1.ObjectFieldSelector.fieldPath': { value: 'metadata.name' },
    'core.v1.ObjectFieldSelector.apiVersion': { value: 'v1' },
    'core.v1.ResourceFieldSelector.resource': { value: 'limits.cpu' },
    'core.v1.ResourceFieldSelector.divisor': { value: '1m' },
    'core.v1.Lifecycle.stopSignal': { values: ['SIGTERM', 'SIGUSR1'], beside: around => { around(POD).os = { name: 'linux' }; } },
    'core.v1.Probe.successThreshold': { value: 1 },
    'readinessProbe.core.v1.Probe.successThreshold': { value: 7 },
    'core.v1.ResourceRequirements.claims': { beside: podClaim },
    'core.v1.ResourceRequirements.limits': { value: { cpu: '7' } },
    'core.v1.ResourceRequirements.requests': { value: { cpu: '7' } },
    'core.v1.AppArmorProfile.localhostProfile': { beside: around => { around('core.v1.AppArmorProfile').type = 'Localhost'; } },
    'core.v1.AppArmorProfile.type': { beside: (around, type) => { localhost(around('core.v1.AppArmorProfile'), type); } },
    'core.v1.SeccompProfile.localhostProfile': { beside: around => { around('core.v1.SeccompProfile').type = 'Localhost'; } },
    'core.v1.SeccompProfile.type': { beside: (around, type) => { localhost(around('core.v1.SeccompProfile'), type); } },
    'core.v1.SecurityContext.allowPrivilegeEscalation': { values: [false, true] },
    'core.v1.SecurityContext.procMount': { beside: around => { around(POD).hostUsers = false; } },
    'core.v1.WindowsSecurityContextOptions.hostProcess': {
      beside: around => { Object.assign(around(POD), { hostNetwork: true, securityContext: { windowsOptions: { hostProcess: true } } }); },
    },
    'core.v1.VolumeMount.mountPath': { value: '/a' },
    'core.v1.VolumeMount.mountPropagation': {
      beside: (around, value) => { around(CONTAINER).securityContext = value === 'Bidirectional' ? { privileged: true } : {}; },
    },
    'core.v1.VolumeMount.recursiveReadOnly': {
      values: ['Disabled', 'Enabled', 'IfPossible'],
      beside: around => { around('core.v1.VolumeMount').readOnly = true; },
    },
  },
  siblings: {
    [CONTAINER]: () => ({ name: 'b', image: 'a:1' }),
    'core.v1.ConfigMapEnvSource': () => ({ name: 'a' }),
    'core.v1.ConfigMapKeySelector': () => ({ name: 'a' }),
    'core.v1.SecretEnvSource': () => ({ name: 'a' }),
    'core.v1.SecretKeySelector': () => ({ name: 'a' }),
    'core.v1.ContainerRestartRule': () => ({ action: 'Restart', exitCodes: { operator: 'In', values: [7] } }),
    'core.v1.ContainerRestartRuleOnExitCodes': () => ({ operator: 'In', values: [7] }),
    'core.v1.EnvFromSource': (field): Record<string, unknown> => field === 'prefix' ? { configMapRef: { name: 'a' } } : {},
    'core.v1.ExecAction': () => ({ command: ['a'] }),
    'core.v1.Probe': (field): Record<string, unknown> => ['exec', 'grpc', 'httpGet', 'tcpSocket'].includes(field) ? {} : { exec: { command: ['a'] } },
  },
};

function localhost(profile: any, type: string): void {
  if (type === 'Localhost') {
    profile.localhostProfile = 'a';
  }
}
