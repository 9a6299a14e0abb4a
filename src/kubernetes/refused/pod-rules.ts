/*
 * Parts of the validation of pods that look at what somebody gives a construct. One file, so that they are loaded together, and late.
 */
export { validateAffinity } from '../validation/pod/affinity';
export { validateEnvironment, validateEnvironmentFrom } from '../validation/pod/environment';
export { validateLifecycle, validateProbes } from '../validation/pod/handlers';
export { validateMounts } from '../validation/pod/mounts';
export { validateDnsConfig, validateHostAliases } from '../validation/pod/network';
export { validateHostNetworkPorts, validateHostPorts } from '../validation/pod/ports';
export { validateContainerResources } from '../validation/pod/resources';
export { validatePodSecurityContext, validateSecurityContext } from '../validation/pod/security';
export { validateTolerations } from '../validation/pod/tolerations';
export { validateVolumes } from '../validation/pod/volumes';
