import { KubernetesVersion, minorOf } from '../release/kubernetes-version';

const MEASURED = Object.values(KubernetesVersion).map(minorOf);

/** The first minor of the measured tables, and how many minors they have. */
export const FIRST_MINOR = Math.min(...MEASURED);
export const MINOR_COUNT = MEASURED.length;

/** Index of a minor such as `1.34` in the tables; an older or newer one counts as the nearest. */
export function minorPosition(minor: string): number {
  const position = Number(minor.split('.')[1]) - FIRST_MINOR;
  return Number.isNaN(position) ? MINOR_COUNT - 1 : Math.max(0, Math.min(MINOR_COUNT - 1, position));
}

export function minorName(position: number): string {
  return `1.${FIRST_MINOR + position}`;
}
