import * as path from 'path';
import { contentOfFile, WalkedKustomizations } from './kustomizations';
import { asText } from '../../../base/reading';
import { isChart, KUSTOMIZATIONS } from '../of-programs';
import { InputFile } from '../paths';

/** A folder of which a program makes manifests. */
export interface Source {
  readonly program: 'kustomize' | 'helm';
  /** Its kustomization or description of a chart, as reports name it. */
  readonly file: string;
  /** It makes nothing by itself: a component, the library of other charts. */
  readonly isPart: boolean;
  /** That of a kustomization which builds on it and cannot be rendered: without it, what it makes may have none. */
  readonly namespace?: string;
  /** What it would fetch from a network. */
  readonly remote: readonly string[];
  /** What its program reads and is not read here, so that it may fetch something. */
  readonly unread: readonly string[];
  /** The folders of kustomizations that it is made of; none of a chart. */
  readonly folders: ReadonlySet<string>;
  /** Whether a file, by its absolute path, belongs to it. */
  covers(file: string): boolean;
}

/**
 * The outermost kustomizations and charts of an input: none that another one of it builds on, no chart inside of another. What a kustomization builds on that would
 * fetch something, and so cannot be rendered, is rendered by itself.
 */
export function sourcesOf(files: readonly InputFile[]): Source[] {
  const charts = chartsOf(files);
  return [...kustomizationsOf(files).filter(({ file }) => !charts.some(chart => chart.covers(path.resolve(file)))), ...charts];
}

function kustomizationsOf(files: readonly InputFile[]): Source[] {
  const walked = new WalkedKustomizations();
  // A folder with two kustomizations is one, which its program refuses.
  const named = files.filter(({ name }) => KUSTOMIZATIONS.includes(path.basename(name)));
  const found = new Map(named.map(({ name }): [string, string] => [path.dirname(path.resolve(name)), name]));
  const folders = [...found.keys()].filter(folder => walked.at(folder) !== undefined);
  const isApart = (folder: string) => walked.from(folder).remote.size + walked.from(folder).unread.size > 0;
  const [apart, local] = [folders.filter(isApart), folders.filter(each => !isApart(each))];
  const sources = [...outermost(apart, walked), ...outermost(local, walked)].sort((one, other) => folders.indexOf(one) - folders.indexOf(other));
  return sources.map(folder => {
    const { files: covered, folders: below, remote, unread } = walked.from(folder);
    const user = apart.find(each => each !== folder && walked.at(each)!.content.namespace !== undefined && walked.from(each).folders.has(folder));
    const namespace = user && asText(walked.at(user)!.content.namespace);
    return { program: 'kustomize', namespace, file: found.get(folder)!, isPart: walked.at(folder)!.isComponent, remote: [...remote], unread: [...unread], folders: below, covers: file => covered.has(file) };
  });
}

/** Those that no other one builds on. Two that build on each other are refused; both are told. */
function outermost(folders: readonly string[], walked: WalkedKustomizations): string[] {
  const usedBy = (folder: string) => [...walked.from(folder).folders].filter(each => each !== folder && !walked.from(each).folders.has(folder));
  const used = new Set(folders.flatMap(usedBy));
  return folders.filter(folder => !used.has(folder));
}

function chartsOf(files: readonly InputFile[]): Source[] {
  const found = files.filter(({ name }) => isChart(path.basename(name)))
    .map(({ name }) => ({ file: name, folder: path.dirname(path.resolve(name)) }));
  const folders = new Set(found.map(({ folder }) => folder));
  const isInside = (folder: string): boolean => {
    const around = path.dirname(folder);
    return around !== folder && (folders.has(around) || isInside(around));
  };
  return found.filter(({ folder }) => !isInside(folder)).map(({ file, folder }) => ({
    program: 'helm', file, isPart: contentOfFile(path.resolve(file))?.type === 'library', remote: [], unread: [], folders: new Set(), covers: each => each.startsWith(`${folder}${path.sep}`),
  }));
}
