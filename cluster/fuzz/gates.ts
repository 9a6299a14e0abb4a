/**
 * Feature gates that are off by default in some minor, with the first minor whose API server can switch them on. Programs that declare them go to
 * a server of their own, which has them on. Source: kubernetes v1.36 pkg/features/kube_features.go
 */
const GATES: { readonly [gate: string]: number } = {
  DRAConsumableCapacity: 34,
  DRAExtendedResource: 34,
  // Known to 1.33 too, where it needs DynamicResourceAllocation, without whose API the library asks for nothing.
  DRAPrioritizedList: 34,
  HPAConfigurableTolerance: 33,
  HPAScaleToZero: 33,
  ImageVolume: 33,
  MaxUnavailableStatefulSet: 33,
  PreferSameTrafficDistribution: 33,
};

/** The gates that a server of this minor is started with, and that a target declares. */
export function switchedOn(minor: string): { readonly [gate: string]: true } {
  const number = Number(minor.split('.')[1]);
  return Object.fromEntries(Object.entries(GATES).filter(([, since]) => number >= since).map(([gate]) => [gate, true]));
}

/** Names of gates. */
export const GATE_NAMES = Object.keys(GATES);
