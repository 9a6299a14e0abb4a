import * as fs from 'fs';
import * as path from 'path';
import { inputFiles } from '../../../src/lint/input/paths';
import { readInput } from '../../../src/lint/input/read-input';
import { temporaryFolder } from '../../hygiene/temporary';

const manifest = (name: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\n`;

/** Objects that are checked, and what is said of files that hold none. */
function read(files: Readonly<Record<string, string>>): { objects: string[]; skipped: string[] } {
  const folder = temporaryFolder('tests-of-others');
  Object.entries(files).forEach(([name, text]) => {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  });
  const { objects, findings } = readInput(inputFiles([folder]));
  return {
    objects: objects.map(({ body }) => (body.metadata as { name: string }).name),
    skipped: findings.map(({ id, file, message }) => `${id} ${path.relative(folder, file!)}: ${message}`),
  };
}

const TEST = `apiVersion: chainsaw.kyverno.io/v1alpha1
kind: Test
metadata: {name: smoke}
spec:
  steps:
  - try:
    - apply: {file: install.yaml}
    - assert: {file: want.yaml}
    - error: {file: ../shared/gone.yaml}
    - create: {file: more.yaml}
    - assert: {resource: {apiVersion: v1, kind: Pod}}
  - try:
    - patch: {file: patch-it.yaml}
    catch:
    - delete: {file: old.yaml}
    finally:
    - update: {file: half.yaml}
`;

test('files that a test of Chainsaw compares with are left out, and those that it applies are checked', () => {
  const names = ['install', 'want', 'more', 'patch-it', 'old', 'half', 'beside'];
  const files = Object.fromEntries(names.map(name => [`smoke/${name}.yaml`, manifest(name)]));
  expect(read({ 'smoke/chainsaw-test.yaml': TEST, 'shared/gone.yaml': manifest('gone'), 'other/want.yaml': manifest('of-other'), ...files })).toEqual({
    objects: ['of-other', 'beside', 'install', 'more'],
    skipped: ['AIW0008 smoke/chainsaw-test.yaml: Invalid value: it is a test of Chainsaw, so it was skipped, with 5 files of it'],
  });
});

test('steps of Chainsaw are such a file too, and one that compares with nothing leaves all others', () => {
  expect(read({
    'a/step.yaml': 'apiVersion: chainsaw.kyverno.io/v1alpha1\nkind: StepTemplate\nmetadata: {name: s}\nspec: {try: [{assert: {file: want.yaml}}]}\n',
    'a/want.yaml': manifest('want'),
    'b/test.yaml': 'apiVersion: chainsaw.kyverno.io/v1alpha1\nkind: Test\nmetadata: {name: t}\nspec: {steps: [{try: [{apply: {file: want.yaml}}]}]}\n',
    'b/want.yaml': manifest('applied'),
  })).toEqual({
    objects: ['applied'],
    skipped: ['AIW0008 a/step.yaml: Invalid value: it is a test of Chainsaw, so it was skipped, with 1 file of it', 'AIW0008 b/test.yaml: Invalid value: it is a test of Chainsaw, so it was skipped'],
  });
});

test.each([
  ['00-assert.yaml', true], ['01-errors.yaml', true], ['02-error.yml', true], ['10-assert-ready.yaml', true],
  ['00-install.yaml', false], ['assert.yaml', false], ['00-asserted.yaml', false], ['a-00-assert.yaml', false],
])('KUTTL compares with %s: %s', (name, isSkipped) => {
  expect(read({ [name]: manifest('a') })).toEqual(isSkipped
    ? { objects: [], skipped: [`AIW0008 ${name}: Invalid value: it is what a test of KUTTL compares with, so it was skipped`] }
    : { objects: ['a'], skipped: [] });
});
