import { DeviceAlignment } from './alignment';
import { ClaimContent } from './claim-content';
import { DeviceConstraint } from './constraint';
import { DeviceRequest } from './request';
import { duplicate, forbidden, invalid } from '../../base/errors/invalid-input';
import { carriesMistakes } from '../../given/mistakes/carried';
import { checkNamePart } from '../../kubernetes/refused/names';

/** How devices belong together. */
type Form = 'pairs' | 'together';

/**
 * Devices of a pod with what belongs to them: GPUs with network cards, near each other. For `Accelerator.aligned`.
 */
export class AlignedDevices {
  /**
   * Each device with a companion of its own beside it: each GPU with the network card of its PCIe root. One request and one constraint for each pair, since a
   * constraint over all of them would ask for all on one root.
   *
   * A count of the companion is how many each device gets. One claim allocates at most 32 devices in at most 32 requests: 16 pairs.
   *
   * @param device The devices that the program counts: GPUs.
   * @param companion What each of them gets: a network card, as `DeviceRequest.dranet(...)` asks for.
   * @param alignment What the two of a pair share.
   */
  public static pairs(device: DeviceRequest, companion: DeviceRequest, alignment: DeviceAlignment): AlignedDevices {
    return new AlignedDevices('pairs', device, [companion], alignment);
  }

  /**
   * All devices near each other: four GPUs and a network card on one NUMA node.
   *
   * @param device The devices that the program counts: GPUs.
   * @param companions What they get together; an empty list for the devices alone.
   * @param alignment What all of them share.
   */
  public static together(device: DeviceRequest, companions: DeviceRequest[], alignment: DeviceAlignment): AlignedDevices {
    return new AlignedDevices('together', device, companions, alignment);
  }

  /** @internal */
  public readonly _device: DeviceRequest;
  private readonly form: Form;
  private readonly companions: readonly DeviceRequest[];
  private readonly alignment: DeviceAlignment;
  private readonly attribute: string;

  private constructor(form: Form, device: DeviceRequest, companions: readonly DeviceRequest[], alignment: DeviceAlignment) {
    const field = `AlignedDevices.${form}`;
    this.form = form;
    this._device = device;
    this.companions = companions;
    this.alignment = alignment;
    const all = [device, ...companions];
    if (all.some(request => request._isAdmin)) {
      throw forbidden(field, 'admin access shows devices that other pods hold, and these are to be the pod\'s own', 'leave withAdminAccess() out');
    }
    all.forEach((request, index) => {
      const twin = all.findIndex(other => other.name === request.name);
      if (twin !== index) {
        throw duplicate(`${field}(${form === 'pairs' ? 'companion' : `companions[${index - 1}]`})`, request.name, 'is the name of another request as well', "give it another one: DeviceRequest.ofClass('…', { name: 'nic' })");
      }
    });
    if (form === 'pairs') {
      all.forEach(({ name }) => checkNamePart(`${field}(name)`, `${name}-${MOST_PAIRS - 1}`));
    }
    companions.forEach(request => request._count(`${field}(companion)`));
    this.attribute = alignment._attributeFor(`${field}(alignment)`, all.flatMap(request => request._alternatives));
  }

  /** What devices of a pair, or all of them, have in common. @internal */
  public get _title(): string {
    return this.alignment._title;
  }

  /**
   * Requests and constraints for so many of the devices.
   *
   * @internal
   */
  public _content(field: string, count: number): ClaimContent {
    this.alignment._checkCount(field, count);
    return this.form === 'together'
      ? contentOfAll(this._device._withCount(count), this.companions, this.attribute)
      : contentOfPairs(field, this._device, this.companions[0], this.attribute, count);
  }

  /**
   * The claim in words, with its sum.
   *
   * @internal
   */
  public _text(count: number): string {
    const companions = this.companions.map(request => `${request._count('') ?? 1} ${request._className}`).join(', ');
    return this.form === 'pairs'
      ? `${count} x (1 ${this._device._className} + ${companions}), each ${1 + (this.companions[0]._count('') ?? 1)} on ${this._title}: ${this.attribute}`
      : `${count} ${this._device._className}${companions === '' ? '' : ` + ${companions}`}, all on ${this._title}: ${this.attribute}`;
  }
}

function contentOfAll(device: DeviceRequest, companions: readonly DeviceRequest[], attribute: string): ClaimContent {
  return { requests: [device, ...companions], constraints: [DeviceConstraint.sameValue(attribute)] };
}

function contentOfPairs(field: string, device: DeviceRequest, companion: DeviceRequest, attribute: string, count: number): ClaimContent {
  if (count > MOST_PAIRS) {
    throw invalid(field, count, `${count} pairs are ${count} x 2 = ${2 * count} requests, and one claim has at most ${2 * MOST_PAIRS}`, 'ask for fewer devices, or for AlignedDevices.together(...)');
  }
  const pairs = Array.from({ length: count }, (_, index) => [numbered(device._withCount(1), index), numbered(companion, index)]);
  return {
    requests: pairs.flat(),
    constraints: pairs.map(pair => DeviceConstraint.sameValue(attribute, pair.map(({ name }) => name))),
  };
}

/** Source: kubernetes/api resource/v1 types.go DeviceRequestsMaxSize, DeviceConstraintsMaxSize (v1.36) */
const MOST_PAIRS = 16;

function numbered(request: DeviceRequest, index: number): DeviceRequest {
  return request._named(`${request.name}-${index}`);
}

carriesMistakes(AlignedDevices, () => AlignedDevices.together(DeviceRequest.nvidia(), [], DeviceAlignment.samePcieRoot()));
