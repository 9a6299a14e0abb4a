import * as fs from 'fs';
import * as path from 'path';
import { isDeepStrictEqual } from 'util';
import { LineCounter, parseAllDocuments, Document, isCollection, isPair } from 'yaml';
import { Finding } from '../../../src/base/findings/finding';
import { PlainObject } from '../../../src/base/plain';
import { CATALOGUE } from '../../../src/cli/catalogue';
import { Cluster } from '../../../src/kubernetes/cluster';
import { Manifest } from '../../../src/kubernetes/manifest';
import { FactsContext } from '../../../src/lint/facts/facts';
import { Selector } from '../../../src/lint/facts/selector';
import { findingsAbout } from '../../../src/lint/run/findings-about';

export const RULES_FOLDER = path.join(__dirname, '../../../src/lint/rules');

const CLASSES = new Map(CATALOGUE.map(each => [each.id, each.class]));

/** A fixture: manifests that carry their expectations as comments. */
export interface Fixture {
  readonly name: string;
  readonly text: string;
  /** One run for each minor that the fixture names; the newest where it names none. */
  readonly clusters: readonly Cluster[];
  readonly outside: ReadonlySet<string>;
  /** A label of pods in other inputs of the run. */
  readonly labelOutside?: readonly [key: string, value: string];
  /** Path of the construct that makes the objects, where they are those of an app and not of files. */
  readonly construct?: string;
  /** Pods behind Services that somebody says are made elsewhere. */
  readonly podsElsewhere?: number;
  /** As `found` gives them, sorted. */
  readonly wanted: readonly string[];
}

/** Folders of rules stand in the folder of their section. */
const FOLDERS = new Map(fs.readdirSync(RULES_FOLDER, { withFileTypes: true }).filter(entry => entry.isDirectory()).flatMap(({ name: section }) =>
  fs.readdirSync(path.join(RULES_FOLDER, section)).sort().map((rule): [string, string] => [rule, `${section}/${rule}`])));

/** Names of all rules, which are those of their folders. */
export const RULE_NAMES: readonly string[] = [...FOLDERS.keys()].sort();

/** The folder of a rule from that of all rules: `scheduling/gang-minimum`. */
export function folderOf(rule: string): string {
  const folder = FOLDERS.get(rule);
  if (folder === undefined) {
    throw new Error(`no section of src/lint/rules has a folder ${rule}`);
  }
  return folder;
}

/** What `rule.ts` of a rule exports. */
export function exportsOf(rule: string): unknown[] {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return Object.values(require(path.join(RULES_FOLDER, folderOf(rule), 'rule')) as Record<string, unknown>);
}

