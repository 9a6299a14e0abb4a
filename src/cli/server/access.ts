/** How to connect to an API server. */
export interface Access {
  /** Ends with a slash; has neither query nor user. */
  readonly url: URL;
  readonly ca?: Buffer;
  readonly cert?: Buffer;
  readonly key?: Buffer;
  /** Value of the `Authorization` header. */
  readonly authorization?: string;
  readonly servername?: string;
  readonly rejectUnauthorized: boolean;
  /** Namespace of objects that name none. */
  readonly namespace: string;
}
