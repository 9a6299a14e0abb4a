import * as fs from 'fs';
import * as path from 'path';
import * as ts from 'typescript';
import { backtrackingSteps } from '../../../hygiene/backtracking';
import { hostileTexts } from '../../../hygiene/hostile-texts';

/** These take quadratic time, over texts that are short whatever the input. */
const OVER_SHORT_TEXTS: { readonly [expression: string]: string } = {
  'kubernetes/cel/evaluation/time-texts.ts /(\\d*)(?:\\.(\\d*))?(ns|us|µs|μs|ms|s|m|h)/g': 'longer texts than 200 characters are refused before',
  'kubernetes/cel/evaluation/time-texts.ts /0+$/': 'nine digits',
  'lint/changes/order.ts /\\$\\(([^)]{1,253})\\)/g': 'it looks no further than 253 characters from where it began',
  'kubernetes/validation/pod/volume-sources-legacy.ts /iqn\\.\\d{4}-\\d{2}\\.([A-Za-z0-9\\-.]+)(:[^,;*&$|\\s]+)$/': 'longer names than 4,096 characters are refused before',
  'given/named.ts /^(\\??)(\\S+) ?(.*)$/': 'rows of the generated table of types',
  'given/unknown-property.ts /(\\w+): \\??([\\w.]+)/g': 'rows of the generated table of types',
};

/** These are put together at run time, so that no test finds them by themselves. */
const PUT_TOGETHER: { readonly [file: string]: string } = {
  'lint/facts/engine-command.ts': 'names of engines, between two ends of words',
  'lint/facts/engine-metrics.ts': 'prefixes of engines, before one class of characters',
  'lint/facts/served-ports.ts': 'names of programs',
  'lint/rules/commands/shell-syntax-without-shell/words.ts': 'names of engines, the whole text',
  'lint/kinds/job.ts': 'a name, quoted, between both ends of the text',
  'lint/kinds/leader-worker-set.ts': 'a name, quoted, between both ends of the text',
  'lint/run/without-consequences.ts': 'names, quoted',
  'base/text/printable.ts': 'the literal above it with another in front',
  'kubernetes/schema/custom/pattern/character-set.ts': 'the name of a class, asked about one character',
  'kubernetes/validation/names.ts': 'test/kubernetes/validation/names.test.ts tries all of them',
  'given/named-types.ts': 'rows of the generated table of types',
  'surroundings/observed-workload.ts': 'what a user wrote, which is compiled and never matched',
  'kubernetes/cel/literals.ts': 'what a user wrote, which is compiled and never matched',
  'knowledge/environment-problems.ts': 'literals, with a flag',
  'testing/differences.ts': 'what the author of a test wrote, for objects of their own',
  'testing/object-match.ts': 'what the author of a test wrote, which is compiled and never matched',
  'pod/container/sidecar-variables.ts': 'a name of ours between two characters',
};

const SOURCES = path.join(__dirname, '../../../../src');
const nodes = fs.readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.ts') && !file.endsWith('.generated.ts')).sort().flatMap(file => {
  const found: { readonly file: string; readonly node: ts.Node }[] = [];
  const visit = (node: ts.Node): void => {
    found.push({ file: file.replaceAll('\\', '/'), node });
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, fs.readFileSync(path.join(SOURCES, file), 'utf8'), ts.ScriptTarget.Latest));
  return found;
});

const SHORT = 30;
/** Four times a text takes four times the steps, or some more while it is short; where every place is a beginning, it takes sixteen times. */
const LINEAR = 6;
/** What takes for ever need not. */
const MOST = 100_000;

/** The first of the texts which takes too much when it is long. */
function slowOn(pattern: RegExp): string | undefined {
  const slow = hostileTexts(pattern).find(({ begin, piece, end }) => {
    const short = Math.ceil(SHORT / piece.length);
    const steps = (times: number) => backtrackingSteps(pattern, `${begin}${piece.repeat(times)}${end}`, MOST);
    const [few, many] = [steps(short), steps(4 * short)];
    return many >= MOST || many > LINEAR * (few + SHORT);
  });
  return slow && JSON.stringify(slow);
}

test('every regular expression of the sources finds in linear time what is in a text, and what is not', () => {
  const literals = nodes.flatMap(({ file, node }) => ts.isRegularExpressionLiteral(node) ? [{ file, text: node.text }] : []);
  expect(literals.length).toBeGreaterThan(400);
  const slow = literals.flatMap(({ file, text }) => {
    const end = text.lastIndexOf('/');
    const on = slowOn(new RegExp(text.slice(1, end), text.slice(end + 1)));
    return on === undefined ? [] : [{ expression: `${file} ${text}`, on }];
  });
  expect(slow.filter(({ expression }) => !(expression in OVER_SHORT_TEXTS))).toEqual([]);
  expect(Object.keys(OVER_SHORT_TEXTS).filter(known => !slow.some(({ expression }) => expression === known))).toEqual([]);
});

test('those that are put together at run time are few, and known', () => {
  const made = nodes.filter(({ node }) => (ts.isNewExpression(node) || ts.isCallExpression(node)) && ts.isIdentifier(node.expression) && node.expression.text === 'RegExp');
  expect([...new Set(made.map(({ file }) => file))].sort()).toEqual(Object.keys(PUT_TOGETHER).sort());
});

describe('what is looked for is found', () => {
  test.each<[string, RegExp]>([
    ['a loop that begins anew at every place', /\{[^}]*\}/g],
    ['a loop before an end that is not there', /\/+$/],
    ['two loops over the same', /^\s*\w*\s*(by)?\s*\($/],
    ['loops over different sets with some characters in common', /^[a-z0]*[A-Z0]*!$/],
    ['a loop within a loop', /^(?:a+)+$/],
    ['a loop that takes little first', /^.*?,.*?,.*?;/],
    ['a look ahead with a loop', /a(?=\w*!)/],
    ['a look behind with a loop', /(?<=\{\w*)b/],
    ['lines', /^\s*#/m],
  ])('%s', (_, pattern) => {
    expect(slowOn(pattern)).toBeDefined();
  });

  test.each([/\{[^{}]*\}/g, /(?<!\/)\/+$/, /^\s*(?:\w+\s*)?\($/, /^(?:a+,)+$/, /^[^,]*?,/, /^[^\S\n]*#/gm, /\bsum\b/, /x{40}/])('%s is linear', pattern => {
    expect(slowOn(pattern)).toBeUndefined();
  });
});
