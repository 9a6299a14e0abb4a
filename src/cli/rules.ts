import { CATALOGUE } from './catalogue';
import { oneOf, parse } from './options';
import { severityOf } from '../base/findings/finding';
import { docsOf } from '../lint/report/release';
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
