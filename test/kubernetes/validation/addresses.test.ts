import { addressProblems, endpointProblems, isV4, parseAddress, rangeProblems } from '../../../src/kubernetes/validation/addresses';

test.each<[string, number[]]>([
  ['1.2.3.4', [0, 0, 0, 0, 0, 0xffff, 0x0102, 0x0304]],
  ['255.255.255.255', [0, 0, 0, 0, 0, 0xffff, 0xffff, 0xffff]],
  ['010.0.0.01', [0, 0, 0, 0, 0, 0xffff, 0x0a00, 0x0001]],
  ['::', [0, 0, 0, 0, 0, 0, 0, 0]],
  ['1::', [1, 0, 0, 0, 0, 0, 0, 0]],
  ['::1', [0, 0, 0, 0, 0, 0, 0, 1]],
  ['2001:DB8::aBcD:12', [0x2001, 0xdb8, 0, 0, 0, 0, 0xabcd, 0x12]],
  ['1:2:3:4:5:6:7:8', [1, 2, 3, 4, 5, 6, 7, 8]],
  ['1:2:3:4::5:6:7', [1, 2, 3, 4, 0, 5, 6, 7]],
  ['1:2:3:4:5:6:7::', [1, 2, 3, 4, 5, 6, 7, 0]],
  ['::1.2.3.4', [0, 0, 0, 0, 0, 0, 0x0102, 0x0304]],
  ['::ffff:1.2.3.4', [0, 0, 0, 0, 0, 0xffff, 0x0102, 0x0304]],
  ['64:ff9b::10.0.0.1', [0x64, 0xff9b, 0, 0, 0, 0, 0x0a00, 0x0001]],
  ['2001:00db8::0000000001', [0x2001, 0xdb8, 0, 0, 0, 0, 0, 1]],
  [`${'0'.repeat(1_000)}1.1.1.1`, [0, 0, 0, 0, 0, 0xffff, 0x0101, 0x0101]],
  ['1:2:3:4:5:6:7.8.9.10', [1, 2, 3, 4, 5, 6, 0x0708, 0x090a]],
])('%s is an address', (text, groups) => {
  expect(parseAddress(text)).toEqual(groups);
});

test.each([
  '', '1', '1.2.3', '1.2.3.4.5', '1.2.3.256', '256.2.3.4', '1.2.3.', '1.2.3.x', '1.2.3.4x', '1.2.3.x4', '1.2.3.-4', ' 1.2.3.4',
  ':', '1:2', '1:2:3:4:5:6:7', '1:2:3:4:5:6:7:8:9', '1:2:3:4:5:6:7:8::', '1:2:3:4::5:6:7:8', '1::2::3', ':::', '1:::2', '::g', '::g1', '::1g', '::12345', 'x::', '::1.2.3', '::1.2.3.256',
  '::1.2.3.4:5', '1.2.3.4::', '1:2:3:4:5:6:1.2.3.4::', '1.2.3.4::1', '::010000', 'a', '10.0.0.1/8', 'fe80::1%eth0', ':1:2:3:4:5:6:7', '1:2:3:4:5:6:7:', '1:2:3:4:5:6:7:8.9.10.11',
])('"%s" is no address', text => {
  expect(parseAddress(text)).toBeUndefined();
});

test.each([
  ['1.2.3.4', true], ['::ffff:1.2.3.4', true], ['::ffff:102:304', true], ['::1.2.3.4', false], ['::', false], ['1::ffff:1.2.3.4', false], ['0:0:0:0:1:ffff:1:1', false], ['ffff::', false],
  ['1:1:1:1:1:ffff:1:1', false],
])('whether %s is of version 4: %s', (text, expected) => {
  expect(isV4(parseAddress(text)!)).toBe(expected);
});

const NO_ADDRESS = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)';
const ZEROS = 'must not have leading 0s';
const MAPPED = 'must not be an IPv4-mapped IPv6 address';

test.each<[string, string[]]>([
  ['1.2.3.4', []], ['0.0.0.0', []], ['10.20.30.0', []], ['2001:db8::1', []], ['::1.2.3.4', []], ['2001:0db8::01', []], ['0001::', []],
  ['01.2.3.4', [ZEROS]], ['1.2.3.04', [ZEROS]], ['1.002.3.4', [ZEROS]], ['1.2.3.00', [ZEROS]], ['::01.2.3.4', [ZEROS]], ['::1.2.3.010', [ZEROS]],
  ['::ffff:1.2.3.4', [MAPPED]], ['::ffff:102:304', [MAPPED]],
  // Go's strict parser reads no address then, so nothing more is said of it.
  ['::ffff:01.2.3.4', [ZEROS]], ['00001.2.3.4', [ZEROS]], ['2001:00db8::1', [ZEROS]], ['::00001', [ZEROS]], ['::ffff:00102:304', [ZEROS]],
  ['0:0:0:0:0:ffff:a00:1', [MAPPED]], ['::1:ffff:a00:1', []],
])('%s where addresses are read strictly', (text, expected) => {
  expect(addressProblems(text, true)).toEqual(expected);
});

