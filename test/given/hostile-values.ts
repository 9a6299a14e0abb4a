import { App, Chart, JsonPatch, Lazy } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';

/*
 * Values that nobody means to give, and everybody gives one day: what an unset variable leaves, what another library made, what lies. Each is made anew,
 * since some can be used up.
 */

/** A value for a place where another belongs. */
export interface HostileValue {
  readonly title: string;
  make(): unknown;
}

const constant = (title: string, value: unknown): HostileValue => ({ title, make: () => value });
const made = (title: string, make: () => unknown): HostileValue => ({ title, make });

/** What throws when somebody asks. */
function refuse(): never {
  throw new RangeError('of the value, not of the library');
}

const NOTHING = [constant('undefined', undefined), constant('null', null)];

const NUMBERS = [
  NaN, Infinity, -Infinity, -0, 0, -1, 0.5, 1e-7, 1e21, Number.MAX_VALUE, Number.MAX_SAFE_INTEGER, 2 ** 53,
  2 ** 31 - 1, 2 ** 31, -(2 ** 31), 65_536, 150_001,
].map(value => constant(`number ${Object.is(value, -0) ? '-0' : value}`, value));

const TEXTS: readonly HostileValue[] = [
  constant('empty text', ''), constant('a space', ' '), constant('a line break', 'a\nb'), constant('a command of a build log', '\n::error::x'), constant('colours', '\x1b[31ma\x07'),
  constant('a lone surrogate', 'a\ud800b'), constant('a null character', 'a\0b'), constant('text from right to left', 'a\u202eb'), constant('a line separator', 'a\u2028b'),
  constant('__proto__ as text', '__proto__'), constant('constructor as text', 'constructor'), constant('a template', '${a}$(b)`c`{{d}}'),
  constant('a path out', '../../etc/passwd'), constant('an expression that might backtrack', `${'a-'.repeat(20_000)}!`), constant('capital letters without end', 'A'.repeat(100_000)),
  constant('a number as text', '3'), constant('true as text', 'true'),
  made('10 MB of text', () => 'a'.repeat(10_000_000)), made('a string of cdk8s\' token', () => '${Token[TOKEN.1]}'),
];

const OTHER_TYPES: readonly HostileValue[] = [
  constant('true', true), constant('a bigint', 10n), made('a symbol', () => Symbol('x')), made('a function', () => () => 1), made('a class', () => class Other {}),
  made('a date', () => new Date(0)), made('an invalid date', () => new Date(NaN)), made('an expression', () => /a/g), made('a promise', () => Promise.resolve(1)), made('an error', () => new Error('x')),
  made('a map', () => new Map([['a', 1]])), made('a set', () => new Set(['a'])), made('a weak map', () => new WeakMap()), made('a buffer', () => Buffer.from('abc')), made('bytes', () => new Uint8Array(3)),
  made('text in a box', () => Object('abc')), made('a number in a box', () => Object(3)), made('a boolean in a box', () => Object(false)), made('a URL', () => new URL('https://example.com/')),
  made('what JSON prints as something else', () => ({ toJSON: () => 3 })), made('what JSON cannot print', () => ({ toJSON: refuse })), made('no text', () => ({ toString: refuse, valueOf: refuse })),
];

const LISTS: readonly HostileValue[] = [
  made('no elements', () => []), made('holes', () => [,,]), made('a hole between', () => { const list: unknown[] = []; list[2] = 'a'; return list; }), // eslint-disable-line no-sparse-arrays
  made('undefined in a list', () => ['a', undefined]), made('null in a list', () => ['a', null]), made('a list in a list', () => [['a']]), made('an object in a list', () => [{}]), made('text in a list', () => ['a']),
  made('the same twice', () => ['a', 'a']), made('200000 elements', () => Array.from({ length: 200_000 }, () => undefined)), made('a list in itself', () => { const list: unknown[] = []; list.push(list); return list; }),
  made('a frozen list', () => Object.freeze(['a'])),
];

const MAPS: readonly HostileValue[] = [
  made('no properties', () => ({})), made('null in a map', () => ({ a: null })), made('undefined in a map', () => ({ a: undefined })), made('a number in a map', () => ({ a: 1 })),
  made('a map in a map', () => ({ a: {} })), made('text in a map', () => ({ a: 'b' })), made('an empty name', () => ({ '': 'b' })),
  made('a property __proto__', () => JSON.parse('{"__proto__":"b"}')), made('a property constructor', () => ({ constructor: 'b' })), made('a property hasOwnProperty', () => ({ hasOwnProperty: 'b', toString: 'c', valueOf: 'd' })),
  made('a frozen object', () => Object.freeze({ a: 'b' })), made('no prototype', () => Object.assign(Object.create(null), { a: 'b' })), made('an instance', () => new (class Other { public a = 'b'; })()),
  made('an object in itself', () => { const object: { [key: string]: unknown } = {}; object.a = object; return object; }),
  made('properties without end', () => Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${index}`, 1]))),
  made('a depth of 20000', () => { let object: unknown = 'a'; for (let depth = 0; depth < 20_000; depth++) { object = { a: object }; } return object; }),
];

const LIARS: readonly HostileValue[] = [
  made('a getter that throws', () => ({ get a() { return refuse(); } })), made('a getter of a name', () => ({ get name() { return refuse(); } })),
  made('a proxy that throws', () => new Proxy({}, { get: refuse, has: refuse, ownKeys: refuse, getPrototypeOf: refuse, getOwnPropertyDescriptor: refuse })),
  made('a proxy of a list that throws', () => new Proxy(['a'], { get: refuse, ownKeys: refuse })),
  made('a proxy that is over', () => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy; }),
  made('a proxy that has everything', () => new Proxy({}, { get: (_, key) => typeof key === 'symbol' ? undefined : 'a', has: () => true })),
  made('a prototype in a circle of proxies', () => Object.create(new Proxy({}, { getPrototypeOf: refuse, get: refuse }))),
];

/** What other code of an app has at hand. */
const OF_CDK8S: readonly HostileValue[] = [
  made('late text', () => Lazy.any({ produce: () => 'late' })), made('a late number', () => Lazy.any({ produce: () => 3 })), made('late nothing', () => Lazy.any({ produce: () => undefined })),
  made('a late list', () => Lazy.any({ produce: () => ['a'] })), made('late trouble', () => Lazy.any({ produce: refuse })), made('a token', () => ({ resolve: () => 'late' })), made('text with an object in it', () => `registry.example/${{} as string}`),
  made('an app', () => new App()), made('a chart', () => new Chart(new App(), 'other')), made('a config map', () => new kplus.ConfigMap(new Chart(new App(), 'other'), 'Config')),
  made('a patch', () => JsonPatch.remove('/spec')), made('a probe', () => kplus.Probe.fromCommand(['true'])), made('a value of a variable', () => kplus.EnvValue.fromValue('x')), made('cpu', () => kplus.Cpu.units(1)),
];

export const HOSTILE: readonly HostileValue[] = [...NOTHING, ...NUMBERS, ...TEXTS, ...OTHER_TYPES, ...LISTS, ...MAPS, ...LIARS, ...OF_CDK8S];
