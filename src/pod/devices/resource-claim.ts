import { ApiObject, ApiObjectMetadata, Chart, JsonPatch } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { RESOURCE_API, createTemplate } from './accelerator-claim';
import { checkClaim, contentHash, renderClaim } from './claim-spec';
import { DeviceConstraint } from './constraint';
import { keepsItsName } from './invariants';
import { ClaimSource, requirePod } from './pod-claims';
import { DeviceRequest } from './request';
import { forbidden, invalid } from '../../base/errors/invalid-input';
import { mustHold } from '../../base/findings/construct-checks';
import { checkNameBudget } from '../../base/names';
import { checkedScope } from '../../given/checked-scope';
import { collecting } from '../../given/mistakes/collecting';
import { given, requireGiven } from '../../given/mistakes/given';
import { answer, leaveUnplanned, planned } from '../../given/mistakes/unplanned';
import { ADMIN_ACCESS_LABEL } from '../../knowledge/admin-access';
import { workloadName } from '../../kubernetes/refused/names';
import { validateTree } from '../../lint/synth/attach';
import { Target } from '../../target-cluster/target';
import { ObjectOptions, createObject, metadataBesideNames } from '../template/plain-api-object';

/**
 * Devices that are claimed together.
 */
export interface DeviceClaimProps {
  /**
   * First part of the object's name; the rest is a hash of the content. Also what pods call the claim.
   *
   * @default - the construct id in kebab case
   */
  readonly name?: string;

  /** Devices to allocate: 1 to 32 requests with different names, at most 32 devices in all. A request without a count asks for one device. */
  readonly requests: DeviceRequest[];

  /**
   * What must hold between the devices: at most 32.
   *
   * @default - nothing
   */
  readonly constraints?: DeviceConstraint[];

  /**
   * Namespace of the claim, where the app makes it: it gets the label that admin access needs (`resource.kubernetes.io/admin-access: "true"`). Whoever may make claims
   * in it sees all devices of the nodes, so give it to nobody else.
   *
   * Refused without a request that has admin access, and where it is not the namespace of the claim.
   *
   * @default - the namespace is made elsewhere, and must carry the label
   */
  readonly adminNamespace?: kplus.Namespace;

  /**
   * Namespace, labels and annotations of the object. A name is refused: it is made of `name` and the content.
   *
   * @default - the chart's namespace
   */
  readonly metadata?: ApiObjectMetadata;
}

/**
 * Claimed devices that containers can be given. See `ResourceClaimTemplate` and `ResourceClaim`.
 */
export abstract class DeviceClaim extends Construct {
  /** Name of the object: the given name and a hash of the content, so that a change makes a new object. */
  public readonly name!: string;

  /** What pods call the claim: the name without the hash. */
  public readonly claimName!: string;

  /** The object, for patches of its metadata. Its spec is immutable: say changes with properties. */
  public readonly apiObject!: ApiObject;

  private readonly requestNames!: readonly string[];

  protected constructor(scope: Construct, id: string, props: DeviceClaimProps) {
    super(checkedScope('DeviceClaim', scope, id), id);
    try {
      props = given(this, this._className(), props);
      const options = planned(this, () => collecting(props, (claim, attempt) => {
        const target = Target.of(this);
        attempt(() => target._require('deviceClaims', 'requests'));
        attempt(() => checkClaim(claim, target, ''));
        const namespace = attempt(() => namespaceOfAdmin(this, claim));
        if (claim.metadata?.name !== undefined) {
          throw forbidden('metadata.name', 'the name is made of name and the content', 'use name');
        }
        const name = workloadName(id, claim.name);
        checkNameBudget(claim.name === undefined ? 'id' : 'name', name, [
          { carrier: 'object', name: `${name}-${contentHash({})}`, max: 253, source: 'an object name has at most 253 characters' },
        ]);
        return optionsOf(name, claim.metadata, namespace);
      }));
      allowAdminAccess(props.adminNamespace);
      this.claimName = options.name;
      this.apiObject = this._createObject(options, props);
      this.name = this.apiObject.name;
      this.requestNames = props.requests.map(request => request.name);
      validateTree(this);
    } catch (error) {
      leaveUnplanned<DeviceClaim, DeviceClaimProps>(this, error, props, { keeps: ['name'], make: (place, own, kept) => this._standIn(place, own, kept) });
    }
  }

  /**
   * Gives a container of a pattern the devices, or those of one request. Several containers of a pod may hold one claim: they see the same devices.
   *
   * @param container A container of a pattern's pods: `group.leader.mainContainer`, or what `addContainer` and `addSidecar` return.
   * @param request Name of one request; all of them when left out.
   */
  public attachTo(container: kplus.Container, request?: string): void {
    answer(this, () => {
      requireGiven(this, 'DeviceClaim#attachTo', container, request);
      const pod = requirePod('attachTo(container)', container);
      if (request !== undefined && !this.requestNames.includes(request)) {
        throw invalid('attachTo(request)', request, `is no request of this claim; it has ${this.requestNames.join(', ')}`, 'name one of them, or leave request out to attach all');
      }
      pod.declare('attachTo(container)', this.claimName, this._source());
      pod.give('attachTo(container)', container, this.claimName, request);
    }, () => undefined);
  }

  /**
   * @internal
   */
  protected abstract _className(): string;

