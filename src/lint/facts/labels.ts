/** Values that a controller may give to a label it sets on pods. */
export interface AddedValue {
  readonly allows: (value: string) => boolean;
  /** The values in words, for notes: `0 to 3`. */
  readonly text: string;
}

/** Labels that a controller adds to what the template says; it overwrites the template's own. */
export type AddedLabels = { readonly [key: string]: AddedValue };

/** Set at creation to something nobody knows before: a hash, a generated name. */
export const ANY_VALUE: AddedValue = { allows: () => true, text: 'set by its controller' };

export function exactly(value: string): AddedValue {
  return { allows: other => other === value, text: JSON.stringify(value) };
}

/** A whole number in `[from, from + count)`; without a count, nobody knows how many there will be. */
export function ordinals(from: number, count: number | undefined): AddedValue {
  return withOrdinal('', from, count);
}

/** `<prefix><ordinal>`, as in the name of a StatefulSet's pod. */
export function withOrdinal(prefix: string, from: number, count: number | undefined): AddedValue {
  const last = count === undefined ? Infinity : from + count - 1;
  return {
    allows: value => {
      const digits = value.startsWith(prefix) ? value.slice(prefix.length) : '';
      return /^(0|[1-9][0-9]*)$/.test(digits) && Number(digits) >= from && Number(digits) <= last;
    },
    text: last < from ? 'no value: there are no pods' : `${prefix}${from} ${last === Infinity ? 'and up' : `to ${prefix}${last}`}`,
  };
}

/** Values of a form. */
export function likePattern(pattern: RegExp, text: string): AddedValue {
  return { allows: value => pattern.test(value), text };
}
