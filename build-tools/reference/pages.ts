import * as fs from 'fs';
import * as path from 'path';
import { Api } from './assembly';
import { languagesPage } from './languages-page';
import { Around, Page } from './page';
import { summary, table } from './text';
import { SECTIONS, Topic, topicsOf } from './topics';
import { grouped } from '../../src/base/grouped';

/** Every page of docs/reference by its file name. */
export function referencePages(api: Api, around: Around): Map<string, string> {
  const topics = topicsOf(api);
  return new Map([
    ['README.md', indexPage(api, topics)],
    ['languages.md', languagesPage(api)],
    ...topics.map(topic => [`${topic.name}.md`, new Page(api, topic, topics, around).render()] as const),
  ]);
}

function indexPage(api: Api, topics: readonly Topic[]): string {
  const sections = SECTIONS.flatMap(section => [`## ${section}`, table(['page', 'what it is'], topics.filter(topic => topic.section === section).map(rowOf))]);
  const places = topics.flatMap(({ name, types }) => types.map(type => ({ name: type.name, page: name })));
  const byLetter = grouped(places.sort((one, other) => one.name < other.name ? -1 : 1), ({ name }) => name.charAt(0));
  return `${[
    '<!-- Written by `npx projen docgen`, from the docstrings of src. -->',
    '# Reference',
    `Every class, struct and enum of the library (${api.types.length}), on ${topics.length} pages: what it is, its properties with types and defaults, its methods, and how each is written in TypeScript, Python, Java and Go
([languages](languages.md)). All of it in one file, as tools of jsii write it: [API.md](../../API.md).`,
    'A property that is **required** has no default. What a value may be, is said with the property; a value that cannot work is an error with the property, the value, the reason and what to do\n([mistakes](../validation.md#mistakes-in-a-program)). `kplus`, `cdk8s` and `constructs` are the libraries beside this one: cdk8s-plus-28, cdk8s and constructs.',
    ...sections,
    '## By name',
    [...byLetter].map(([, names]) => names.map(({ name, page }) => `[${name}](${page}.md#${name.toLowerCase()})`).join(', ')).join('\n\n'),
  ].join('\n\n')}\n`;
}

function rowOf({ name, title, types }: Topic): string[] {
  const main = types.find(type => type.name === title);
  return [`[${title}](${name}.md)`, main ? summary(main.docs) : types.filter(type => type.kind === 'class').concat(types.filter(type => type.kind !== 'class')).slice(0, 6).map(type => `\`${type.name}\``).join(', ')];
}

/** The examples of a folder by name. */
export function sourcesOfExamples(folder: string): Map<string, string> {
  const file = (name: string) => path.join(folder, name, 'main.ts');
  return new Map(fs.readdirSync(folder).filter(name => fs.existsSync(file(name))).sort().map(name => [name, fs.readFileSync(file(name), 'utf8')]));
}
