/** How options of an engine are told on its command line: the way back from a running server to its factory. */
export interface ToldOptions {
  /** As in the knowledge of engines. */
  readonly engine: string;
  /** What makes it: `InferenceEngine.…`. */
  readonly factory: string;
  /** The version in the tag of an image that holds it. */
  readonly image: RegExp;
  /** Options with a flag of their own. */
  readonly options: { readonly [flag: string]: { readonly option: string; readonly isNumber: boolean } };
  /** Flags of a value that the engine writes by itself. */
  readonly written: ReadonlySet<string>;
}
