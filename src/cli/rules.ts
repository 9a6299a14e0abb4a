import * as fs from 'fs';
import * as path from 'path';
import { CATALOGUE } from './catalogue';
import { oneOf, parse } from './options';
import { UsageError } from './usage';
import { severityOf } from '../base/findings/finding';
import { nearestName } from '../base/text/nearest-name';
import { docsOf, packageFolder, pageOf } from '../lint/report/release';
import { print } from '../lint/report/streams';

/** Runs `cdk8s-ai rules`. */
export async function runRules(args: readonly string[]): Promise<number> {
  const { values } = parse(args, { format: { type: 'string', default: 'text' } });
  if (oneOf('format', values.format, ['text', 'json']) === 'json') {
    const rules = CATALOGUE.map(({ id, title, class: kind, reason, remedy }) =>
      ({ id, title, class: kind, severity: severityOf(kind), reason, remedy, docs: docsOf(id) }));
    await print([`${JSON.stringify({ rules }, undefined, 2)}\n`]);
  } else {
    const lines = CATALOGUE.map(({ id, title, class: kind }) => `${id}  ${kind.padEnd(8)}  ${title}`);
    await print([`${lines.join('\n')}\n\nrejected: the API server refuses it; dropped: it takes it and drops the field; broken: accepted, and can never work; risky: works until\n`
      + 'a bad day (warning); advice: good to know (info). A page of each: cdk8s-ai explain ID\n']);
  }
  return 0;
}

/** Runs `cdk8s-ai explain AIW2103`. */
export async function runExplain(args: readonly string[]): Promise<number> {
  const { positionals } = parse(args, {});
  if (positionals.length === 0) {
    throw new UsageError('explain takes the id of a finding', 'cdk8s-ai rules lists them');
  }
  const ids = CATALOGUE.map(each => each.id);
  const pages = positionals.map(asked => {
    const id = /^[0-9]+$/.test(asked) ? `AIW${asked}` : asked.toUpperCase();
    if (!ids.includes(id)) {
      const near = nearestName(id, ids);
      throw new UsageError(`${asked} is not the id of a finding`, near ? `did you mean ${near}? cdk8s-ai rules lists them` : 'cdk8s-ai rules lists them');
    }
    return fs.readFileSync(path.join(packageFolder(), pageOf(id)), 'utf8');
  });
  await print([pages.join('\n')]);
  return 0;
}
