/** What Go refuses. */
export const REFUSED = Symbol('refused');

/** A scalar as it is written, what it is as a value, and as a key (`<scalar>: 1`); the key is the text of the value where nothing is said. */
export type ScalarRow = readonly [written: string, value: unknown, key?: string | typeof REFUSED];

const TAG = 'tag:yaml.org,2002:';

export const SCALARS: readonly ScalarRow[] = [
  // Words of YAML 1.1.
  ['yes', true], ['Yes', true], ['YES', true], ['yEs', 'yEs'], ['y', true], ['Y', true], ['on', true], ['On', true], ['ON', true],
  ['true', true], ['True', true], ['TRUE', true], ['tRUE', 'tRUE'], ['no', false], ['No', false], ['n', false], ['N', false],
  ['off', false], ['Off', false], ['OFF', false], ['false', false], ['False', false], ['FALSE', false], ['t', 't'], ['nope', 'nope'],
  ['null', null, REFUSED], ['Null', null, REFUSED], ['NULL', null, REFUSED], ['~', null, REFUSED], ['nULL', 'nULL'], ['none', 'none'],
  // Integers.
  ['0', 0], ['-0', 0, '0'], ['+7', 7, '7'], ['12', 12], ['-12', -12], ['0644', 420], ['0o644', 420], ['0O17', 15], ['-010', -8], ['00', 0],
  ['08', 8], ['0x1F', 31], ['0X1f', 31], ['-0x10', -16], ['0xg', '0xg'], ['0b11', 3], ['0B11', 3], ['-0b11', -3], ['0b-11', -3], ['0b+1', 1],
  ['0b12', '0b12'], ['0b', '0b'], ['0x', '0x'], ['1_000', 1000], ['1__0', 10], ['1_', 1], ['_1', '_1'], ['-_1', -1], ['0_7', 7], ['0x_f', 15],
  ['+_', '+_'], ['-', REFUSED, '-'], ['+', '+'], ['1:30', '1:30'], ['190:20:30', '190:20:30'], ['12e', '12e'], ['1-2', '1-2'],
  ['9007199254740991', 9007199254740991], ['9007199254740993', 9007199254740992, '9007199254740993'],
  ['9223372036854775807', 9223372036854774784, '9223372036854775807'], ['9223372036854775808', 9223372036854775808, REFUSED],
  ['-9223372036854775808', -9223372036854775808, '-9223372036854775808'], ['-9223372036854775809', -9223372036854775808, '-9.223372e+18'],
  ['18446744073709551615', 18446744073709549568, REFUSED], ['18446744073709551616', 18446744073709551616, '1.8446744e+19'],
  ['0xFFFFFFFFFFFFFFFF', 18446744073709549568, REFUSED], ['+18446744073709551615', 18446744073709551616, '1.8446744e+19'],
  // Floats. A key has the digits of 32 bits.
  ['1.5', 1.5], ['-1.5', -1.5], ['1.', 1, '1'], ['.5', 0.5, '0.5'], ['+.5', 0.5, '0.5'], ['-.5', -0.5, '-0.5'], ['.5_0', 0.5, '0.5'],
  ['.5_', '.5_'], ['._5', '._5'], ['.', '.'], ['..', '..'], ['.5.', '.5.'], ['1.5.0', '1.5.0'], ['1e3', 1000], ['1E3', 1000], ['1e+3', 1000, '1000'],
  ['1e-3', 0.001, '0.001'], ['1e-5', 0.00001, '1e-05'], ['1e6', 1000000, '1e+06'], ['123456.0', 123456, '123456'], ['1e1_0', 1e10, '1e+10'],
  ['1_0.2_5', 10.25, '10.25'], ['0.1', 0.1], ['123456789.5', 123456789.5, '1.2345679e+08'], ['1e400', '1e400'], ['1e39', 1e39, '.inf'],
  ['1e', '1e'], ['e3', 'e3'], ['0.1.2', '0.1.2'], ['0x1p3', '0x1p3'], ['1e3Mi', '1e3Mi'], ['100m', '100m'], ['1Gi', '1Gi'], ['1.5Gi', '1.5Gi'],
  ['.inf', REFUSED, '.inf'], ['-.Inf', REFUSED, '-.inf'], ['+.INF', REFUSED, '.inf'], ['.nan', REFUSED, '.nan'], ['.NaN', REFUSED, '.nan'],
  ['inf', 'inf'], ['.iNF', '.iNF'],
  // Dates stay text.
  ['2026-11-20', '2026-11-20'], ['2026-11-20T10:00:00Z', '2026-11-20T10:00:00Z'], ['2026-11-20 10:00:00', '2026-11-20 10:00:00'], ['2026-13-01', '2026-13-01'],
  // Quotes, and what is text in any case.
  ['"yes"', 'yes'], ['\'0644\'', '0644'], ['"null"', 'null'], ['""', ''], ['\'\'', ''], ['\'it\'\'s\'', 'it\'s'], ['"<<"', '<<'], ['a b', 'a b'],
  ['a#b', 'a#b'], ['a:b', 'a:b'], ['::', REFUSED, '::'], [':a', ':a'], ['-a', '-a'], ['?a', '?a'], ['a,b', 'a,b'], ['a[0]', 'a[0]'], ['a{', 'a{'], ['a"b', 'a"b'],
  ['=', '='], ['<', '<'], ['$(A)', '$(A)'], ['/a', '/a'], ['é', 'é'], ['😀', '😀'], ['a\u00a0b', 'a\u00a0b'], ['\ufeffa', '\ufeffa', 'a'], ['---a', '---a', REFUSED], ['...a', '...a'],
  ['"\\x41\\u00e9\\U0001F600"', 'Aé😀'], ['"\\0\\a\\b\\e\\f\\n\\r\\t\\v"', '\0\x07\b\x1b\f\n\r\t\v'], ['"\\N\\_\\L\\P"', '\x85\xa0\u2028\u2029'],
  ['"\\"\\\\\\\'\\ "', '"\\\' '], ['"\\/"', REFUSED, REFUSED], ['"\\ud83d\\ude00"', REFUSED, REFUSED], ['"\\x4"', REFUSED, REFUSED], ['"\\q"', REFUSED, REFUSED],
  ['"\\U00110000"', REFUSED, REFUSED], ['"a\tb"', 'a\tb'], ['a\tb', 'a\tb'],
  // Tags.
  ['!!str 1', '1'], ['!!int 1', 1], ['!!int "12"', 12, '12'], ['!!int a', REFUSED, REFUSED], ['!!int 1.5', REFUSED, REFUSED], ['!!float 1', 1, '1'],
  ['!!float 0x10', 16, '16'], ['!!float 1000000', 1000000, '1e+06'], ['!!float 18446744073709551615', REFUSED, REFUSED], ['!!float a', REFUSED, REFUSED],
  ['!!float yes', REFUSED, REFUSED], ['!!float ~', REFUSED, REFUSED], ['!!int yes', REFUSED, REFUSED], ['!!int ~', REFUSED, REFUSED], ['!!bool 1', REFUSED, REFUSED], ['!!null 0', REFUSED, REFUSED],
  ['!!bool yes', true, 'true'], ['!!bool "on"', true, 'true'], ['!!bool 1', REFUSED, REFUSED], ['!!null ""', null, REFUSED], ['!!null a', REFUSED, REFUSED],
  ['!!timestamp 2026-11-20', '2026-11-20'], ['!!timestamp 2026-13-20', REFUSED, REFUSED], ['!!timestamp a', REFUSED, REFUSED],
  ['!!binary aGk=', 'hi'], ['!!binary aGk', REFUSED, REFUSED], ['!!binary gA==', '\ufffd'], ['!!binary /8Op', '\ufffdé'], ['!!binary 8J+YgIA=', '😀\ufffd'], ['!!binary "aG\\nk="', 'hi'], ['! 1', '1'], ['!local 1', '1'],
  ['!!unknown 1', '1'], [`!<${TAG}int> 1`, 1, '1'], ['!<x> 1', '1'], ['!e!x 1', REFUSED, REFUSED], ['!<x 1', REFUSED, REFUSED],
  ['!a%20b 1', '1'], ['!a%2 1', REFUSED, REFUSED], ['&a 1', 1, '1'], ['&a !!str 1', '1'], ['!!str &a 1', '1'], ['&a &b 1', REFUSED, REFUSED], ['&a', null, REFUSED],
  ['& 1', REFUSED, REFUSED], ['*a', REFUSED, REFUSED],
  // Characters that begin nothing.
  ['@a', REFUSED, REFUSED], ['`a', REFUSED, REFUSED], ['%a', REFUSED, REFUSED], [',a', REFUSED, REFUSED], [']', REFUSED, REFUSED], ['}', REFUSED, REFUSED],
  ['\0', REFUSED, REFUSED], ['a\0', REFUSED, REFUSED], ['\x07', REFUSED, REFUSED], ['\x7f', REFUSED, REFUSED], ['\x80', REFUSED, REFUSED], ['\uffff', REFUSED, REFUSED],
];
