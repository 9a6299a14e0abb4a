/** Stands in a word for what nobody knows before the container runs. */
export const UNKNOWN = '\u0000';

/** Values by name; UNKNOWN where a variable exists and its value is not in the manifest. */
export type Variables = ReadonlyMap<string, string>;

const OPERATION = /^\s*\$?\{?([A-Za-z_]\w*|\d{1,9})\}?\s*([*+-])\s*\$?\{?([A-Za-z_]\w*|\d{1,9})\}?\s*$/;

/** `$((SIZE * 8))`: entry points calculate with two numbers and one operator; anything else is unknown. */
export function arithmetic(text: string, values: Variables): string {
  const match = text.length <= 200 ? OPERATION.exec(text) : null;
  const [left, right] = match ? [numberOf(match[1], values), numberOf(match[3], values)] : [];
  if (!match || left === undefined || right === undefined) {
    return UNKNOWN;
  }
  return String(match[2] === '*' ? left * right : match[2] === '+' ? left + right : left - right);
}

function numberOf(word: string, values: Variables): number | undefined {
  const text = /^\d/.test(word) ? word : values.get(word) ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
