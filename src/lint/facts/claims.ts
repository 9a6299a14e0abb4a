import { podSets } from './carried-pods';
import { Facts } from './facts';
import { PodSet } from './pod-set';
import { asList, asObject, asText } from '../../base/reading';

/** A volume of some pods that is a claim. */
export interface ClaimUse {
  readonly pods: PodSet;
  readonly claim: string;
  /** Path of the claim's name. */
  readonly field: string;
}

/** Claims that the pods of a set name. A claim template takes the place of a volume of its name. */
export function claimsNamedBy(pods: PodSet): ClaimUse[] {
  const uses: ClaimUse[] = [];
  asList(pods.spec.volumes).forEach((volume, index) => {
    const claim = asText(asObject(volume.persistentVolumeClaim).claimName);
    if (claim !== undefined && !pods.claimTemplates.includes(asText(volume.name) ?? '')) {
      uses.push({ pods, claim, field: pods.at(`volumes[${index}].persistentVolumeClaim.claimName`) });
    }
  });
  return uses;
}

/** Which pods use which claim, by `place/claim`. */
export function claimUses(facts: Facts): ReadonlyMap<string, readonly ClaimUse[]> {
  const result = new Map<string, ClaimUse[]>();
  for (const use of facts.get(podSets).flatMap(claimsNamedBy)) {
    const key = `${use.pods.place}/${use.claim}`;
    const known = result.get(key);
    if (known) {
      known.push(use);
    } else {
      result.set(key, [use]);
    }
  }
  return result;
}
