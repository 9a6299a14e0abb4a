import * as fs from 'fs';
import * as fc from 'fast-check';
import { PlainObject } from '../../../src/base/plain';
import { Manifest } from '../../../src/kubernetes/manifest';
import { readDocuments } from '../../../src/kubernetes/yaml/read';
import { findingsAbout } from '../../../src/lint/run/findings-about';
import { fixtureFiles } from '../rules/fixture';

/** What may stand where a rule or the validation expects something else. */
const STRANGE: readonly unknown[] = [
  undefined, null, '', 'x', 'a/b:c', '$(X)', ' 1Gi', '1e400', '__proto__', 0, -1, 2.5, 1e300, true, [], [null], ['x'], [[]], [{}], {}, { x: 1 }, { name: 'x' }, { '': null }, JSON.parse('{"__proto__": {}}'),
];

interface Place {
  readonly holder: { [key: string]: unknown };
  readonly key: string;
}

/** Every value inside a value. */
function* placesIn(value: unknown): Generator<Place> {
  if (typeof value === 'object' && value !== null) {
    for (const key of Object.keys(value)) {
      yield { holder: value as Place['holder'], key };
      yield* placesIn((value as Place['holder'])[key]);
    }
  }
}

/** The objects of every fixture: what every rule looks for stands in one of them. */
const FIXTURES = fixtureFiles().map(file => ({ file, text: fs.readFileSync(file) }));

/** Copies: what documents have in common is read once, and a change of it would be there in all that are read later. */
function bodiesIn(text: Buffer): unknown[] {
  const values = [...readDocuments(text)].map(document => ('value' in document ? document.value : undefined));
  return values.filter(value => typeof value === 'object' && value !== null).map(value => structuredClone(value));
}

/** Bugs that the checks report of themselves when a value of a fixture is another one. */
function bugsAt(text: Buffer, place: number, strange: unknown): { readonly bugs: string[]; readonly path: string } {
  const bodies = bodiesIn(text);
  const places = [...placesIn(bodies)].filter(({ holder }) => holder !== bodies as unknown);
  const { holder, key } = places[place % places.length];
  if (strange !== undefined) {
    holder[key] = structuredClone(strange);
  } else if (Array.isArray(holder)) {
    holder.splice(Number(key), 1);
  } else {
    delete holder[key];
  }
  const findings = findingsAbout(bodies.map(body => new Manifest(body as PlainObject)), { isWhole: true });
  return { bugs: findings.filter(finding => finding.id === 'AIW0004').map(finding => finding.message), path: key };
}

test('no value of a fixture, changed to anything, breaks a rule or the validation', () => {
  fc.assert(fc.property(fc.constantFrom(...FIXTURES), fc.nat({ max: 1000 }), fc.constantFrom(...STRANGE), ({ file, text }, place, strange) => {
    const { bugs, path: key } = bugsAt(text, place, strange);
    expect({ file, key, strange, bugs }).toEqual({ file, key, strange, bugs: [] });
  }), { numRuns: Number(process.env.CHANGED_FIXTURES ?? 1000) });
});
