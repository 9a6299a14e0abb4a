import * as fc from 'fast-check';
import { readDocuments } from '../../src/kubernetes/yaml/read';
import { DIFFERENCES } from '../../test/kubernetes/yaml/differences';
import { REFUSED, SCALARS } from '../../test/kubernetes/yaml/scalars';
import { STRUCTURES } from '../../test/kubernetes/yaml/structures';
import { texts } from '../../test/kubernetes/yaml/texts';
import { Oracle } from '../harness/oracle';

/** `YAML_TEXTS=100000` compares more. */
const COMPARED = Number(process.env.YAML_TEXTS ?? 6000);

let oracle: Oracle;

beforeAll(async () => {
  oracle = await Oracle.start();
});

afterAll(() => oracle?.stop());

/** What Go reads, or its error. */
async function asGo(text: string): Promise<unknown[] | Error> {
  return oracle.yaml(text).catch((error: Error) => error);
}

/** What we read, or the first error. */
function asWe(text: string): unknown[] | Error {
  const values: unknown[] = [];
  for (const document of readDocuments(text)) {
    if ('error' in document) {
      return new Error(document.error);
    }
    values.push(document.value);
  }
  return values;
}

/** Whether we warn of a key that is given twice. */
function hasDuplicates(text: string): boolean {
  return [...readDocuments(text)].some(document => 'duplicates' in document && document.duplicates.length > 0);
}

/** Whether two values are one, whatever the order of keys. Of large integers, the oracle's JSON loses digits upwards, and we towards zero. */
function same(ours: unknown, theirs: unknown): boolean {
  if (typeof ours === 'number' && typeof theirs === 'number') {
    return ours === theirs || !Number.isSafeInteger(theirs) && Math.abs(ours - theirs) <= Math.abs(theirs) * 2 ** -52;
  }
  if (typeof ours !== 'object' || typeof theirs !== 'object' || ours === null || theirs === null) {
    return ours === theirs;
  }
  const entries = Object.entries(ours);
  return Array.isArray(ours) === Array.isArray(theirs) && entries.length === Object.keys(theirs).length
    && entries.every(([key, value]) => Object.hasOwn(theirs, key) && same(value, (theirs as Record<string, unknown>)[key]));
}

async function expectOfGo(text: string, documents: readonly unknown[] | typeof REFUSED): Promise<void> {
  const theirs = await asGo(text);
  expect({ text, go: theirs, agreed: documents === REFUSED ? theirs instanceof Error : same(documents, theirs) }).toMatchObject({ agreed: true });
}

describe('the rows that the unit tests read are what Go reads', () => {
  test.each(SCALARS)('the scalar %j is %j', async (written, value, key = value === REFUSED ? REFUSED : String(value)) => {
    await expectOfGo(`v: ${written}\n`, value === REFUSED ? REFUSED : [{ v: value }]);
    await expectOfGo(`${written}: 1\n`, key === REFUSED ? REFUSED : [{ [String(key)]: 1 }]);
  });

  test.each(STRUCTURES)('%j', async (text, documents) => {
    await expectOfGo(text, documents);
  });

  test.each(DIFFERENCES)('where we differ, Go is as we say: $why', async ({ text, strict }) => {
    const theirs = await asGo(text);
    if (strict === undefined) {
      expect(theirs).not.toBeInstanceOf(Error);
    } else {
      expect(String(theirs)).toMatch(strict);
    }
  });
});

const NONE = { agreed: 0, duplicate: 0, override: 0, collision: 0, mark: 0, unexplained: 0 };

/**
 * The classes of differences that random texts show, with what makes one of them. Each is in the table of differences.
 *
 * - duplicate: a key that is given twice. We warn and read the last value, as kubectl does, which is not strict, and the oracle is.
 * - override: a merge gives a key that stands there too. We read it as kubectl does, which is not strict, and the oracle is.
 * - collision: two keys that are not one in Go are one in JSON, such as 1 and "1". Go sends one of them by chance, and we refuse.
 * - mark: two byte order marks, or a directive that a document start follows behind a CR. We refuse.
 */
function classOf(text: string, ours: unknown[] | Error, theirs: unknown[] | Error): keyof typeof NONE {
  if (ours instanceof Error || theirs instanceof Error) {
    if (ours instanceof Error && theirs instanceof Error) {
      return 'agreed';
    }
    if (theirs instanceof Error) {
      const isSetTwice = /already set in map/.test(theirs.message);
      return isSetTwice && hasDuplicates(text) ? 'duplicate' : isSetTwice && text.includes('<<') ? 'override' : 'unexplained';
    }
    if (/second byte order mark|found a directive, and kubectl/.test(ours.toString())) {
      return 'mark';
    }
    return /key ".*" is already set/.test(String(ours)) && /0|1|true|no|yes|y|e3/.test(text) ? 'collision' : 'unexplained';
  }
  return same(ours, theirs) && !hasDuplicates(text) ? 'agreed' : 'unexplained';
}

test(`${COMPARED} random texts read as in Go`, async () => {
  const tally = { ...NONE, accepted: 0 };
  await fc.assert(fc.asyncProperty(texts, async text => {
    const [ours, theirs] = [asWe(text), await asGo(text)];
    const difference = classOf(text, ours, theirs);
    tally[difference]++;
    tally.accepted += theirs instanceof Error ? 0 : 1;
    expect({ text, ours, theirs, difference }).not.toMatchObject({ difference: 'unexplained' });
  }), { numRuns: COMPARED });
  expect((tally.agreed + tally.duplicate) / COMPARED).toBeGreaterThanOrEqual(0.999);
  // Texts that are all refused would prove nothing.
  expect(tally.accepted / COMPARED).toBeGreaterThan(0.2);
  console.log(`YAML against Go: ${JSON.stringify(tally)}`);
});
