import * as path from 'path';
import { ReadFile, readFile } from './documents';
import { Kustomizations, kustomizedByFlux } from './kustomized';
import { Limits, ownLimits } from './limits';
import { InputFile, UnusableInput } from './paths';
import { Finding } from '../../base/findings/finding';
import { LimitedFindings, MOST_OF_OBJECTS } from '../../base/findings/limited-findings';
import { Kustomizing } from '../../base/findings/origin';
import { asObject } from '../../base/reading';
import { ObjectWithOrigin } from '../../kubernetes/manifest';
import { counted } from '../report/text';

/** Progress of reading. */
export interface Progress {
  readonly files: number;
  readonly bytes: number;
  readonly objects: number;
}

/** The input of a run. */
export interface Input {
  readonly objects: readonly ObjectWithOrigin[];
  /** Findings for what could not be read. */
  readonly findings: readonly Finding[];
  /** Files that could not be read at all, with the reason. */
  readonly unusable: readonly string[];
  /** Names of all files that were read. */
  readonly files: readonly string[];
  /** Files that hold no document, or only comments. */
  readonly empty: readonly string[];
}

/** Reads files. What cannot be parsed becomes a finding; a file that cannot be read becomes an entry of `unusable`. */
export function readInput(files: readonly InputFile[], progress?: (done: Progress) => void, limits: Limits = ownLimits()): Input {
  const unusable: string[] = [];
  const read: ReadContent[] = [];
  let [bytes, objects] = [0, 0];
  for (const file of files) {
    try {
      const text = file.read(limits.run - bytes);
      const content = readFile(file.name, text, file.isFound, { ...limits, objects: limits.objects - objects });
      read.push({ file, content });
      bytes += text.length;
      objects += content.objects.length;
      progress?.({ files: read.length, bytes, objects });
      if (objects >= limits.objects && file !== files.at(-1)) {
        unusable.push(`${file.name}: with it the input has ${limits.objects.toLocaleString('en')} documents and items: the other files are not read; check less at once`);
        break;
      }
    } catch (error) {
      if (!(error instanceof UnusableInput)) {
        throw error;
      }
      unusable.push(error.message);
    }
  }
  return { ...withoutParts(read), unusable, files: files.map(each => each.name) };
}

interface ReadContent {
  readonly file: InputFile;
  readonly content: ReadFile;
}

/** Leaves out files of folders that are no manifests of their own, and says how many where it is said what they belong to. */
function withoutParts(read: readonly ReadContent[]): Pick<Input, 'objects' | 'findings' | 'empty'> {
  const ownerOf = ownersOf(read.map(({ content }) => content));
  const patchedBy = patchersOf(read.map(({ content }) => content));
  const owners = read.map(({ file, content }) => (file.isFound ? ownerOf(file.name) ?? patchedBy(file, content) : undefined));
  const own = read.filter((_, index) => owners[index] === undefined);
  const kustomizations = kustomizationsOf(read);
  const told = new LimitedFindings('the reading', MOST_OF_OBJECTS);
  const counts = new Map<ReadFile | undefined, number>();
  owners.forEach(owner => counts.set(owner, (counts.get(owner) ?? 0) + 1));
  own.forEach(({ content }) => content.findings.forEach(finding => told.add(finding.class, () => withCount(finding, counts.get(content) ?? 0))));
  return {
    objects: own.flatMap(({ file, content }) => {
      const kustomized = file.isFound ? kustomizations.of(file.name) ?? asPatch(file, content) : undefined;
      return kustomized === undefined ? content.objects : content.objects.map(object => object.kustomizedBy(kustomized));
    }),
    findings: told.list(),
    empty: own.filter(({ content: { objects, findings } }) => objects.length === 0 && findings.length === 0).map(({ file }) => file.name),
  };
}

function kustomizationsOf(read: readonly ReadContent[]): Kustomizations {
  const contents = new Map(read.map(({ file, content }) => [path.resolve(file.name), content]));
  const folders = new Set([...contents.keys()].map(file => path.dirname(file)));
  const hasFolder = (folder: string) => folders.has(path.resolve(folder));
  const byFlux = read.flatMap(({ file, content }) => content.objects.flatMap(({ body }) => kustomizedByFlux(file.name, body, hasFolder) ?? []));
  const kindsIn = (file: string) => contents.get(file)?.objects.map(({ body }) => String(body.kind)) ?? ['*'];
  return new Kustomizations([...read.flatMap(({ content }) => content.kustomized ?? []), ...byFlux], kindsIn);
}

/** Looks a file up among the parts of others, and the folders that it is in. */
function ownersOf(contents: readonly ReadFile[]): (file: string) => ReadFile | undefined {
  const owners = new Map(contents.flatMap(content => content.parts.map((part): [string, ReadFile] => [path.resolve(part), content])));
  const ownerOf = (place: string): ReadFile | undefined => {
    const around = path.dirname(place);
    return owners.get(place) ?? (around === place ? undefined : ownerOf(around));
  };
  return file => (owners.size === 0 ? undefined : ownerOf(path.resolve(file)));
}

/** Looks up the kustomization of a patch that it does not name: switched off, or left over. It stands beside it, or in a folder of its own. */
function patchersOf(contents: readonly ReadFile[]): (file: InputFile, content: ReadFile) => ReadFile | undefined {
  const kustomizations = new Map(contents.flatMap(content => (content.kustomized ? [[content.kustomized.folder, content] as const] : [])));
  const named = new Set(contents.flatMap(({ kustomized }) => kustomized?.resources ?? []));
  return ({ name }, content) => {
    const at = path.resolve(name);
    const folder = path.dirname(at);
    return kustomizations.size === 0 || named.has(at) || !(isPatch(name) || isHalf(content)) ? undefined
      : kustomizations.get(folder) ?? kustomizations.get(path.dirname(folder));
  };
}

/** A patch by its name, or by that of a folder. */
function isPatch(file: string): boolean {
  return PATCH.test(path.basename(file)) || path.dirname(file).split(path.sep).includes('patches');
}

/** A patch by its content: workloads that cannot be created without the selector that they lack. */
function isHalf({ objects }: ReadFile): boolean {
  return objects.length > 0 && objects.every(({ body: { apiVersion, spec } }) => apiVersion === 'apps/v1' && asObject(spec).selector === undefined);
}

const PATCH = /(?:^|[-_.])patch(?:[-_.]|$)/;

/** A patch that a script or another program applies says only what it changes. */
function asPatch({ name }: InputFile, { objects }: ReadFile): Kustomizing | undefined {
  return isPatch(name) ? { addsSelectors: true, patchedKinds: new Set(objects.map(({ body }) => String(body.kind))) } : undefined;
}

function withCount(finding: Finding, count: number): Finding {
  return count === 0 ? finding : { ...finding, message: `${finding.message}, with ${counted(count, 'file')} of it` };
}
