/** How an API server is reached. */
export interface Access {
  /** Ends with a slash, and has neither a query nor a user. */
  readonly url: URL;
  readonly ca?: Buffer;
  readonly cert?: Buffer;
  readonly key?: Buffer;
  /** Header of that name. */
  readonly authorization?: string;
  readonly servername?: string;
  readonly rejectUnauthorized: boolean;
  /** Namespace of objects that have none. */
  readonly namespace: string;
}
