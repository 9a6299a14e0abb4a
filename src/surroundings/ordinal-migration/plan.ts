import { movedAddresses, refuseShortAddresses } from './addresses';
import { MigrationSide, sidesOf } from './commands';
import { MigrationStage, OrdinalMigrationProps } from './props';
import { MovedSet } from './source';
import { MigrationState, checkNeverTwice, planStages } from './stages';
import { volumesOf } from './volume-plan';
import { MovedVolume } from './volumes';
import { forbidden, invalid, required, wholeNumber } from '../../base/errors/invalid-input';
import { collecting } from '../../given/mistakes/collecting';

/** Where the target stands, and which objects go there besides the set. */
export interface MigrationPlace {
  readonly namespace?: string;
  /** Whether both sides are in one app. */
  readonly isOneApp: boolean;
  readonly sourceFile: string;
  readonly targetFile: string;
  /** `service/db`, for the way back. */
  readonly objects: readonly string[];
}

/** What is where, at each stage. */
export interface OrdinalMigrationPlan {
  readonly set: MovedSet;
  readonly namespace: string;
  readonly firstMoved: number;
  readonly sides: { readonly source: MigrationSide; readonly target: MigrationSide };
  /** Volumes of the claims of each ordinal that moves. */
  readonly volumes: ReadonlyMap<number, readonly MovedVolume[]>;
  readonly stages: readonly MigrationStage[];
  /** What there is at the stage that was reached. */
  readonly state: MigrationState;
  readonly stage: number;
  readonly isOtherCluster: boolean;
  /** Whole names in the pod template that are wrong once their members have moved. */
  readonly moved: readonly string[];
}

/** More ordinals in one stage are down together, and the commands of one stage are a page. */
const MOST_AT_ONCE = 100;
/** Each is a commit, or a run of commands: more are nobody's plan. */
const MOST_STAGES = 1000;

/** Pure: which ordinals are where at each stage, and what leads from one to the next and back. */
export function planOrdinalMigration(given: OrdinalMigrationProps, set: MovedSet, place: MigrationPlace): OrdinalMigrationPlan {
  return collecting(given, (props, attempt) => {
    const namespace = attempt(() => targetNamespace(set, place, props));
    const firstMoved = attempt(() => checkedFirst(props.firstMoved, set));
    const atOnce = attempt(() => wholeNumber('atOnce', props.atOnce ?? 1, { min: 1, max: MOST_AT_ONCE }));
    attempt(() => checkContexts(props));
    const volumes = attempt(() => volumesOf(props, set, firstMoved));
    attempt(() => refuseShortAddresses(set, namespace));
    const sides = attempt(() => sidesOf({ namespace: set.namespace, file: place.sourceFile }, { namespace, file: place.targetFile }, props.clusters));
    const isOtherCluster = props.clusters !== undefined;
    const { stages, states } = attempt(() => {
      refuseManyStages(set, firstMoved, atOnce);
      const planned = planStages({ set, firstMoved, atOnce, volumes, sides, isOtherCluster, objects: place.objects });
      checkNeverTwice(planned.states, volumes.size > 0);
      return planned;
    });
    const stage = attempt(() => wholeNumber('stage', props.stage, { min: 0, max: stages.length, help: `0 is before the first, ${stages.length} is the last: explain() prints them` }));
    const moved = attempt(() => movedAddresses(set, firstMoved));
    return { set, namespace, firstMoved, sides, volumes, stages, state: attempt(() => states[stage]), stage, isOtherCluster, moved };
  });
}

function targetNamespace(set: MovedSet, { namespace, isOneApp }: MigrationPlace, { clusters }: OrdinalMigrationProps): string {
  if (namespace === undefined) {
    throw required('namespace', `nothing says where ${set.name} moves to: that is the namespace of the chart in which the migration stands`, 'give the chart a namespace');
  }
  if (namespace === set.namespace && (clusters === undefined || isOneApp)) {
    throw invalid('namespace', namespace, `${set.name} is there already, and two StatefulSets of one name cannot be in one namespace${clusters === undefined ? '' : ': an app is one cluster to its checks'}`,
      clusters === undefined ? 'put the migration into a chart of another namespace, or name the two clusters in clusters' : 'give each cluster an App of its own, with a folder of its own, or the target another namespace');
  }
  return namespace;
}

function checkedFirst(firstMoved: number, { name, first, end }: MovedSet): number {
  wholeNumber('firstMoved', firstMoved, { min: 0 });
  if (firstMoved < first || firstMoved >= end) {
    const range = first === end ? 'has no replicas' : `has the ordinals ${first} to ${end - 1}`;
    throw invalid('firstMoved', firstMoved, `${name} ${range}; the highest go first, so what can move begins at one of them and ends at the last`,
      first === end ? 'raise its replicas, or apply it in the other place' : `give ${first} (all) to ${end - 1} (the last alone)`);
  }
  return firstMoved;
}

function checkContexts({ clusters }: OrdinalMigrationProps): void {
  if (clusters === undefined) {
    return;
  }
  for (const side of ['source', 'target'] as const) {
    // It stands in commands between quotes.
    if (!/^[\w.:@/+-]+$/.test(clusters[side])) {
      throw invalid(`clusters.${side}`, clusters[side], 'is no name of a context that can stand in a command', "letters, digits, '.', ':', '@', '/', '+', '-' and '_': kubectl config get-contexts lists them");
    }
  }
  if (clusters.source === clusters.target) {
    throw forbidden('clusters.target', 'is the context of the source: that is one cluster', 'leave clusters out, or name the other cluster');
  }
}

function refuseManyStages({ end, claims }: MovedSet, firstMoved: number, atOnce: number): void {
  const count = end - firstMoved;
  const stages = Math.ceil(count / atOnce) * (claims.length > 0 ? 3 : 2) + 2;
  if (stages > MOST_STAGES) {
    throw invalid('firstMoved', firstMoved, `${count} ordinals, ${atOnce} at once, are ${stages} stages, and ${MOST_STAGES} are the most`, 'move more at once, or fewer of them: atOnce, firstMoved');
  }
}
