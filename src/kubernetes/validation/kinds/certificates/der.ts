/** A value in DER. */
export interface DerValue {
  readonly tag: number;
  /** With tag and length. */
  readonly whole: Buffer;
  readonly content: Buffer;
}

export const [SEQUENCE, OBJECT_ID, BIT_STRING] = [0x30, 0x06, 0x03];

/** The values that stand one behind the other; undefined where they are cut off or lengths are not in their shortest form. */
export function derValues(bytes: Buffer): readonly DerValue[] | undefined {
  const found: DerValue[] = [];
  for (let at = 0; at < bytes.length;) {
    const value = valueAt(bytes, at);
    if (value === undefined) {
      return undefined;
    }
    found.push(value);
    at += value.whole.length;
  }
  return found;
}

function valueAt(bytes: Buffer, at: number): DerValue | undefined {
  const first = bytes[at + 1];
  if (first === undefined) {
    return undefined;
  }
  const extra = first < 0x80 ? 0 : first - 0x80;
  const start = at + 2 + extra;
  if (extra > 4 || first === 0x80 || start > bytes.length) {
    return undefined;
  }
  const length = extra === 0 ? first : bytes.readUIntBE(at + 2, extra);
  const isShortest = extra === 0 || length >= Math.max(0x80, 0x100 ** (extra - 1));
  return isShortest && start + length <= bytes.length
    ? { tag: bytes[at], whole: bytes.subarray(at, start + length), content: bytes.subarray(start, start + length) } : undefined;
}
