import { PlainObject } from '../../base/plain';
import { Manifest } from '../../kubernetes/manifest';
import { Facts } from '../facts/facts';
import { PodSet } from '../facts/pod-set';
import { Variables } from '../facts/shell-arithmetic';

/** All that this library knows of one kind that carries pods, or makes what does. What is left out, the kind has not, or nobody knows. */
export interface WorkloadKind {
  /** As in `Manifest.type`: `apps/StatefulSet`, `Pod`. */
  readonly type: string;
  /** Its pods; undefined where they are written in an object that is not here. Left out where they cannot be read. */
  readonly pods?: (object: Manifest, facts: Facts) => PodSet[] | undefined;
  /**
   * Names that its controller numbers or derives. Unless an autoscaler decides, a missing number is one.
   *
   * @param grows whether an autoscaler decides how many there are.
   */
  readonly derivedNames?: (object: Manifest, grows: boolean) => DerivedNames[];
  /** Further objects that its controller makes. */
  readonly makes?: (object: Manifest) => readonly Made[];
  /** Variables that its controller sets in the containers. */
  readonly variables?: (pods: PodSet) => Variables;
  /** Whether its controller sets no variables but those. */
  readonly hasAllVariables?: boolean;
  /** Path of the number that its scale changes; `none` for a kind without a scale. Left out where nobody knows. */
  readonly scale?: string;
  /** Whether its pods are alike and strangers to each other, or form one group, or a number of groups that is known. */
  readonly together?: 'strangers' | 'group';
  /** Where the number of pods of a group stands; `spec` where that is no single field. */
  readonly sizeField?: string;
  /** Pods of one group that are of this set, where an object has several groups. */
  readonly podsOfGroup?: (pods: PodSet) => number;
  /** What tells its groups apart, where one object has groups of several kinds. */
  readonly crew?: (pods: PodSet) => string;
  /** Whether the labels that number its pods number them in each group, so that one value is several pods. */
  readonly numbersEachGroup?: boolean;
  /** How the pods of a set are numbered and called. Left out where letters are drawn for them, and nothing else tells them apart. */
  readonly numbered?: (pods: PodSet) => Numbering | undefined;
  /** Jobs that it is, or makes, in the order of its sets of pods. */
  readonly jobs?: (object: Manifest) => JobPlace[];
  /** Whether its pods are started again when they have finished. */
  readonly alwaysRestarts?: boolean;
  /** Whether its pods end by themselves, or stay when a node is drained. */
  readonly ends?: boolean;
  /** Whether it has `spec.selector` and `spec.template`; `required` where the API server refuses one that does not match the other. */
  readonly selector?: 'required' | 'free';
  /** Whether a roll-out has a deadline, `spec.progressDeadlineSeconds`. */
  readonly hasProgressDeadline?: boolean;
  /** Who owns its pods, where that has no scale: `a Job`. */
  readonly unscaledOwner?: string;
  /** Path of the labels in which Kueue looks for the queue. */
  readonly queueLabels?: string;
  /** Whether `spec.suspend` keeps it from making pods. */
  readonly suspends?: boolean;
  /** Below the spec: what has `volumeClaimTemplates` by ordinal, and `persistentVolumeClaimRetentionPolicy`. */
  readonly claims?: readonly string[];
  /** Whether one replica is filled in where `spec.replicas` is left out. */
  readonly fillsInReplicas?: boolean;
  /** How it is told not to replace its pods, for a help. */
  readonly howToWait?: string;
  /** Whether it makes pods of one run, so that whoever makes it anew means another run. */
  readonly isRun?: boolean;
  /** What its controller does with running pods when their template changes; undefined where it leaves them alone. */
  readonly pace?: (change: Change, running: number | undefined) => Pace | undefined;
  /** Fields beside the pod templates of which it makes a revision, with what is filled in. */
  readonly ofRevision?: RevisionFields;
  /** Of an object with several specs: paths of what else changed the revision of all of them. */
  readonly changesRevision?: (change: Change) => readonly string[];
  /** Where it is told to retry failures by their exit code, and from which code on it does; undefined where it is not. */
  readonly retriesByCode?: (pods: PodSet) => RetriedCodes | undefined;
  /** What its webhook, or a rule of its definition, refuses of a change. */
  readonly refuses?: (change: Change) => readonly Refusal[];
}

