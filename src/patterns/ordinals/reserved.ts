import { invalid, wholeNumber } from '../../base/errors/invalid-input';

/**
 * A range of ordinals, both ends included.
 */
export interface OrdinalRange {
  /** First ordinal. */
  readonly first: number;

  /** Last ordinal, at least `first`. */
  readonly last: number;

  /**
   * What it is kept for; error messages and `explain()` print it.
   *
   * @default - unnamed
   */
  readonly purpose?: string;
}

/** Both ends, in their order. */
export function checkReserved(reserved: readonly OrdinalRange[]): void {
  reserved.forEach((range, index) => {
    wholeNumber(`reserved[${index}].first`, range.first, { min: 0, help: 'ordinals start at 0' });
    wholeNumber(`reserved[${index}].last`, range.last, { min: 0, help: 'ordinals start at 0' });
    if (range.last < range.first) {
      throw invalid(`reserved[${index}].last`, range.last, `is before first ${range.first}`, 'give the last ordinal of the range, not its length');
    }
  });
}

/** `reserved (restore) 900-909`. */
export function showReserved(range: OrdinalRange): string {
  return `reserved${range.purpose ? ` (${range.purpose})` : ''} ${range.first}-${range.last}`;
}
