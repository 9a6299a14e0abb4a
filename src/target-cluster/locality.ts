import { Target } from './target';

/**
 * Which endpoints of a Service a client's node prefers. Both fall back to the others when there is none.
 */
export enum Locality {
  /** Endpoints in the client's zone first. */
  SAME_ZONE = 'SameZone',

  /** Endpoints on the client's node first, then in its zone. First minor: 1.34. */
  SAME_NODE = 'SameNode',
}

/** The value of `spec.trafficDistribution` in the target's minor. `PreferClose` is the older name of `PreferSameZone`, which newer API servers warn about. */
export function trafficDistribution(target: Target, locality: Locality | undefined, field: string): string | undefined {
  if (locality === undefined) {
    return undefined;
  }
  if (locality === Locality.SAME_NODE) {
    target._require('preferSameNode', field);
    return 'PreferSameNode';
  }
  return target._keeps('preferSameZone') ? 'PreferSameZone' : 'PreferClose';
}
