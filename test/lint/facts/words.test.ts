import { asList, asNumber, asObject, asShown, asText, asTexts, isPresent, objectAt, ownValue } from '../../../src/base/reading';
import { commandFlag, flagsOf, hasCommandFlag, areFlagsKnown, Word } from '../../../src/lint/facts/command-flags';
import { factOf, imageName, majorOf } from '../../../src/lint/facts/images';
import { arithmetic, UNKNOWN, Variables } from '../../../src/lint/facts/shell-arithmetic';
import { commandsOfScript, isKnown } from '../../../src/lint/facts/shell-words';

const words = (...texts: string[]): Word[] => texts.map((text, index) => ({ text, field: `args[${index}]` }));
const flag = (name: string, ...texts: string[]) => commandFlag({ flags: flagsOf(words(...texts)) }, new Set([name]));

describe('flags', () => {
  test.each<[string, string[], string | undefined, string]>([
    ['--tp', ['serve', '--tp', '8'], '8', 'args[2]'],
    ['--tp', ['--tp=8'], '8', 'args[0]'],
    ['--tp', ['--tp='], '', 'args[0]'],
    ['--tp', ['--tp=a=b'], 'a=b', 'args[0]'],
    ['--tp', ['--tp'], undefined, 'args[0]'],
    ['--tp', ['--tp', UNKNOWN], undefined, 'args[1]'],
    ['--tp', [`--tp=${UNKNOWN}`], undefined, 'args[0]'],
    ['--tp', ['--tp', '8', '--tp', '4'], '4', 'args[3]'],
    ['--tensor-size', ['--tensor_size', '8'], '8', 'args[1]'],
    ['--tensor-size', ['--tensor_size=8_8'], '8_8', 'args[0]'],
    ['-n_x', ['-n_x', '8'], '8', 'args[1]'],
    ['-tp', ['-tp8'], '8', 'args[0]'],
    ['-tp', ['-tp12345'], '12345', 'args[0]'],
    ['--of-object', ['--of_object.a.b_c=1'], undefined, 'args[0]'],
    ['--of-object', ['--of-object={}', '--of-object.a', '1'], undefined, 'args[1]'],
    ['--of-object.a', ['--of-object.a', '1'], '1', 'args[1]'],
    ['--a', ['--a=b.c'], 'b.c', 'args[0]'],
  ])('%s of %j', (name, texts, value, field) => {
    expect(flag(name, ...texts)).toMatchObject({ name, value, field });
  });

  test.each([['-tp', '-tp123456'], ['-tp', '--tp8'], ['-tp', '-tp8x'], ['-o', '-o.a', '1'], ['-t', '-t8'], ['-tp', 'tp8'], ['-np', 'x-np8'], ['tp', 'tp', '8']])('there is no %s in %j', (name, ...texts) => {
    expect(flag(name, ...texts)).toBeUndefined();
  });

  test('of several names the one that was given last', () => {
    const flagged = { flags: flagsOf(words('--tp', '8', '-tp', '4', '--other', '1')) };
    expect([commandFlag(flagged, new Set(['--tp', '-tp']))!.value, commandFlag(flagged, new Set(['-tp', '--tp']))!.value]).toEqual(['4', '4']);
    expect([hasCommandFlag(flagged, new Set(['--other'])), hasCommandFlag(flagged, new Set(['--gone'])), hasCommandFlag(flagged, new Set())]).toEqual([true, false, false]);
  });

  test.each<[boolean, string[]]>([
    [true, ['serve', '--tp', '8']], [true, [UNKNOWN, '--tp']], [true, ['serve', '--port', UNKNOWN]], [true, ['serve', '-tp', UNKNOWN]], [true, ['serve', `x${UNKNOWN}`]],
    [false, ['serve', UNKNOWN]], [false, ['serve', '--verbose', UNKNOWN]], [false, ['serve', '--port', '1', UNKNOWN]], [false, ['serve', '--config', 'a.yaml']],
    [false, ['serve', '--config-file', 'a']], [false, ['serve', '--config_file', 'a']], [true, ['serve', '--configs', 'a']],
    [false, ['serve', '--extra_llm_api_options=/a.yaml']],
  ])('all flags are known: %s of %j', (expected, texts) => {
    expect(areFlagsKnown(words(...texts))).toBe(expected);
  });
});

