/** Body of an answer. */
export type Body =
  | { readonly is: 'json'; readonly value: unknown }
  | { readonly is: 'bytes'; readonly bytes: Uint8Array }
  /** The object that was sent, with changes, as an API server answers a dry run. */
  | { readonly is: 'echo'; readonly without: number }
  /** A text of this many bytes. */
  | { readonly is: 'big'; readonly bytes: number }
  /** Endless, until the client hangs up. */
  | { readonly is: 'endless' }
  /** Ends in the middle. */
  | { readonly is: 'broken'; readonly after: number };

export interface Reply {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Body;
}

/** Bytes sent instead of HTTP. */
export interface Rubbish {
  readonly raw: string;
}

/** Topics of requests. */
export const TOPICS = ['version', 'discovery', 'lookup', 'write'] as const;
export type Topic = typeof TOPICS[number];

/** How to answer each topic; one without an entry is answered correctly. */
export type Script = { readonly [topic in Topic]?: Reply | Rubbish };
