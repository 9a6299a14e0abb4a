import * as path from 'path';
import { CATALOGUE } from '../src/cli/catalogue';
import { exportsOf, fixturesOf, folderOf, RULE_NAMES } from '../test/lint/rules/fixture';

/** One manifest of a file. */
export interface Part {
  readonly file: string;
  readonly text: string;
}

/** A rule with the manifests of its fixtures that have its mistake, and those that somebody would call mended. */
export interface Mistake {
  readonly id: string;
  readonly class: string;
  readonly bad: readonly Part[];
  readonly good: readonly Part[];
  /** All manifests of these files: what a rule across objects looks at. */
  readonly others: readonly Part[];
}

/** What a checker says of each manifest: which of its checks, or where in which kind, without names and numbers. */
export type Said = ReadonlyMap<Part, ReadonlySet<string>>;

export function partsOf(file: string, text: string): Part[] {
  return text.split(/^---$/m).filter(document => /^\s*[^#\s]/m.test(document)).map(document => ({ file, text: document }));
}

/** Every rule that has a fixture with its mistake, and all manifests of their files. */
export function mistakes(): Mistake[] {
  const classes = new Map<string, string>(CATALOGUE.map(each => [each.id, each.class]));
  return RULE_NAMES.flatMap(rule => {
    const parts = fixturesOf(rule).flatMap(({ name, text }) => partsOf(`${folderOf(rule)}/fixtures/${name}`, text));
    const ids = (exportsOf(rule) as { readonly id?: string }[]).map(each => each?.id ?? '').filter(id => classes.has(id));
    return ids.map(id => ({ id, class: classes.get(id)!, ...sides(parts, id), others: parts }));
  }).filter(({ bad }) => bad.length > 0);
}

/** A manifest of a good fixture may want the finding of another rule, never that of its own. */
export function sides(parts: readonly Part[], id: string): Pick<Mistake, 'bad' | 'good'> {
  const wants = new RegExp(`# want .*${id}`);
  return { bad: parts.filter(({ text }) => wants.test(text)), good: parts.filter(({ file }) => path.basename(file) === 'good.yaml') };
}

/**
 * What is said of a manifest with the mistake and of none that is mended. In favour of who says it: the two differ in more than the mistake, so some of it is
 * about something else.
 */
export function foundIn({ bad, good }: Pick<Mistake, 'bad' | 'good'>, said: Said): string[] {
  const of = (parts: readonly Part[]) => new Set(parts.flatMap(part => [...said.get(part) ?? []]));
  const anyway = of(good);
  return [...of(bad)].filter(each => !anyway.has(each));
}
