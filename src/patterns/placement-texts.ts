import { IConstruct } from 'constructs';
import { FIRST_POD_CHOOSES } from './notices';
import { advise } from '../base/findings/construct-checks';
import { noticed } from '../base/findings/notice';
import { LABEL_HOSTNAME, LABEL_ZONE_TOPOLOGY } from '../base/labels';
import { Explanation } from '../base/text/explanation';
import { Placement } from '../pod/scheduling/placement';

/** What is placed together: the pods of one group, or the workers of one run. */
export interface PlacedPods {
  readonly placement: Placement;
  readonly unit: 'group' | 'run';
  readonly units: number;
  /** Pods of one unit. */
  readonly pods: number;
  /** Devices of one pod. */
  readonly devices?: { readonly count: number; readonly resourceName: string };
  /** Zones of the cluster, where they are declared. */
  readonly zones?: readonly string[];
  /** Whether Kueue admits the pods by quota. */
  readonly isQueued: boolean;
}

/** What was chosen. */
export function placementChoice(placed: PlacedPods): string {
  const { placement, unit } = placed;
  const all = unit === 'run' ? 'all workers' : 'each group';
  const key = placement._topologyKey;
  switch (placement._kind) {
    case 'anywhere':
      return 'wherever there is room';
    case 'zones':
      return zonesText(placed);
    case 'gang':
      return `${all} ${key === undefined ? 'anywhere' : `inside one ${key}`}, scheduled as a gang (a PodGroup, alpha of Kubernetes 1.36)`;
    case 'queueRequires':
      return `${all} inside one ${key}, which Kueue chooses before a pod is scheduled; the queue's flavour needs a Topology with that level`;
    case 'queuePrefers':
      return `${all} inside one ${key} where one has room, else in several, as Kueue chooses before a pod is scheduled; the queue's flavour needs a Topology with that level`;
    case 'firstPod':
      return `${all} inside one ${key}${placement._exclusive ? ', alone in it' : ''}; nodes need that label`
        + (key === LABEL_ZONE_TOPOLOGY ? '. Traffic between zones is slow and billed' : '');
  }
}

function zonesText({ placement, unit, units }: PlacedPods): string {
  const zones = placement._zones;
  if (units === 1 || zones.length === 1) {
    return `in ${zones[0]}, as given`;
  }
  const shown = zones.slice(0, units).map((zone, index) => `${unit} ${index} in ${zone}`).join(', ');
  return `as given: ${shown}${zones.length < units ? ', and again from the first' : ''}`;
}

/**
 * What happens where the pods do not all find room. Required affinity to pods of the same labels lets the first pod go anywhere, and nothing is taken back
 * later: the scheduler places one pod at a time.
 *
 * Source: pkg/scheduler/framework/plugins/interpodaffinity/filtering.go satisfyPodAffinity (v1.36)
 */
export function explainRoom(explanation: Explanation, placed: PlacedPods): void {
  if (placed.pods > 1) {
    explanation.consequence('no room', roomText(placed));
  }
}

function roomText(placed: PlacedPods): string {
  const { placement, unit, pods } = placed;
  const domain = domainOf(placement);
  switch (placement._kind) {
    case 'anywhere':
      return `the scheduler places pod by pod: ${heldText(placed)} while the rest of the ${unit} waits for nodes`;
    case 'zones':
      return `the pods wait for their zone, and no other is tried: ${heldText(placed)} meanwhile`;
    case 'gang':
      return `the scheduler places all ${pods} pods of a ${unit} at once or none${placement._topologyKey === undefined ? '' : `, in a ${domain} that has room for them`}; nothing is held before`;
    case 'queueRequires':
      return `Kueue admits all ${pods} pods of a ${unit} or none, once one ${domain} has room for them; nothing is held before`;
    case 'queuePrefers':
      return `Kueue admits all ${pods} pods of a ${unit} or none; where no ${domain} has room for all, they run in several`;
    case 'firstPod':
      return mayDeadlock(placed) ? deadlockText(placed) : `the pods wait for their zone: ${heldText(placed)} meanwhile`;
  }
}

function deadlockText(placed: PlacedPods): string {
  const { placement, unit, pods, isQueued } = placed;
  const domain = domainOf(placement);
  return [
    `the first pod of a ${unit} chooses the ${domain}, whatever room it has, and the others must follow: where ${pods} do not fit, ${heldText(placed)}`,
    `and the rest stays Pending, though another ${domain} may have room. Nothing moves them${isQueued ? '; Kueue counts the quota of the queue, not the room of one place' : ''}.`,
    `${remedies(placement)}`,
  ].join('\n');
}

/** Whether there is another domain that might have had room. */
function mayDeadlock({ placement, zones }: PlacedPods): boolean {
  return placement._kind === 'firstPod' && !(placement._topologyKey === LABEL_ZONE_TOPOLOGY && zones?.length === 1);
}

/** All but one may run and hold what they have. */
function heldText({ pods, devices }: PlacedPods): string {
  const held = pods - 1;
  return devices
    ? `up to ${held} x ${devices.count} = ${held * devices.count} ${devices.resourceName} are held`
    : `up to ${held} of ${pods} run`;
}

const DOMAINS: { readonly [key: string]: string } = { [LABEL_ZONE_TOPOLOGY]: 'zone', [LABEL_HOSTNAME]: 'node' };

function domainOf({ _topologyKey: key }: Placement): string {
  return DOMAINS[key!] ?? key!;
}

function remedies(placement: Placement): string {
  const queue = 'Placement.queueRequires has Kueue choose one that has room for all';
  return placement._topologyKey === LABEL_ZONE_TOPOLOGY ? `Placement.inZone names the zone; ${queue}` : queue;
}

/** Said at synth where devices would be held and another domain may have had room. */
export function advisePlacement(construct: IConstruct, placed: PlacedPods): void {
  if (!placed.devices || placed.pods === 1 || !mayDeadlock(placed)) {
    return;
  }
  const { placement, unit, pods } = placed;
  advise(construct, {
    ...noticed(FIRST_POD_CHOOSES),
    field: 'placement',
    message: `the first of ${pods} pods of a ${unit} chooses the ${domainOf(placement)}; where the others do not fit, ${heldText(placed)}, though another may have room`,
    help: `${remedies(placement)}; Placement.anywhere does without`,
  });
}
