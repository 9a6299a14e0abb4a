import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { Accelerator, AcceleratorResourceOptions } from './accelerator';
import { RESOURCE_API } from './accelerator-claim';
import { DeviceRequest } from './request';
import { DeviceRequestOptions, DeviceSelection } from './request-options';
import { forbidden, inConstruct, renamed, required } from '../../base/errors/invalid-input';
import { Labels } from '../../base/labels';
import { kebabCase } from '../../base/names';
import { PlainObject, compact } from '../../base/plain';
import { checkedScope } from '../../given/checked-scope';
import { unknownValue } from '../../given/mistakes/carried';
import { Attempt, collecting } from '../../given/mistakes/collecting';
import { given, requireGiven } from '../../given/mistakes/given';
import { StandIn, answer, leaveUnplanned, planned } from '../../given/mistakes/unplanned';
import { classOf } from '../../knowledge/drivers';
import { checkLabels } from '../../kubernetes/refused/labels';
import { checkExtendedResource, checkSubdomain } from '../../kubernetes/refused/names';
import { validateTree } from '../../lint/synth/attach';
import { Target } from '../../target-cluster/target';
import { createClusterObject } from '../template/plain-api-object';

/**
 * A kind of device that claims can name.
 */
export interface DeviceClassProps {
  /**
   * Name of the class, for the whole cluster: `mig-1g-10gb.example.com`.
   *
   * @default - the construct id in kebab case
   */
  readonly name?: string;

  /**
   * Which devices belong to the class, said like a request: `DeviceRequest.nvidiaMig('1g.10gb')`. Its sharing setting holds for every claim of the class.
   * A count is refused, which claims say; so is a list of alternatives.
   */
  readonly devices: DeviceRequest;

  /**
   * Extended resource that stands for the class: pods with `limits: { <name>: n }` get devices of the class through a claim that the scheduler makes.
   * Pods written for a device plugin then run unchanged. Needs 1.36, or the feature gate DRAExtendedResource from 1.34.
   *
   * @default - none: only claims reach the class
   */
  readonly extendedResourceName?: string;

  /**
   * Labels of the class.
   *
   * @default - none
   */
  readonly labels?: { [key: string]: string };
}

/**
 * A class of devices (`resource.k8s.io/v1` DeviceClass): cluster-wide, made by whoever runs the cluster.
 *
 * Its first condition is always the driver. Conditions are asked of every device of the cluster, and one that reads an attribute which another driver's
 * device does not have would end the allocation for everybody.
 *
 * Source: KEP-4381 (GA 1.34), KEP-5004 (extended resources)
 */
export class DeviceClass extends Construct {
  /** Name of the class. */
  public readonly name!: string;

  /** Extended resource that stands for the class; undefined when none does. */
  public readonly extendedResourceName?: string;

  /** The object, for patches. */
  public readonly apiObject!: ApiObject;

  private readonly selection!: DeviceSelection;

  /**
   * @param scope Parent, a chart or something in one.
   * @param id Construct id; in kebab case the default name.
   * @param props The class.
   */
  constructor(scope: Construct, id: string, props: DeviceClassProps) {
    super(checkedScope('DeviceClass', scope, id), id);
    try {
      props = given(this, 'DeviceClass', props);
      this.extendedResourceName = props.extendedResourceName;
      this.name = props.name ?? kebabCase(id);
      this.selection = planned(this, () => collecting(props, (checked, attempt) => this.check(checked, attempt)));
      this.apiObject = this.checked(() => this.create(props));
      validateTree(this);
    } catch (error) {
      leaveUnplanned(this, error, props, STAND_IN);
    }
  }

  /**
   * A request for devices of this class.
   *
   * @param options How many, and further conditions in CEL.
   */
  public request(options: DeviceRequestOptions = {}): DeviceRequest {
    return answer(this, () => {
      const [plain] = requireGiven(this, 'DeviceClass#request', options);
      return DeviceRequest._ofOwnClass(this.name, this.selection, plain);
    }, () => unknownValue(DeviceRequest.ofClass('not-planned')));
  }

