import { CelLibrary, taking } from './signature';
import { CelFailure, Particular } from './values';
import { Address, isV4, parseAddress, sixText } from '../../validation/addresses';

/*
 * IP addresses and ranges, as strict as Go's netip: no leading zeros, no zones, no IPv4 written as IPv6.
 * Source: kubernetes staging/src/k8s.io/apiserver/pkg/cel/library/{ip,cidr}.go (v1.36); Go net/netip
 */

const LEADING_ZERO = /(?:^|[.:])0[0-9]+(?:\.|$)|\.0[0-9]|[0-9a-fA-F]{5}/;
const LENGTH = /^(?:0|[1-9][0-9]{0,2})$/;

class Ip extends Particular {
  public readonly typeName = 'net.IP';

  constructor(public readonly address: Address, public readonly isFour: boolean) {
    super();
  }

  public equals(other: Particular): boolean {
    return other instanceof Ip && other.isFour === this.isFour && other.address.join() === this.address.join();
  }

  public override toString(): string {
    return this.isFour ? this.address.slice(6).flatMap(group => [Math.floor(group / 256), group % 256]).join('.') : sixText(this.address);
  }
}

class Cidr extends Particular {
  public readonly typeName = 'net.CIDR';

  constructor(public readonly ip: Ip, public readonly length: number) {
    super();
  }

  public equals(other: Particular): boolean {
    return other instanceof Cidr && other.length === this.length && other.ip.equals(this.ip);
  }

  public override toString(): string {
    return `${this.ip.toString()}/${this.length}`;
  }

  /** The same range with nothing behind its prefix. */
  public masked(): Cidr {
    return new Cidr(new Ip(cleared(this.ip, this.length), this.ip.isFour), this.length);
  }

  /** Whether the address is in the range. */
  public contains(ip: Ip): boolean {
    return ip.isFour === this.ip.isFour && cleared(ip, this.length).join() === cleared(this.ip, this.length).join();
  }
}

function cleared({ address, isFour }: Ip, length: number): Address {
  const bits = length + (isFour ? 96 : 0);
  return address.map((group, index) => {
    const kept = Math.max(0, Math.min(16, bits - 16 * index));
    return group - group % 2 ** (16 - kept);
  });
}

function readIp(text: string): Ip | undefined {
  const address = LEADING_ZERO.test(text) || text.length > 50 ? undefined : parseAddress(text);
  const isFour = !text.includes(':');
  return address === undefined || (!isFour && isV4(address)) ? undefined : new Ip(address, isFour);
}

function readCidr(text: string): Cidr | undefined {
  const slash = text.lastIndexOf('/');
  const ip = slash < 0 ? undefined : readIp(text.slice(0, slash));
  const length = text.slice(slash + 1);
  return ip && LENGTH.test(length) && Number(length) <= (ip.isFour ? 32 : 128) ? new Cidr(ip, Number(length)) : undefined;
}

function ipOf(text: string): Ip {
  const ip = readIp(text);
  if (!ip) {
    throw new CelFailure(`IP Address ${JSON.stringify(text)} parse error during conversion from string`);
  }
  return ip;
}

function cidrOf(text: string): Cidr {
  const cidr = readCidr(text);
  if (!cidr) {
    throw new CelFailure(`network address parse error during conversion from string: ${JSON.stringify(text)}`);
  }
  return cidr;
}

const isUnspecified = ({ address, isFour }: Ip) => address.every((group, index) => isFour && index === 5 || group === 0);
const isLoopback = ({ address, isFour }: Ip) =>
  isFour ? Math.floor(address[6] / 256) === 127 : address.every((group, index) => group === (index === 7 ? 1 : 0));
const isLinkLocal = ({ address, isFour }: Ip) => isFour ? address[6] === 0xa9fe : address[0] >= 0xfe80 && address[0] <= 0xfebf;
const isMulticast = ({ address, isFour }: Ip) => isFour ? Math.floor(address[6] / 0x1000) === 0xe : address[0] >= 0xff00;
const isBroadcast = ({ address, isFour }: Ip) => isFour && address[6] === 0xffff && address[7] === 0xffff;
const isLinkLocalMulticast = ({ address, isFour }: Ip) =>
  isFour ? address[6] === 0xe000 && address[7] < 256 : address[0] >= 0xff00 && address[0] % 16 === 2;

export const ADDRESSES: CelLibrary = {
  functions: {
    'ip': [taking('string')(ipOf)],
    'isIP': [taking('string')(text => readIp(text) !== undefined)],
    'ip.isCanonical': [taking('string')(text => ipOf(text).toString() === text)],
    'cidr': [taking('string')(cidrOf)],
    'isCIDR': [taking('string')(text => readCidr(text) !== undefined)],
    'string': [taking(Ip)(ip => ip.toString()), taking(Cidr)(cidr => cidr.toString())],
  },
  methods: {
    family: [taking(Ip)(({ isFour }) => isFour ? 4n : 6n)],
    isUnspecified: [taking(Ip)(isUnspecified)],
    isLoopback: [taking(Ip)(isLoopback)],
    isLinkLocalMulticast: [taking(Ip)(isLinkLocalMulticast)],
    isLinkLocalUnicast: [taking(Ip)(isLinkLocal)],
    isGlobalUnicast: [taking(Ip)(ip => ![isUnspecified, isBroadcast, isLoopback, isMulticast, isLinkLocal].some(test => test(ip)))],
    containsIP: [taking(Cidr, 'string')((cidr, text) => cidr.contains(ipOf(text))), taking(Cidr, Ip)((cidr, ip) => cidr.contains(ip))],
    containsCIDR: [
      taking(Cidr, 'string')((cidr, text) => isWithin(cidrOf(text), cidr)),
      taking(Cidr, Cidr)((cidr, other) => isWithin(other, cidr)),
    ],
    ip: [taking(Cidr)(({ ip }) => ip)],
    prefixLength: [taking(Cidr)(({ length }) => BigInt(length))],
    masked: [taking(Cidr)(cidr => cidr.masked())],
  },
};

function isWithin(inner: Cidr, outer: Cidr): boolean {
  return inner.length >= outer.length && outer.contains(inner.ip);
}
