import * as fs from 'fs';
import * as path from 'path';
import { Api, Type } from '../../build-tools/reference/assembly';
import { construction, snakeCase, staticCall, structIn } from '../../build-tools/reference/languages';
import { Page } from '../../build-tools/reference/page';
import { topicsOf } from '../../build-tools/reference/topics';
import { CLASSES, ENUMS, STRUCTS } from '../../src/given/types.generated';

const DOCS = path.resolve(__dirname, '../../docs');
const read = (file: string) => fs.readFileSync(path.join(DOCS, file), 'utf8');
const names = (folder: string) => fs.readdirSync(path.join(DOCS, folder)).filter(file => file !== 'README.md');
const WRITTEN = fs.readdirSync(path.join(DOCS, 'reference')).map(file => ({ file, text: read(`reference/${file}`) }));

/** The section of a type, wherever it stands: up to the next type. */
function section(type: string): string {
  const { text = '' } = WRITTEN.find(page => page.text.includes(`\n## ${type}\n`)) ?? {};
  return text.slice(text.indexOf(`\n## ${type}\n`)).split(/\n## /)[1] ?? '';
}

const ours = (section_: object) => Object.entries<{ readonly [key: string]: string }>(section_ as never).filter(([name]) => !name.includes('.'));

describe('the pages that are written', () => {
  // The table of types is made of the sources, and docs/reference of the last build: what is new in the one is missing in the other.
  test('have every property that may be given: run npx projen docgen', () => {
    const missing = ours(STRUCTS).flatMap(([struct, properties]) => Object.keys(properties).filter(name => !section(struct).includes(`\`${name}\``)).map(name => `${struct}.${name}`));
    expect(missing).toEqual([]);
    expect(section('PodClaim')).toMatch(/\| `mountPath`<br>`mount_path` \| string \| \*\*required\*\* \|/);
  });

  test('have every member of an enum, and every class that may be given', () => {
    const missing = ours(ENUMS).flatMap(([name, members]) => Object.keys(members).filter(member => !section(name).includes(`\`${member}\``)).map(member => `${name}.${member}`));
    expect([...missing, ...ours(CLASSES).map(([name]) => name).filter(name => section(name) === '')]).toEqual([]);
  });

  test.each(['patterns', 'surroundings'])('are linked from the page of each of the %s', folder => {
    expect(names(folder).filter(file => !read(`${folder}/${file}`).includes(`(../reference/${file})`))).toEqual([]);
  });

  test('link to pages and headings that are there', () => {
    const anchors = new Map(WRITTEN.map(({ file, text }) => [file, new Set([...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading.toLowerCase()))]));
    const broken = WRITTEN.flatMap(({ file, text }) => [...text.matchAll(/\]\(([^)#/]*\.md)?(?:#([^)]*))?\)/g)]
      .filter(([, page = file, anchor]) => !anchors.has(page) || anchor !== undefined && !anchors.get(page)!.has(anchor)).map(([link]) => `${file}: ${link}`));
    expect(broken).toEqual([]);
  });
});

const type = (name: string, rest: Partial<Type>, filename = 'src/patterns/race/race.ts'): Type => ({ fqn: `ours.${name}`, name, kind: 'class', locationInModule: { filename }, ...rest });
const text = { primitive: 'string' };
const RACE = type('Race', {
  base: 'constructs.Construct',
  docs: { summary: 'Runs;', remarks: 'with <care>.' },
  initializer: { parameters: [{ name: 'scope', type: { fqn: 'constructs.Construct' } }, { name: 'id', type: text }, { name: 'props', type: { fqn: 'ours.RaceProps' } }] },
});
const PROPS = type('RaceProps', {
  kind: 'interface',
  datatype: true,
  interfaces: ['theirs.Common'],
  properties: [{ name: 'maxSpeed', type: { primitive: 'number' }, optional: true, docs: { default: '- no | limit' } }, { name: 'startLine', type: text }],
});
const LANE = type('Lane', { methods: [{ name: 'of', static: true, parameters: [{ name: 'props', type: { fqn: 'ours.RaceProps' } }, { name: 'width', type: text, optional: true }] }] });
const COMMON: Type = { fqn: 'theirs.Common', name: 'Common', kind: 'interface', datatype: true, properties: [{ name: 'owner', type: text }] };

function apiOf(...types: readonly Type[]): Api {
  const assembly = (name: string, all: readonly Type[]) => ({ name, types: Object.fromEntries(all.map(each => [each.fqn, each])) });
  return new Api(assembly('ours', types), [assembly('theirs', [COMMON])]);
}

describe('how calls are written', () => {
  const api = apiOf(RACE, PROPS, LANE);

  test('a construct in each language, with what must be given, of structs that others declare as well', () => {
    expect(construction(api, RACE)).toEqual({
      typescript: "new Race(scope, 'id', { startLine, owner })",
      python: 'Race(scope, "id", start_line=start_line, owner=owner)',
      java: 'Race.Builder.create(scope, "id").startLine(startLine).owner(owner).build()',
      go: 'ai.NewRace(scope, jsii.String("id"), &ai.RaceProps{StartLine: startLine, Owner: owner})',
    });
  });

  test('a factory: what may be left out is nil in Go', () => {
    expect(staticCall(api, LANE, LANE.methods![0])).toEqual({
      typescript: 'Lane.of({ startLine, owner })',
      python: 'Lane.of(start_line=start_line, owner=owner)',
      java: 'Lane.of(RaceProps.builder().startLine(startLine).owner(owner).build())',
      go: 'ai.Lane_Of(&ai.RaceProps{StartLine: startLine, Owner: owner}, nil)',
    });
    expect(structIn(api, PROPS).python).toBe('RaceProps(start_line=start_line, owner=owner)');
  });

  test.each([['all2AllBackend', 'all2_all_backend'], ['hostIPC', 'host_ipc'], ['from', 'from_'], ['size', 'size']])('%s is %s in Python', (name, python) => {
    expect(snakeCase(name)).toBe(python);
  });
});

describe('pages', () => {
  const around = { findings: [{ id: 'AIW9999', title: 'too fast', appliesTo: ['Races', 'Race'] }], examples: new Map([['sprint', 'new Race(chart)'], ['walk', 'new RaceTrack(chart)']]) };
  const api = apiOf(RACE, PROPS, LANE);
  const topics = topicsOf(api);
  const page = new Page(api, topics[0], topics, around).render();

  test('a sentence that jsii cut stays one; what looks like a tag is text, and a bar in a cell does not end it', () => {
    expect(page).toContain('\nRuns; with &lt;care>.\n');
    expect(page).toContain('| `maxSpeed`<br>`max_speed` | number | no \\| limit |  |');
  });

  test('what must be given stands first, and what another library declares is there', () => {
    expect(page.indexOf('`startLine`<br>')).toBeLessThan(page.indexOf('`maxSpeed`<br>'));
    expect(page).toContain('Of `theirs.Common`:');
  });

  test('findings and examples of its construct, and of no other', () => {
    expect(page).toContain('[AIW9999](../rules/AIW9999.md) | too fast');
    expect(page).toContain('[sprint](../../examples/sprint/main.ts).');
  });

  test('a type whose folder nobody gave a page is refused, with what to do', () => {
    expect(() => topicsOf(apiOf(type('Stray', {}, 'src/other/stray.ts')))).toThrow('has no page for Stray (src/other/stray.ts): add its folder to SHARED');
  });
});
