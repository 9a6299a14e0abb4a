import { orderOf, OPERATORS } from './operators';
import { count, CelLibrary, taking } from './signature';
import { CelFailure, CelValue, Duration, ListValue, PlainList, sameValue, typeNameOf } from './values';
import type { Work } from '../../schema/custom/work';

/* Source: kubernetes staging/src/k8s.io/apiserver/pkg/cel/library/lists.go (v1.36); cel-go ext/lists.go version 3, ext/sets.go (v0.26) */

export const LISTS: CelLibrary = {
  functions: {
    'sets.contains': [taking('list', 'list')(contains)],
    'sets.equivalent': [taking('list', 'list')((one, other, work) => contains(one, other, work) && contains(other, one, work))],
    'sets.intersects': [taking('list', 'list')((one, other, work) => {
      work?.spend(one.items.length * other.items.length);
      return one.items.some(item => other.items.some(each => sameValue(each, item)));
    })],
    'lists.range': [taking('int')((end, work) => {
      work?.spend(end > 0n ? count(end) : 0);
      return new PlainList(Array.from({ length: Math.max(0, count(end)) }, (_, index) => BigInt(index)));
    })],
  },
  methods: {
    isSorted: [taking('list')(({ items }) => items.every((item, index) => orderOf(items[Math.max(0, index - 1)], item) <= 0))],
    sum: [taking('list')(({ items }) => items.length === 0 ? 0n : items.reduce(added))],
    min: [taking('list')(({ items }) => extreme(items, 'min', order => order > 0))],
    max: [taking('list')(({ items }) => extreme(items, 'max', order => order < 0))],
    indexOf: [taking('list', 'any')(({ items }, wanted) => BigInt(items.findIndex(item => sameValue(item, wanted))))],
    lastIndexOf: [taking('list', 'any')(({ items }, wanted) => BigInt(items.map(item => sameValue(item, wanted)).lastIndexOf(true)))],
    slice: [taking('list', 'int', 'int')(slice)],
    flatten: [taking('list')((list, work) => new PlainList(flat(list, 1n, work))), taking('list', 'int')((list, depth, work) => new PlainList(flat(list, depth, work)))],
    sort: [taking('list')(({ items }) => sortedBy(items, items))],
    reverse: [taking('list')(({ items }) => new PlainList([...items].reverse()))],
    distinct: [taking('list')(({ items }, work) => {
      work?.spend(items.length * items.length);
      return new PlainList(items.filter((item, index) => items.findIndex(each => sameValue(each, item)) === index));
    })],
  },
};

function contains(list: ListValue, part: ListValue, work?: Work): boolean {
  work?.spend(list.items.length * part.items.length);
  return part.items.every(item => list.items.some(each => sameValue(each, item)));
}

function added(sum: CelValue, item: CelValue): CelValue {
  if (typeof item !== 'bigint' && typeof item !== 'number' && !(item instanceof Duration) && typeNameOf(item) !== 'uint') {
    throw new CelFailure('no such overload');
  }
  return OPERATORS.get('+')!(sum, item);
}

function extreme(items: readonly CelValue[], name: string, isBetter: (order: number) => boolean): CelValue {
  if (items.length === 0) {
    throw new CelFailure(`${name} called on empty list`);
  }
  return items.reduce((found, item) => isBetter(orderOf(found, item)) ? item : found);
}

function slice({ items }: ListValue, start: bigint, end: bigint): PlainList {
  if (start < 0n || end < 0n || start > end || end > BigInt(items.length)) {
    throw new CelFailure(`cannot slice(${start}, ${end}), list is length ${items.length}`);
  }
  return new PlainList(items.slice(Number(start), Number(end)));
}

function flat(list: ListValue, depth: bigint, work?: Work): readonly CelValue[] {
  if (depth < 0n) {
    throw new CelFailure('level must be non-negative');
  }
  work?.spend(list.items.length);
  return list.items.flatMap(item => item instanceof ListValue && depth > 0n ? flat(item, depth - 1n, work) : [item]);
}

/** A list in the order of its keys, which have one type. */
export function sortedBy(items: readonly CelValue[], keys: readonly CelValue[]): ListValue {
  if (keys.length > 0) {
    orderOf(keys[0], keys[0]);
  }
  if (keys.some(key => typeNameOf(key) !== typeNameOf(keys[0]))) {
    throw new CelFailure('list elements must have the same type');
  }
  const paired = items.map((item, index) => [item, keys[index]] as const);
  return new PlainList(paired.sort(([, one], [, other]) => orderOf(one, other)).map(([item]) => item));
}
