import * as path from 'path';
import { CI_NAMES, LANGUAGE_NAMES } from './languages';
import { projectOf } from './project';
import { inTheWay, writeAll } from './write';
import { inOneLine } from '../../base/text/printable';
import { print } from '../../lint/report/streams';
import { oneOf, parse } from '../options';
import { UsageError } from '../usage';

/** Runs `cdk8s-ai init`. */
export async function runInit(args: readonly string[]): Promise<number> {
  const { values, positionals } = parse(args, {
    'language': { type: 'string' },
    'ci': { type: 'string', default: 'github' },
    'dry-run': { type: 'boolean' },
  });
  if (positionals.length > 1) {
    throw new UsageError(`init takes one folder, and got ${positionals.join(', ')}`);
  }
  if (values.language === undefined) {
    throw new UsageError('init needs a language', `say --language ${LANGUAGE_NAMES.slice(0, -1).join(', ')} or ${LANGUAGE_NAMES.at(-1)}`);
  }
  const language = oneOf('language', values.language, LANGUAGE_NAMES);
  const ci = oneOf('ci', values.ci, CI_NAMES);
  const folder = path.normalize(positionals[0] ?? '.');
  const { files, commands } = projectOf(nameOf(folder), language, ci);
  const names = [...files.keys()];
  const there = inTheWay(folder, names);
  if (there.length > 0) {
    throw new UsageError(`nothing is written: in the way ${there.length === 1 ? 'is' : 'are'} ${there.join(', ')}`, 'move what is there, or name another folder');
  }
  if (!values['dry-run']) {
    writeAll(folder, files);
  }
  const steps = [...folder === '.' ? [] : [`cd ${inShell(folder)}`], ...commands];
  await print([
    `${values['dry-run'] ? 'Would write' : 'Wrote'} ${names.length} files${folder === '.' ? '' : ` into ${inOneLine(folder)}`}\n`,
    ...names.map(name => `  ${name}\n`),
    '\nNext: install, synthesise, check\n',
    ...steps.map(step => `  ${step}\n`),
    '\nThen read README.md of the project.\n',
  ]);
  return 0;
}

/** A name that npm, Maven, Go and Kubernetes take, from that of the folder. */
function nameOf(folder: string): string {
  const name = path.basename(path.resolve(folder)).toLowerCase().replace(/[^a-z0-9]+/g, '-').slice(0, 50).replace(/^[-0-9]+|-$/g, '');
  return ['', 'node-modules'].includes(name) ? 'ai-workloads' : name;
}

/** A path as a shell reads it. */
function inShell(text: string): string {
  return /^[\w./-]+$/.test(text) && !text.startsWith('-') ? text : `'${text.replace(/'/g, '\'\\\'\'')}'`;
}
