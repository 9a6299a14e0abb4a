import * as path from 'path';
import { ApiObject, App, Chart, JsonPatch, Names, YamlOutputType } from 'cdk8s';
import { Construct } from 'constructs';
import { adviseOnOthers } from './advice';
import { explainMigration } from './explain';
import { companionSpec, companionsOf, handedClaims, targetSetSpec, volumeSpec } from './objects';
import { OrdinalMigrationPlan, planOrdinalMigration } from './plan';
import { MigrationStage, OrdinalMigrationProps } from './props';
import { factsOf, refuseScalers, setObjectOf } from './source';
import { mustHold } from '../../base/findings/construct-checks';
import { Finding } from '../../base/findings/finding';
import { noticed } from '../../base/findings/notice';
import { Labels } from '../../base/labels';
import { PlainObject } from '../../base/plain';
import { checkedScope } from '../../given/checked-scope';
import { given } from '../../given/mistakes/given';
import { StandIn, explainMistakes, leaveUnplanned, planned } from '../../given/mistakes/unplanned';
import { validateTree } from '../../lint/synth/attach';
import { createObject } from '../../pod/template/plain-api-object';
import { Workload } from '../../workloads/handle/workload';
import { namespaceOf } from '../../workloads/objects';
import { namespaceIn, objectsIn } from '../../workloads/objects-of-app';
import { ALIVE_TWICE } from '../notices';

/**
 * Moves the ordinals of a StatefulSet from a number on to the namespace of the chart it stands in, in this cluster or another, with their volumes: `db-3` stays
 * `db-3`, and no ordinal has pods on both sides at any time.
 *
 * It is written in stages, each of which changes one side: the source gives its highest ordinals up (`replicas`), the volumes change hands (reclaim policy `Retain`,
 * `claimRef`, claims that name their volume), the target begins lower (`spec.ordinals.start`). What a manifest cannot say is in the commands of the stage; so is the
 * way back from each. The StatefulSet of the app follows the stage, so that no later apply brings back what has moved.
 *
 * Refused: other numbers than the highest, claims that are deleted with their pods, volumes that nobody names, groups and roles that find each other inside of one
 * namespace, names of members without their namespace.
 *
 * Source: KEP-3335 (start ordinal, GA 1.31)
 */
export class OrdinalMigration extends Construct {
  /** The StatefulSet of the target, for patches; undefined before the first stage. */
  public readonly apiObject?: ApiObject;

  /** All stages, the first one first. */
  public readonly stages!: MigrationStage[];

  /** A shell script that leads to this stage from the one before; empty at stage 0. Run it where the manifests of this stage are. */
  public readonly script!: string;

  /** A shell script that leads back to the stage before; empty at stage 0. Run it where the manifests of that one are. */
  public readonly scriptBack!: string;

  private readonly plan!: OrdinalMigrationPlan;

  /**
   * @param scope A chart of the namespace that takes the ordinals over, or something in one.
   * @param id Construct id.
   * @param props What moves, and how far it is.
   */
  constructor(scope: Construct, id: string, props: OrdinalMigrationProps) {
    super(checkedScope('OrdinalMigration', scope, id), id);
    try {
      props = given(this, 'OrdinalMigration', props);
      const { source, companions, plan } = planned(this, () => this.planned(props));
      this.plan = plan;
      this.stages = [...plan.stages];
      const [here] = plan.stages.filter(({ stage }) => stage === plan.stage);
      [this.script, this.scriptBack] = here ? [scriptOf(here, here.commands), scriptOf(here, here.commandsBack)] : ['', ''];
      this.shrink(source);
      if (plan.state.isPrepared) {
        this.createCompanions(companions);
        // Before the set in its file: it would otherwise make the claims itself, with new volumes, where somebody applies too early.
        this.createClaims();
        this.apiObject = this.createTarget(source);
      }
      adviseOnOthers(this, plan, companions);
      [this, source].forEach(each => { validateTree(each); });
    } catch (error) {
      leaveUnplanned(this, error, props, STAND_IN);
    }
  }

  /** All stages with their commands and what is alive then, the way back, and what the move changes for others. */
  public explain(): string {
    return explainMistakes(this) ?? explainMigration(this.plan);
  }

  private planned(props: OrdinalMigrationProps): { source: ApiObject; companions: ApiObject[]; plan: OrdinalMigrationPlan } {
    const source = setObjectOf(props.workload.workload._planned, props.set, this.node.root);
    refuseScalers(props.workload.workload, source);
    const set = factsOf(source);
    const namespace = namespaceOf(this, undefined);
    // What another migration of the workload made is not made again, nor taken away with this one.
    const taken = objectsIn(Chart.of(this)).filter(object => namespaceIn(object) === namespace);
    const isTaken = ({ kind, name }: ApiObject) => taken.some(other => other.kind === kind && other.name === name);
    const companions = companionsOf(source.node.root, set).filter(object => !isTaken(object));
    const objects = companions.map(({ kind, name }) => `${kind.toLowerCase()}/${name}`);
    const plan = planOrdinalMigration(props, set, { namespace, isOneApp: source.node.root === this.node.root, ...filesOf(source, this), objects });
    return { source, companions, plan };
  }

