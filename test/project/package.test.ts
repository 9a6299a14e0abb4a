import { execFileSync } from 'child_process';
import * as fs from 'fs';
import * as path from 'path';

const ROOT = path.resolve(__dirname, '../..');
const read = (file: string) => fs.readFileSync(path.join(ROOT, file), 'utf8');
const manifest = JSON.parse(read('package.json'));

test('what is published is the library and its documents', () => {
  const output = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  // npm 11 lists tarballs, npm 12 maps them by package.
  const [tarball] = Object.values<{ files: { path: string }[] }>(JSON.parse(output));
  const unexpected = tarball.files.map(file => file.path)
    .filter(file => !/^(lib\/.*\.(js|d\.ts)|docs\/.*\.md|bin\/(cdk8s-ai|start\.js)|examples\/[^/]+\/main\.ts|templates\/init\/.*|testing\/[\w-]+\.(js|mjs|d\.ts|d\.mts)|\.jsii(\.tabl\.json)?|(API|CHANGELOG|CONTRIBUTING|README)\.md|LICENSE|package\.json)$/.test(file));
  expect(unexpected).toEqual([]);
});

/** Files of the package that pages link to. */
function linksOf(page: string): string[] {
  return [...read(page).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, target]) => target).filter(target => !/^[a-z]+:/.test(target))
    .map(target => path.normalize(path.join(path.dirname(page), target)));
}

test('every page of the package links to what is in the package: examples as well', () => {
  const published = (manifest.files as string[]).map(each => each.split('/')[0]);
  const pages = ['README.md', ...(fs.readdirSync(path.join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.md')).map(file => `docs/${file}`))];
  const broken = pages.flatMap(page => linksOf(page).filter(target => !fs.existsSync(path.join(ROOT, target))
    || !(published.includes(target.split('/')[0]) || ['README.md', 'LICENSE', 'package.json'].includes(target))).map(target => `${page}: ${target}`));
  expect(broken).toEqual([]);
  expect(pages.flatMap(linksOf).some(target => target.startsWith('examples'))).toBe(true);
});

test('only the index and the matchers for tests can be imported', () => {
  expect(Object.keys(manifest.exports)).toEqual(['.', './testing', './testing/jest', './testing/jest-globals', './testing/vitest', './.jsii', './package.json']);
  const missing = Object.values<string | { [condition: string]: string }>(manifest.exports).flatMap(each => typeof each === 'string' ? [each] : Object.values(each))
    .filter(file => file.startsWith('./testing') && !fs.existsSync(path.join(ROOT, file)));
  expect(missing).toEqual([]);
});

test('peers have floors that other package repositories serve', () => {
  expect(manifest.peerDependencies).toEqual({ 'cdk8s': '^2.70.0', 'cdk8s-plus-28': '^2.5.6', 'constructs': '^10.5.0' });
});

test('nothing comes with it but its peers: every user would pay for it', () => {
  expect([manifest.dependencies ?? {}, manifest.bundledDependencies ?? [], manifest.optionalDependencies ?? {}]).toEqual([{}, [], {}]);
});

test('packages are declared for four languages beside TypeScript', () => {
  expect(Object.keys(manifest.jsii.targets).sort()).toEqual(['dotnet', 'go', 'java', 'python']);
});

test('the published JavaScript carries no source maps', () => {
  const { compilerOptions } = JSON.parse(read('tsconfig.json'));
  expect([compilerOptions.inlineSourceMap, compilerOptions.inlineSources]).toEqual([false, false]);
});

test('the lock file holds every optional dependency, without which `npm ci` refuses it', () => {
  const packages: { [place: string]: { optionalDependencies?: object } } = JSON.parse(read('package-lock.json')).packages;
  const names = new Set(Object.keys(packages).map(place => place.split('node_modules/').pop()));
  const missing = Object.values(packages).flatMap(each => Object.keys(each.optionalDependencies ?? {})).filter(name => !names.has(name));
  expect(missing).toEqual([]);
});

test('the lock file names no registry', () => {
  expect(read('package-lock.json')).not.toMatch(/"resolved": "http/);
  expect(read('.npmrc')).toMatch(/^omit-lockfile-registry-resolved=true$/m);
});