describe('names of images', () => {
  test.each([
    ['postgres', 'postgres', ''], ['postgres:17', 'postgres', '17'], ['host:5000/a/b', 'host:5000/a/b', ''], ['host:5000/a/b:c', 'host:5000/a/b', 'c'],
    ['a/b:c@sha256:00', 'a/b', 'c'], ['a/b@sha256:00', 'a/b', ''],
  ])('%s', (image, repository, tag) => {
    expect(imageName(image)).toEqual({ repository, tag });
  });

  test.each([[undefined], ['$(IMAGE)'], ['a/{{ .Values.image }}']])('nobody knows what %s names', image => {
    expect(imageName(image)).toBeUndefined();
  });

  test.each([
    ['17', 17], ['17.6-alpine', 17], ['v2', 2], ['17-alpine', 17], ['17_x', 17], ['pg17', 17], ['0.8.0-pg16', 16], ['latest', undefined], ['', undefined], ['17x', undefined], ['x17', undefined],
    ['apg17', undefined], ['x-17', undefined],
  ])('the major of %s is %s', (tag, major) => {
    expect(majorOf({ repository: 'a', tag })).toBe(major);
  });

  const FACTS = new Map([['postgres', 'official'], ['bitnami/postgres', 'another']]);
  test.each([
    ['postgres', 'official'], ['library/postgres', 'official'], ['docker.io/postgres', 'official'], ['docker.io/library/postgres', 'official'], ['index.docker.io/postgres', 'official'],
    ['registry-1.docker.io/postgres', 'official'], ['registry.example/postgres', undefined], ['bitnami/postgres', 'another'], ['docker.io/bitnami/postgres', 'another'], ['other/postgres', undefined],
  ])('%s is %s', (repository, fact) => {
    expect(factOf(FACTS, repository)).toBe(fact);
  });
});

