/** What the API server would say about one object: of the schema or of its validation. */
export interface Problem {
  /** Id of the finding it becomes. */
  readonly id: ProblemId;
  readonly class: 'rejected' | 'dropped';
  /** Path inside the object as the API server writes it: `spec.template.spec.containers[0].env[2].value`. */
  readonly field: string;
  /** `Reason: value: detail`, as the API server words it. */
  readonly message: string;
  readonly help?: string;
}

export type ReportProblem = (problem: Problem) => void;

/** The kinds of problems an API server has with one object. */
export type ProblemId = keyof typeof PROBLEMS;

/** Titles read well after the word "error". */
export const PROBLEMS = {
  AIW1101: { title: 'unknown field', class: 'rejected' },
  AIW1102: { title: 'value of the wrong type', class: 'rejected' },
  AIW1103: { title: 'required field is missing', class: 'rejected' },
  AIW1104: { title: 'value outside the closed list', class: 'rejected' },
  AIW1105: { title: 'field dropped by this Kubernetes minor', class: 'dropped' },
  AIW1106: { title: 'API not served by this Kubernetes minor', class: 'rejected' },
  AIW1107: { title: 'field of another Kubernetes minor', class: 'rejected' },
  AIW1201: { title: 'name or metadata that the API server refuses', class: 'rejected' },
  AIW1202: { title: 'pod that the API server refuses', class: 'rejected' },
  AIW1203: { title: 'object that the API server refuses', class: 'rejected' },
  AIW1204: { title: 'value that the API server drops', class: 'dropped' },
} as const;
