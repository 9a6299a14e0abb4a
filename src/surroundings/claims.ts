import { ApiObject } from 'cdk8s';
import { PlainObject } from '../base/plain';
import { Manifest } from '../kubernetes/manifest';
import { podSets } from '../lint/facts/carried-pods';
import { claimsNamedBy } from '../lint/facts/claims';
import { Facts } from '../lint/facts/facts';
import { Workload } from '../workloads/handle/workload';

/** Claims of a workload, as its manifests have them. */
export interface WorkloadClaims {
  /** Names of claim templates: each pod has a claim of each. */
  readonly templates: readonly string[];
  /** Claims that pods share, by name. */
  readonly shared: readonly string[];
}

/** Claims of a workload; undefined where the app holds no object of it, or one that cannot be rendered yet. */
export function claimsOf({ apiObjects }: Workload): WorkloadClaims | undefined {
  const objects = apiObjects.map(rendered);
  if (objects.length === 0 || objects.includes(undefined)) {
    return undefined;
  }
  const pods = new Facts(objects as Manifest[]).get(podSets);
  return {
    templates: [...new Set(pods.flatMap(each => each.claimTemplates))],
    shared: [...new Set(pods.flatMap(claimsNamedBy).map(({ claim }) => claim))],
  };
}

function rendered(object: ApiObject): Manifest | undefined {
  try {
    return new Manifest(object.toJson() as PlainObject);
  } catch {
    return undefined; // Its containers come later; the synth tells.
  }
}
