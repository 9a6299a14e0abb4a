import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { Program, programFor, run } from './programs';
import { Finding, FindingClass } from '../../base/findings/finding';
import { noticed } from '../../base/findings/notice';
import { ObjectWithOrigin } from '../../kubernetes/manifest';
import { readFile } from '../../lint/input/documents';
import { FileObject } from '../../lint/input/file-object';
import { InputFile } from '../../lint/input/paths';
import { templatesOf, withoutOrigin, Written } from '../../lint/input/rendering/made-from';
import { Source, sourcesOf } from '../../lint/input/rendering/sources';
import { NO_OBJECT, NOT_RENDERED } from '../../lint/notices/notices';
import { counted } from '../../lint/report/text';
import type { Ended } from '../server/run-bounded';

/** What rendering made of the files of a run. */
export interface Renderings {
  readonly objects: readonly ObjectWithOrigin[];
  readonly findings: readonly Finding[];
  /** The files that are still read as they are. */
  readonly files: InputFile[];
}

export interface RenderOptions {
  /** Minor that charts are rendered for. */
  readonly kubernetes: string;
  readonly progress: (text: string) => void;
  /** Milliseconds for one. */
  readonly patience?: number;
}

/**
 * Renders the outermost kustomizations and charts among the files of folders. One that fails is a finding, and its files are not checked: nobody applies them as
 * they are. Without the program they are read as without this option.
 */
export async function render(files: readonly InputFile[], options: RenderOptions): Promise<Renderings> {
  const sources = sourcesOf(files.filter(({ isFound }) => isFound));
  const [objects, findings, shared, rendered]: [ObjectWithOrigin[], Finding[], Finding[], Source[]] = [[], [], [], []];
  const written = new Written();
  for (const [index, source] of sources.entries()) {
    options.progress(`rendered ${index} of ${sources.length}: ${source.file}`);
    const made = await one(source, options, written);
    made.objects.forEach(each => objects.push(each));
    (made.sharesReason ? shared : findings).push(...made.findings);
    if (made.isAbsent !== true) {
      rendered.push(source);
    }
  }
  const rest = files.filter(({ name, isFound }) => !isFound || !rendered.some(source => source.covers(path.resolve(name))));
  const unnamed = unnamedByKustomizations(rest, rendered);
  return { objects, findings: [...findings, ...together(shared), ...unnamed.map(notNamed)], files: rest.filter(file => !unnamed.includes(file)) };
}

/** One finding for all folders of a reason, which differ in names at most: a repository that fetches everything has hundreds of them. */
function together(findings: readonly Finding[]): Finding[] {
  const reasons = new Map<string, Finding[]>();
  for (const finding of findings) {
    const reason = finding.message.split(': ', 3)[1].split(' ', 3).join(' ');
    reasons.set(reason, [...reasons.get(reason) ?? [], finding]);
  }
  return [...reasons.values()].map(([first, ...others]) => {
    const named = others.slice(0, NAMED).map(({ file }) => path.dirname(file!)).join(', ');
    const note = `${counted(others.length, 'other folder')} for the same reason: ${named}${others.length > NAMED ? ' …' : ''}`;
    return others.length === 0 ? first : { ...first, notes: [note] };
  });
}

/** How many folders of a reason are named. */
const NAMED = 20;

/** Files in or directly below the folder of a kustomization that none names: patches that are switched off, examples. Nothing applies them. */
function unnamedByKustomizations(files: readonly InputFile[], rendered: readonly Source[]): readonly InputFile[] {
  const folders = new Set(rendered.filter(({ program }) => program === 'kustomize').flatMap(({ folders: each }) => [...each]));
  return files.filter(({ name, isFound }) => {
    const folder = path.dirname(path.resolve(name));
    return isFound && (folders.has(folder) || folders.has(path.dirname(folder)));
  });
}

function notNamed({ name }: InputFile): Finding {
  return { ...noticed(NO_OBJECT), message: 'Invalid value: the kustomization of its folder does not name it, so it was skipped', help: 'nothing, unless it was forgotten there; name the file itself to check it as it is', file: name };
}

interface Made {
  readonly objects: readonly ObjectWithOrigin[];
  readonly findings: readonly Finding[];
  /** No program here renders it, although another tool may: its files are read as they are. */
  readonly isAbsent?: boolean;
  /** Other folders may fail for the same reason, and are reported with it. */
  readonly sharesReason?: boolean;
}

