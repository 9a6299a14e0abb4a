import * as fs from 'fs';
import * as path from 'path';
import { Explanation, EXPLANATIONS, explanationOf } from './explained';
import { FixtureTally, sendings } from './fixtures';
import { CLASSES } from './mutate';
import { Outcome, Result } from './run';
import { METADATA } from './subjects';
import { Row, rowOf, rowsOf, share } from './tally';
import { Aside, ASIDE } from './verdict';
import { isNext, Minor, MINORS } from '../harness/api-server';
import { RELEASED_MINORS } from '../harness/build/minors';
import { releaseOf } from '../harness/build/programs';

export const PAGE = path.resolve(__dirname, '../../docs/agreement.md');

const INTRODUCTION = `# Agreement with API servers

How far to trust \`cdk8s-ai lint\` about single objects: valid manifests were changed at random, and each was given to the checks and to a real API server as a strict dry run. Both either accept a
manifest, drop a part of it, or reject it. This page is written by \`npm run fuzz:checks -- --write\`; the cluster suite repeats a part of it.

Every server is kube-apiserver 1.36, which behaves as the named minor (\`--emulated-version\`) with the default feature gates, and has the definitions of LeaderWorkerSet and JobSet, but no webhooks.

## Result
`;

const LIMITS = `## What this cannot show

- A server that behaves as an older minor runs the validation code of 1.36, with the gates and APIs of that minor, so the checks are asked what they would say of such a server. What \`lint\` says is of
  the released servers: where these do otherwise, it follows them (\`src/kubernetes/as-released.ts\`), and the section about them measures that.
- It also has the types of 1.36: a field that the older release does not know is dropped where the real one refuses it as unknown. The checks refuse it, which is counted as agreement.
- Only what is created is compared. Updates are compared by \`cluster/tests/server-kinds.test.ts\`, other extensions by \`cluster/tests/custom-schema.test.ts\`, the YAML dialect by \`cluster/tests/yaml.test.ts\`.
- A value that the server replaces is not counted as dropped: defaults for zeroes and empty texts (\`count: 0\` of a device request is 1, the quantity \`Gi\` is 0), its own \`uid\` and times, and owner
  references that come twice.
- Admission webhooks, quotas and policies of a cluster: \`lint --server\` asks a live one.
- Mutations start from manifests that reach every field of these kinds, but not every combination.
`;

const CLASS_TEXTS: Readonly<Record<string, string>> = {
  'drop': 'a field, or an item of a list, is gone',
  'rename': 'a field is misspelt; a key of a map, such as a label, has another form',
  'retype': 'a value of another type, a fraction, a number beyond 32 bits, null',
  'out of range': 'numbers, quantities and percentages that are negative, zero, huge or malformed',
  'wrong enum': 'a word of another field, in lower case, or of nobody; a boolean the other way round',
  'longer names': 'texts and keys around each limit: 15, 63, 253, 262,144 bytes and so on',
  'text': 'characters, addresses, paths and patterns that some fields take and others do not',
  'duplicate': 'items of lists that come twice, in another order, or 130 times',
  'combine': 'what stands in the same place of another manifest of the kind, instead of what is there or beside it',
  'two at once': 'two of these in one manifest',
  'other minors': 'one manifest at all minors: the sample, or one with a field more',
};

/** The page: figures, what was set aside, and what differs. Without dates and times, so that the same seed gives the same page. */
export function page({ outcomes, aside }: Result, seed: number, fixtures?: FixtureTally, released?: Result): string {
  const all = rowOf('all', outcomes);
  return [
    INTRODUCTION,
    `Of ${number(all.cases)} manifests (seed ${seed}) the servers took ${number(all.cases - all.bad)} and rejected or dropped something of ${number(all.bad)}. The checks come to the same end for **${share(all.agreed, all.cases)}**, and of those `
    + `that both refuse, name the field that the server names first for ${share(all.sameField, all.named)}.`,
    '',
    'Cases with agreement for each kind:',
    '',
    ...table('kind', rowsOf(outcomes, ({ subject }) => subject)),
    '',
    'For each class of mutation:',
    '',
    ...table('class', rowsOf(inOrder(outcomes), ({ mutation }) => mutation), ({ group }) => `${group}: ${CLASS_TEXTS[group]}`),
    '',
    'And for each minor:',
    '',
    ...byMinor(outcomes),
    '',
    '## Kind by class',
    '',
    'Cases, and after a slash those that differ. Empty where the class finds no place in the kind.',
    '',
    ...matrix(outcomes),
    '',
    '## What is not counted',
    '',
    'Some answers are not about the manifest alone:',
    '',
    ...(Object.keys(ASIDE) as Aside[]).map(each => `- ${number(aside.get(each) ?? 0)} times ${ASIDE[each]}`),
    '',
    '## What the checks let pass and a server does not',
    '',
    ...differences(outcomes.filter(isMissed)),
    '',
    '## What the checks refuse and a server takes',
    '',
    ...differences(outcomes.filter(isShouted)),
    '',
    ...released === undefined ? [] : asReleased(released),
    ...fixtures === undefined ? [] : rules(fixtures),
    LIMITS,
  ].join('\n');
}

function byMinor(outcomes: readonly Outcome[]): string[] {
  return table('minor', rowsOf(outcomes, ({ minor }) => minor).sort((one, other) => one.group < other.group ? -1 : 1));
}

