import * as fs from 'fs';
import * as path from 'path';
import { Adoption, adopt, comparison, keyOf, textOf } from './adopt/adoption';
import { comparisonOf, isSame } from './adopt/patches';
import { writeProject } from './adopt/project';
import { summaryOf } from './adopt/report';
import { askedIn, configurationOf, INPUT_OPTIONS, noteAll, whatToRead } from './manifest-input';
import { Arguments, parse } from './options';
import { readRendered, renderingFor } from './render/read-rendered';
import { ProgressLine } from './terminal';
import { UsageError } from './usage';
import { Finding, severityOf } from '../base/findings/finding';
import { printable } from '../base/text/printable';
import { Cluster } from '../kubernetes/cluster';
import { Manifest } from '../kubernetes/manifest';
import { nothingToCheck } from '../lint/input/empty-input';
import { InputFile } from '../lint/input/paths';
import { Input } from '../lint/input/read-input';
import { NotWritten, refuseLinkedFolders } from '../lint/report/replace-file';
import { print } from '../lint/report/streams';
import { counted } from '../lint/report/text';
import { check } from '../lint/run/lint';
import { lintOptions } from '../lint/run/lint-options';

const OPTIONS = { ...INPUT_OPTIONS, out: { type: 'string' }, compare: { type: 'string' } } as const;

type Values = Arguments<typeof OPTIONS>['values'];

/** Findings of the reader that mean that something was not read. */
const NOT_READ: ReadonlySet<string> = new Set(['AIW0004', 'AIW0005']);

/** Runs `cdk8s-ai adopt`; returns the exit status. */
export async function runAdopt(args: readonly string[]): Promise<number> {
  const { values, positionals } = parse(args, OPTIONS);
  if (positionals.length === 0) {
    throw new UsageError('adopt takes the files or folders of what is deployed', 'cdk8s-ai adopt manifests/ --out app');
  }
  if (values.compare !== undefined) {
    return compareFolders(values, positionals);
  }
  const out = emptyFolder(values.out);
  const read = await readAll(values, positionals);
  refuseChanged(read.objects);
  const nameless = read.objects.filter(({ name }) => name === '');
  if (nameless.length === read.objects.length) {
    throw new UsageError(namelessText(nameless[0]), 'nothing else is there, so there is no app to write');
  }
  const { objects, dropped } = oneOfEach(read.objects.filter(({ name }) => name !== ''));
  const adoption = adopt(objects, read.cluster);
  const files = writeProject(out, { ...read, errors: read.errors(), objects, adoption, unread: [...read.unread, ...nameless.map(namelessText)] });
  await noteAll([...read.unread, ...nameless.map(namelessText), ...dropped]);
  await print(told(adoption, out, files).map(printable));
  return adoption.differences.length > 0 ? 1 : !read.isComplete ? 2 : 0;
}

function emptyFolder(out: string | undefined): string {
  if (out === undefined) {
    throw new UsageError('adopt writes an app, and --out DIR says where', 'cdk8s-ai adopt manifests/ --out app');
  }
  if (fs.existsSync(out) && (!fs.statSync(out).isDirectory() || fs.readdirSync(out).length > 0)) {
    throw new UsageError(`--out ${out}: is not an empty folder, and nothing is overwritten`, 'name another one');
  }
  refuseLinks(out);
  return out;
}

/** A folder of a repository may be a link to one that holds start files. */
function refuseLinks(out: string): void {
  try {
    refuseLinkedFolders(path.join(out, 'main.ts'));
  } catch (error) {
    throw error instanceof NotWritten ? new UsageError(`--out ${out}: ${error.message}`, 'name another one') : error;
  }
}

interface Read {
  readonly objects: readonly Manifest[];
  readonly cluster: Cluster;
  /** Errors of the linter about the objects, worked out when they are asked for: a comparison does without. */
  readonly errors: () => readonly Finding[];
  /** Whether everything was read that is a manifest. */
  readonly isComplete: boolean;
  /** What was passed over: other formats, templates of charts, what is broken. */
  readonly unread: readonly string[];
  readonly textOf: (file: string) => string | undefined;
}

