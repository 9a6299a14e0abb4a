import * as fs from 'fs';
import * as path from 'path';
import { CLUSTER } from '../paths';

/** A minor of Kubernetes: `1.36`. */
export type Minor = `1.${number}`;

/** Minors that the API server of the control plane can emulate, and its own. */
export const MINORS = ['1.33', '1.34', '1.35', '1.36'] as const satisfies readonly Minor[];

/** Minors whose own API server can be built, oldest first: `npm run cluster:pin` writes their pins. */
export const RELEASED_MINORS: readonly Minor[] = (fs.readdirSync(path.join(CLUSTER, 'released')) as Minor[]).sort((one, other) => numberOf(one) - numberOf(other));

/** Of those the ones that are newer than the control plane: only their own servers play them. */
export const NEXT_MINORS: readonly Minor[] = RELEASED_MINORS.filter(isNext);

/** Minors that the measured tables have, oldest first. */
export const MEASURED_MINORS: readonly Minor[] = [...MINORS, ...NEXT_MINORS];

/** Whether the minor is newer than the control plane. */
export function isNext(minor: Minor): boolean {
  return numberOf(minor) > numberOf(MINORS[MINORS.length - 1]);
}

function numberOf(minor: Minor): number {
  return Number(minor.split('.')[1]);
}

/** A Go module as one of ours pins it. */
export interface Pinned {
  readonly version: string;
  readonly sum: string;
}

/** What the release of a minor pins, which is of that release itself: 1.37.2 has `k8s.io/api` v0.37.2. */
export function pinnedBy(minor: Minor, module: string): Pinned {
  const folder = path.join(CLUSTER, RELEASED_MINORS.includes(minor) ? `released/${minor}` : 'control-plane');
  const lines = fs.readFileSync(path.join(folder, 'go.sum'), 'utf8').split('\n').map(line => line.split(' '));
  const versions = fs.readFileSync(path.join(folder, 'go.mod'), 'utf8').split('\n').map(line => line.replace(/^require /, '').trim().split(' '));
  const [, version] = versions.find(([name]) => name === module) ?? [];
  const [, , sum] = lines.find(([name, each]) => name === module && each === version) ?? [];
  if (version === undefined || sum === undefined) {
    throw new Error(`${folder} does not pin ${module}`);
  }
  return { version, sum };
}