  /** Of the app, so that no apply of it brings back what has moved. */
  private shrink(source: ApiObject): void {
    const { set: { first, end }, state: { sourceEnd } } = this.plan;
    if (sourceEnd !== end) {
      source.addJsonPatch(JsonPatch.add('/spec/replicas', sourceEnd - first));
    }
    mustHold(source, ({ spec }) => ordinalsHeld(spec as PlainObject, first, sourceEnd));
  }

  private createCompanions(companions: readonly ApiObject[]): void {
    for (const object of companions) {
      createObject(this, `${object.kind}-${object.name}`, object.apiVersion, object.kind, { name: object.name, ...metadataOf(object) }, { spec: () => companionSpec(object) });
    }
  }

  private createTarget(source: ApiObject): ApiObject {
    const { set, state } = this.plan;
    const object = createObject(this, 'StatefulSet', source.apiVersion, source.kind, { name: set.name, ...metadataOf(source) }, { spec: () => targetSetSpec(source, this.plan) });
    mustHold(object, ({ spec }) => ordinalsHeld(spec as PlainObject, state.targetFirst, set.end));
    return object;
  }

  private createClaims(): void {
    for (const { name, labels, spec, volume } of handedClaims(this.plan)) {
      if (this.plan.isOtherCluster) {
        const options = { name: volume.name, labels: volume.labels ?? {}, annotations: { ...volume.annotations, ...KEPT } };
        withoutNamespace(createObject(this, `PersistentVolume-${volume.name}`, 'v1', 'PersistentVolume', options, { spec: volumeSpec(volume, this.plan) }));
      }
      createObject(this, `PersistentVolumeClaim-${name}`, 'v1', 'PersistentVolumeClaim', { name, labels, annotations: KEPT }, { spec });
    }
  }
}

/**
 * The migration ends and its claims stay: what prunes objects that are no longer in the manifests would take the data with them.
 *
 * Source: Argo CD docs/user-guide/sync-options.md (No Prune Resources); Flux kustomize-controller docs/spec/v1/kustomizations.md (prune); Helm, "Tell Helm Not To Uninstall a Resource"
 */
const KEPT: Labels = {
  'argocd.argoproj.io/sync-options': 'Prune=false',
  'helm.sh/resource-policy': 'keep',
  'kustomize.toolkit.fluxcd.io/prune': 'disabled',
};

const STAND_IN: StandIn<OrdinalMigration, OrdinalMigrationProps> = {
  keeps: [],
  make: (place, id) => {
    const chart = new Chart(place, 'source', { namespace: 'not-planned' });
    const template = { metadata: { labels: { 'not-planned': 'true' } }, spec: { containers: [{ name: 'not-planned', image: 'not-planned' }] } };
    new ApiObject(chart, 'set', { apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: { name: 'not-planned' }, spec: { replicas: 1, template } });
    const workload = Workload.named({ name: 'not-planned', podLabels: { 'not-planned': 'true' } });
    return new OrdinalMigration(new Chart(place, 'target', { namespace: 'not-planned-either' }), id, { workload, firstMoved: 0, stage: 0 });
  },
};

/** What the manifests say after all patches is what the plan says. */
function ordinalsHeld(spec: PlainObject, first: number, end: number): Finding[] {
  const start = (spec.ordinals as PlainObject | undefined)?.start ?? 0;
  return spec.replicas === end - first && start === first ? [] : [{
    ...noticed(ALIVE_TWICE),
    field: 'spec.replicas',
    message: `Invalid value: ${JSON.stringify(spec.replicas)}: with ordinals.start ${JSON.stringify(start)}; at this stage of the migration there are ${end - first} from ${first} on`,
    help: 'take the patch away; the size changes before the first stage, or after the last',
  }];
}

/** cdk8s gives every object the namespace of its chart; this kind has none. */
function withoutNamespace(object: ApiObject): void {
  if (object.metadata.namespace !== undefined) {
    object.addJsonPatch(JsonPatch.remove('/metadata/namespace'));
  }
}

function metadataOf(object: ApiObject): { labels: Labels; annotations?: Labels } {
  const { metadata } = object.toJson() as { metadata: { labels?: Labels; annotations?: Labels } };
  return { labels: metadata.labels ?? {}, annotations: metadata.annotations };
}

/** Files of the two charts, as seen from the folder of the app, or, of two apps, from the folder above that of the target. */
function filesOf(source: Construct, target: Construct): { sourceFile: string; targetFile: string } {
  const folders = [source, target].map(({ node: { root } }) => (root instanceof App ? root.outdir : ''));
  const from = source.node.root === target.node.root ? folders[1] : path.dirname(folders[1]);
  const [sourceFile, targetFile] = [source, target].map((each, index) =>
    path.posix.join(...path.relative(from, folders[index]).split(path.sep), fileOf(each)));
  return { sourceFile, targetFile };
}

/** As cdk8s calls the file of a chart, where each has one. */
function fileOf(construct: Construct): string {
  const { root } = construct.node;
  const name = `${Names.toDnsLabel(Chart.of(construct), { includeHash: false })}${root instanceof App ? root.outputFileExtension : '.k8s.yaml'}`;
  return !(root instanceof App) || root.yamlOutputType === YamlOutputType.FILE_PER_CHART ? name : '.';
}

function scriptOf({ name, title }: MigrationStage, commands: readonly string[]): string {
  return ['#!/bin/sh', `# ${name}: ${title}`, 'set -eu', ...commands, ''].join('\n');
}