async function readAll(values: Values, positionals: readonly string[]): Promise<Read> {
  const configuration = configurationOf(values);
  const options = lintOptions(askedIn(values), configuration);
  if (options.clusters.length > 1) {
    throw new UsageError('adopt writes an app for one minor of Kubernetes', 'name one: --kubernetes 1.34');
  }
  const { files, missing } = whatToRead(positionals, configuration, values.ignore);
  const [progress, cluster] = [new ProgressLine(), options.clusters[0]];
  const texts = new Map<string, string>();
  const rendering = values.render ? renderingFor(options, progress) : undefined;
  const input = await readRendered(files.map(each => remembering(each, texts)), rendering, progress);
  progress.clear();
  refuseUnusable(input, missing);
  return {
    objects: input.objects.map(({ body, origin }) => new Manifest(body, origin, cluster)),
    cluster,
    errors: () => check(input.objects, input.findings, options).findings
      .filter(({ id, class: one, object }) => severityOf(one) === 'error' && object !== undefined && !NOT_READ.has(id)),
    isComplete: !input.findings.some(({ id }) => NOT_READ.has(id)),
    unread: input.findings.filter(({ object }) => object === undefined).map(unreadText),
    textOf: file => texts.get(file),
  };
}

function unreadText({ file, line, message }: Finding): string {
  return `${file ?? 'input'}${line ? `:${line}` : ''}: ${message}`;
}

/** A file whose text is wanted again: it may be a pipe, which is read once. */
function remembering(file: InputFile, texts: Map<string, string>): InputFile {
  return {
    ...file,
    read: most => {
      const content = file.read(most);
      texts.set(file.name, content.toString('utf8'));
      return content;
    },
  };
}

function refuseUnusable(input: Input, missing: readonly string[]): void {
  const unusable = [...missing, ...input.unusable];
  const [problem] = [...unusable, ...nothingToCheck(input, unusable)];
  if (problem !== undefined) {
    throw new UsageError(problem);
  }
  if (input.objects.length === 0) {
    throw new UsageError(`nothing of it can be read: ${input.findings.map(({ file, message }) => `${file ?? 'input'}: ${message}`).join('; ')}`);
  }
}

/** What a kustomization writes over is not what is deployed. */
function refuseChanged(objects: readonly Manifest[]): void {
  const changed = objects.find(({ origin }) => origin.kustomized !== undefined);
  if (changed) {
    throw new UsageError(`${changed.origin.file}: a kustomization changes it, so what is deployed is not what stands there`, 'adopt what is rendered: --render, or kubectl kustomize FOLDER | cdk8s-ai adopt - --out app');
  }
}

/** A declarative app says names: what is created anew each time is none of its objects. */
function namelessText({ kind, origin: { file } }: Manifest): string {
  return `${file ?? 'input'}: the name of a ${kind} is made by the server (generateName), so it is created and never applied: it is not part of the app`;
}

/** An app has one object of each identity. Copies are one; of those that differ nobody knows which is deployed. */
function oneOfEach(objects: readonly Manifest[]): { readonly objects: readonly Manifest[]; readonly dropped: readonly string[] } {
  const known = new Map<string, Manifest>();
  const dropped: string[] = [];
  for (const object of objects) {
    const other = known.get(keyOf(object));
    if (other === undefined) {
      known.set(keyOf(object), object);
    } else if (isSame(other.body, object.body, comparisonOf(object.body))) {
      dropped.push(`${object.origin.file}: ${textOf(object)} is in ${other.origin.file} as well, and is written once`);
    } else {
      throw new UsageError(`${textOf(object)} is in ${other.origin.file} and in ${object.origin.file}, and they differ`, 'name the files of one environment: an app has one object of a name');
    }
  }
  return { objects: [...known.values()], dropped };
}

function told(adoption: Adoption, out: string, files: readonly string[]): string[] {
  return [
    ...adoption.adopted.flatMap(({ proposal, objects }) => objects.map(({ original, patches }) => (
      `${textOf(original)}: ${proposal.construct}, ${patches.length === 0 ? 'identical' : `identical with ${counted(patches.length, 'patch', 'patches')}`}\n`))),
    ...adoption.kept.filter(({ isWorkload }) => isWorkload).map(({ original, reason }) => `${textOf(original)}: stays as YAML: ${reason}\n`),
    ...adoption.differences.map(each => `differs: ${each}\n`),
    `${summaryOf(adoption)}\n`,
    `${counted(files.length, 'file')} in ${out}: read ADOPTED.md, then cd ${path.relative('', out) || '.'} && npm install && npm run check\n`,
  ];
}

/** Compares two folders object by object: what was deployed, and what an app writes. */
async function compareFolders(values: Values, positionals: readonly string[]): Promise<number> {
  const { objects: before } = await readAll({ ...values, compare: undefined }, [values.compare!]);
  const { objects: after } = await readAll(values, positionals);
  const differences = comparison(before, after);
  const summary = differences.length === 0 ? `${counted(after.length, 'object')}: all as in ${values.compare}` : counted(differences.length, 'difference');
  await print([...differences, summary].map(each => `${printable(each)}\n`));
  return differences.length === 0 ? 0 : 1;
}

