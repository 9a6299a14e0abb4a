import { Samples } from '../example';

const POD = 'core.v1.PodSpec';
const SPREAD = 'core.v1.TopologySpreadConstraint';
const SELECTOR = { matchLabels: { app: 'a' } };

/** Pods, without their containers and volumes. */
export const PODS: Samples = {
  fields: {
    [`${POD}.dnsPolicy`]: {
      beside: (around, policy) => { Object.assign(around(POD), policy === 'None' ? { dnsConfig: { nameservers: ['10.1.2.3'] } } : {}); },
    },
    [`${POD}.enableServiceLinks`]: { value: false },
    [`${POD}.ephemeralContainers`]: { value: [{ name: 'b', image: 'a:1' }] },
    [`${POD}.hostUsers`]: { value: false },
    [`${POD}.overhead`]: { value: { cpu: '7' }, beside: around => { around(POD).runtimeClassName = 'facts'; } },
    [`${POD}.preemptionPolicy`]: {
      beside: (around, policy) => { around(POD).priorityClassName = policy === 'Never' ? 'facts-never' : 'facts'; },
    },
    [`${POD}.priority`]: { beside: around => { around(POD).priorityClassName = 'facts'; } },
    [`${POD}.priorityClassName`]: { value: 'facts' },
    [`${POD}.runtimeClassName`]: { value: 'facts' },
    [`${POD}.serviceAccount`]: { beside: around => { around(POD).serviceAccountName = 'a'; } },
    'core.v1.PodDNSConfig.nameservers': { value: ['10.1.2.3'] },
    'core.v1.PodOS.name': { values: ['linux', 'windows'] },
    'core.v1.PodSecurityContext.seLinuxChangePolicy': { values: ['MountOption', 'Recursive'] },
    'core.v1.PodSecurityContext.supplementalGroups': { value: [7] },
    'core.v1.Sysctl.name': { value: 'kernel.shm_rmid_forced' },
    'core.v1.HostAlias.ip': { value: '10.1.2.3' },
    'core.v1.PodAffinityTerm.matchLabelKeys': { value: ['b'], beside: around => { around('core.v1.PodAffinityTerm').labelSelector = SELECTOR; } },
    'core.v1.PodAffinityTerm.mismatchLabelKeys': { value: ['b'], beside: around => { around('core.v1.PodAffinityTerm').labelSelector = SELECTOR; } },
    // A key that the selector has too is another matter than one it has not.
    [`${SPREAD}.matchLabelKeys`]: { value: ['b'], others: [['app']], beside: around => { around(SPREAD).labelSelector = SELECTOR; } },
    'core.v1.Toleration.operator': {
      beside: (around, operator) => { Object.assign(around('core.v1.Toleration'), operator === 'Exists' ? {} : { value: '7' }); },
    },
    'core.v1.Toleration.tolerationSeconds': { beside: around => { around('core.v1.Toleration').effect = 'NoExecute'; } },
    'core.v1.Toleration.value': { beside: around => { around('core.v1.Toleration').operator = 'Equal'; } },
  },
  siblings: {
    'core.v1.HostAlias': () => ({ ip: '10.1.2.3', hostnames: ['a'] }),
    'core.v1.PodResourceClaim': (field): Record<string, unknown> => field === 'resourceClaimTemplateName' ? {} : { resourceClaimName: 'a' },
    'core.v1.PodDNSConfigOption': () => ({ name: 'a' }),
    'core.v1.Toleration': (field): Record<string, unknown> => ['value', 'operator'].includes(field) ? { key: 'a' } : { key: 'a', operator: 'Exists' },
    [SPREAD]: () => ({ maxSkew: 7, topologyKey: 'a', whenUnsatisfiable: 'DoNotSchedule' }),
  },
};
