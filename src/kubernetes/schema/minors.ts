/** The first minor of the measured tables, and how many they hold. */
export const FIRST_MINOR = 33;
export const MINOR_COUNT = 4;

/** Position of a minor such as `1.34` in the tables; an older or newer one is read as the nearest. */
export function minorPosition(minor: string): number {
  const position = Number(minor.split('.')[1]) - FIRST_MINOR;
  return Number.isNaN(position) ? MINOR_COUNT - 1 : Math.max(0, Math.min(MINOR_COUNT - 1, position));
}

export function minorName(position: number): string {
  return `1.${FIRST_MINOR + position}`;
}
