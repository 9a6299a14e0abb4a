import { Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { ZonePlan, ZonePartitionPlan } from './partition-plan';
import { advise } from '../../base/findings/construct-checks';
import { noticed } from '../../base/findings/notice';
import { RANGES_OVERLAP } from '../notices';

/** A workload of the app, as far as its ordinals go. */
interface Slice {
  readonly construct: Construct;
  readonly place: string;
  readonly plan: Pick<ZonePartitionPlan, 'name' | 'zones'>;
}

const SLICES = Symbol.for('cdk8s-ai-workloads.ZonePartitionedStatefulSet.slices');

/**
 * Says where a range reaches into one of the same workload elsewhere: a store that moves to another namespace or cluster in slices is two constructs, and
 * neither sees what the other may grow into. Copies for other environments have the same ranges, or none that was given.
 */
export function adviseOnSlices(construct: Construct, plan: ZonePartitionPlan, namespace: string | undefined): void {
  const root = construct.node.root as Construct & { [SLICES]?: Slice[] };
  const known = root[SLICES] ??= [];
  const slice: Slice = { construct, plan, place: namespace ?? Chart.of(construct).namespace ?? '' };
  known.filter(other => other.plan.name === plan.name).forEach(other => compare(slice, other));
  known.push(slice);
}

function compare(slice: Slice, other: Slice): void {
  for (const zone of slice.plan.zones) {
    const met = other.plan.zones.find(each => meets(zone, each) && (isGiven(each) || isGiven(zone)));
    if (met) {
      const [lower, upper] = zone.first < met.first ? [zone, met] : [met, zone];
      const count = Math.min(lower.last, upper.last) - upper.first + 1;
      const lowest = lower === zone ? slice : other;
      advise(slice.construct, {
        ...noticed(RANGES_OVERLAP),
        field: zone.field,
        message: `Invalid value: ${JSON.stringify(zone.value)}: ${rangeOf(zone)} overlaps ${rangeOf(met)} of ${other.construct.node.path}: ${count} ordinals, ${upper.first} to ${upper.first + count - 1}, belong to both`,
        help: `end the lower range in ${lowest.construct.node.path} before ${upper.first}: firstOrdinal: ${lower.first}, lastOrdinal: ${upper.first - 1} of zone ${lower.zone}; without lastOrdinal a range is one stride long`,
      });
      return;
    }
  }
}

/** Of copies for other environments, ranges begin at the same ordinal. */
function meets(one: ZonePlan, other: ZonePlan): boolean {
  return other.first <= one.last && one.first <= other.last && other.first !== one.first;
}

/** Ranges from slots are alike in every environment. */
function isGiven({ field }: ZonePlan): boolean {
  return field.endsWith('.firstOrdinal');
}

function rangeOf({ zone, first, last, sum }: ZonePlan): string {
  return `${zone} ${first}-${last} (${sum})`;
}
