/** Bodies of answers. */
export type Body =
  | { readonly is: 'json'; readonly value: unknown }
  | { readonly is: 'bytes'; readonly bytes: Uint8Array }
  /** What was sent, with changes: what an API server says to a dry run. */
  | { readonly is: 'echo'; readonly without: number }
  /** So many bytes of one long text. */
  | { readonly is: 'big'; readonly bytes: number }
  /** Goes on until the other side hangs up. */
  | { readonly is: 'endless' }
  /** Ends in the middle. */
  | { readonly is: 'broken'; readonly after: number };

export interface Reply {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Body;
}

/** What is said instead of HTTP. */
export interface Rubbish {
  readonly raw: string;
}

/** What is asked for. */
export const TOPICS = ['version', 'discovery', 'lookup', 'write'] as const;
export type Topic = typeof TOPICS[number];

/** How a server answers; a topic without an entry is answered as it should be. */
export type Script = { readonly [topic in Topic]?: Reply | Rubbish };
