/** A line of a text as it stands on the page (in-page.js measures it). */
export interface TextBox {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Contrast of its colour with what is behind it. */
  readonly contrast: number;
  /** How far it stands out of the element that it is in. */
  readonly outside: number;
}

/** Pairs of lines that stand on each other. Lines of one height may share a hair. */
export function overlaps(boxes: readonly TextBox[]): string[] {
  const sorted = [...boxes].sort((one, other) => one.top - other.top);
  const found: string[] = [];
  sorted.forEach((one, index) => {
    for (const other of sorted.slice(index + 1)) {
      if (other.top > one.bottom) {
        break;
      }
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      // Line boxes of a paragraph touch; letters fill about three quarters of them.
      if (across > 1 && down > 0.3 * Math.min(one.bottom - one.top, other.bottom - other.top)) {
        found.push(`"${one.text}" and "${other.text}"`);
      }
    }
  });
  return found;
}