async function one(source: Source, options: RenderOptions, written: Written): Promise<Made> {
  if (source.isPart) {
    return { objects: [], findings: [] };
  }
  if (source.remote.length > 0) {
    const help = `kubectl kustomize ${path.dirname(source.file)} | cdk8s-ai lint -`;
    return { ...notRendered(source, 'risky', `it builds on ${source.remote[0]}, which is on another machine, and nothing is fetched here`, help), sharesReason: true };
  }
  if (source.unread.length > 0) {
    const help = 'give it one small file that can be read: what it names cannot be seen otherwise, and may be on another machine';
    return notRendered(source, 'risky', `it builds on ${source.unread[0]}, which cannot be read here`, help);
  }
  const program = programFor(source.program);
  if (program === undefined) {
    const wanted = source.program === 'helm' ? 'helm is not' : 'neither kustomize nor kubectl is';
    return { ...notRendered(source, 'risky', `${wanted} on the PATH`, 'install it where this runs, or render elsewhere and pipe that in: | cdk8s-ai lint -'), isAbsent: true, sharesReason: true };
  }
  return source.program === 'helm' ? chart(source, program, options, written) : kustomization(source, program, options, written);
}

/** A chart that needs values that are given is none the worse for it, so a failure is a warning. */
async function chart(source: Source, program: Program, options: RenderOptions, written: Written): Promise<Made> {
  const folder = path.dirname(source.file);
  const { output, problem } = await run(program, [path.resolve(folder), '--include-crds', '--skip-tests', '--kube-version', options.kubernetes], options.patience);
  if (problem !== undefined) {
    const [, missing] = /missing in charts\/ directory: (.*)/.exec(problem) ?? [];
    return missing === undefined ? notRendered(source, 'risky', `${program.name}: ${problem}`, `give it what it asks for: helm template ${folder} -f VALUES | cdk8s-ai lint -`)
      : { ...notRendered(source, 'risky', `it builds upon charts that are not in charts/: ${missing}`, `helm dependency build ${folder} fetches them, which is not done here`), sharesReason: true };
  }
  const { objects, findings } = readFile(source.file, Buffer.from(output));
  const templateAt = templatesOf(output, source.file);
  return { findings: inSource(source, findings), objects: objects.map(each => written.objectOf(each.body, source.file, templateAt(lineOf(each)))) };
}

function lineOf({ origin }: FileObject): number {
  return origin.lineOf?.('') ?? 0;
}

/** Built through a kustomization around it that asks for the origins of objects; where that one fails, by itself, for the message or for what it gives. */
async function kustomization(source: Source, program: Program, { patience }: RenderOptions, written: Written): Promise<Made> {
  const folder = fs.realpathSync(path.dirname(source.file));
  const around = await builtAround(folder, source.namespace, at => run(program, [at], patience));
  const { output, problem } = around.problem === undefined ? around : await run(program, [folder], patience);
  if (problem !== undefined) {
    const option = OPTIONS.find(({ asked }) => asked.test(problem));
    return option === undefined ? notRendered(source, 'rejected', `${program.name}: ${problem}`, 'repair what the program names; ignore in .cdk8s-ai.yaml leaves folders out')
      // Its other files are read as they are.
      : { ...notRendered(source, 'risky', `${program.name}: ${problem}`, `${option.help}: kustomize build ${option.name} ${path.dirname(source.file)} | cdk8s-ai lint -`), isAbsent: true };
  }
  const { objects, findings } = readFile(source.file, Buffer.from(output));
  const named = (file: string | undefined) => (
    file && path.join(path.dirname(source.file), path.relative(folder, path.resolve(around.at, file))));
  return {
    findings: inSource(source, findings),
    objects: objects.map(each => {
      const { body, file } = withoutOrigin(each.body);
      return written.objectOf(body, source.file, named(file));
    }),
  };
}

/** Options that are off by default and stay off here. Those who build the kustomization may set them, as Flux sets the last one. */
const OPTIONS: readonly { readonly asked: RegExp; readonly name: string; readonly help: string }[] = [
  { asked: /--enable-helm/, name: '--enable-helm', help: 'charts are not fetched here: build it yourself' },
  { asked: /enable-alpha-plugins|--enable-exec/, name: '--enable-alpha-plugins --enable-exec', help: 'programs that a kustomization names are not run here: build it yourself' },
  { asked: / is not in or below '/, name: '--load-restrictor LoadRestrictionsNone', help: 'name files of its own folder, or build it yourself, as Flux does' },
];

/** In a folder of its own, which goes again: the files of the user stay as they are. */
async function builtAround(
  folder: string, namespace: string | undefined, build: (at: string) => Promise<Ended>,
): Promise<Ended & { readonly at: string }> {
  const at = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'cdk8s-ai-')));
  try {
    const resources = [path.relative(at, folder).replaceAll(path.sep, '/')];
    fs.writeFileSync(path.join(at, 'kustomization.yaml'), JSON.stringify({ resources, namespace, buildMetadata: ['originAnnotations'] }));
    return { ...await build(at), at };
  } finally {
    fs.rmSync(at, { recursive: true, force: true });
  }
}

/** Lines are those of the output, which nobody has before them. */
function inSource({ file }: Source, findings: readonly Finding[]): Finding[] {
  return findings.map(each => ({ ...each, file, line: undefined }));
}

function notRendered({ file }: Source, kind: FindingClass, detail: string, help: string): Made {
  return { objects: [], findings: [{ ...noticed(NOT_RENDERED), class: kind, message: `Invalid value: ${detail}`, help, file }] };
}
