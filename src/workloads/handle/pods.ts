import { Labels } from '../../base/labels';

/**
 * Which pods of a workload are meant: all of them where nothing is said. What is said must hold together: a worker is no leader.
 */
export interface PodPart {
  /**
   * One of the workload's roles, by its name.
   *
   * @default - every role
   */
  readonly role?: string;

  /**
   * One of its groups, from 0.
   *
   * @default - every group
   */
  readonly group?: number;

  /**
   * One of its zones.
   *
   * @default - every zone
   */
  readonly zone?: string;

  /**
   * One pod by its index: in its group where there are groups, in the workload where there are none.
   *
   * @default - every index
   */
  readonly index?: number;
}

/**
 * Pods of a workload, and the labels that select them and no others.
 */
export interface SelectedPods {
  /** Labels with their values, for `matchLabels` and for the selector of a Service. */
  readonly labels: { [key: string]: string };

  /**
   * Namespace of the pods.
   *
   * @default - nothing says which
   */
  readonly namespace?: string;

  /** Pods that there are, apart from failures and from those that somebody starts later. */
  readonly least: number;

  /**
   * Pods at most.
   *
   * @default - an autoscaler outside of this workload decides
   */
  readonly most?: number;

  /** Their names, where they do not change from one start to the next; empty for pods of Deployments and Jobs, which get another name each time. */
  readonly names: string[];

  /** Names of the claims that belong to them alone. */
  readonly claims: string[];
}

/** One pod with an identity. */
export interface WorkloadMember {
  readonly role: string;
  readonly group?: number;
  readonly zone?: string;
  readonly index?: number;
  /** Absent where each start gives another. */
  readonly name?: string;
  readonly claims?: readonly string[];
  /** Whether somebody starts it later, or never. */
  readonly isStartedLater?: boolean;
}

/** How many pods there may be. */
export interface PodCount {
  readonly least: number;
  readonly most?: number;
}

/** The pods of one workload: each by itself where they have an identity, counted where they are alike. */
export interface WorkloadPods {
  readonly zones: readonly string[];
  readonly groups?: number;
  readonly members?: () => readonly WorkloadMember[];
  /** Of pods that are alike. */
  readonly count?: (part: PodPart) => PodCount;
  /** Whether somebody else decides how many there are. */
  readonly isScaled?: () => boolean;
  /** The labels of a part that has passed the checks. Throws what no label can say. */
  readonly labels: (part: PodPart) => Labels;
}
