import { Construct } from 'constructs';
import { PlainObject, compact } from '../base/plain';
import { contentHash } from '../pod/devices/claim-spec';
import { POD_GROUP_API, Placement } from '../pod/scheduling/placement';
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
  const key = placement._topologyKey;
  const spec = compact({
    schedulingPolicy: { gang: { minCount: pods } },
    schedulingConstraints: key === undefined ? undefined : { topology: [{ key }] },
  });
  return { name: `${base}-${contentHash(spec)}`, spec };
}

export function createPodGroup(scope: Construct, id: string, options: Omit<ObjectOptions, 'name'>, gang: GangPlan): void {
  createObject(scope, id, POD_GROUP_API, 'PodGroup', { ...options, name: gang.name }, { spec: gang.spec });
}
