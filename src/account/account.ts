import { Finding, ObjectReference } from '../base/findings/finding';

/*
 * What a folder of manifests comes to. Plain data, which every report draws from and `--format json` prints: fields are added, never removed
 * (docs/explain.md).
 */

/** A number that an autoscaler may move; without a `most` nobody says where it ends. */
export interface Range {
  readonly least: number;
  readonly most?: number;
}

/** One thing that is said, and where in the manifests it comes from. */
export interface Statement {
  readonly topic: string;
  readonly text: string;
  /** The parts of the workload that it holds for; absent where it holds for all. */
  readonly parts?: readonly string[];
  /** Number of the object in `objects`. */
  readonly object?: number;
  /** Field of that object. */
  readonly field?: string;
  /** Numbers of the findings that stand here. */
  readonly findings?: readonly number[];
}

/** A pod, or several that nothing tells apart. */
export interface PodCell {
  readonly part: string;
  /** The pod's name; where letters are drawn behind it, what stands before them. Absent where all of it is drawn. */
  readonly name?: string;
  /** Whether letters are drawn behind the name. */
  readonly isDrawn?: boolean;
  /** The index or ordinal: its rank, in what counts ranks by it. */
  readonly index?: number;
  /** How many pods it stands for; absent for one. */
  readonly count?: Range;
}

/** Pods that stand next to each other: a group, a zone, a set. */
export interface PodRow {
  /** `group 0`, `eu-1a`, `StatefulSet db`. */
  readonly label: string;
  readonly group?: string;
  /** The one zone that the pods are bound to. */
  readonly zone?: string;
  readonly cells: readonly PodCell[];
}

/** One bar of a timeline. */
export interface Bar {
  readonly label: string;
  readonly kind: 'wait' | 'init' | 'sidecar' | 'main' | 'hook' | 'drain' | 'spare' | 'ready';
  /** Seconds after the phase began. */
  readonly from: number;
  /** Absent where nobody knows. */
  readonly seconds?: number;
  readonly text: string;
  readonly object?: number;
  readonly field?: string;
  readonly findings?: readonly number[];
}

/** A stretch of a timeline; the next one begins when it is over. */
export interface Phase {
  readonly name: string;
  /** The longest that it lasts; absent where nobody knows. */
  readonly seconds?: number;
  readonly bars: readonly Bar[];
}

/** A start or a stop of one pod. */
export interface Timeline {
  readonly parts?: readonly string[];
  readonly phases: readonly Phase[];
  /** The sum in words. */
  readonly sum: string;
  /** What ends it, whatever else happens: the grace period, the deadline of a roll-out. */
  readonly limit?: Statement & { readonly seconds: number };
  readonly notes: readonly Statement[];
}

/** A program that a container runs, as far as it is known. */
export interface ProgramAccount {
  readonly parts?: readonly string[];
  readonly container: string;
  /** `vLLM`. */
  readonly engine: string;
  readonly serves: boolean;
  readonly model?: string;
  readonly image?: string;
  readonly object: number;
  readonly field: string;
}

/** A way on which requests reach pods. */
export interface WayAccount {
  /** Number of the Service, InferencePool or other object. */
  readonly object: number;
  /** What it is: `Service`. */
  readonly kind: string;
  readonly name: string;
  /** Whether it has no address of its own, and stands for the names of pods. */
  readonly isHeadless: boolean;
  /** `80 -> http (8000)`. */
  readonly ports: readonly string[];
  /** The parts that it leads to. */
  readonly parts: readonly string[];
  /** Numbers of the rows whose pods it leads to. */
  readonly rows: readonly number[];
  /** What sends requests to it: routes, ingresses. */
  readonly from: readonly { readonly object: number; readonly kind: string; readonly name: string; readonly hosts: readonly string[] }[];
}

/** A claim that pods use, or the template of one for each. */
export interface ClaimAccount {
  readonly name: string;
  readonly size?: string;
  readonly storageClass?: string;
  /** Whether each pod has one of its own. */
  readonly isOfEach: boolean;
  /** Parts whose pods use it. */
  readonly parts: readonly string[];
}

/** An object that somebody speaks of, or that something was found about. */
export interface ObjectAccount {
  readonly object: ObjectReference;
  readonly file?: string;
  readonly line?: number;
  /** Numbers of the findings about it that stand at no statement. */
  readonly findings: readonly number[];
}

/** What the pods of a workload are for. */
export type Purpose = 'serves' | 'trains' | 'ends' | 'runs';

/** One workload: objects that carry pods and belong together, and what is around them. */
export interface WorkloadAccount {
  /** Namespace and name, and a number where there are several of that name. */
  readonly id: string;
  readonly name: string;
  readonly namespace: string;
  readonly purpose: Purpose;
  /** What carries the pods: `4 StatefulSets`. */
  readonly carriers: string;
  /** Why several objects are taken for one workload. */
  readonly because: readonly string[];
  readonly programs: readonly ProgramAccount[];
  /** Images of the main containers, without tags. */
  readonly images: readonly string[];
  /** Absent where nodes or an unknown controller decide. */
  readonly pods?: Range;
  /** Parts of it, with their pods: `leader`. */
  readonly parts: readonly { readonly name: string; readonly pods?: Range }[];
  /** Whole accelerators and other devices in all, by resource. */
  readonly devices: readonly DeviceAccount[];
  readonly rows: readonly PodRow[];
  /** Pods that `rows` leaves out. */
  readonly unlisted: number;
  /** Sets of pods about which nothing more is said, since there are too many that differ. */
  readonly untold: number;
  readonly sums: readonly Statement[];
  readonly places: readonly Statement[];
  readonly ways: readonly WayAccount[];
  readonly reach: readonly Statement[];
  readonly claims: readonly ClaimAccount[];
  readonly storage: readonly Statement[];
  readonly control: readonly Statement[];
  readonly start: readonly Timeline[];
  readonly stop: readonly Timeline[];
  readonly restarts: readonly Statement[];
  /** Numbers of its objects, those that carry pods first. */
  readonly objects: readonly number[];
  /** Numbers of all findings about them. */
  readonly findings: readonly number[];
}

/** Devices of one resource. */
export interface DeviceAccount {
  readonly name: string;
  /** The claim that they are of, where pods share it. */
  readonly claim?: string;
  /** Absent where nobody knows how many. */
  readonly count?: Range;
}

/** All of it. */
export interface Account {
  readonly summary: {
    readonly workloads: number;
    /** Pods whose number is known. */
    readonly pods: Range;
    readonly devices: readonly DeviceAccount[];
    readonly objects: number;
    readonly errors: number;
    readonly warnings: number;
    readonly infos: number;
    readonly acknowledged: number;
  };
  readonly minors: readonly string[];
  readonly workloads: readonly WorkloadAccount[];
  /** What others refer to by its number. */
  readonly objects: readonly ObjectAccount[];
  /** Of no workload: numbers of the objects that something was found about, and how many there are of each kind. */
  readonly others: { readonly objects: readonly number[]; readonly kinds: readonly { readonly kind: string; readonly count: number }[] };
  /** In the order of reports; others refer to them by their number here. */
  readonly findings: readonly Finding[];
  /** Numbers of findings about no object. */
  readonly loose: readonly number[];
  readonly unusable: readonly string[];
}
