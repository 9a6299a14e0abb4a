import { Restart } from './restarts';
import { Devices, podDevices } from '../facts/accelerators';
import { Facts } from '../facts/facts';

/** How many names or paths are told before the rest is only counted. */
const TOLD = 6;

/** The first few, and how many more there are. */
export function firstOf(texts: readonly string[]): string {
  return `${texts.slice(0, TOLD).join(', ')}${texts.length > TOLD ? ` and ${texts.length - TOLD} more` : ''}`;
}

export function podsText(pods: number): string {
  return `${pods} pod${pods === 1 ? '' : 's'}`;
}

/** `1 of 3 + 1 of 3 = 2 of 6 pods`; undefined where nobody knows one of the numbers. */
export function awayText(restarts: readonly Restart[]): string | undefined {
  const known = restarts.flatMap(({ pods, away }) => (pods === undefined || away === undefined ? [] : [{ pods, away }]));
  if (known.length !== restarts.length) {
    return undefined;
  }
  const [away, pods] = [known.reduce((sum, each) => sum + each.away, 0), known.reduce((sum, each) => sum + each.pods, 0)];
  return `${firstOf(known.map(each => `${each.away} of ${each.pods}`)).replace(/, /g, ' + ')}${known.length > 1 ? ` = ${away} of ${pods}` : ''} pods`;
}

/** Devices of replaced pods: `2 x nvidia.com/gpu 8 = 16`; undefined where they ask for none. */
export function devicesText(restarts: readonly Restart[], after: Facts): string | undefined {
  const parts = restarts.flatMap(({ sets, kept, pods }) => sets.flatMap((set, index) => {
    const devices = podDevices(after, set);
    return devices ? [{ devices, pods: sets.length === 1 ? pods : kept[index] }] : [];
  }));
  if (parts.length === 0) {
    return undefined;
  }
  const isKnown = parts.every(({ devices, pods }) => devices.count !== undefined && pods !== undefined);
  const sum = parts.reduce((total, { devices, pods }) => total + (devices.count ?? 0) * (pods ?? 0), 0);
  return `${firstOf(summands(parts)).replace(/, /g, ' + ')}${isKnown && sum > 0 ? ` = ${sum}` : ''}`;
}

/** Pods with the same devices are counted together. */
function summands(parts: readonly { readonly devices: Devices; readonly pods?: number }[]): string[] {
  const counts = new Map<string, number | undefined>();
  parts.forEach(({ devices: { text }, pods }) => counts.set(text, pods === undefined ? undefined : (counts.get(text) ?? 0) + pods));
  return [...counts].map(([text, pods]) => `${pods === undefined ? '' : `${pods} x `}${text}`);
}

/** Labels that name the release, and change with each one. Source: helm.sh/docs/chart_best_practices/labels */
const OF_RELEASE = /\.metadata\.labels\[?\.?(helm\.sh\/chart|app\.kubernetes\.io\/version|chart|version)\]?( |$)/;

/** Where nothing but the name of the release changes, with a space after it; else empty. */
export function releaseHelp(restarts: readonly Restart[]): string {
  return restarts.every(({ paths }) => paths.every(path => OF_RELEASE.test(path)))
    ? 'only labels that name the release change: keep them on the workload and out of its pod template, and a new release restarts nothing; or '
    : '';
}
