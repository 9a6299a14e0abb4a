/** Where an object came from, and what is said about it there. What costs something is worked out when it is asked for. */
export interface Origin {
  /** Path of the construct. */
  readonly construct?: string;
  /** File as the user named it. */
  readonly file?: string;
  /** Line of a field in the file, or of what is nearest to it. */
  readonly lineOf?: (field: string) => number;
  /** Zones that somebody says the pods behind a Service are in. */
  readonly zones?: readonly string[];
  /** Pods behind a Service that somebody says are made elsewhere. */
  readonly podsElsewhere?: number;
}