/** Failures that a controller retries, by the exit code of the container. */
export interface RetriedCodes {
  readonly field: string;
  /** As it is written: `ExitCode`. */
  readonly policy: string;
  /** The least one that is retried. */
  readonly least: number;
}

/** Below a spec: the path of the parent, the field, and what is filled in. */
export type RevisionFields = readonly (readonly [parent: readonly string[], key: string, filledIn: unknown])[];

/** One object before and after. */
export interface Change {
  readonly previous: Manifest;
  readonly next: Manifest;
}

/** How many pods an apply replaces of those that run, and how many of them at a time; undefined where nobody knows. */
export interface Pace {
  readonly pods?: number;
  readonly away?: number;
}

/** What a webhook or a rule of a definition refuses, in its own words. */
export interface Refusal {
  readonly field: string;
  readonly message: string;
  readonly help: string;
}

/** What one file says of kinds that belong together. */
export interface Family {
  readonly kinds?: readonly WorkloadKind[];
  readonly gangs?: readonly GangKind[];
}

/** Pods of one set that numbers tell apart. */
export interface Numbering {
  /** Parts of the set, each of which has all of the numbers; left out where the set is one. */
  readonly parts?: { readonly noun: 'group' | 'job'; readonly from: number; readonly count: number };
  readonly from: number;
  readonly count: number;
  /** The name of a pod; where letters are drawn behind it, its host name, which stands before them. */
  readonly nameOf: (index: number, part: number) => string;
  /** Whether letters are drawn behind the name. */
  readonly isDrawn?: boolean;
  /** The field with the Service below which each pod has its name, and what it says. */
  readonly domain?: { readonly field: string; readonly value?: string };
  /** Whether the number is no index that somebody sees: of a pod alone. */
  readonly isAlone?: boolean;
}

/** A kind without a scale. */
export const NO_SCALE = 'none';

/** Names that a controller makes out of an object's name: `<stem><from>` to `<stem><to>`, or the stem alone without numbers. */
export interface DerivedNames {
  readonly owner: Manifest;
  /** Kind of what carries them: `StatefulSet`, `Service`, `Pod`. */
  readonly kind: string;
  readonly stem: string;
  readonly from?: number;
  /** Infinity where an autoscaler decides. */
  readonly to?: number;
  /** What makes them, for the message: `its workers`. */
  readonly as: string;
}

/** An object that a controller makes, in the namespace of the one that asks for it. */
export interface Made {
  readonly kind: string;
  readonly name?: string;
}

/** The spec of a Job inside an object. */
export interface JobPlace {
  readonly spec: PlainObject;
  /** Where the spec stands: `spec`, `spec.jobTemplate.spec`. */
  readonly field: string;
  readonly isIndexed: boolean;
  /** Whether the Job may end before its pods do, since others decide: the success policy of a JobSet. */
  readonly isEndedByOthers: boolean;
}

/** What makes a gang, and by what its pods name it. */
export interface GangKind {
  /** Of the object that is the gang. Left out where the pods themselves say how many they are. */
  readonly type?: string;
  /** Where the object says how many pods are the least, below its spec. */
  readonly least?: readonly string[];
  /** Where each pod says how many they are in all, and who refuses one that does not. */
  readonly total?: { readonly annotation: string; readonly by: string };
  readonly nameOf: (pods: PodSet) => string | undefined;
  /** Where the pods name it. */
  readonly fieldOf: (pods: PodSet) => string;
}