test('where they are not, only what is no address is refused', () => {
  expect(['01.2.3.4', '::ffff:1.2.3.4', '1.2.3'].map(text => addressProblems(text, false))).toEqual([[], [], [NO_ADDRESS]]);
  expect(addressProblems('1.2.3', true)).toEqual([NO_ADDRESS]);
});

const NO_RANGE = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)';
const RANGE_ZEROS = 'must not have leading 0s in IP or prefix length';
const BITS = 'must not have bits set beyond the prefix length';

test.each<[string, string[]]>([
  ['10.0.0.0/8', []], ['0.0.0.0/0', []], ['1.2.3.4/32', []], ['1.2.3.4/33', [NO_RANGE]], ['::/0', []], ['2001:db8::/64', []], ['2001:db8::1/128', []], ['2001:db8::1/129', [NO_RANGE]],
  ['10.0.0.0', [NO_RANGE]], ['/8', [NO_RANGE]], ['10.0.0.0/', [NO_RANGE]], ['10.0.0.0/x', [NO_RANGE]], ['10.0.0.0/8x', [NO_RANGE]], ['10.0.0.0/x8', [NO_RANGE]], ['10.0.0.0/-8', [NO_RANGE]],
  ['10.0.0.0/+8', [NO_RANGE]], ['10.0.0.0/8/8', [NO_RANGE]], ['10.0.0/8', [NO_RANGE]], ['10.0.0.0/128', [NO_RANGE]],
  ['010.0.0.0/8', [RANGE_ZEROS]], ['10.0.0.00/8', [RANGE_ZEROS]], ['10.0.0.0/08', [RANGE_ZEROS]], ['0.0.0.0/00', [RANGE_ZEROS]], ['10.0.0.0/10', []], ['2001:0db8::/64', []], ['::/064', [RANGE_ZEROS]], ['2001:00db8::/64', [RANGE_ZEROS]],
  ['::ffff:1.2.3.0/120', ['must not have an IPv4-mapped IPv6 address']], ['::ffff:102:300/120', ['must not have an IPv4-mapped IPv6 address']],
  ['10.0.0.1/8', [BITS]], ['10.128.0.0/8', [BITS]], ['10.128.0.0/9', []], ['10.0.0.1/31', [BITS]], ['10.0.0.2/31', []], ['2001:db8::1/64', [BITS]], ['2001:db8:0:1::/64', []], ['2001:db8:0:1::/63', [BITS]],
])('the range %s where ranges are read strictly', (text, expected) => {
  expect(rangeProblems(text, true)).toEqual(expected);
});

test('where they are not, zeros and bits beyond are let through', () => {
  expect(['010.0.0.0/8', '10.0.0.0/08', '::ffff:1.2.3.0/120', '10.0.0.1/8'].map(text => rangeProblems(text, false))).toEqual([[], [], [], []]);
  expect(rangeProblems('10.0.0.0/33', false)).toEqual([NO_RANGE]);
});

const LOOPBACK = 'may not be in the loopback range (127.0.0.0/8, ::1/128)';
const LINK_LOCAL = 'may not be in the link-local range (169.254.0.0/16, fe80::/10)';
const MULTICAST = 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)';

test.each<[string, string[]]>([
  ['x', ['must be a valid IP address']],
  ['0.0.0.0', ['may not be unspecified (0.0.0.0)']], ['0.0.0.1', []], ['0.1.0.0', []], ['::', ['may not be unspecified (::)']], ['::2', []], ['1::', []],
  ['126.255.255.255', []], ['127.0.0.0', [LOOPBACK]], ['127.255.255.255', [LOOPBACK]], ['128.0.0.0', []], ['::1', [LOOPBACK]], ['1::1', []], ['::1:1', []], ['::127.0.0.1', []],
  ['169.253.255.255', []], ['169.254.0.0', [LINK_LOCAL]], ['169.254.255.255', [LINK_LOCAL]], ['169.255.0.0', []],
  ['fe7f:ffff::1', []], ['fe80::', [LINK_LOCAL]], ['fe80::1', [LINK_LOCAL]], ['febf::1', [LINK_LOCAL]], ['fec0::1', []], ['2001:db8::1', []],
  ['224.0.0.0', [MULTICAST]], ['224.0.0.255', [MULTICAST]], ['224.0.1.0', []], ['225.0.0.1', []], ['10.0.0.1', []],
  ['ff00::1', []], ['ff01::1', []], ['ff02::1', [MULTICAST]], ['ff12::1', [MULTICAST]], ['ff05::2', []], ['2002::1', []], ['fe02::1', []], ['::2:2', []],
  ['::ffff:127.0.0.1', [LOOPBACK]], ['::ffff:0.0.0.0', ['may not be unspecified (::ffff:0.0.0.0)']],
])('an endpoint at %s', (text, expected) => {
  expect(endpointProblems(text)).toEqual(expected);
});
