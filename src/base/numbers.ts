/** So many whole numbers, one after the other. */
export function numbersFrom(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, place) => first + place);
}
