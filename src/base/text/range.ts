/** `3`, `1 to 8`. */
export function rangeText(least: number, most: number): string {
  return least === most ? String(least) : `${least} to ${most}`;
}
