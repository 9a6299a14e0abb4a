import * as fc from 'fast-check';
import { DEFAULT_CLUSTER } from '../../../src/kubernetes/cluster';
import { fixFiles } from '../../../src/lint/fix/fix-files';
import { readInput } from '../../../src/lint/input/read-input';
import { check } from '../../../src/lint/run/lint';
import { runs } from '../../hygiene/runs';

/** A piece of a manifest as it is, and as it is after the fixes. */
interface Piece {
  readonly wrong: string;
  readonly right: string;
}

const same = (text: string): Piece => ({ wrong: text, right: text });

const KEY = fc.constantFrom('k', 'a.b', 'A_1', '"q-u"', '\'i_s\'', '"\\u0061"');
const BLANKS = fc.constantFrom(' ', '  ', '\t');
const COMMENT = fc.constantFrom('', ' # note', '  # "1" é', ' ');
const RIGHT = fc.constantFrom('text', '"1"', '\'true\'', '"a # b"', 'é ü', 'a:b', '""').map(same);
const WRONG = fc.constantFrom('1', '1.10', '0x1F', '1e3', 'true', 'yes', 'off', '-7', '.5', '017').map((text): Piece => ({ wrong: text, right: `"${text}"` }));
/** Forms that cannot be edited, or that hold what looks like a mistake. */
const BLOCK = fc.constantFrom('|\n    k: 1\n    # no comment\n', '>-\n    1\n\n    2\n').map(same);

const entry = fc.tuple(KEY, BLANKS, fc.oneof(RIGHT, WRONG), COMMENT)
  .map(([key, blanks, { wrong, right }, comment]) => ({ key, wrong: `${blanks}${wrong}${comment}\n`, right: `${blanks}${right}${comment}\n` }));
const blockEntry = fc.tuple(KEY, BLOCK).map(([key, { wrong, right }]) => ({ key, wrong: ` ${wrong}`, right: ` ${right}` }));

const data = fc.uniqueArray(fc.oneof(entry, entry, blockEntry), { minLength: 1, maxLength: 5, selector: ({ key }) => key }).map(entries => ({
  wrong: `data:\n${entries.map(({ key, wrong }) => `  ${key}:${wrong}`).join('')}`,
  right: `data:\n${entries.map(({ key, right }) => `  ${key}:${right}`).join('')}`,
}));
const flow = fc.uniqueArray(fc.tuple(KEY, WRONG), { minLength: 1, maxLength: 4, selector: ([key]) => key }).map(entries => ({
  wrong: `data: { ${entries.map(([key, { wrong }]) => `${key}: ${wrong}`).join(' , ')} }\n`,
  right: `data: { ${entries.map(([key, { right }]) => `${key}: ${right}`).join(' , ')} }\n`,
}));
const field = fc.tuple(fc.constantFrom('immutabel', '"immutabel"', '\'imutable\'', 'immutable'), BLANKS, COMMENT).map(([key, blanks, comment]) => {
  const quote = /^["']?/.exec(key)![0];
  return { wrong: `${key} :${blanks}true${comment}\n`, right: `${quote}immutable${quote} :${blanks}true${comment}\n` };
});
const SEPARATOR = fc.constantFrom('---\n', '--- # next\n', '---\n# first\n\n');

const file = fc.record({
  documents: fc.array(fc.tuple(SEPARATOR, fc.oneof(data, flow), fc.option(field, { nil: same('') })), { minLength: 1, maxLength: 4 }),
  begin: fc.constantFrom('', '\ufeff', '# head é\n'),
  isWindows: fc.boolean(),
}).map(({ documents, begin, isWindows }) => {
  const text = (side: keyof Piece) => begin + documents.map(([separator, content, more], index) => (
    `${index === 0 ? '' : separator}apiVersion: v1\nkind: ConfigMap\nmetadata: { name: c${index}, namespace: d }\n${content[side]}${more[side]}`)).join('');
  const written = (side: keyof Piece) => (isWindows ? text(side).replaceAll('\n', '\r\n') : text(side));
  return { wrong: written('wrong'), right: written('right') };
});

function checked(text: Buffer) {
  const input = readInput([{ name: 'a.yaml', read: () => text }]);
  return check(input.objects, input.findings, { clusters: [DEFAULT_CLUSTER] }).findings;
}

test('whatever a file looks like, the bytes of its mistakes change and no others, and it then has none', async () => {
  await fc.assert(fc.asyncProperty(file, async ({ wrong, right }) => {
    const bytes = Buffer.from(wrong);
    const before = checked(bytes);
    const wanted = before.filter(({ fix }) => fix !== undefined);
    const { files, left } = await fixFiles([{ name: 'a.yaml', read: () => bytes }], wanted, before, async content => checked(content.get('a.yaml')!));
    const after = files.get('a.yaml')?.after ?? bytes;
    expect(left).toEqual([]);
    expect(after.toString()).toBe(right);
    expect(checked(after).filter(({ fix }) => fix !== undefined)).toEqual([]);
  }), { numRuns: runs(300) });
});
