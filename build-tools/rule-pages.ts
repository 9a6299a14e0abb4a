/*
 * Renders the pages of docs/rules: one for each rule and notice, and the index. Texts come from the rules, notices and fixtures;
 * the findings shown are those that the checks report on the fixtures now.
 */
import * as fs from 'fs';
import * as path from 'path';
import { changeExcerpt } from './change-excerpt';
import { excerpt, withoutWant } from './fixture-excerpt';
import { FindingClass, severityOf } from '../src/base/findings/finding';
import { Notice } from '../src/base/findings/notice';
import { CATALOGUE } from '../src/cli/catalogue';
import { NOT_ACCEPTABLE } from '../src/lint/acknowledgements/accepted-findings';
import { CHANGE_RULES } from '../src/lint/changes';
import { ChangeRule } from '../src/lint/changes/changes';
import { renderFinding } from '../src/lint/report/text';
import { RULES } from '../src/lint/rules';
import { Rule } from '../src/lint/rules/rule';
import { CHANGES_FOLDER, changeFixturesOf, findingsOfFixture } from '../test/lint/changes/fixture';
import { exportsOf, findingsIn, Fixture, fixturesOf, folderOf, RULE_NAMES } from '../test/lint/rules/fixture';

const MEANINGS: { readonly [kind in FindingClass]: string } = {
  rejected: 'the API server refuses it',
  dropped: 'the API server takes it and drops the field',
  broken: 'accepted, and can never work',
  lossy: 'accepted, and data is lost, or stays where nobody reads it any more',
  risky: 'works until a bad day, or is only likely to be wrong',
  advice: 'good to know',
};

/** What the first two digits of an id say; `folder` is where rules of that section are, below src/lint/rules. */
export const SECTIONS: { readonly [digits: string]: { readonly title: string; readonly folder?: string } } = {
  '00': { title: 'The run itself' },
  '10': { title: 'Constructs' },
  '11': { title: 'Schema of the minor' },
  '12': { title: 'Validation of the API server' },
  '13': { title: 'A live API server' },
  '21': { title: 'Objects, names and references', folder: 'objects' },
  '24': { title: 'Locality that does not work', folder: 'locality' },
  '25': { title: 'Device claims that do not work', folder: 'devices' },
  '26': { title: 'Parallelism, capacity and scheduling', folder: 'scheduling' },
  '27': { title: 'Start, stop and failure', folder: 'lifecycle' },
  '28': { title: 'Scaling and traffic', folder: 'traffic' },
  '29': { title: 'Commands, variables and secrets', folder: 'commands' },
  '31': { title: 'Pods and their claims', folder: 'pods' },
  '32': { title: 'Pods of patterns' },
  '33': { title: 'Engines' },
  '34': { title: 'Locality on a bad day', folder: 'locality' },
  '35': { title: 'Inference and its autoscalers', folder: 'scaling' },
  '36': { title: 'Device claims on a bad day', folder: 'devices' },
  '37': { title: 'Roll-outs in stages' },
  '40': { title: 'Changes of what is deployed' },
};

/** Approximate lengths of examples in lines: pages are read in a terminal too. */
const BAD_LINES = 24;
const PAGE_LINES = 60;
const GOOD_LINES = 9;

/** Every page by its file name. */
export function rulePages(): Map<string, string> {
  const [folders, ofChanges] = [foldersOfRules(), foldersOfChangeRules()];
  return new Map([
    ['README.md', tableOf(CATALOGUE)],
    ...CATALOGUE.map((each): [string, string] => [`${each.id}.md`, pageOf(each, folders.get(each.id), ofChanges.get(each.id))]),
  ]);
}

/** The folder of each rule over changes, by its id. */
function foldersOfChangeRules(): Map<string, string> {
  const folders = fs.readdirSync(CHANGES_FOLDER, { withFileTypes: true }).filter(entry => entry.isDirectory()).map(entry => entry.name);
  return new Map(folders.flatMap(folder => {
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    const exported = Object.values(require(path.join(CHANGES_FOLDER, folder, 'rule')) as Record<string, unknown>);
    return exported.filter(each => CHANGE_RULES.includes(each as ChangeRule)).map((rule): [string, string] => [(rule as ChangeRule).id, folder]);
  }));
}

function changeExamples(id: string, folder: string): string[] {
  const fixtures = changeFixturesOf(folder);
  const [bad, good] = ['bad.yaml', 'good.yaml'].map(name => fixtures.find(fixture => fixture.name === name));
  const finding = bad && findingsOfFixture(bad).find(each => each.id === id);
  return bad === undefined || finding === undefined ? [] : [
    '## Bad', '', ...changeExcerpt(bad.text), '',
    '```', ...renderFinding({ ...finding, file: undefined, line: undefined }).split('\n'), '```', '',
    ...(good ? ['## Good', '', ...changeExcerpt(good.text), ''] : []),
    `All examples: src/lint/changes/${folder}/fixtures`,
  ];
}

