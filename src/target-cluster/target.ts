import { Construct, IConstruct } from 'constructs';
import { DEFAULT_SET, DefaultSet, includesSet } from './default-set';
import { checkZoneCount } from '../base/count-limits';
import { unknownIn } from '../base/errors/consequence';
import { InvalidInput, duplicate, forbidden, inConstruct, invalid, refuse, wholeNumber } from '../base/errors/invalid-input';
import { nearestName } from '../base/text/nearest-name';
import { checkGiven, readGiven } from '../given/given';
import { collecting } from '../given/mistakes/collecting';
import { keepMistake } from '../given/mistakes/unplanned';
import { Cluster } from '../kubernetes/cluster';
import { isLabelValue } from '../kubernetes/refused/labels';
import { Feature, FeatureId, featureOf, knownGates } from '../kubernetes/release/features';
import { KubernetesVersion, minorOf } from '../kubernetes/release/kubernetes-version';

/**
 * What the manifests below a construct are written for.
 */
export interface TargetProps {
  /**
   * Minor of the cluster. Decides which fields are written, and in which spelling.
   *
   * @default - KubernetesVersion.V1_36, fixed for this major version of the library; an info at synth says so
   */
  readonly kubernetes?: KubernetesVersion;

  /**
   * Values that nodes carry in the label `topology.kubernetes.io/zone`. An empty list means a cluster whose nodes have no zones:
   * then nothing is written that would need the label.
   *
   * @default - unknown: nodes are taken to have zone labels, their values are not checked
   */
  readonly zones?: string[];

  /**
   * Feature gates that differ from the defaults of the minor, by name (`MaxUnavailableStatefulSet: true`).
   * A name that no supported minor knows is an error. Gates that decide about nothing the library writes are taken, so that a cluster's whole list can be given.
   *
   * @default - the defaults of the minor
   */
  readonly featureGates?: { [gate: string]: boolean };

  /**
   * Group and version of installed extension APIs: `leaderworkerset.x-k8s.io/v1`, `jobset.x-k8s.io/v1alpha2`.
   * When given, a backend that needs another API is an error.
   *
   * @default - unknown: an extension API may be used, and an info at synth names what must be installed
   */
  readonly apis?: string[];

  /**
   * GPUs that are free on top of what runs, so that a roll-out may start new pods before old ones end. Unit: devices.
   *
   * @default 0
   */
  readonly spareGpus?: number;

  /**
   * GPUs of the largest node. A pod that asks for more is an error, and a node pool counts its limit in such nodes. Unit: devices.
   *
   * @default - unknown
   */
  readonly gpusPerNode?: number;

  /**
   * What is chosen where a construct says nothing. A newer release of the library brings better choices as a new set, and changed pod templates with it:
   * name the set of before to upgrade the library without replacing a pod.
   *
   * @default DefaultSet.V2
   */
  readonly defaults?: DefaultSet;
}

const DEFINED = Symbol.for('cdk8s-ai-workloads.Target');
const READ = Symbol.for('cdk8s-ai-workloads.Target.read');

/** What `Target` keeps on construct nodes: the definition itself, and the answer given to a construct at or below the node. */
interface Slots {
  [DEFINED]?: Target;
  [READ]?: { readonly target: Target; readonly reader: string };
}

/** Fixed per major version of the library: a moving default would change manifests of apps that name no target. */
const DEFAULT_VERSION = KubernetesVersion.V1_36;

/**
 * The cluster that manifests are for: its minor, zones, feature gates, installed APIs and spare GPUs.
 *
 * Defined on any construct (an app, a chart) and inherited by everything below; the nearest definition wins.
 */
