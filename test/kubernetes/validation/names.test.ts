import { ServerContext } from '../../../src/kubernetes/validation/context';
import { Errors } from '../../../src/kubernetes/validation/errors';
import { isEmptySelector, selectorMatches } from '../../../src/kubernetes/validation/labels';
import {
  cIdentifier, configMapKey, dns1035Label, dnsLabel, dnsSubdomain, environmentName, label1035Name, labelValue,
  pathSegment, percent, portName, qualifiedName, subdomainName, wildcardSubdomain,
} from '../../../src/kubernetes/validation/names';
import { Path } from '../../../src/kubernetes/validation/path';
import { compareQuantities, isNegative, isWhole, ordinaryThousandths, parseQuantity, thousandths, units } from '../../../src/kubernetes/validation/quantities';
import { triedIn } from '../../hygiene/backtracking';

const long = (length: number) => 'a'.repeat(length);
const RULES = [dnsLabel, dnsSubdomain, dns1035Label, qualifiedName, labelValue, portName, configMapKey, cIdentifier, percent, wildcardSubdomain];

describe('names', () => {
  test.each([
    [dnsLabel, ['a', 'a-1', '1', long(63)], ['', 'A', '-a', 'a-', 'a.b', 'a_b', 'é', 'a\n', long(64)]],
    [dnsSubdomain, ['a', 'a.b-1.c', long(253)], ['', 'a..b', '.a', 'a.', 'A.b', 'a_b', long(254)]],
    [dns1035Label, ['a', 'a1-b'], ['1a', '', 'a.b', long(64)]],
    [qualifiedName, ['a', 'A_b.c-1', 'example.com/a', `${long(253)}/${long(63)}`], ['', '/a', 'a/', 'a/b/c', 'Example.com/a', '-a', 'a b', long(64), `${long(254)}/a`]],
    [labelValue, ['', 'a', 'A_b.c-1', long(63)], ['-a', 'a-', 'a b', 'a/b', long(64)]],
    [portName, ['a', 'http-1', '1a'], ['', '1', 'A', 'a--b', '-a', 'a-', 'a_b', long(16)]],
    [configMapKey, ['a', 'A_b.c-1', '.a', long(253)], ['', '.', '..', '..a', 'a/b', 'a b', long(254)]],
    [cIdentifier, ['_a', 'A1'], ['', '1a', 'a-b']],
    [percent, ['0%', '100%'], ['', '%', '1', '-1%', '1.5%']],
    [wildcardSubdomain, ['*.a.b'], ['*', '*.', 'a.b', '*.*.a']],
    [(name: string) => environmentName(name, false), ['A', 'a.b-c', '_'], ['', '1A', 'A B', '..', 'A=']],
    [(name: string) => environmentName(name, true), ['A', '1A', 'A B', '..', '~'], ['', 'A=', 'é', 'a\tb']],
    [(name: string) => pathSegment(name, false), ['a', 'A:b', 'system:node'], ['.', '..', 'a/b', 'a%b']],
  ])('rule %#', (rule, good, bad) => {
    expect(good.filter(name => rule(name).length > 0)).toEqual([]);
    expect(bad.filter(name => rule(name).length === 0)).toEqual([]);
  });

  test('texts are those of the API server', () => {
    expect(dnsLabel('a.b')).toEqual(['must not contain dots']);
    expect(dnsLabel('A')).toEqual(["a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character "
      + "(e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')"]);
    expect(portName('A--')).toEqual(['must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)', 'must contain at least one letter (a-z)',
      'must not contain consecutive hyphens', 'must not begin or end with a hyphen']);
    expect(qualifiedName('x/')).toContain('name part must be non-empty');
  });

  test('a name that will get a suffix may end with a dash', () => {
    expect([subdomainName('a-', true), label1035Name('a-', true), pathSegment('..', true)]).toEqual([[], [], []]);
    expect(subdomainName('a-', false)).toHaveLength(1);
    expect(subdomainName('-', true)).toHaveLength(1);
  });

  test.each(['a', 'a-', 'a.', '-', '.', 'a/'])('many of %j before a wrong character are gone through a few times, not again from each of them', piece => {
    const text = `${piece.repeat(400 / piece.length)}!`;
    const tried = triedIn(() => expect(RULES.filter(rule => rule(text).length === 0)).toEqual([]));
    expect(tried.length).toBeGreaterThanOrEqual(RULES.length - 1);
    expect(tried.filter(({ steps }) => steps > 10 * text.length)).toEqual([]);
  });
});