  /**
   * @internal
   */
  protected abstract _standIn(place: Construct, id: string, kept: Partial<DeviceClaimProps>): DeviceClaim;

  /**
   * @internal
   */
  protected abstract _createObject(options: ObjectOptions, props: DeviceClaimProps): ApiObject;

  /**
   * @internal
   */
  protected abstract _source(): ClaimSource;
}

/**
 * A template from which each pod gets a claim of its own (`resource.k8s.io/v1`): the usual way to ask for devices. Pods of a pattern whose only devices are
 * the accelerator need none of it: `Accelerator.claim` does all.
 *
 * Named by its content, because its spec is immutable: a changed count makes a new template, the pods point at it and are replaced. The old one must stay
 * until the last old pod is gone, since a pod that is re-created from the old revision asks for it.
 *
 * Source: KEP-4381 (GA 1.34)
 */
export class ResourceClaimTemplate extends DeviceClaim {
  /**
   * @param scope Parent, a chart or something in one.
   * @param id Construct id; in kebab case the default name.
   * @param props The devices.
   */
  constructor(scope: Construct, id: string, props: DeviceClaimProps) {
    super(scope, id, props);
  }

  /**
   * @internal
   */
  protected _className(): string {
    return 'ResourceClaimTemplate';
  }

  /**
   * @internal
   */
  protected _standIn(place: Construct, id: string, kept: Partial<DeviceClaimProps>): DeviceClaim {
    return new ResourceClaimTemplate(place, id, { ...kept, requests: [DeviceRequest.nvidia()] });
  }

  /**
   * @internal
   */
  protected _createObject(options: ObjectOptions, props: DeviceClaimProps): ApiObject {
    return createTemplate(this, 'Resource', options, renderClaim(props));
  }

  /**
   * @internal
   */
  protected _source(): ClaimSource {
    return { resourceClaimTemplateName: this.name };
  }
}

/**
 * One claim that pods share (`resource.k8s.io/v1`): all of them run on the node of its devices, and use the same ones. For at most 256 pods at a time.
 *
 * Pods that should each have devices of their own need a `ResourceClaimTemplate`; several pods on one claim without sharing settings are warned about.
 *
 * Source: KEP-4381 (GA 1.34); kubernetes/api resource/v1 types.go ResourceClaimReservedForMaxSize (v1.36)
 */
export class ResourceClaim extends DeviceClaim {
  /**
   * @param scope Parent, a chart or something in one.
   * @param id Construct id; in kebab case the default name.
   * @param props The devices.
   */
  constructor(scope: Construct, id: string, props: DeviceClaimProps) {
    super(scope, id, props);
  }

  /**
   * @internal
   */
  protected _className(): string {
    return 'ResourceClaim';
  }

  /**
   * @internal
   */
  protected _standIn(place: Construct, id: string, kept: Partial<DeviceClaimProps>): DeviceClaim {
    return new ResourceClaim(place, id, { ...kept, requests: [DeviceRequest.nvidia()] });
  }

  /**
   * @internal
   */
  protected _createObject(options: ObjectOptions, props: DeviceClaimProps): ApiObject {
    const spec = renderClaim(props);
    const object = createObject(this, 'Resource', RESOURCE_API, 'ResourceClaim', { ...options, name: `${options.name}-${contentHash(spec)}` }, { spec });
    mustHold(object, keepsItsName(contentHash(spec)));
    return object;
  }

  /**
   * @internal
   */
  protected _source(): ClaimSource {
    return { resourceClaimName: this.name };
  }
}

/** Writes the label, and takes off the namespace that cdk8s gives every object of a chart: this kind has none, and the API server drops it. */
function allowAdminAccess(namespace: kplus.Namespace | undefined): void {
  if (namespace === undefined) {
    return;
  }
  namespace.metadata.addLabel(ADMIN_ACCESS_LABEL, 'true');
  const object = ApiObject.of(namespace);
  if ((object.toJson() as { metadata: { namespace?: string } }).metadata.namespace !== undefined) {
    object.addJsonPatch(JsonPatch.remove('/metadata/namespace'));
  }
}

/** The namespace that the app makes for admin access, if any. */
function namespaceOfAdmin(scope: Construct, { requests, adminNamespace, metadata }: DeviceClaimProps): string | undefined {
  if (adminNamespace === undefined) {
    return undefined;
  }
  if (!requests.some(request => request._isAdmin)) {
    throw forbidden('adminNamespace', 'no request has admin access, and the label lets everybody in the namespace have it', 'leave it out, or use withAdminAccess() of a request');
  }
  const own = metadata?.namespace ?? (scope.node.scopes.some(Chart.isChart) ? Chart.of(scope).namespace : undefined);
  const { name } = adminNamespace;
  if (own !== undefined && own !== name) {
    throw invalid('adminNamespace', name, `the claim is in ${own}, and the label is asked for in the namespace of the claim`, 'give the namespace of the chart, or metadata.namespace');
  }
  return name;
}

function optionsOf(name: string, metadata: ApiObjectMetadata | undefined, adminNamespace: string | undefined): ObjectOptions {
  const { namespace = adminNamespace, labels, annotations } = metadata ?? {};
  return { name, namespace, labels: { ...labels }, annotations, otherMetadata: metadataBesideNames(metadata) };
}
