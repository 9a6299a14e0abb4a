import { atoi } from './numbers';

/**
 * Reads `0,2-4`: the number of indexes, or what is wrong. Source: pkg/apis/batch/validation/validation.go validateIndexesFormat (v1.36)
 */
export function validateIndexes(text: string, completions: number): number | string {
  let [total, last] = [0, -Infinity];
  for (const interval of text === '' ? [] : text.split(',')) {
    const limits = interval.split('-');
    if (limits.length > 2) {
      return `the fragment ${JSON.stringify(interval)} violates the requirement that an index interval can have at most two parts separated by '-'`;
    }
    const numbers: number[] = [];
    for (const limit of limits) {
      const number = atoi(limit);
      if (number === undefined) {
        return `cannot convert string to integer for index: ${JSON.stringify(limit)}`;
      }
      if (number >= completions) {
        return `too large index: ${JSON.stringify(limit)}`;
      }
      numbers.push(number);
    }
    const [from, to = from] = numbers;
    if (numbers.length === 2 && from >= to) {
      return `non-increasing order, previous: ${from}, current: ${to}`;
    }
    if (last >= from) {
      return `non-increasing order, previous: ${last}, current: ${from}`;
    }
    total += to - from + 1;
    last = to;
  }
  return total;
}
