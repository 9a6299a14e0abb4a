import * as fs from 'fs';
import { builtinModules } from 'module';
import * as path from 'path';
import { ROOT } from '../../build-tools/examples';

const read = (file: string) => fs.readFileSync(path.join(ROOT, file), 'utf8');

interface Locked {
  readonly license?: string;
  readonly inBundle?: boolean;
  readonly dependencies?: { readonly [name: string]: string };
  readonly peerDependencies?: { readonly [name: string]: string };
}

const LOCKED: { readonly [place: string]: Locked } = JSON.parse(read('package-lock.json')).packages;
const { peerDependencies, license, files } = JSON.parse(read('package.json')) as { peerDependencies: object; license: string; files: string[] };

/** Licences that let anybody use, change and sell what is made with the library. */
const ALLOWED = ['Apache-2.0', 'MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0'];

/** Where a package is that another one asks for: the nearest folder, as Node.js looks for it. */
function placeOf(name: string, asker: string): string {
  const place = `${asker}${asker === '' ? '' : '/'}node_modules/${name}`;
  if (LOCKED[place] !== undefined) {
    return place;
  }
  if (asker === '') {
    throw new Error(`${name} is not in package-lock.json`);
  }
  return placeOf(name, asker.slice(0, Math.max(0, asker.lastIndexOf('/node_modules/'))));
}

/** Everything that comes with the named packages. */
function installed(names: readonly string[], asker = '', found = new Set<string>()): Set<string> {
  for (const place of names.map(name => placeOf(name, asker)).filter(each => !found.has(each))) {
    found.add(place);
    installed(Object.keys({ ...LOCKED[place].dependencies, ...LOCKED[place].peerDependencies }), place, found);
  }
  return found;
}

const COMING = [...installed(Object.keys(peerDependencies))];

test('what a user installs with the library has licences that ask for nothing but their text', () => {
  expect(COMING.length).toBeGreaterThan(Object.keys(peerDependencies).length);
  expect(COMING.filter(place => !ALLOWED.includes(LOCKED[place].license ?? 'none')).map(place => `${place}: ${LOCKED[place].license}`)).toEqual([]);
});

test('each of them comes with the text of its licence, or with its name in package.json', () => {
  const bare = COMING.filter(place => {
    const folder = path.join(ROOT, place);
    return !fs.readdirSync(folder).some(file => /^(licen[cs]e|copying)/i.test(file)) && JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')).license === undefined;
  });
  expect(bare).toEqual([]);
});

test('the package says its own licence, whose text npm always packs', () => {
  expect([license, ALLOWED.includes(license)]).toEqual(['Apache-2.0', true]);
  expect(read('LICENSE')).toContain('Apache License\n                           Version 2.0');
});

test('nothing of others is packed: what is shipped loads Node.js, the peers, itself and the test runner that calls it', () => {
  const allowed = [...builtinModules, ...Object.keys(peerDependencies), 'cdk8s-ai-workloads', '@jest/globals', 'vitest'];
  const sources = ['bin', 'testing'].flatMap(folder => fs.readdirSync(path.join(ROOT, folder)).map(file => path.join(folder, file)))
    .concat(fs.readdirSync(path.join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.ts')).map(file => path.join('src', file)))
    .filter(file => fs.statSync(path.join(ROOT, file)).isFile());
  // Types alone, of which nothing is left when it runs.
  const isOfTypes = (name: string) => LOCKED[`node_modules/${name}`] === undefined && LOCKED[`node_modules/@types/${name}`] !== undefined;
  const loaded = sources.flatMap(file => [...read(file).matchAll(/(?:^(?:import|export) [^'"\n]*?from |^import |\brequire\()['"]([^.'"][^'"]*)['"]/gm)].map(([, name]) => [name, file]));
  expect(loaded.length).toBeGreaterThan(50);
  expect(loaded.filter(([name]) => !allowed.includes(name.replace(/^node:/, '')) && !isOfTypes(name))).toEqual([]);
  expect(files.filter(each => each.includes('node_modules'))).toEqual([]);
});

test('the workflow of a change asks for known vulnerabilities of what a user installs', () => {
  const job = read('.github/workflows/build.yml').split(/^ {2}(?=\w[\w-]*:$)/m).find(text => text.startsWith('audit:'))!;
  expect(job).toContain('npm pack --ignore-scripts');
  expect(job).toContain('npm audit --audit-level=high');
});
