import { asObject, asShown, isPresent, objectAt } from '../../../../base/reading';
import { Complaint } from '../../../../kubernetes/complaint';
import { Manifest } from '../../../../kubernetes/manifest';
import { isNodeLocal, preferenceOf } from '../../../facts/locality';
import { Rule } from '../../rule';
import { BUT_OURS } from '../../wording';

/** A preference that nobody looks at. */
export const localityVoid: Rule = {
  id: 'AIW2401',
  title: 'locality preference is void',
  class: 'broken',
  reason: 'The API server checks trafficDistribution against no other field; on a headless Service, under an old topology annotation or internalTrafficPolicy: Local it does nothing.',
  source: 'pkg/proxy/topology.go, pkg/proxy/util/utils.go, k8s.io/endpointslice reconciler.go (v1.36)',
  remedy: 'Keep one of the two: remove the field that hides the preference, or trafficDistribution. Clients that need the names of pods take a headless Service of its own.',
  appliesTo: ['Service'],
  but: BUT_OURS,
  check: (facts, report) => {
    for (const service of facts.ofType('Service')) {
      if (!isPresent(service.spec.trafficDistribution) && !(service.isOurs && isNodeLocal(service))) {
        continue;
      }
      // What a foreign Service serves, it still serves: only the preference is lost.
      voids(service).forEach(complaint => report(service, { class: service.isOurs ? 'broken' : 'risky', ...complaint }));
    }
  },
};

function voids(service: Manifest): Complaint[] {
  return [...headless(service), ...annotated(service), ...strict(service), ...withoutEndpoints(service)];
}

function headless(service: Manifest): Complaint[] {
  return service.spec.clusterIP !== 'None' ? [] : [{
    field: 'spec.clusterIP',
    message: 'Invalid value: "None": kube-proxy skips a headless Service, so clients get the addresses of all pods from DNS and choose themselves',
    help: 'leave clusterIP out; give clients that need the pods\' names a headless Service of its own',
  }];
}

const OLD = 'service.kubernetes.io/topology-aware-hints';
const MODE = 'service.kubernetes.io/topology-mode';

/** The older key is read first. Source: k8s.io/endpointslice utils.go hintsEnabled (v1.36) */
function annotated(service: Manifest): Complaint[] {
  const annotations = asObject(objectAt(service.body, 'metadata').annotations);
  const key = OLD in annotations ? OLD : MODE;
  const value = annotations[key];
  return !isPresent(service.spec.trafficDistribution) || (value !== 'Auto' && value !== 'auto') ? [] : [{
    field: `metadata.annotations[${key}]`,
    message: `Forbidden: ${JSON.stringify(value)}: the annotation wins, and trafficDistribution: ${asShown(service.spec.trafficDistribution)} is ignored while it is there`,
    notes: ['its hints are shares by CPU of the zones, and vanish when endpoints are few or uneven (kubernetes#122437)'],
    help: 'remove the annotation',
  }];
}

function strict(service: Manifest): Complaint[] {
  return !isPresent(service.spec.trafficDistribution) || !isNodeLocal(service) ? [] : [{
    field: 'spec.internalTrafficPolicy',
    message: `Forbidden: "Local": only endpoints of the client's node are used, and trafficDistribution: ${asShown(service.spec.trafficDistribution)} is ignored; connections from other nodes are dropped`,
    help: preferenceOf(service) === 'PreferSameNode' ? 'remove it: PreferSameNode is the same with a fallback' : 'remove one of them',
  }];
}

function withoutEndpoints(service: Manifest): Complaint[] {
  if (service.spec.type === 'ExternalName') {
    return [{ field: 'spec.type', message: 'Invalid value: "ExternalName": is an alias in DNS and has no endpoints to choose from', help: 'use a ClusterIP Service' }];
  }
  return Object.keys(asObject(service.spec.selector)).length > 0 ? [] : [{
    field: 'spec.selector',
    message: 'Required value: without a selector the EndpointSlice controller makes no slices, and only it writes hints',
    class: 'risky',
    help: 'select the pods; or have whoever writes the EndpointSlices write hints as well',
  }];
}
