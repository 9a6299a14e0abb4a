import * as fs from 'fs';
import * as path from 'path';
import { askedColour, askedIn, configurationOf, INPUT_OPTIONS, noteAll, whatToRead } from './manifest-input';
import { Arguments, oneOf, parse } from './options';
import { readRendered, renderingFor } from './render/read-rendered';
import { COLOURED, ProgressLine, wantsColour } from './terminal';
import { UsageError } from './usage';
import { Account } from '../account/account';
import { accountOf } from '../account/account-of';
import { nearestName } from '../base/text/nearest-name';
import { nothingToCheck } from '../lint/input/empty-input';
import { glob } from '../lint/input/glob';
import type { Input } from '../lint/input/read-input';
import { packageFolder, pageOf } from '../lint/report/release';
import { print, terminalColumns, writeReport } from '../lint/report/streams';
import { counted, PLAIN } from '../lint/report/text';
import { check } from '../lint/run/lint';
import { lintOptions } from '../lint/run/lint-options';

const OPTIONS = { ...INPUT_OPTIONS, format: { type: 'string' }, output: { type: 'string' }, only: { type: 'string', multiple: true } } as const;

const FORMATS = ['text', 'json', 'markdown', 'html', 'mermaid'] as const;
type Format = typeof FORMATS[number];
type Values = Arguments<typeof OPTIONS>['values'];

/** Runs `cdk8s-ai explain`: of ids the pages, of everything else what it comes to. */
export async function runExplain(args: readonly string[]): Promise<number> {
  const { values, positionals } = parse(args, OPTIONS);
  if (positionals.length === 0) {
    throw new UsageError('explain takes files or folders, or the id of a finding', '- reads standard input; cdk8s-ai rules lists the ids');
  }
  const ids = positionals.filter(isId);
  if (ids.length > 0 && ids.length < positionals.length) {
    throw new UsageError(`${ids[0]} is the id of a finding, and ${positionals.find(each => !isId(each))} is not`, 'explain one or the other; ./ in front makes a path of it');
  }
  return ids.length > 0 ? explainFindings(ids) : explainManifests(values, positionals);
}

/** An id, in any case and also without its letters, or what is nearly one and no file. */
function isId(asked: string): boolean {
  return /^(aiw)?[0-9]+$/i.test(asked) || (/^[a-z]{2,4}-?[0-9]{3,5}$/i.test(asked) && !fs.existsSync(asked));
}

/** Prints the pages of findings. */
async function explainFindings(asked: readonly string[]): Promise<number> {
  // Loaded late: it names everything that can be found.
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { CATALOGUE } = require('./catalogue') as typeof import('./catalogue');
  const ids = CATALOGUE.map(each => each.id);
  const pages = asked.map(each => {
    const id = /^[0-9]+$/.test(each) ? `AIW${each}` : each.toUpperCase();
    if (!ids.includes(id)) {
      const near = nearestName(id, ids);
      throw new UsageError(`${each} is not the id of a finding`, near ? `did you mean ${near}? cdk8s-ai rules lists them` : 'cdk8s-ai rules lists them');
    }
    return fs.readFileSync(path.join(packageFolder(), pageOf(id)), 'utf8');
  });
  await print([pages.join('\n')]);
  return 0;
}