describe('scripts', () => {
  const VARIABLES: Variables = new Map([['A', '4'], ['B', '3'], ['TEXT', 'x y'], ['LONG', '1234567890'], ['OPEN', UNKNOWN]]);
  const read = (script: string, ...positional: string[]) => commandsOfScript(script, VARIABLES, positional.length > 0 ? positional : undefined);

  test.each([
    ['A * B', '12'], ['$A+${B}', '7'], ['A-10', '-6'], [' 2 * 3 ', '6'], ['A * C', UNKNOWN], ['OPEN + 1', UNKNOWN], ['A / B', UNKNOWN], ['A', UNKNOWN], ['A * B * 2', UNKNOWN],
    ['TEXT + 1', UNKNOWN], ['LONG + 1', UNKNOWN], ['1234567890 + 1', UNKNOWN], ['123456789 + 1', '123456790'], [`A + ${' '.repeat(200)}1`, UNKNOWN], [`${' '.repeat(195)}1 + 1`, '2'],
  ])('$((%s)) is %j', (text, value) => {
    expect(arithmetic(text, VARIABLES)).toBe(value);
  });

  test.each<[string, string[][]]>([
    ['a\tb\r\nc', [['a', 'b'], ['c']]],
    ['a 2>/dev/null b', [['a', 'b']]],
    ['a 22>x b', [['a', '22', 'b']]],
    ['a &> log b', [['a', 'b']]],
    ['a >& 2 b', [['a', 'b']]],
    ['a >> log b', [['a', 'b']]],
    ['a < in b', [['a', 'b']]],
    ['cat <<-EOF\nx\n\tEOF\nb', [['cat'], ['b']]],
    ['cat <<\'EOF\' >out\nx\nEOF\nb', [['cat'], ['b']]],
    ['cat <<A <<B\nx\nA\ny\nB\nb', [['cat'], ['b']]],
    ['a <<< text b', [['a', 'b']]],
    ['a "b\\"c\\$d\\\\e\\x"', [['a', 'b"c$d\\e\\x']]],
    ['a "b\\\nc"', [['a', 'bc']]],
    ['a "x`y`z"', [['a', `x${UNKNOWN}z`]]],
    ['a x\\\ny', [['a', 'xy']]],
    ['a \'b', [['a', 'b']]],
    ['a "b', [['a', 'b']]],
    ['a $', [['a', '$']]],
    ['a $.x', [['a', '$.x']]],
    ['a $# $? $$ $0 $* $! $-', [['a', UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN]]],
    ['a $TEXT', [['a', 'x', 'y']]],
    ['a x$TEXT', [['a', 'xx', 'y']]],
    ['a "$TEXT" b', [['a', 'x y', 'b']]],
    ['a "x y"', [['a', 'x y']]],
    ['a ${TEXT}', [['a', 'x', 'y']]],
    ['a ${A-1} ${A:-1} ${A%x} ${A:=1}', [['a', '4', '4', UNKNOWN, UNKNOWN]]],
    [`a \${A:-${'1'.repeat(197)}} \${A:-${'1'.repeat(198)}}`, [['a', '4', UNKNOWN]]],
    ['a $(b (c) d) e', [['a', UNKNOWN, 'e']]],
    ['a $((A * B)) $((A * (B)))', [['a', '12', UNKNOWN]]],
    ['a $(b', [['a', UNKNOWN]]],
    ['a `b` c', [['a', UNKNOWN, 'c']]],
    ['a `b', [['a', UNKNOWN]]],
    ['exec time nohup a', [['a']]],
    ['! a', [['a']]],
    ['a exec if', [['a', 'exec', 'if']]],
    ['{ a; }; b', [['a'], ['b']]],
    ['X=1 a $X', [['a', UNKNOWN]]],
    ['X=1\na $X', [['a', '1']]],
    ['export X=1 Y\na $X', [['a', '1']]],
    ['export X=1', []],
    ['X=1 Y=2\na $X $Y', [['a', '1', '2']]],
    ['X=a=b\nc $X', [['c', 'a=b']]],
    ['if x; then A=1; fi\na $A', [['x'], ['a', UNKNOWN]]],
    ['if x; then y; fi; A=1\na $A', [['x'], ['y'], ['a', '1']]],
    ['while x; do if y; then z; fi; A=1; done; b $A', [['x'], ['y'], ['z'], ['b', UNKNOWN]]],
    ['done; A=1; b $A', [['b', '1']]],
    ['for A in 1 2; do b $A; done; c', [['b', UNKNOWN], ['c']]],
    ['case A in x) b;; esac; c $A', [['b'], ['c', '4']]],
    ['#x\na #y\nb#c', [['a'], ['b#c']]],
    ['', []],
  ])('%j', (script, expected) => {
    expect(read(script)).toEqual(expected);
  });

  test('all arguments are words of their own', () => {
    expect(read('exec "$@"', 'serve', '--tp', '8')).toEqual([['serve', '--tp', '8']]);
    expect(read('run $@ "$@"', 'a')).toEqual([['run', 'a', 'a']]);
    expect([isKnown('a'), isKnown(`a${UNKNOWN}`)]).toEqual([true, false]);
  });
});

describe('what is missing or of the wrong type reads as nothing', () => {
  test.each([[null], [undefined], ['x'], [1], [[{ a: 1 }]]])('a map: %j', value => {
    expect([asObject(value), objectAt(value, 'a')]).toEqual([{}, {}]);
  });

  test('lists keep the places of their maps', () => {
    expect([asList([{ a: 1 }, 'x', null]), asList([]), asList({}), asTexts(['a', 1, '', null]), asTexts('a')]).toEqual([[{ a: 1 }, {}, {}], [], [], ['a', ''], []]);
  });

  test('texts, numbers and paths', () => {
    expect([asText('a'), asText(''), asText(1)]).toEqual(['a', undefined, undefined]);
    expect([asNumber(0), asNumber(NaN), asNumber(Infinity), asNumber('1')]).toEqual([0, undefined, undefined, undefined]);
    expect([isPresent(0), isPresent(''), isPresent(null), isPresent(undefined)]).toEqual([true, true, false, false]);
    expect([asShown('a'), asShown(1), asShown(undefined), asShown({ a: [] })]).toEqual(['a', '1', '', '{"a":[]}']);
    expect([objectAt({ a: { b: { c: 1 } } }, 'a', 'b'), objectAt({ a: [] }, 'a', 'b'), objectAt({ a: 1 })]).toEqual([{ c: 1 }, {}, { a: 1 }]);
    expect([ownValue({ a: 1 }, 'a'), ownValue({ a: 1 }, 'toString')]).toEqual([1, undefined]);
  });
});
