import * as fs from 'fs';
import * as path from 'path';
import { allApps } from '../../build-tools/examples';
import * as library from '../../src';
import { seeds } from '../lint/run/seeds/seed';

const DOCS = path.join(__dirname, '../../docs');
const page = fs.readFileSync(path.join(DOCS, 'seeds.md'), 'utf8');
const rows = page.split('\n').filter(line => line.startsWith('| ') && !line.startsWith('| ---')).map(line => line.split('|').slice(1, -1).map(cell => cell.trim()));
const asked = rows.filter(({ length, 0: first }) => length === 4 && first !== 'what it says');
const testsOf = (text: string) => [...text.matchAll(/`((?:test|cluster)\/[^`]+)`/g)].map(([, target]) => target);
const linksOf = (text: string) => [...text.matchAll(/\]\(([^)#]+)\)/g)].map(([, target]) => target);

test('everything that was asked for has a test, and an example where it is a construct', () => {
  expect(asked.length).toBeGreaterThan(35);
  expect(asked.filter(([, , , tests]) => testsOf(tests).length === 0).map(([what]) => what)).toEqual([]);
  const constructs = (text: string) => [...text.matchAll(/`([A-Z]\w+)[`.]/g)].map(([, name]) => name).filter(name => name in library);
  expect(asked.filter(([, what, example]) => (constructs(what).length > 0) !== (linksOf(example).length > 0)).map(([text]) => text)
    .filter(text => !NO_CONSTRUCT_NAMED.some(start => text.startsWith(start)))).toEqual([]);
});

/** What pods of all patterns have, and is a property of theirs. */
const NO_CONSTRUCT_NAMED = [
  'index labels per minor', 'numbers from 1', 'pod 0 on better nodes', 'native sidecars', 'user namespaces', 'GPUs near each other', '`ReadWriteOncePod`',
];

test('what the page leads to is there', () => {
  expect(linksOf(page).filter(target => !fs.existsSync(path.join(DOCS, target)))).toEqual([]);
  expect(testsOf(page).filter(target => !fs.existsSync(path.join(DOCS, '..', target)))).toEqual([]);
});

test('every name of a construct is one that the library exports', () => {
  const named = [...page.matchAll(/`([A-Z][a-z]\w*[A-Z]\w*)[`.]/g)].map(([, name]) => name);
  expect([...new Set(named)].filter(name => !(name in library) && !NAMES_OF_KUBERNETES.includes(name))).toEqual([]);
});

const NAMES_OF_KUBERNETES = ['ReadWriteOncePod'];

test('every example is one that the demo makes', () => {
  const made = allApps().map(({ name }) => name);
  const named = linksOf(page).filter(target => target.startsWith('../examples/')).map(target => path.basename(target));
  expect([...new Set(named)].filter(name => !made.some(each => each === name || each.startsWith(`${name}/`)))).toEqual([]);
});

test('every finding in the manifests of the articles that is no matter of taste stands on the page', () => {
  const wanted = new Set(seeds().flatMap(({ wanted: byMinor }) => [...byMinor.values()].flat()).flatMap(text => /AIW\d{4}/.exec(String(text)) ?? []));
  expect(wanted.size).toBeGreaterThan(20);
  expect([...wanted].filter(id => !page.includes(id) && !INCOMPLETE.includes(id)).sort()).toEqual([]);
});

/** Of quotations: an object without its name or the objects that it speaks of, notes that are no YAML, and what a minor calls otherwise. */
const INCOMPLETE = ['AIW0005', 'AIW1103', 'AIW1105', 'AIW1201', 'AIW2119', 'AIW2121', 'AIW2923'];