/** The files of all fixtures of all rules. */
export function fixtureFiles(): string[] {
  return fs.readdirSync(RULES_FOLDER, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.yaml')).sort().map(file => path.join(RULES_FOLDER, file));
}

/** Files of a group share what was read (test/groups): tests must not change it. */
const read = new Map<string, Fixture[]>();

export function fixturesOf(rule: string): Fixture[] {
  const fixtures = read.get(rule) ?? readFixtures(rule);
  read.set(rule, fixtures);
  return fixtures;
}

function readFixtures(rule: string): Fixture[] {
  const folder = path.join(RULES_FOLDER, folderOf(rule), 'fixtures');
  return fs.existsSync(folder) ? fs.readdirSync(folder).filter(file => file.endsWith('.yaml')).sort().map(file => readFixture(path.join(folder, file))) : [];
}

export function readFixture(file: string): Fixture {
  const text = fs.readFileSync(file, 'utf8');
  const option = (name: string) => new RegExp(`^# ${name}: (.*)$`, 'm').exec(text)?.[1].split(/[, ]+/).filter(each => each !== '');
  const number = (name: string) => { const [value] = option(name) ?? []; return value === undefined ? undefined : Number(value); };
  const cluster = (minor: string): Cluster => ({
    minor,
    featureGates: Object.fromEntries((option('featureGates') ?? []).map(each => [each.split('=')[0], each.endsWith('=true')])),
    apis: option('apis'),
    zones: option('zones'),
    spareGpus: number('spareGpus'),
    gpusPerNode: number('gpusPerNode'),
  });
  return {
    name: path.basename(file),
    text,
    clusters: (option('kubernetes') ?? ['1.36']).map(cluster),
    outside: new Set(option('outside') ?? []),
    labelOutside: option('labelOutside')?.[0].split('=') as [string, string] | undefined,
    construct: option('construct')?.[0],
    podsElsewhere: number('podsElsewhere'),
    wanted: wants(text),
  };
}

/**
 * `# want AIW2103` behind the line that the finding is to point at, several with a comma between them; `# want AIW2103 risky` where it is surer or less sure
 * than its rule says.
 */
function wants(text: string): string[] {
  return text.split('\n').flatMap((line, index) => {
    const want = /# want (AIW\d{4}(?: [a-z]+)?(?:, AIW\d{4}(?: [a-z]+)?)*)$/.exec(line.trimEnd());
    return want ? want[1].split(', ').map(each => `${index + 1} ${each}`) : [];
  }).sort();
}

/** `<line> <id>`, with the class where it is not that of the rule, of everything that is said about a fixture at one minor. */
export function found(fixture: Fixture, cluster: Cluster): string[] {
  return findingsIn(fixture, cluster).map(({ line, id, class: kind }) => `${line} ${id}${kind === CLASSES.get(id) ? '' : ` ${kind}`}`).sort();
}

export function findingsIn(fixture: Fixture, cluster: Cluster): Finding[] {
  const { objects, context, lineIn } = contentsOf(fixture, cluster);
  return findingsAbout(objects, context).map(finding => ({ ...finding, line: lineIn(finding) }));
}

/** What checks are given of a fixture. */
export interface Contents {
  readonly objects: readonly Manifest[];
  readonly context: FactsContext;
  /** Line that a finding points at. */
  readonly lineIn: (finding: Finding) => number | undefined;
}

const parsed = new Map<Cluster, Contents>();

/** Parsed once for each cluster of each fixture. */
export function contentsOf(fixture: Fixture, cluster: Cluster): Contents {
  const contents = parsed.get(cluster) ?? parse(fixture, cluster);
  parsed.set(cluster, contents);
  return contents;
}

function parse(fixture: Fixture, cluster: Cluster): Contents {
  const lines = new LineCounter();
  const documents = (parseAllDocuments(fixture.text, { lineCounter: lines, version: '1.1' }) as Document[]).filter(document => document.contents !== null);
  const lineOf = (document: Document) => (field: string) => lines.linePos(offsetOf(document, field)).line;
  const comments = fixture.text.split('\n').flatMap((line, index) => [...line.matchAll(/(?:^|\s)#(.*)/g)].map(([, text]) => ({ line: index + 1, text: text.trim() })));
  const { name: file, construct, podsElsewhere } = fixture;
  const objects = documents.map(document => new Manifest(document.toJS() as PlainObject, {
    podsElsewhere, ...(construct === undefined ? { file, lineOf: lineOf(document), comments } : { construct }),
  }, cluster));
  const outside = {
    has: (kind: string, _place: string, name: string) => fixture.outside.has(`${kind}/${name}`),
    selects: (_place: string, { equals }: Selector) => equals.some(each => isDeepStrictEqual(each, fixture.labelOutside)),
  };
  const lineIn = ({ line, object, field }: Finding) => {
    const index = objects.findIndex(({ kind, name }) => kind === object?.kind && name === object.name);
    return line ?? (index < 0 ? undefined : lineOf(documents[index])(field ?? ''));
  };
  return { objects, context: { outside, isWhole: construct === undefined }, lineIn };
}

/** Where a field begins: its key, or the nearest of its ancestors that exists. */
function offsetOf(document: Document, field: string): number {
  let node: unknown = document.contents;
  let offset = document.contents?.range?.[0] ?? 0;
  for (const step of field.match(/\[[^\]]*\]|[^.[\]]+/g) ?? []) {
    const key = step.startsWith('[') ? step.slice(1, -1) : step;
    if (!isCollection(node)) {
      break;
    }
    const items = node.items as readonly unknown[];
    const item = items.find(each => isPair(each) && String((each.key as { value?: unknown }).value ?? each.key) === key) ?? (step.startsWith('[') ? items[Number(key)] : undefined);
    if (item === undefined) {
      break;
    }
    const place = isPair(item) ? item.key : item;
    offset = (place as { range?: readonly number[] }).range?.[0] ?? offset;
    node = isPair(item) ? item.value : item;
  }
  return offset;
}
