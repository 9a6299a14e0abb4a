import { ResourceQuantities, checkedQuantities } from './quantities';
import { duplicate, forbidden, invalid, required, wholeNumber } from '../../base/errors/invalid-input';
import { Labels } from '../../base/labels';
import { carriesMistakes } from '../../given/mistakes/carried';
import { checkLabels } from '../../kubernetes/refused/labels';
import { checkSubdomain } from '../../kubernetes/refused/names';
import { checkTopologyKey } from '../../pod/scheduling/placement';

/**
 * How much of one kind of nodes a team may use.
 */
export interface QueueQuotaOptions {
  /**
   * Devices that are the team's own: whole numbers from 0.
   *
   * @default - none of the workloads has devices
   */
  readonly accelerators?: number;

  /**
   * Devices that it may use beyond them while other teams of the cohort do not: a whole number from 0. Needs a cohort.
   *
   * @default - as many as the cohort has free; 0 without a cohort
   */
  readonly borrow?: number;

  /**
   * The team's own share of other resources, by name: `{ cpu: '192', memory: '2Ti' }`. Kueue admits nothing that asks for a resource which no quota covers.
   *
   * @default - what the workloads ask for with each device, times the devices; with what pods without devices ask for on top, for the first flavor
   */
  readonly resources?: { [resource: string]: string };
}

/**
 * A kind of nodes, as Kueue is told about it.
 */
export interface QueueNodesOptions extends QueueQuotaOptions {
  /** Name of the ResourceFlavor, which is one for the whole cluster: `h100`. */
  readonly name: string;

  /**
   * Labels of these nodes: pods that are admitted get them as a node selector. At most 8.
   *
   * @default - any node
   */
  readonly nodeLabels?: { [key: string]: string };

  /**
   * Node labels from the widest domain to the narrowest, for workloads that ask the queue for places (`Placement.queueRequires`):
   * `['cloud.google.com/gce-topology-block', 'kubernetes.io/hostname']`. At most 16, `kubernetes.io/hostname` last. Needs `nodeLabels`, and makes a Topology of the
   * flavor's name. Cannot be changed later.
   *
   * @default - Kueue looks at quota alone
   */
  readonly topologyLevels?: string[];
}

/** Source: kueue apis/kueue/v1beta2/resourceflavor_types.go, topology_types.go: MaxProperties, MaxItems (v0.17) */
const MOST_LABELS = 8;
const MOST_LEVELS = 16;
const HOSTNAME = 'kubernetes.io/hostname';

/**
 * A kind of nodes, and how much of it a team may use.
 */
export class QueueFlavor {
  /**
   * Nodes that are described here: makes the ResourceFlavor, and a Topology where levels are given. Of all teams that use them one makes it; the others name it.
   *
   * @param options The nodes and the quota.
   */
  public static nodes(options: QueueNodesOptions): QueueFlavor {
    const at = (field: string) => `QueueFlavor.nodes(${field})`;
    const { nodeLabels = {}, topologyLevels } = options;
    checkLabels(at('nodeLabels'), nodeLabels);
    const count = Object.keys(nodeLabels).length;
    if (count > MOST_LABELS) {
      throw invalid(at('nodeLabels'), count, `are more labels than the ${MOST_LABELS} of a ResourceFlavor`, `give at most ${MOST_LABELS}`);
    }
    if (topologyLevels !== undefined) {
      checkLevels(at('topologyLevels'), topologyLevels, count);
    }
    return new QueueFlavor(checkSubdomain(at('name'), options.name), quotaOf(at, options), { nodeLabels: { ...nodeLabels }, topologyLevels: topologyLevels && [...topologyLevels] });
  }

  /**
   * A ResourceFlavor that is there already.
   *
   * @param name Its name.
   * @param quota How much of it.
   */
  public static named(name: string, quota: QueueQuotaOptions = {}): QueueFlavor {
    const at = (field: string) => `QueueFlavor.named(${field})`;
    return new QueueFlavor(checkSubdomain(at('name'), name), quotaOf(at, quota));
  }

  private constructor(
    /** @internal */ public readonly _name: string,
    /** @internal */ public readonly _quota: { readonly accelerators?: number; readonly borrow?: number; readonly resources: ResourceQuantities },
    /** @internal */ public readonly _nodes?: { readonly nodeLabels: Labels; readonly topologyLevels?: readonly string[] }) {}
}

carriesMistakes(QueueFlavor, () => QueueFlavor.named('not-planned'));

function quotaOf(at: (field: string) => string, { accelerators, borrow, resources }: QueueQuotaOptions) {
  if (accelerators !== undefined) {
    wholeNumber(at('accelerators'), accelerators, { min: 0 });
  }
  if (borrow !== undefined) {
    wholeNumber(at('borrow'), borrow, { min: 0 });
    if (accelerators === undefined) {
      throw required(at('accelerators'), 'borrow is about devices beyond those of the team', 'give those too: 0 where it only borrows');
    }
  }
  return { accelerators, borrow, resources: checkedQuantities(at('resources'), resources ?? {}) };
}

function checkLevels(field: string, levels: readonly string[], labels: number): void {
  if (levels.length === 0 || levels.length > MOST_LEVELS) {
    throw invalid(field, levels.length, `is no number of levels: a Topology has 1 to ${MOST_LEVELS}`, 'name the levels, or leave it out');
  }
  levels.forEach((level, index) => {
    checkTopologyKey(`${field}[${index}]`, level);
    if (levels.indexOf(level) !== index) {
      throw duplicate(`${field}[${index}]`, level, 'a level is named twice', 'name each once');
    }
    if (level === HOSTNAME && index < levels.length - 1) {
      throw invalid(`${field}[${index}]`, level, 'is the narrowest domain, and Kueue takes it at the end alone', 'move it to the end');
    }
  });
  if (labels === 0) {
    throw forbidden(field, 'Kueue takes a topology of nodes that a label tells from others', 'give nodeLabels');
  }
}
