import * as fs from 'fs';
import * as path from 'path';
import { Manifest } from '../../../src/kubernetes/manifest';
import { readDocuments } from '../../../src/kubernetes/yaml/read';
import { findingsAbout } from '../../../src/lint/run/findings-about';
import { fixtureFiles, RULES_FOLDER } from '../rules/fixture';

/** The reader gives what several documents repeat to all of them, so a check that changed a value would change it in objects that it does not look at. */
function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) {
    Object.values(Object.freeze(value)).forEach(frozen);
  }
  return value;
}

function findingsIn(text: string, prepared: <Value>(value: Value) => Value): unknown[] {
  const bodies = [...readDocuments(text)].flatMap(document => ('value' in document && typeof document.value === 'object' && document.value !== null ? [document.value] : []));
  return findingsAbout(bodies.map(body => new Manifest(prepared(structuredClone(body)) as Manifest['body'], { file: 'app.yaml' })), { isWhole: true })
    .map(({ id, field, message }) => [id, field, message]);
}

const FILES = fixtureFiles();

test.each(FILES.map(file => [path.relative(RULES_FOLDER, file), file]))('checks change nothing of what they read: %s', (_name, file) => {
  const text = fs.readFileSync(file, 'utf8');
  const found = findingsIn(text, frozen);
  expect(found).toEqual(findingsIn(text, value => value));
  // What changes a frozen value throws, and that a rule or the validation threw is a finding.
  expect(found.filter(([, , message]) => String(message).startsWith('Internal error'))).toEqual([]);
});

test('there are fixtures', () => expect(FILES.length).toBeGreaterThan(200));
