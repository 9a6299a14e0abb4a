import { Address, isV4 } from '../../addresses';

/** An address as Go writes it: the longest of the runs of zeros is left out, the first of several. Source: Go net/netip Addr.String (1.25) */
export function canonicalAddress(address: Address): string {
  if (isV4(address)) {
    return address.slice(6).flatMap(group => [Math.floor(group / 256), group % 256]).join('.');
  }
  const runs = address.map((_, index) => zerosAt(address, index));
  const longest = Math.max(...runs);
  const texts = address.map(group => group.toString(16));
  const start = runs.indexOf(longest);
  return longest < 2 ? texts.join(':') : `${texts.slice(0, start).join(':')}::${texts.slice(start + longest).join(':')}`;
}

function zerosAt(address: Address, index: number): number {
  const end = address.findIndex((group, at) => at >= index && group !== 0);
  return (end < 0 ? address.length : end) - index;
}