const isMissed = ({ ours, server, agrees }: Outcome) => !agrees && ours.is !== 'rejected' && (server.is === 'rejected' || ours.is === 'accepted');
const isShouted = ({ ours, server, agrees }: Outcome) => !agrees && server.is !== 'rejected' && (ours.is === 'rejected' || server.is === 'accepted');

/** The same manifests before servers that do not play an older minor, but are of it. */
function asReleased({ outcomes }: Result): string[] {
  return [
    '## Servers as they were released',
    '',
    `The same manifests, asked of the API server of each minor itself: kube-apiserver ${RELEASED_MINORS.filter(minor => !isNext(minor)).map(releaseOf).join(', ')} and that of the newest minor.`,
    '`npm run fuzz:checks -- --released` asks these alone; `CLUSTER_SERVERS=released npm run test:cluster -- accepted` runs a suite of the cluster tests on them.',
    '',
    ...byMinor(outcomes),
    '',
    'What the checks let pass and such a server does not:',
    '',
    ...differences(outcomes.filter(isMissed)),
    '',
    'What the checks refuse and such a server takes:',
    '',
    ...differences(outcomes.filter(isShouted)),
    '',
  ];
}

export function write(text: string): void {
  fs.writeFileSync(PAGE, text);
}

/** Rules that speak for the API server, one by one; the others together. */
function rules(tally: FixtureTally): string[] {
  const all = sendings();
  const own = [...new Set(all.filter(({ isServers }) => isServers).map(({ rule }) => rule))];
  const others = [...new Set(all.filter(({ isServers }) => !isServers).map(({ rule }) => rule))];
  const total = (minor: Minor) => {
    const counts = others.map(rule => tally.count(rule, minor));
    const [agreed, differed] = [counts.reduce((sum, each) => sum + each.agreed, 0), counts.reduce((sum, each) => sum + each.differed, 0)];
    return agreed + differed === 0 ? '' : `${agreed}/${agreed + differed}`;
  };
  return [
    '## Fixtures of rules',
    '',
    'Every object of every fixture in `src/lint/rules` is sent too. What a rule calls rejected or dropped is rejected or dropped, and the server names no other field; everything else is',
    'accepted as it is. Objects that agree of those compared; `not` are those of extensions that these servers do not have.',
    '',
    `| rule | ${MINORS.join(' | ')} |`, `| --- |${' --- |'.repeat(MINORS.length)}`,
    ...own.map(rule => `| ${rule} | ${MINORS.map(minor => tally.cell(rule, minor)).join(' | ')} |`),
    `| ${others.length} rules about what a cluster accepts | ${MINORS.map(total).join(' | ')} |`,
    '',
  ];
}

function inOrder(outcomes: readonly Outcome[]): Outcome[] {
  const place = new Map<string, number>(CLASSES.map((each, index) => [each, index]));
  return [...outcomes].sort((one, other) => place.get(one.mutation)! - place.get(other.mutation)!);
}

function table(title: string, rows: readonly Row[], name = ({ group }: Row) => group): string[] {
  return [
    `| ${title} | cases | refused or dropped by the server | agreement | differences | same field first |`, '| --- | --- | --- | --- | --- | --- |',
    ...rows.map(row => `| ${name(row)} | ${row.cases} | ${row.bad} | ${share(row.agreed, row.cases)} | ${row.cases - row.agreed} | ${share(row.sameField, row.named)} |`),
  ];
}

function matrix(outcomes: readonly Outcome[]): string[] {
  const cells = new Map(rowsOf(outcomes, ({ subject, mutation }) => `${subject}|${mutation}`).map(row => [row.group, row]));
  const subjects = [...new Set(outcomes.map(({ subject }) => subject))];
  const cell = (row: Row | undefined) => row === undefined ? '' : row.cases === row.agreed ? String(row.cases) : `${row.cases} / ${row.cases - row.agreed}`;
  return [
    `| kind | ${CLASSES.join(' | ')} |`, `| --- |${' --- |'.repeat(CLASSES.length)}`,
    ...subjects.map(subject => `| ${subject === METADATA ? subject : subject.split(' ')[1]} | ${CLASSES.map(each => cell(cells.get(`${subject}|${each}`))).join(' | ')} |`),
  ];
}

/** Each known reason with how often it was met; what nobody has explained is said as it is. */
function differences(outcomes: readonly Outcome[]): string[] {
  const countOf = (explanation: Explanation) => outcomes.filter(each => explanationOf(each) === explanation).length;
  const known = EXPLANATIONS.map(explanation => ({ explanation, count: countOf(explanation) })).filter(({ count }) => count > 0);
  const unknown = outcomes.filter(each => explanationOf(each) === undefined);
  const lines = [
    ...known.map(({ explanation: { what, why }, count }) => `- ${count} x ${what}: ${why}`),
    ...unknown.map(({ subject, minor, what, server }) => `- not explained: ${subject} at ${minor}: \`${what.replace(/[`\n]/g, ' ').slice(0, 200)}\`; the server: \`${server.messages.join(' ').replace(/[`\n]/g, ' ').slice(0, 200) || server.is}\``),
  ];
  return lines.length > 0 ? lines : ['Nothing.'];
}

function number(value: number): string {
  return value.toLocaleString('en');
}
