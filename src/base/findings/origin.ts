/** What kustomizations make of the objects of a file. */
export interface Kustomizing {
  /** The namespace that they write into all of them. */
  readonly namespace?: string;
  /** Whether they add labels to selectors and to the templates of pods. */
  readonly addsSelectors: boolean;
  /** Kinds of objects that they patch; `*` where a patch is not here, so that it may be of any. */
  readonly patchedKinds: ReadonlySet<string>;
}

/** Whether patches of them may be about objects of a kind. */
export function mayPatch({ patchedKinds }: Kustomizing, kind: string): boolean {
  return patchedKinds.has(kind) || patchedKinds.has('*');
}

/** Where an object comes from, and what is declared about it there. Getters compute on demand. */
export interface Origin {
  /** Path of the construct. */
  readonly construct?: string;
  /** File as the user named it. */
  readonly file?: string;
  /** The file was found in a folder, of which not everything need be applied together. */
  readonly isFound?: boolean;
  /** Kustomizations of the input name its file. */
  readonly kustomized?: Kustomizing;
  /** The kustomization or chart that it was rendered from: an input of its own. */
  readonly rendered?: string;
  /** Line of a field in the file, or of what is nearest to it; none where a program made the field. */
  readonly lineOf?: (field: string) => number | undefined;
  /** Comments of the file around the object, by line. */
  readonly comments?: readonly { readonly line: number; readonly text: string }[];
  /** Declared zones of the pods behind a Service. */
  readonly zones?: readonly string[];
  /** Declared number of pods behind a Service that are created elsewhere. */
  readonly podsElsewhere?: number;
}
