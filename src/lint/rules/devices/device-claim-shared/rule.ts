import { asList, asObject, asShown, asText } from '../../../../base/reading';
import { isScaled } from '../../../facts/autoscaling';
import { podSets } from '../../../facts/carried-pods';
import { PlacedClaim, RESOURCE_GROUP, claimsIn, requestsOf, selectionsOf, settingsOf } from '../../../facts/device-claims';
import { Facts } from '../../../facts/facts';
import { PodSet } from '../../../facts/pod-set';
import { Rule } from '../../rule';

/** Source: kubernetes/api resource/v1 types.go ResourceClaimReservedForMaxSize (v1.36) */
const MAX_USERS = 256;

interface Use {
  readonly pods: PodSet;
  readonly field: string;
}

/** One claim in a template with replicas: all of them get the same devices, on the same node. */
export const deviceClaimShared: Rule = {
  id: 'AIW3601',
  title: 'device claim shared by replicas',
  class: 'risky',
  reason: 'resourceClaimName gives every pod the same devices and binds all of them to one node; resourceClaimTemplateName gives each pod its own. At most 256 pods share a claim.',
  source: 'KEP-4381; kubernetes/api resource/v1 types.go ResourceClaimReservedForMaxSize (v1.36)',
  remedy: 'Give each pod devices of its own with resourceClaimTemplateName. Where sharing is meant, say how in the config of the claim.',
  appliesTo: ['every carrier of pods'],
  but: 'more pods than the 256 for which a claim can be reserved: error; one pod of each template that names the claim: info; channels between nodes: silent',
  check: (facts, report) => {
    const claims = new Map(claimsIn(facts).filter(({ object }) => object.type === `${RESOURCE_GROUP}/ResourceClaim`)
      .map(claim => [`${claim.object.place}/${claim.object.name}`, claim]));
    for (const [key, uses] of usesByClaim(facts)) {
      const name = key.slice(key.indexOf('/') + 1);
      const wide: Use | undefined = uses.find(use => sharers(facts, use) !== 1) ?? uses[1];
      const total = uses.reduce((sum, use) => sum + (sharers(facts, use) ?? 0), 0);
      if (!wide || (isMeant(claims.get(key)) && total <= MAX_USERS)) {
        continue;
      }
      report(wide.pods.carrier, {
        field: wide.field,
        message: `Invalid value: ${JSON.stringify(name)}: ${describe(facts, uses)} share the devices of one claim, so all of them run on its node`,
        // Whoever writes one name into two templates means one claim; replicas are the trap.
        class: total > MAX_USERS ? 'broken' : uses.every(use => sharers(facts, use) === 1) ? 'advice' : 'risky',
        notes: total > MAX_USERS ? [`${total} pods, and a claim is reserved for at most ${MAX_USERS} at a time: the others stay Pending`] : [],
        help: 'give each pod its own with resourceClaimTemplateName; where sharing is meant, say how (time slicing, MPS) in the config of the claim',
      });
    }
  },
};

function usesByClaim(facts: Facts): Map<string, Use[]> {
  const result = new Map<string, Use[]>();
  for (const pods of facts.get(podSets).filter(each => each.pods !== 0)) {
    asList(pods.spec.resourceClaims).forEach((claim, index) => {
      const name = asText(claim.resourceClaimName);
      if (name !== undefined) {
        const key = `${pods.place}/${name}`;
        result.set(key, [...result.get(key) ?? [], { pods, field: pods.at(`resourceClaims[${index}].resourceClaimName`) }]);
      }
    });
  }
  return result;
}

/** How many pods at a time; undefined where an autoscaler or the nodes decide. Of a controller nobody knows, one is taken for granted. */
function sharers(facts: Facts, { pods }: Use): number | undefined {
  if (isScaled(facts, pods.carrier)) {
    return undefined;
  }
  return pods.pods ?? (pods.open ? 1 : undefined);
}

function describe(facts: Facts, uses: readonly Use[]): string {
  return uses.map(use => {
    const count = sharers(facts, use);
    return `${count ?? 'all'} pod${count === 1 ? '' : 's'} of ${use.pods.toString()}`;
  }).join(' and ');
}

/** Classes whose devices are channels between nodes. Source: NVIDIA/k8s-dra-driver-gpu deployments/helm, deviceclass-compute-domain-*.yaml; its demos share them. */
const CHANNELS = /^(imex|compute-domain[a-z-]*)\.nvidia\.com$/;

/** Whoever says how the devices are shared means them to be shared; channels are there for that. */
function isMeant(claim: PlacedClaim | undefined): boolean {
  if (!claim) {
    return false;
  }
  const classes = selectionsOf(claim).map(({ selection }) => asShown(selection.deviceClassName));
  if (classes.length > 0 && classes.every(each => CHANNELS.test(each))) {
    return true;
  }
  const settings = settingsOf(asObject(claim.spec.devices).config, claim.field)
    .filter(({ opaque }) => Object.keys(asObject(asObject(opaque.parameters).sharing)).length > 0);
  const isShared = (name: string) => settings.some(({ requests }) => requests.length === 0 || requests.some(each => each === name || each.startsWith(`${name}/`)));
  return requestsOf(claim).length > 0 && requestsOf(claim).every(request => isShared(asShown(request.name)));
}
