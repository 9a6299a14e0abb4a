/** Of two whole numbers of which one at least is not 0. */
export function greatestCommonDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestCommonDivisor(other, one % other);
}

/** So many whole numbers, one after the other. */
export function numbersFrom(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, place) => first + place);
}
