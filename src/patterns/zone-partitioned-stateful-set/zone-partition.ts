/**
 * The pods of one zone.
 *
 * Their ordinals come from a range that belongs to the zone: by `slot`, by `firstOrdinal`, or by the zone's own name. Never from the
 * position in the list, so that a zone may come and go without renumbering another.
 */
export interface ZonePartition {
  /** Value of the node label `topology.kubernetes.io/zone`: `eu-1b`. Must be one of the Target's zones where it lists them. */
  readonly zone: string;

  /** Pods in this zone; at most as many as its range has ordinals, and at most 150000. 0 empties the zone and keeps its range, its Service and its claims. */
  readonly replicas: number;

  /**
   * Place of the range in units of `stride`: ordinals `slot * stride` to `slot * stride + stride - 1`, one more with `oneBased`.
   * Excludes `firstOrdinal`.
   *
   * @default - from the end of the zone's name: a single letter (a is 0, b is 1: `eu-1b`, `us-central1-c`) or a number (1 is 0, 2 is 1: `westeurope-2`).
   * A name that ends in neither is refused
   */
  readonly slot?: number;

  /**
   * First ordinal of an explicit range. Excludes `slot`.
   *
   * @default - from the slot
   */
  readonly firstOrdinal?: number;

  /**
   * Last ordinal of an explicit range. Needs `firstOrdinal`.
   *
   * @default - firstOrdinal + stride - 1
   */
  readonly lastOrdinal?: number;

  /**
   * How the zone appears in names (`<name>-<nameSuffix>`), when its own name cannot: upper-case letters, dots, underscores. Part of the
   * identity: changing it moves the data.
   *
   * @default - the zone
   */
  readonly nameSuffix?: string;
}