export class Target {
  /**
   * Declares the target of everything below `scope`. Call it before the first construct that reads it, since constructs
   * take their shape from the target when they are created.
   *
   * Refused: a second definition on the same scope, a definition after a construct below has read another one, a zone
   * named twice, an unknown feature gate, an API without a version.
   *
   * @example
   * Target.define(chart, {
   *   kubernetes: KubernetesVersion.V1_35,
   *   zones: ['eu-1a', 'eu-1b', 'eu-1c'],
   *   apis: ['leaderworkerset.x-k8s.io/v1'],
   * });
   */
  public static define(scope: Construct, props: TargetProps): Target {
    refuse(checkGiven('constructs.IConstruct', scope, 'Target.define(scope)'));
    const slots = scope as unknown as Slots;
    try {
      return inConstruct(scope, 'Target', () => Target.defineOn(slots, props));
    } catch (error) {
      keepMistake(scope, error);
      return slots[DEFINED] ?? (slots[DEFINED] = Target.ofWhatIsKnown(readGiven('TargetProps', props), error as InvalidInput));
    }
  }

  /**
   * The target that holds for a construct: the nearest definition up the tree, or the default one.
   */
  public static of(scope: IConstruct): Target {
    refuse(checkGiven('constructs.IConstruct', scope, 'Target.of(scope)'));
    const passed: Slots[] = [];
    let node: IConstruct | undefined = scope;
    let target: Target | undefined;
    for (; node && !target; node = node.node.scope) {
      const slots = node as unknown as Slots;
      target = slots[DEFINED] ?? slots[READ]?.target;
      passed.push(slots);
    }
    // Every node passed has now answered for what lies above it: the answer can be kept, and a later definition is refused.
    const answer = { target: target ?? DEFAULT_TARGET, reader: scope.node.path };
    passed.forEach(slots => { slots[READ] ??= answer; });
    return answer.target;
  }

  /**
   * Path of the first construct that took the default target, if any below this one did. Asking leaves no trace on the tree.
   *
   * @internal
   */
  public static _readerOfDefault(root: IConstruct): string | undefined {
    const read = (root as unknown as Slots)[READ];
    return read?.target.isDefault ? read.reader : undefined;
  }

  /**
   * The target that somebody defined for a construct, if anybody did. Asking leaves no trace on the tree.
   *
   * @internal
   */
  public static _definedFor(scope: IConstruct): Target | undefined {
    for (let node: IConstruct | undefined = scope; node; node = node.node.scope) {
      const target = (node as unknown as Slots)[DEFINED];
      if (target) {
        return target;
      }
    }
    return undefined;
  }

  private static defineOn(slots: Slots, props: TargetProps): Target {
    if (slots[DEFINED]) {
      throw forbidden('define', 'a target is already defined on this construct', 'define it once, with all its properties');
    }
    if (slots[READ] !== undefined) {
      throw forbidden('define', `"${slots[READ].reader}" was already created for another target`, 'call Target.define before the first construct below it');
    }
    const plain = readGiven('TargetProps', props);
    checkTarget(props, plain);
    const target = new Target(plain, false);
    slots[DEFINED] = target;
    return target;
  }