/** Says what manifests come to. What `lint` finds stands in it, and does not change the status. */
async function explainManifests(values: Values, positionals: readonly string[]): Promise<number> {
  const format = formatOf(values);
  const configuration = configurationOf(values);
  const options = lintOptions(askedIn(values), configuration);
  const isAsked = only(values.only);
  const { files, missing } = whatToRead(positionals, configuration, values.ignore);
  const { output } = values;
  if (output !== undefined && files.some(({ name }) => path.resolve(name) === path.resolve(output))) {
    throw new UsageError(`--output ${output}: is one of the files that are read`, 'name another one');
  }
  const progress = new ProgressLine();
  const input = await readRendered(files, values.render ? renderingFor(options, progress) : undefined, progress);
  await noteAll(alternatives(input));
  const account = whole({ input, missing, mayBeEmpty: values['allow-empty'] === true }, unusable => {
    progress.show(`checking ${counted(input.objects.length, 'object')}`);
    const outcome = { ...check(input.objects, input.findings, options), unusable };
    return accountOf({ objects: input.objects, outcome, cluster: options.clusters[options.clusters.length - 1], isAsked });
  });
  progress.clear();
  const incomplete = [...new Set(account.findings.map(({ id }) => id).filter(id => id === 'AIW0004' || id === 'AIW0005'))].sort();
  await noteAll([...account.unusable, ...incomplete.length > 0 ? [`not everything could be read or checked (${incomplete.join(', ')}): cdk8s-ai lint says where`] : []]);
  await tell(account, format, values);
  return account.unusable.length > 0 || incomplete.length > 0 ? 2 : 0;
}

/** Sums of things of which one is applied would be believed. */
function alternatives({ objects }: Input): string[] {
  const renderings = new Set(objects.map(({ origin: { rendered } }) => rendered).filter(each => each !== undefined));
  return renderings.size < 2 ? [] : [`${counted(renderings.size, 'rendering')} are told together, and the totals are of all of them: name one folder to see what it comes to by itself`];
}

interface Read {
  readonly input: Input;
  readonly missing: readonly string[];
  readonly mayBeEmpty: boolean;
}

/** Input without an object is unusable, unless it may be empty. */
function whole({ input, missing, mayBeEmpty }: Read, made: (unusable: readonly string[]) => Account): Account {
  const unusable = [...missing, ...input.unusable];
  return made([...unusable, ...mayBeEmpty ? [] : nothingToCheck(input, unusable)]);
}

/** Which workloads are told: globs of their names, with or without the namespace. */
function only(globs: readonly string[] | undefined): ((namespace: string, name: string) => boolean) | undefined {
  if (globs === undefined) {
    return undefined;
  }
  const matches = globs.map(each => {
    try {
      return glob(each);
    } catch (error) {
      throw new UsageError(`--only ${each}: the glob ${(error as Error).message}`);
    }
  });
  return (namespace, name) => matches.some(match => match(name) || match(`${namespace}/${name}`));
}

const BY_ENDING: { readonly [ending: string]: Format } = { '.html': 'html', '.htm': 'html', '.md': 'markdown', '.json': 'json', '.mmd': 'mermaid', '.txt': 'text' };

/** As asked, or as the ending of the file says. */
function formatOf({ format, output }: Values): Format {
  return format !== undefined ? oneOf('format', format, FORMATS) : output === undefined ? 'text' : BY_ENDING[path.extname(output).toLowerCase()] ?? 'text';
}

async function tell(account: Account, format: Format, values: Values): Promise<void> {
  const { output } = values;
  const pieces = FORMS[format](account, output === undefined && wantsColour(askedColour(values)));
  if (output === undefined) {
    await print(pieces);
    return;
  }
  writeReport(output, pieces);
}

/** Columns where no terminal says how many there are. */
const COLUMNS = 120;

/** Reports; their modules are loaded on demand. */
const FORMS: { readonly [format in Format]: (account: Account, isColoured: boolean) => Iterable<string> } = {
  /* eslint-disable @typescript-eslint/no-require-imports */
  text: (account, isColoured) => (require('../account/report/text') as typeof import('../account/report/text'))
    .textPieces(account, { width: terminalColumns() ?? COLUMNS, style: isColoured ? COLOURED : PLAIN }),
  json: account => (require('../account/report/json') as typeof import('../account/report/json')).jsonPieces(account),
  markdown: account => (require('../account/report/markdown') as typeof import('../account/report/markdown')).markdownPieces(account),
  html: account => (require('../account/report/html/page') as typeof import('../account/report/html/page')).htmlPieces(account),
  mermaid: account => (require('../account/report/mermaid') as typeof import('../account/report/mermaid')).mermaidPieces(account),
  /* eslint-enable @typescript-eslint/no-require-imports */
};

