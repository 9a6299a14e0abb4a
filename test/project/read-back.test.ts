import * as fs from 'fs';
import * as path from 'path';
import { mustHoldExactly, readManifests } from '../../build-tools/read-back';
import { Manifest } from '../../build-tools/tally';
import { temporaryFolder } from '../hygiene/temporary';

let folder: string;
beforeEach(() => { folder = temporaryFolder('read-back'); });

function write(file: string, text: string): void {
  fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  fs.writeFileSync(path.join(folder, file), text);
}

const MAP = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n';
const OBJECT: Manifest = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } };

test('reads every document of every YAML file, also below folders', () => {
  write('one.k8s.yaml', `${MAP}---\n${MAP.replace('name: a', 'name: b')}`);
  write('stage-1/two.k8s.yaml', MAP.replace('name: a', 'name: c'));
  write('notes.txt', 'not a manifest');
  expect(readManifests(folder).map(each => each.metadata.name)).toEqual(['a', 'b', 'c']);
});

test.each([
  ['an empty document', `${MAP}---\n`, /document 2: not an object with apiVersion, kind and metadata.name/],
  ['a document without a kind', 'apiVersion: v1\nmetadata:\n  name: a\n', /document 1: not an object/],
  ['text that is not YAML', 'kind: [', /document 1: /],
  ['a key twice', `${MAP}kind: Secret\n`, /document 1: Map keys must be unique/],
])('refuses %s', (_what, text, message) => {
  write('bad.k8s.yaml', text);
  expect(() => readManifests(folder)).toThrow(message);
});

test('equal objects pass', () => {
  expect(() => mustHoldExactly([OBJECT], [{ ...OBJECT, data: undefined }], 'dist/x')).not.toThrow();
});

test.each([
  ['lost', [], [OBJECT], /dist\/x: not written: v1 ConfigMap {2}a/],
  ['written twice', [OBJECT, OBJECT], [OBJECT], /written twice/],
  ['changed by printing', [{ ...OBJECT, data: { flag: true } }], [{ ...OBJECT, data: { flag: 'yes' } }], /reads back different/],
])('an object that is %s fails', (_what, written, objects, message) => {
  expect(() => mustHoldExactly(written, objects, 'dist/x')).toThrow(message);
});