describe('quantities', () => {
  test.each([
    ['1', '1000m', 0], ['1.5Gi', '1536Mi', 0], ['1k', '1000', 0], ['1Ki', '1k', 1], ['1e3', '1k', 0], ['1E', '1000P', 0], ['-1', '0', -1], ['0.1', '100m', 0], ['.5', '500m', 0],
    ['1.', '1', 0], ['+1', '1', 0], ['1n', '0.1n', 0], ['9999999Ei', '1e30', -1], ['', undefined, NaN], ['1 Gi', undefined, NaN], ['1gi', undefined, NaN], ['1e', undefined, NaN], ['0x1', undefined, NaN],
    ['1e999999999999', '1', 1], [' 1 ', '1', 0],
  ])('%s against %s is %s', (one, other, order) => {
    const [left, right] = [parseQuantity(one), parseQuantity(other)];
    expect(left && right ? compareQuantities(left, right) : NaN).toBe(order);
  });

  test('numbers are quantities, other values are none', () => {
    expect([parseQuantity(2)?.nano, parseQuantity(0.5)?.nano]).toEqual([2_000_000_000n, 500_000_000n]);
    expect([parseQuantity(null), parseQuantity({}), parseQuantity(true), parseQuantity('1'.repeat(1_000))]).toEqual([undefined, undefined, undefined, undefined]);
  });

  test.each(['0', '1', '500m', '16Gi', '1Ti', '9T', '12k', '007', '1Ki', '3M', '5G', '7Mi'])('%s is read fast as it is read exactly', text => {
    expect(BigInt(ordinaryThousandths(text)!)).toBe(thousandths(parseQuantity(text)!));
  });

  test.each(['', '-1', '+1', '1.5', '1e3', '1n', '1Ei', '99999999999999999999', '1gi', 'Gi', 5, null])('%s is not read fast', value => {
    expect(ordinaryThousandths(value)).toBeUndefined();
  });

  test('signs and parts', () => {
    expect([isNegative(parseQuantity('-1n')!), isWhole(parseQuantity('1.0')!), isWhole(parseQuantity('0.0001')!), units(parseQuantity('1m')!)]).toEqual([true, true, false, 1n]);
  });
});

describe('places and errors', () => {
  const path = Path.root('spec').child('list').index(2).child('limits').key('a/b');

  test('a place reads as the API server writes it', () => {
    expect(path.toString()).toBe('spec.list[2].limits[a/b]');
  });

  test('each reason has its words', () => {
    const errors = new Errors();
    errors.invalid(path, 'x"', 'detail');
    errors.required(path);
    errors.unsupported(path, 'x', ['A', 'B']);
    errors.forbidden(path, 'no');
    errors.duplicate(path, 'x');
    errors.notFound(path, 'x', 'why');
    errors.tooLong(path, 1);
    errors.tooLongCharacters(path, 2);
    errors.tooMany(path, 21, 20);
    expect(errors.list.map(({ reason, message }) => `${reason} ${message}`)).toEqual([
      'FieldValueInvalid Invalid value: "x\\"": detail', 'FieldValueRequired Required value', 'FieldValueNotSupported Unsupported value: "x": supported values: "A", "B"',
      'FieldValueForbidden Forbidden: no', 'FieldValueDuplicate Duplicate value: "x"', 'FieldValueNotFound Not found: "x": why', 'FieldValueTooLong Too long: may not be more than 1 byte',
      'FieldValueTooLong Too long: may not be more than 2 characters', 'FieldValueTooMany Too many: 21: must have at most 20 items',
    ]);
  });

  test('a huge value is cut', () => {
    const errors = new Errors();
    errors.invalid(path, 'x'.repeat(1_000_000), 'detail');
    expect(errors.list[0].message.length).toBeLessThan(1_000);
  });
});

describe('gates', () => {
  test('are as measured, unless they are moved and can be', () => {
    expect(new ServerContext('1.33').gate('PodLevelResources')).toBe(false);
    expect(new ServerContext('1.34').gate('PodLevelResources')).toBe(true);
    expect(new ServerContext('1.33', { PodLevelResources: true }).gate('PodLevelResources')).toBe(true);
    expect(new ServerContext('1.36', { ProcMountType: false }).gate('ProcMountType')).toBe(true);
    expect(['Bogus', '__proto__', 'constructor'].map(name => new ServerContext('1.36', { Bogus: true }).gate(name))).toEqual([false, false, false]);
  });
});

describe('selectors', () => {
  const labels = { app: 'a', tier: 'b' };
  test.each([
    [{}, true], [{ matchLabels: { app: 'a' } }, true], [{ matchLabels: { app: 'b' } }, false], [{ matchExpressions: [{ key: 'app', operator: 'In', values: ['a', 'x'] }] }, true],
    [{ matchExpressions: [{ key: 'none', operator: 'NotIn', values: ['a'] }] }, true], [{ matchExpressions: [{ key: 'app', operator: 'Exists' }] }, true],
    [{ matchExpressions: [{ key: 'app', operator: 'DoesNotExist' }] }, false], [{ matchLabels: { toString: 'x' } }, false], [{ matchExpressions: [{ key: 'constructor', operator: 'Exists' }] }, false],
  ])('%j', (selector, matches) => {
    expect(selectorMatches(selector, labels)).toBe(matches);
  });

  test('an empty one has no requirement', () => {
    expect([isEmptySelector({}), isEmptySelector(undefined), isEmptySelector({ matchLabels: { a: '' } })]).toEqual([true, false, false]);
  });
});
