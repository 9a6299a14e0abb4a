/*
 * IP addresses and ranges as Go reads them. Leading zeros are fine in the old fields, until the gate StrictIPCIDRValidation.
 * Source: k8s.io/utils/net ParseIPSloppy; apimachinery pkg/util/validation/ip.go (v0.36)
 */

/** Eight groups; an IPv4 address stands in the last two after ::ffff. */
export type Address = readonly number[];

const V4_PART = /^[0-9]+$/;
const V6_GROUP = /^0*[0-9a-fA-F]{1,4}$/;

export function parseAddress(text: string): Address | undefined {
  return text.includes(':') ? parseV6(text) : mapped(parseV4(text));
}

function mapped(parts: readonly number[] | undefined): Address | undefined {
  return parts && [0, 0, 0, 0, 0, 0xffff, parts[0] * 256 + parts[1], parts[2] * 256 + parts[3]];
}

function parseV4(text: string): readonly number[] | undefined {
  const parts = text.split('.');
  const numbers = parts.map(part => V4_PART.test(part) ? Number(part) : 256);
  return parts.length === 4 && numbers.every(number => number <= 255) ? numbers : undefined;
}

function parseV6(text: string): Address | undefined {
  const halves = text.split('::');
  const last = halves.length - 1;
  const [head, tail] = halves.map((half, index) => groupsOf(half, index === last));
  if (last > 1 || head === undefined) {
    return undefined;
  }
  if (last === 0) {
    return head.length === 8 ? head : undefined;
  }
  // `::` stands for at least one group.
  const missing = 8 - head.length - (tail?.length ?? 8);
  return missing < 1 ? undefined : [...head, ...Array<number>(missing).fill(0), ...tail!];
}

/** The groups of a part; an IPv4 address may be the end of the last. */
function groupsOf(text: string, isLast: boolean): readonly number[] | undefined {
  if (text === '') {
    return [];
  }
  const texts = text.split(':');
  const v4 = isLast ? parseV4(texts[texts.length - 1]) : undefined;
  const groups = v4 === undefined ? texts : texts.slice(0, -1);
  if (!groups.every(group => V6_GROUP.test(group))) {
    return undefined;
  }
  return [...groups.map(group => parseInt(group, 16)), ...(v4 === undefined ? [] : [v4[0] * 256 + v4[1], v4[2] * 256 + v4[3]])];
}

/** Whether it is IPv4, or one written as IPv6. */
export function isV4(address: Address): boolean {
  return address[5] === 0xffff && address.slice(0, 5).every(group => group === 0);
}

/** Of a number of an IPv4 address, or more than four digits of a group. */
const LEADING_ZERO = /(?:^|:)0[0-9]+\.|\.0[0-9]|[0-9a-fA-F]{5}/;

/** Source: ip.go IsValidIPForLegacyField */
export function addressProblems(text: string, isStrict: boolean): readonly string[] {
  const address = parseAddress(text);
  if (address === undefined) {
    return ['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'];
  }
  if (!isStrict) {
    return [];
  }
  return LEADING_ZERO.test(text) ? ['must not have leading 0s'] : text.includes(':') && isV4(address) ? ['must not be an IPv4-mapped IPv6 address'] : [];
}

const PREFIX_LENGTH = /^[0-9]+$/;

/** Source: ip.go IsValidCIDRForLegacyField */
export function rangeProblems(text: string, isStrict: boolean): readonly string[] {
  const slash = text.indexOf('/');
  const [address, length] = [slash < 0 ? undefined : parseAddress(text.slice(0, slash)), text.slice(slash + 1)];
  const bits = text.includes(':') ? 128 : 32;
  if (address === undefined || !PREFIX_LENGTH.test(length) || Number(length) > bits) {
    return ['must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'];
  }
  if (!isStrict) {
    return [];
  }
  if (LEADING_ZERO.test(text) || length.length > 1 && length.startsWith('0')) {
    return ['must not have leading 0s in IP or prefix length'];
  }
  if (bits === 128 && isV4(address)) {
    return ['must not have an IPv4-mapped IPv6 address'];
  }
  return hasBitsBeyond(address, Number(length) + 128 - bits) ? ['must not have bits set beyond the prefix length'] : [];
}

function hasBitsBeyond(address: Address, length: number): boolean {
  return address.some((group, index) => group % 2 ** (16 - Math.max(0, Math.min(16, length - 16 * index))) !== 0);
}

/** Addresses that no endpoint can have. Source: pkg/apis/core/validation/validation.go ValidateEndpointIP (v1.36) */
export function endpointProblems(text: string): readonly string[] {
  const address = parseAddress(text);
  if (address === undefined) {
    return ['must be a valid IP address'];
  }
  const [v4, high, low] = [isV4(address), address[6], address[7]];
  const isUnspecified = v4 ? high === 0 && low === 0 : address.every(group => group === 0);
  const isLoopback = v4 ? high >= 0x7f00 && high <= 0x7fff : address.every((group, index) => group === (index === 7 ? 1 : 0));
  const isLinkLocal = v4 ? high === 0xa9fe : address[0] >= 0xfe80 && address[0] <= 0xfebf;
  const isLinkLocalMulticast = v4 ? high === 0xe000 && low <= 0xff : address[0] >= 0xff00 && address[0] % 0x10 === 2;
  return [
    ...(isUnspecified ? [`may not be unspecified (${text})`] : []),
    ...(isLoopback ? ['may not be in the loopback range (127.0.0.0/8, ::1/128)'] : []),
    ...(isLinkLocal ? ['may not be in the link-local range (169.254.0.0/16, fe80::/10)'] : []),
    ...(isLinkLocalMulticast ? ['may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)'] : []),
  ];
}

/** Source: RFC 5952: the first of the longest runs of two or more zeros is left out. */
export function sixText(address: Address): string {
  let [start, length] = [0, 1];
  for (let from = 0; from < 8; from++) {
    let to = from;
    while (to < 8 && address[to] === 0) {
      to++;
    }
    if (to - from > length) {
      [start, length] = [from, to - from];
    }
  }
  const texts = address.map(group => group.toString(16));
  return length < 2 ? texts.join(':') : `${texts.slice(0, start).join(':')}::${texts.slice(start + length).join(':')}`;
}
