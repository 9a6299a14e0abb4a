import { Construct } from 'constructs';
import { ZonePlan, ZonePartitionPlan } from './partition-plan';
import { POD_INDEX, ZONE } from './plan';
import { ZonePartitionedStatefulSetProps } from './props';
import { createStorageClass } from './storage-class';
import { duplicate } from '../../base/errors/invalid-input';
import { LABEL_POD_INDEX, Labels, standardLabels } from '../../base/labels';
import { PlainObject } from '../../base/plain';
import { fieldVariable, labelPath } from '../../pod/container/environment';
import { zoneTerm } from '../../pod/scheduling/affinity';
import { claimMounts, renderClaims, renderRetention } from '../../pod/storage/claim';
import { SHARED_MEMORY_PATH } from '../../pod/storage/shared-memory';
import { ObjectOptions, metadataBesideNames } from '../../pod/template/plain-api-object';
import { PodPlan } from '../../pod/template/pod-plan';
import { PodVariation } from '../../pod/template/pod-spec';
import { PodTemplate } from '../../pod/template/pod-template';
import { createStatefulSet } from '../../workloads/indexed-stateful-set';
import { createBudget } from '../../workloads/objects';
import { ServiceHandle, createServingService } from '../../workloads/service';
import { RolledSet, rolledAnnotations } from '../rollout/rolled-set';
import { rolloutPodLabels } from '../rollout/rollout-plan';

/** What the pods of all zones are rendered from. */
export interface ZonePods {
  readonly plan: ZonePartitionPlan;
  readonly props: ZonePartitionedStatefulSetProps;
  readonly pods: PodTemplate;
  /** The pods as they were; zones that are not due are rendered from them alone. */
  readonly previous?: ZonePods;
}

/** What the objects of one zone are made from. */
export interface ZoneObjects extends ZonePods {
  readonly workload: string;
  readonly zone: ZonePlan;
  /** Of the objects themselves, whose metadata stands in the properties. */
  readonly optionsOf: (props: ZonePartitionedStatefulSetProps) => ObjectOptions;
  /** Of the zone's pods, and in every selector of the zone. */
  readonly selector: Labels;
}

/** The StatefulSet of a zone and its Service, with a class and a budget of its own where asked for. */
export function createZone(scope: Construct, parts: ZoneObjects): { readonly set: RolledSet; readonly service: ServiceHandle } {
  const { zone, selector } = parts;
  const options = parts.optionsOf(parts.props);
  const perZone = parts.props.storage?._perZone;
  if (perZone && zone.storageClassName !== undefined) {
    createStorageClass(scope, `StorageClass-${zone.part}`, { ...options, name: zone.storageClassName }, perZone, zone.zone);
  }
  const set = createZoneSet(scope, parts);
  if (zone.budget) {
    createBudget(scope, `Budget-${zone.part}`, options, zone.budget, selector);
  }
  return { set, service: createServingService(scope, `Service-${zone.part}`, options, selector, parts.plan.ports) };
}

function createZoneSet(scope: Construct, parts: ZoneObjects): RolledSet {
  const { zone, plan, props, selector } = parts;
  const source = sourceOf(parts, zone.zone).props;
  const options = { ...parts.optionsOf(source), otherMetadata: metadataBesideNames(source.metadata) };
  const isKept = plan.rollout.previousParts.has(zone.zone);
  const now = templateOf(parts, zone.zone, selector);
  const before = parts.previous && templateOf(sourceOf(parts.previous, zone.zone), zone.zone, selector);
  const object = createStatefulSet(scope, `Zone-${zone.part}`, {
    ...options,
    labels: { ...options.labels, ...plan.rollout.labels },
    annotations: { ...options.annotations, ...plan.rollout.annotations, ...rolledAnnotations(plan.rollout, isKept) },
    serviceName: parts.workload,
    replicas: zone.replicas,
    firstOrdinal: zone.first,
    selector,
    podManagementPolicy: plan.podManagementPolicy,
    updateStrategy: plan.rollout.updateStrategy,
    minReadySeconds: plan.minReadySeconds,
    template: isKept ? before! : now,
    volumeClaimTemplates: renderClaims(zone.claims, selector),
    claimRetention: renderRetention(zone.claims, props.claimRetention),
  });
  for (let each: ZonePods | undefined = parts; each; each = each.previous) {
    each.pods._carriedBy(object);
  }
  return { object, part: zone.zone, isKept, replicas: zone.replicas, now, before };
}

/** What a zone is rendered from: the pods of now, or those of before where it is not due. */
function sourceOf(pods: ZonePods, zone: string): ZonePods {
  return pods.previous && pods.plan.rollout.previousParts.has(zone) ? sourceOf(pods.previous, zone) : pods;
}

function templateOf(source: ZonePods, zone: string, selector: Labels): () => PlainObject {
  const variation = variationOf(source.plan, source.plan.zones.find(each => each.zone === zone)!, selector);
  return () => source.pods._renderTemplate(variation);
}

/** What differs from zone to zone. */
function variationOf(plan: ZonePartitionPlan, zone: ZonePlan, selector: Labels): PodVariation {
  return {
    labels: { ...standardLabels(plan.name), ...selector, ...rolloutPodLabels(plan.rollout, zone.setName) },
    env: [fieldVariable(POD_INDEX, labelPath(LABEL_POD_INDEX)), { name: ZONE, value: zone.zone }],
    affinity: zoneTerm(zone.zone),
    spread: plan.spread.constraints(selector),
    main: { extraMounts: claimMounts(zone.claims) },
  };
}

/** A claim takes the place of a volume of the same name without a word, and two mounts of one path are refused by the API server. */
export function refuseClaimsThatHideVolumes(pods: PodTemplate, props: ZonePartitionedStatefulSetProps, pod: PodPlan): void {
  const mounts = [...pods.containers, ...pods.initContainers].flatMap(container => container.mounts);
  const names = [...pods.volumes, ...mounts.map(mount => mount.volume)].map(volume => volume.name);
  const paths = [
    ...pods.mainContainer.mounts.map(mount => mount.path),
    ...(pod.sharedMemory !== undefined ? [SHARED_MEMORY_PATH] : []),
    ...(props.security?._isHardened ? ['/tmp'] : []),
  ];
  props.claims?.forEach((claim, index) => {
    if (names.includes(claim.name)) {
      throw duplicate(`claims[${index}].name`, claim.name, 'is also a volume of the pods, which the claim would replace', 'give one of them another name');
    }
    if (paths.includes(claim.mountPath)) {
      throw duplicate(`claims[${index}].mountPath`, claim.mountPath, 'is also the path of another volume of the main container', 'mount it elsewhere');
    }
  });
}
