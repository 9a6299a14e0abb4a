/** What a Service is, after its defaults. */
export interface ServiceShape {
  readonly type: string;
  /** The list, filled from `clusterIP` where only that was given. */
  readonly clusterIPs: readonly unknown[];
  readonly isHeadless: boolean;
  readonly ports: readonly unknown[];
}
