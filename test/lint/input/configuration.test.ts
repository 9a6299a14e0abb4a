import * as fs from 'fs';
import * as path from 'path';
import { readConfiguration } from '../../../src/lint/input/configuration';
import { fileMatcher, placesFrom } from '../../../src/lint/input/relative';
import { folderOf } from '../../cli/program';

test('the system is asked once where a file lies, however many patterns are compared with it', () => {
  const places = placesFrom('clusters/.cdk8s-ai.yaml');
  const before = places('clusters/app-7.yaml');
  const matchers = Array.from({ length: 50 }, (_, index) => fileMatcher(`*-${index}.yaml`, places));
  expect(matchers.filter(matches => matches('clusters/app-7.yaml'))).toHaveLength(1);
  expect(places('clusters/app-7.yaml')).toBe(before);
});

test.each([
  ['prod/**', 'clusters/prod/a/b.yaml', true],
  ['./prod/*', 'clusters/prod/b.yaml', true],
  ['prod/*', 'clusters/test/b.yaml', false],
  ['../other/*', 'other/b.yaml', true],
  ['**/other/*', 'other/b.yaml', true],
  ['*', 'other/b.yaml', false],
  ['<stdin>', '<stdin>', true],
])('the pattern %s of a configuration in clusters, for %s', (pattern, file, expected) => {
  expect(fileMatcher(pattern, placesFrom('clusters/.cdk8s-ai.yaml'))(file)).toBe(expected);
});

test('a configuration has a size, and its lists have one: somebody else may have written it', () => {
  const entry = '- {kind: Secret, name: hf-token}\n';
  const folder = folderOf({ 'fits.yaml': `outside:\n${entry.repeat(2_000)}`, 'many.yaml': `outside:\n${entry.repeat(2_001)}`, 'large.yaml': `#${' '.repeat(1024 * 1024)}` });
  expect(readConfiguration(path.join(folder, 'fits.yaml')).outside).toHaveLength(2_000);
  expect(() => readConfiguration(path.join(folder, 'many.yaml'))).toThrow('many.yaml:1: outside has 2,001 entries, and takes 2,000 at most: write globs');
  expect(() => readConfiguration(path.join(folder, 'large.yaml'))).toThrow('large.yaml: is larger than 1 MiB');
});

test('a link to a device that never ends is no configuration', () => {
  const folder = folderOf({});
  fs.symlinkSync('/dev/zero', path.join(folder, '.cdk8s-ai.yaml'));
  expect(() => readConfiguration(path.join(folder, '.cdk8s-ai.yaml'))).toThrow('.cdk8s-ai.yaml: is no regular file');
});
