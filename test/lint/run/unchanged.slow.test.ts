import * as fs from 'fs';
import * as path from 'path';
import { Manifest } from '../../../src/kubernetes/manifest';
import { readDocuments } from '../../../src/kubernetes/yaml/read';
import { findingsAbout } from '../../../src/lint/run/findings-about';
import { fixtureFiles, RULES_FOLDER } from '../rules/fixture';

/** Checks may change nothing of what they read: the reader gives a value that several places repeat to all of them. */
function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) {
    Object.values(Object.freeze(value)).forEach(frozen);
  }
  return value;
}

/** Each value by itself, as if nothing had been repeated. */
function apart<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}

function findingsIn(text: string, prepared: <Value>(value: Value) => Value): (readonly [id: string, field: string | undefined, message: string])[] {
  const bodies = [...readDocuments(text)].flatMap(document => ('value' in document && typeof document.value === 'object' && document.value !== null ? [document.value] : []));
  return findingsAbout(bodies.map(body => new Manifest(prepared(body) as Manifest['body'], { file: 'app.yaml' })), { isWhole: true })
    .map(({ id, field, message }) => [id, field, message] as const);
}

const FILES = fixtureFiles();

/** Two of everything that a file has, so that all of it is there twice. */
const twice = (text: string) => `${text}\n---\n${text}`;

test.each(FILES.map(file => [path.relative(RULES_FOLDER, file), file]))('checks change nothing, and find the same where each value is there once: %s', (_name, file) => {
  const text = twice(fs.readFileSync(file, 'utf8'));
  const found = findingsIn(text, frozen);
  expect(found).toEqual(findingsIn(text, apart));
  // What changes a frozen value throws, and that a rule or the validation threw is a finding.
  expect(found.filter(([, , message]) => message.startsWith('Internal error'))).toEqual([]);
});

test('there are fixtures', () => expect(FILES.length).toBeGreaterThan(200));