/** The folder of each rule, by its id. */
export function foldersOfRules(): Map<string, string> {
  return new Map(RULE_NAMES.flatMap(name =>
    exportsOf(name).filter(each => RULES.includes(each as Rule)).map((rule): [string, string] => [(rule as Rule).id, name])));
}

function pageOf(notice: Notice, folder: string | undefined, changeFolder: string | undefined): string {
  const { id, title, class: kind, reason, source, remedy, appliesTo, but, fixable } = notice;
  const severity = severityOf(kind);
  const head = [
    `# ${id}: ${title}`, '',
    `${severity}, ${kind}: ${MEANINGS[kind]}.${severity !== 'error' ? '' : changeFolder ? ' It fails `cdk8s-ai lint --against`.' : ' It fails a synth and `cdk8s-ai lint`.'}`,
    ...(but ? [`Except: ${but}.`] : []),
    `Said of: ${appliesTo.join(', ')}.`, '',
    reason, '',
    ...(source ? [`Source: ${source}`, ''] : []),
    '## What to do', '',
    remedy, '',
    ...(fixable ? [`Fixable: \`cdk8s-ai lint --fix\` writes ${fixable}.`, ''] : []),
    ...(Object.hasOwn(NOT_ACCEPTABLE, id) ? ['It cannot be acknowledged.', ''] : []),
  ];
  return `${[...head, ...(folder ? examples(id, folder, head.length) : []), ...(changeFolder ? changeExamples(id, changeFolder) : [])].join('\n').trimEnd()}\n`;
}

function examples(id: string, folder: string, before: number): string[] {
  const fixtures = fixturesOf(folder);
  const wants = new RegExp(`# want .*${id}`);
  // The fixture with the shortest name is the plain case.
  const plainest = (those: readonly Fixture[]): Fixture | undefined => [...those].sort((one, other) => one.name.length - other.name.length)[0];
  const bad = plainest(fixtures.filter(fixture => wants.test(fixture.text)));
  const good = plainest(fixtures.filter(fixture => fixture.name.startsWith('good')));
  const wrong = bad === undefined ? [] : ['## Bad', '', ...excerpt(bad.text, { isFocus: line => wants.test(line), lines: BAD_LINES }), '', ...saidOf(bad, id)];
  const left = Math.max(GOOD_LINES, PAGE_LINES - before - wrong.length - GOOD_LINES);
  // The relevant lines of the good example are those that the bad one lacks.
  const known = new Set(bad?.text.split('\n').map(withoutWant));
  const right = good === undefined ? [] : ['## Good', '', ...excerpt(good.text, { isFocus: line => !known.has(line), lines: left, isInOrder: true }), ''];
  return [...wrong, ...right, `All examples: src/lint/rules/${folderOf(folder)}/fixtures`];
}

/** The finding as reported, without file and line. */
function saidOf(fixture: Fixture, id: string): string[] {
  const finding = findingsIn(fixture, fixture.clusters[0]).find(each => each.id === id);
  return finding === undefined ? [] : ['```', ...renderFinding({ ...finding, file: undefined, line: undefined }).split('\n'), '```', ''];
}

function tableOf(all: readonly Notice[]): string {
  const groups = new Map<string, Notice[]>();
  for (const each of all) {
    const group = SECTIONS[each.id.slice(3, 5)].title;
    groups.set(group, [...groups.get(group) ?? [], each]);
  }
  const row = ({ id, title, class: kind, appliesTo }: Notice) => `| [${id}](${id}.md) | ${cell(title)} | ${kind} | ${cell(appliesTo.join(', '))} |`;
  return `${[
    '# What can be found', '',
    `${all.length} findings, each with a page; \`cdk8s-ai explain AIW2103\` prints one. How they are reported and accepted: [validation](../validation.md).`, '',
    ...Object.entries(MEANINGS).map(([kind, meaning]) => `- ${kind} (${severityOf(kind as FindingClass)}): ${meaning}`), '',
    'The first two digits of an id are its section; the other two are the next that is free there, and no id is given twice or changed. A rule is in the folder',
    `of its section below \`src/lint/rules\`: ${foldersText()}.`,
    'Whatever else makes findings has its notices in a `notices.ts` on its own floor, listed in `src/cli/catalogue.ts`. `SECTIONS` of `build-tools/rule-pages.ts` says what sections there are.', '',
    ...[...groups].flatMap(([group, members]) => [`## ${group}`, '', '| id | what | class | said of |', '| --- | --- | --- | --- |', ...members.map(row), '']),
  ].join('\n').trimEnd()}\n`;
}

function foldersText(): string {
  return Object.entries(SECTIONS).flatMap(([digits, { folder }]) => (folder === undefined ? [] : [`${digits} ${folder}`])).join(', ');
}

function cell(text: string): string {
  return text.replace(/\|/g, '\\|');
}
