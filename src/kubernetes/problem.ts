import { Fix } from '../base/findings/fix';

/** A problem that the API server would report of one object, from decoding or validation. */
export interface ObjectProblem {
  /** Id of the finding it becomes. */
  readonly id: ProblemId;
  /** `broken` where the server of this minor takes the object, and what it makes of it is refused. */
  readonly class: 'rejected' | 'dropped' | 'broken';
  /** Path inside the object as the API server writes it: `spec.template.spec.containers[0].env[2].value`. */
  readonly field: string;
  /** `Reason: value: detail`, as the API server words it. */
  readonly message: string;
  readonly help?: string;
  readonly notes?: readonly string[];
  /** What to write instead, where that is certain. */
  readonly fix?: Fix;
}

export type ReportProblem = (problem: ObjectProblem) => void;

/** Ids of findings that are problems of one object. */
export type ProblemId = keyof typeof PROBLEMS;

/** `title` completes "error: "; `remedy` is the help of a problem that has none of its own. */
export const PROBLEMS = {
  AIW1101: {
    title: 'unknown field',
    class: 'rejected',
    remedy: 'Correct the spelling or the place of the field.',
  },
  AIW1102: {
    title: 'value of the wrong type',
    class: 'rejected',
    remedy: 'Write the type that the message names. In YAML, quote texts that look like numbers or booleans.',
  },
  AIW1103: {
    title: 'required field is missing',
    class: 'rejected',
    remedy: 'Add the field.',
  },
  AIW1104: {
    title: 'value outside the closed list',
    class: 'rejected',
    remedy: 'Use one of the words of the message; case matters.',
  },
  AIW1105: {
    title: 'field dropped by this Kubernetes minor',
    class: 'dropped',
    remedy: 'Leave the field out, move to the minor that the message names, or say that the gate is on: --feature-gate, or featureGates of the Target.',
  },
  AIW1106: {
    title: 'API not served by this Kubernetes minor',
    class: 'rejected',
    remedy: 'Write the version that the message names; or say that the version is switched on: --api, or apis of the Target.',
  },
  AIW1107: {
    title: 'field of another Kubernetes minor',
    class: 'rejected',
    remedy: 'Leave the field out, or check for the minor that the cluster runs: --kubernetes.',
  },
  AIW1108: {
    title: 'null in a list, or for an amount',
    class: 'dropped',
    remedy: 'Leave the item out, or write the value that it should have; an unset variable of a template is the usual cause. An empty text is "".',
  },
  AIW1201: {
    title: 'name or metadata that the API server refuses',
    class: 'rejected',
    remedy: 'Follow the form that the message states.',
  },
  AIW1202: {
    title: 'pod that the API server refuses',
    class: 'rejected',
    remedy: 'Write what the message asks for; kubectl explain pod with the path of the field prints what it takes.',
  },
  AIW1203: {
    title: 'object that the API server refuses',
    class: 'rejected',
    remedy: 'Write what the message asks for; kubectl explain with the kind and the path of the field prints what it takes.',
  },
  AIW1204: {
    title: 'value that the API server drops',
    class: 'dropped',
    remedy: 'Leave the value out, or move it where the message says that it counts.',
  },
  AIW1205: {
    title: 'object too large for the API server',
    class: 'rejected',
    remedy: 'Keep what is long outside of the object: in a ConfigMap that is mounted (1 MiB each), on a volume or in the image.',
  },
  AIW1206: {
    title: 'value that a rule of its definition refuses',
    class: 'rejected',
    remedy: 'Change what the message names. The rule is written in the CustomResourceDefinition of the kind, in x-kubernetes-validations.',
  },
} as const;
