import { Facts } from './facts';
import { Selector, labelSelector, selectorOfMap } from './selector';
import { asList, asNumber, asObject, isPresent } from '../../base/reading';
import { POOL_TYPES } from '../../knowledge/endpoint-picker';
import { Manifest } from '../../kubernetes/manifest';

/** Every InferencePool, of either group. */
export function poolsOf(facts: Facts): Manifest[] {
  return POOL_TYPES.flatMap(type => facts.ofType(type));
}

/** A bare map up to v1alpha2, a label selector in v1. */
export function selectorOfPool(pool: Manifest): Selector {
  return isPresent(asObject(pool.spec.selector).matchLabels) ? labelSelector(pool.spec.selector) : selectorOfMap(pool.spec.selector);
}

/** A port that a gateway speaks to. */
export interface PoolPort {
  readonly field: string;
  readonly port: number;
}

/** Ports of the pods, one up to v1alpha2. Source: gateway-api-inference-extension api/v1 TargetPorts, apix/v1alpha2 TargetPortNumber (v1.6) */
export function portsOfPool({ spec }: Manifest): PoolPort[] {
  const all = isPresent(spec.targetPorts)
    ? asList(spec.targetPorts).map(({ number }, index) => ({ field: `spec.targetPorts[${index}].number`, port: asNumber(number) }))
    : [{ field: 'spec.targetPortNumber', port: asNumber(spec.targetPortNumber) }];
  return all.flatMap(({ field, port }) => (port === undefined ? [] : { field, port }));
}
