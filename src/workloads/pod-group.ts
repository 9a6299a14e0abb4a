import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { PlainObject, compact } from '../base/plain';
import { NATIVE_GANG_API } from '../knowledge/gangs';
import { contentHash } from '../pod/devices/claim-spec';
import { Placement } from '../pod/scheduling/placement';
import { ObjectOptions, createObject } from '../pod/template/plain-api-object';

/** A gang of pods. Its name ends with a hash of its spec, which is immutable. */
export interface GangPlan {
  readonly name: string;
  readonly spec: PlainObject;
}

/** The gang of a placement that schedules all pods at once or none; undefined for every other placement. */
export function planGang(base: string, placement: Placement, pods: number): GangPlan | undefined {
  if (placement._kind !== 'gang') {
    return undefined;
  }
  return nativeGang(base, pods, placement._topologyKey);
}

/** A gang of Kubernetes' own: so many pods at once or none, in one domain of a node label where that is given. */
export function nativeGang(base: string, pods: number, topologyKey?: string): GangPlan {
  const spec = compact({
    schedulingPolicy: { gang: { minCount: pods } },
    schedulingConstraints: topologyKey === undefined ? undefined : { topology: [{ key: topologyKey }] },
  });
  return { name: `${base}-${contentHash(spec)}`, spec };
}

export function createPodGroup(scope: Construct, id: string, options: Omit<ObjectOptions, 'name'>, gang: GangPlan): ApiObject {
  return createObject(scope, id, NATIVE_GANG_API, 'PodGroup', { ...options, name: gang.name }, { spec: gang.spec });
}
