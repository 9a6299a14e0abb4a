import { execFileSync } from 'child_process';
import * as fs from 'fs';
import * as path from 'path';
import { App } from 'cdk8s';
import { GALLERY, headComment } from './gallery';
import { Notice } from '../../src/base/findings/notice';
import { appsOf, ROOT, sourceOf } from '../examples';
import { table } from '../reference/text';

/** Longer ones are files beside the page, which says so. */
const LINES_ON_PAGE = 600;

/** What an example is on the site: its page, and the files that stand beside it. */
export interface ExamplePage {
  readonly page: string;
  readonly files: ReadonlyMap<string, string>;
}

/** Runs an example, and shows what it wrote. */
export function examplePage(name: string, findings: ReadonlyMap<string, Notice>, folder: string): ExamplePage {
  const source = fs.readFileSync(sourceOf(name), 'utf8');
  const written = appsOf(name).flatMap(({ name: app, build }) => synthesised(app, build, path.join(folder, app)));
  // Of a roll-out the last stage is the whole of it.
  const last = path.dirname(written[written.length - 1].file);
  return {
    page: [
      '---', 'outline: false', '---', '',
      `# ${name}`, '', headComment(source), '',
      '## What it comes to', '', ...pictures(last), '',
      '## What it keeps from happening', '', mistakes(name, findings), '',
      '## The program', '', '```ts', source.replace(/^\/\*[\s\S]*?\*\/\n/, '').trim(), '```', '',
      '## What it writes', '', ...written.flatMap(each => yamlPart(name, each)),
    ].join('\n'),
    files: new Map(written.map(({ title, text }) => [`${name}/${title.replace(/\//g, '-')}.txt`, text])),
  };
}

interface Written {
  readonly file: string;
  readonly title: string;
  readonly text: string;
}

function synthesised(app: string, build: (app: App) => void, outdir: string): Written[] {
  const it = new App({ outdir });
  silently(() => {
    build(it);
    it.synth();
  });
  const stage = app.split('/').slice(1).join('/');
  return fs.readdirSync(outdir).sort().map(file => ({ file: path.join(outdir, file), title: path.posix.join(stage, file), text: fs.readFileSync(path.join(outdir, file), 'utf8') }));
}

/** Examples print their explanations, which nobody reads here. */
function silently(work: () => void): void {
  const { log } = console;
  console.log = () => undefined;
  try {
    work();
  } finally {
    console.log = log;
  }
}

/** The flowcharts of `explain`: one a workload. */
function pictures(folder: string): string[] {
  const drawn = execFileSync(process.execPath, [path.join(ROOT, 'bin/cdk8s-ai'), 'explain', folder, '--format', 'mermaid'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return drawn.includes('```') ? [drawn.replace(/^# .*$/m, '').trim()] : drawn.trim().split(/(?=^flowchart )/m).flatMap(each => ['```mermaid', each.trim(), '```', '']);
}

function mistakes(name: string, findings: ReadonlyMap<string, Notice>): string {
  const ids = Object.values(GALLERY).find(examples => name in examples)?.[name];
  if (ids === undefined) {
    throw new Error(`the gallery does not know examples/${name}: give it a section and its findings in build-tools/site/gallery.ts`);
  }
  const rows = ids.map(id => {
    const found = findings.get(id);
    if (found === undefined) {
      throw new Error(`build-tools/site/gallery.ts names ${id} for ${name}, which is no finding`);
    }
    return [`[${id}](../rules/${id}.md)`, found.title, found.class, found.reason.replace(/\s+/g, ' ').replace(/\|/g, '\\|')];
  });
  return `Written by hand, these are found late; here they cannot be written, or are told at synth.\n\n${table(['finding', 'mistake', 'class', 'what it costs'], rows)}`;
}

function yamlPart(name: string, { title, text }: Written): string[] {
  const lines = text.split('\n').length;
  const file = `[the file](/examples/${name}/${title.replace(/\//g, '-')}.txt){target="_self"}`;
  if (lines > LINES_ON_PAGE) {
    return [`\`${title}\` has ${lines} lines: ${file}.`, ''];
  }
  return ['<details>', `<summary>${title}, ${lines} lines</summary>`, '', '```yaml', text.trim(), '```', '', '</details>', ''];
}

/** The index of the gallery. */
export function galleryIndex(): string {
  const first = (name: string) => headComment(fs.readFileSync(sourceOf(name), 'utf8')).replace(/^The scenario: /, '').split('\n\n')[0].replace(/\s+/g, ' ').split(/(?<=[.:]) /)[0].replace(/:$/, '.');
  return [
    '# Gallery', '', 'Each example is one program that the tests run: its picture, its source, what it writes, and the mistakes that it keeps from happening.', '',
    ...Object.entries(GALLERY).flatMap(([section, examples]) => [`## ${section}`, '', table(['example', 'what it is'], Object.keys(examples).map(name => [`[${name}](./${name}.md)`, first(name).replace(/\|/g, '\\|')])), '']),
  ].join('\n');
}
