import { Adopted, Adoption, Kept, textOf } from './adoption';
import { Patch, fieldOf } from './patches';
import { insteadText } from './program';
import { Finding } from '../../base/findings/finding';
import { grouped } from '../../base/grouped';
import { inOneLine } from '../../base/text/printable';
import { counted } from '../../lint/report/text';

/** What the report is made of. */
export interface Told {
  readonly adoption: Adoption;
  /** Errors of the linter about the input. */
  readonly errors: readonly Finding[];
  /** What was not read, with the reason. */
  readonly unread: readonly string[];
}

/** What became of the input, for people, as Markdown. */
export function reportOf({ adoption, errors, unread }: Told): string {
  const { adopted, kept, differences } = adoption;
  const errorsOf = byObject(errors);
  return [
    '# Adopted',
    '',
    summaryOf(adoption),
    '',
    ...differences.length === 0 ? ['The app gives every object back as it is deployed (`npm run check`).'] : ['These fields are given otherwise:', '', ...differences.map(each => `- ${cell(each)}`)],
    ...adopted.length === 0 ? [] : ['', '## Objects that constructs give', '', '| object | construct | patches | of pods |', '| --- | --- | --- | --- |', ...adopted.flatMap(rowsOf)],
    ...adopted.flatMap(each => detailsOf(each, errorsOf)),
    ...kept.length === 0 ? [] : ['', '## Objects that stay as YAML', '', '| object | file | why |', '| --- | --- | --- |', ...kept.map(keptRow)],
    ...unread.length === 0 ? [] : ['', '## What was not read', '', ...unread.map(each => `- ${cell(each)}`)],
    '',
  ].join('\n');
}

/** `3 of 7 objects come from 1 construct with 12 patches; 4 stay as YAML`. */
export function summaryOf({ adopted, kept }: Adoption): string {
  const given = adopted.flatMap(({ objects }) => objects);
  const patches = given.flatMap(each => each.patches);
  return `${given.length} of ${counted(given.length + kept.length, 'object')} ${given.length === 1 ? 'comes' : 'come'} from ${counted(adopted.length, 'construct')}`
    + `${patches.length === 0 ? '' : ` with ${counted(patches.length, 'patch', 'patches')}`}; ${kept.length} ${kept.length === 1 ? 'stays' : 'stay'} as YAML.`;
}

function rowsOf({ proposal, objects }: Adopted): string[] {
  return objects.map(({ original, patches }) => (
    `| ${cell(textOf(original))} | ${proposal.construct} | ${patches.length === 0 ? 'none: identical' : patches.length} | ${patches.filter(({ isOfPods }) => isOfPods).length} |`));
}

/** Errors in their order, by the text of their object. */
function byObject(errors: readonly Finding[]): ReadonlyMap<string, readonly PlacedError[]> {
  const placed = errors.map((error, index) => ({ error, index })).filter(({ error }) => error.object);
  return grouped(placed, ({ error }) => textOf(error.object as never));
}

/** An error, and where it stands among all. */
interface PlacedError {
  readonly error: Finding;
  readonly index: number;
}

function detailsOf({ proposal, objects, removed, accepted }: Adopted, errorsOf: ReadonlyMap<string, readonly PlacedError[]>): string[] {
  const names = [...new Set(objects.map(({ original }) => textOf(original)))];
  const own = names.flatMap(name => errorsOf.get(name) ?? []).sort((one, other) => one.index - other.index);
  const prevented = [...new Map(own.map(({ error }) => [error.id, error])).values()];
  return [
    '',
    `## ${proposal.construct} ${proposal.carrier.name}`,
    '',
    ...proposal.notes.map(note => `- ${cell(note)}`),
    ...removed.map(({ text }) => `- ${cell(text)} is not deployed: the construct would write it`),
    ...accepted.length === 0 ? [] : [`- accepted for now: ${[...new Map(accepted.map(each => [each.id, each])).values()].map(({ id, title }) => `${id} (${title})`).join(', ')}`],
    ...prevented.length === 0 ? [] : [`- the linter finds in what is deployed: ${prevented.map(({ id, title }) => `${id} (${title})`).join(', ')}`],
    ...objects.flatMap(({ original, patches }) => [
      '',
      `${cell(textOf(original))}${patches.length === 0 ? ': identical without a patch.' : '. With these patches it is as it is deployed:'}`,
      ...patches.length === 0 ? [] : ['', '| field | deployed | without the patch | pods |', '| --- | --- | --- | --- |', ...patches.map(patchRow)],
    ]),
  ];
}

function patchRow(patch: Patch): string {
  const deployed = patch.op === 'remove' ? 'nothing' : short(patch.value);
  return `| ${cell(fieldOf(patch.path))} | ${cell(deployed)} | ${cell(short(patch.instead, insteadText(patch)))} | ${patch.isOfPods ? 'replaced' : 'stay'} |`;
}

function short(value: unknown, otherwise = 'nothing'): string {
  const text = value === undefined ? otherwise : JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}

function keptRow({ original, reason }: Kept): string {
  return `| ${cell(textOf(original))} | ${cell(original.origin.file ?? '')} | ${cell(reason)} |`;
}

/** Text of manifests inside a table. */
function cell(text: string): string {
  return inOneLine(text).replace(/\|/g, '\\|').replace(/</g, '&lt;');
}