  /** Without what was refused, as if nobody had said it; where that would be an error, nobody may ask. */
  private static ofWhatIsKnown(props: TargetProps, { problems }: InvalidInput): Target {
    const refused = new Set(problems.map(({ field }) => field.split(/[.[]/)[0]));
    const known = Object.fromEntries(Object.entries(props ?? {}).filter(([key]) => !refused.has(key)));
    return unknownIn(new Target(known, false), [...refused].flatMap(key => UNANSWERED[key] ?? []));
  }

  /** Minor that manifests are written for. */
  public readonly kubernetes: KubernetesVersion;

  /** GPUs free for a roll-out. */
  public readonly spareGpus: number;

  /** GPUs of the largest node; undefined where nobody said. */
  public readonly gpusPerNode?: number;

  /** What is chosen where a construct says nothing. */
  public readonly defaults: DefaultSet;

  /** Whether nobody defined a target and the library's default holds. */
  public readonly isDefault: boolean;

  private readonly givenZones?: string[];
  private readonly givenApis?: string[];
  private readonly gates: { [gate: string]: boolean };

  /**
   * The same for the checks, which tell what nobody declared from nothing.
   *
   * @internal
   */
  public readonly _cluster: Cluster;

  private constructor(private readonly props: TargetProps, isDefault: boolean) {
    this.kubernetes = props.kubernetes ?? DEFAULT_VERSION;
    this.givenZones = checkZones(props.zones);
    this.givenApis = checkApis(props.apis);
    this.spareGpus = wholeNumber('spareGpus', props.spareGpus ?? 0, { min: 0 });
    this.gpusPerNode = props.gpusPerNode && wholeNumber('gpusPerNode', props.gpusPerNode, { min: 1 });
    this.gates = checkGates(props.featureGates ?? {});
    this.isDefault = isDefault;
    this.defaults = props.defaults ?? DEFAULT_SET;
    this._cluster = {
      minor: this.kubernetes,
      featureGates: this.gates,
      apis: this.givenApis,
      zones: this.givenZones,
      spareGpus: props.spareGpus,
      gpusPerNode: props.gpusPerNode,
    };
  }

  /** Zones of the cluster, a copy; undefined when not declared, empty when the nodes have none. */
  public get zones(): string[] | undefined {
    return this.givenZones && [...this.givenZones];
  }

  /** Installed extension APIs as group and version, a copy; undefined when not declared. */
  public get apis(): string[] | undefined {
    return this.givenApis && [...this.givenApis];
  }

  /**
   * Zones for whom needs them named.
   *
   * @internal
   */
  public get _givenZones(): readonly string[] | undefined {
    return this.givenZones;
  }

  /**
   * Whether the choices of a set hold: those of this one or a later one were asked for.
   *
   * @internal
   */
  public _since(set: DefaultSet): boolean {
    return includesSet(this.defaults, set);
  }

  /**
   * The same cluster with the choices of another set.
   *
   * @internal
   */
  public _withDefaults(defaults: DefaultSet): Target {
    return new Target({ ...this.props, defaults }, this.isDefault);
  }

  /**
   * Holds for everything below a scope of another tree as well.
   *
   * @internal
   */
  public _holdFor(scope: Construct): void {
    (scope as unknown as Slots)[DEFINED] = this;
  }

  /**
   * Whether the cluster keeps a field of the feature table.
   *
   * @internal
   */
  public _keeps(id: FeatureId): boolean {
    const feature = featureOf(id);
    const minor = minorOf(this.kubernetes);
    const gate = feature.gate === undefined ? undefined : this.gates[feature.gate];
    if (gate === false) {
      return false;
    }
    if (gate === true && feature.gateSince !== undefined && minor >= feature.gateSince) {
      return true;
    }
    return feature.since !== undefined && minor >= feature.since;
  }

  /**
   * Refuses a field that the cluster would drop, naming the first minor that keeps it.
   *
   * @internal
   */
  public _require(id: FeatureId, field: string): void {
    if (this._keeps(id)) {
      return;
    }
    const feature = featureOf(id);
    const switchedOff = feature.gate !== undefined && this.gates[feature.gate] === false;
    const reason = switchedOff
      ? `the target switches the feature gate ${feature.gate} off`
      : `Kubernetes ${this.kubernetes} ${feature.since ? `does not have it; the first minor that has it is 1.${feature.since}` : 'drops it with default gates'}`;
    throw forbidden(field, `${feature.title} (${feature.field}): ${reason} (source: ${feature.source})`, remedy(feature, minorOf(this.kubernetes), switchedOff));
  }

  /**
   * Refuses an extension API that the target does not list. True when the target lists its APIs, false when unknown.
   *
   * @internal
   */
  public _requireApi(api: string, field: string, instead: string): boolean {
    if (this.givenApis === undefined) {
      return false;
    }
    if (!this.givenApis.includes(api)) {
      throw forbidden(field, `needs ${api}, which the target does not list (apis: ${this.givenApis.join(', ') || 'none'})`,
        `install it and add it to apis of the Target, or use ${instead}`);
    }
    return true;
  }

  /**
   * Refuses a zone that the target does not list.
   *
   * @internal
   */
  public _requireZone(zone: string, field: string): void {
    if (this.givenZones !== undefined && !this.givenZones.includes(zone)) {
      throw invalid(field, zone, `the target has the zones ${this.givenZones.join(', ') || '(none)'}`, 'name one of them, or add the zone to zones of the Target');
    }
  }
}

/** Only what would help: a gate that the minor does not know, or that is no way to the field, is not offered. */
function remedy(feature: Feature, minor: number, switchedOff: boolean): string {
  const { instead, since, gate, gateSince } = feature;
  const gateHelps = gate !== undefined && gateSince !== undefined && !switchedOff;
  const ways = [
    instead ? `use ${instead}` : undefined,
    switchedOff ? `remove ${gate}: false from featureGates if the cluster has the gate on` : undefined,
    since !== undefined && !switchedOff ? `target KubernetesVersion.V1_${since} or newer` : undefined,
    gateHelps && minor >= gateSince ? `declare the gate if the cluster has it: ${gate} in featureGates of the Target` : undefined,
    gateHelps && minor < gateSince && since === undefined ? `target KubernetesVersion.V1_${gateSince} or newer and declare the gate: ${gate} in featureGates of the Target` : undefined,
  ];
  return ways.filter(way => way !== undefined).join('; or ');
}

function checkZones(zones?: string[]): string[] | undefined {
  checkZoneCount('zones', zones);
  zones?.forEach((zone, index) => {
    if (!isLabelValue(zone)) {
      throw invalid(`zones[${index}]`, zone, 'is not a label value, so no node can carry it', 'give the zone as the label topology.kubernetes.io/zone of the nodes has it');
    }
    if (zones.indexOf(zone) !== index) {
      throw duplicate(`zones[${index}]`, zone, 'a zone is named twice', 'name each zone once');
    }
  });
  return zones ? [...zones] : undefined;
}

function checkApis(apis?: string[]): string[] | undefined {
  apis?.forEach((api, index) => {
    if (!/^[a-z0-9.-]+\/v[0-9]+((alpha|beta)[0-9]+)?$/.test(api)) {
      throw invalid(`apis[${index}]`, api, 'must be a group and version, like leaderworkerset.x-k8s.io/v1', 'give it as kubectl api-versions prints it');
    }
  });
  return apis ? [...apis] : undefined;
}

function checkGates(gates: { [gate: string]: boolean }): { [gate: string]: boolean } {
  const known = Object.keys(gates).length > 0 ? knownGates() : [];
  for (const gate of Object.keys(gates)) {
    if (!known.includes(gate)) {
      const near = nearestName(gate, known);
      const minors = Object.values(KubernetesVersion);
      throw invalid(`featureGates[${gate}]`, gates[gate], `is not a feature gate of Kubernetes ${minors[0]} to ${minors.at(-1)}`, near ? `did you mean ${near}?` : 'correct the name, or leave it out');
    }
  }
  return { ...gates };
}

/** Members that answer nothing when a property was refused. */
const UNANSWERED: { readonly [property: string]: readonly string[] } = { zones: ['_givenZones'], featureGates: ['gates'] };

const DEFAULT_TARGET: Target = new (Target as unknown as new (props: TargetProps, isDefault: boolean) => Target)({}, true);

function checkTarget(props: TargetProps, plain: TargetProps): void {
  collecting(plain, (given, attempt) => {
    attempt(() => refuse(checkGiven('TargetProps', props, 'props')));
    const { zones, featureGates, apis, spareGpus, gpusPerNode } = given;
    attempt(() => checkZones(zones));
    attempt(() => checkGates(featureGates ?? {}));
    attempt(() => checkApis(apis));
    attempt(() => wholeNumber('spareGpus', spareGpus ?? 0, { min: 0 }));
    attempt(() => wholeNumber('gpusPerNode', gpusPerNode ?? 1, { min: 1 }));
  });
}