  /**
   * The class as an extended resource, for the `accelerator` of a pattern. Refused without `extendedResourceName`.
   *
   * @param count Devices for each pod, a whole number of at least 1.
   * @param options Taint key and node labels; NVIDIA's taint `nvidia.com/gpu` is tolerated for its devices when left out.
   */
  public accelerator(count: number, options: AcceleratorResourceOptions = {}): Accelerator {
    return answer(this, () => {
      const [, plain] = requireGiven(this, 'DeviceClass#accelerator', count, options);
      if (this.extendedResourceName === undefined) {
        throw required('extendedResourceName', 'without a name for it the class is no extended resource', 'set extendedResourceName, or claim the class: Accelerator.claim(deviceClass.request())');
      }
      const isNvidia = this.extendedResourceName.startsWith('nvidia.com/');
      const { extendedResourceName: name } = this;
      return renamed(({ field }) => field.replace('Accelerator.resource(', 'accelerator('),
        () => Accelerator.resource(name, count, { ...(isNvidia ? { taintKey: 'nvidia.com/gpu' } : {}), ...plain }));
    }, () => unknownValue(Accelerator.nvidia(1)));
  }

  private check({ name, devices, extendedResourceName, labels }: DeviceClassProps, attempt: Attempt): DeviceSelection {
    const target = Target.of(this);
    attempt(() => checkSubdomain(name === undefined ? 'id' : 'name', this.name));
    attempt(() => checkLabels('labels', labels ?? {}));
    attempt(() => devices._require(target, 'devices'));
    if (extendedResourceName !== undefined) {
      attempt(() => target._require('deviceExtendedResource', 'extendedResourceName'));
      attempt(() => checkExtendedResource('extendedResourceName', extendedResourceName));
    }
    if (devices._isPrioritized) {
      throw forbidden('devices', 'a class is one kind of device, and this is a list of alternatives', 'make a class for each, and list them in the claim: DeviceRequest.firstAvailable');
    }
    if (devices._isAdmin) {
      throw forbidden('devices', 'admin access is asked for in a claim, not in a class', 'leave withAdminAccess() out here');
    }
    const [selection] = devices._alternatives;
    if (selection.count !== undefined) {
      throw forbidden('devices', `a class says which devices, and the claim how many; this asks for ${selection.count}`, 'leave the count out');
    }
    if (selection.driver === undefined) {
      throw required('devices', 'a class begins with the driver of its devices, and this request names none', "say it: DeviceRequest.ofClass('...', { driver: 'npu.example.com', cel: [...] })");
    }
    return selection;
  }

  private create({ extendedResourceName, labels }: DeviceClassProps): ApiObject {
    const { sharing, deviceType } = this.selection;
    return createClusterObject(this, 'Resource', RESOURCE_API, 'DeviceClass', { name: this.name, labels: { ...labels } as Labels }, {
      spec: compact({
        selectors: selectorsOf(this.selection),
        config: sharing ? [{ opaque: { driver: sharing._driver, parameters: sharing._parameters(deviceType) } }] : [],
        extendedResourceName,
      }),
    });
  }

  private checked<T>(body: () => T): T {
    return inConstruct(this, '', body);
  }
}

/**
 * Conditions are asked in order, and the first that does not hold ends the matter.
 *
 * Source: kubernetes staging/src/k8s.io/dynamic-resource-allocation/structured/internal: selectorsMatch (v1.36)
 */
function selectorsOf({ driver, deviceType, selectors, className }: DeviceSelection): PlainObject[] {
  const isTyped = deviceType !== undefined && classOf(className)?.deviceType === deviceType;
  return [
    `device.driver == "${driver}"`,
    ...(isTyped ? [`device.attributes["${driver}"].type == "${deviceType}"`] : []),
    ...selectors,
  ].map(expression => ({ cel: { expression } }));
}

const STAND_IN: StandIn<DeviceClass, DeviceClassProps> = {
  keeps: ['name'],
  make: (place, id, kept) => new DeviceClass(place, id, { ...kept, devices: DeviceRequest.nvidia() }),
};
