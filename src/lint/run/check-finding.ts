import { KubernetesVersion } from '../../kubernetes/release/kubernetes-version';

/** What the checked manifests are for. */
export interface CheckOptions {
  /**
   * Minor of the cluster.
   *
   * @default KubernetesVersion.V1_36
   */
  readonly kubernetes?: KubernetesVersion;

  /**
   * Feature gates that differ from the defaults of the minor, by name.
   *
   * @default - the defaults of the minor
   */
  readonly featureGates?: { [gate: string]: boolean };

  /**
   * Extension APIs that are installed, and versions of built-in ones that are switched on, as group and version: `resource.k8s.io/v1beta1`.
   *
   * @default - the built-in APIs that the minor serves by default
   */
  readonly apis?: string[];

  /**
   * Zones of the nodes.
   *
   * @default - not known: nothing is said about zones
   */
  readonly zones?: string[];

  /**
   * GPUs that are free beside those of the running pods.
   *
   * @default - not known
   */
  readonly spareGpus?: number;

  /**
   * GPUs of the largest node.
   *
   * @default - not known
   */
  readonly gpusPerNode?: number;
}

/** How bad a finding is. Only errors fail a synth. */
export enum FindingSeverity {
  /** The API server refuses the object, drops a field of it, or it can never work. */
  ERROR = 'error',
  /** It works until a bad day. */
  WARNING = 'warning',
  /** Good to know. */
  INFO = 'info',
}

/** Which object a finding is about. */
export interface CheckedObject {
  /** Group and version of its API. */
  readonly apiVersion: string;
  /** Its kind. */
  readonly kind: string;
  /** Its namespace; empty where the manifest has none. */
  readonly namespace: string;
  /** Its name; empty where the API server makes one. */
  readonly name: string;
}

/** One finding of the checks. */
export interface CheckFinding {
  /** Id of the finding; `cdk8s-ai explain` prints its page. */
  readonly id: string;
  /** What is wrong, in general. */
  readonly title: string;
  /** `rejected`, `dropped`, `broken`, `lossy`, `risky` or `advice`. */
  readonly findingClass: string;
  /** How bad it is. */
  readonly severity: FindingSeverity;
  /**
   * The object it is about.
   *
   * @default - none: the input cannot be read
   */
  readonly subject?: CheckedObject;
  /**
   * Path inside the object: `spec.template.spec.containers[0].env[2].value`.
   *
   * @default - the object as a whole
   */
  readonly field?: string;
  /**
   * Path of the construct that made the object.
   *
   * @default - it comes from no app
   */
  readonly construct?: string;
  /**
   * File that the object stands in.
   *
   * @default - it comes from no file
   */
  readonly file?: string;
  /**
   * Line of the file, or of the program where the mistake is in a call.
   *
   * @default - not known
   */
  readonly line?: number;
  /** Reason, value and detail, as the API server words them. */
  readonly message: string;
  /** What else helps to understand it. */
  readonly notes: string[];
  /**
   * What to do.
   *
   * @default - nothing is known
   */
  readonly help?: string;
}
