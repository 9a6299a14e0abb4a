import { Facts } from './facts';
import { PlainObject } from '../../base/plain';
import { asList, asObject, asText, asTexts, objectAt } from '../../base/reading';
import { classOf } from '../../knowledge/drivers';
import { chosenDeviceType, chosenDriver } from '../../kubernetes/cel/choices';
import { DeviceKind } from '../../kubernetes/cel/values';
import { Manifest } from '../../kubernetes/manifest';

/** API group of claims, templates and classes. */
export const RESOURCE_GROUP = 'resource.k8s.io';

/** A claim, or the claim inside a template: what stands under `devices`, and where. */
export interface PlacedClaim {
  readonly object: Manifest;
  /** `spec` or `spec.spec`. */
  readonly field: string;
  readonly spec: PlainObject;
}

/** One thing a request would take: `exactly`, an alternative, or the flat form of the betas. */
export interface PlacedSelection {
  /** As constraints and settings name it: `gpu`, `gpu/choice-1`. */
  readonly name: string;
  readonly field: string;
  readonly selection: PlainObject;
}

/** Every claim of the app, in whatever object it stands. */
export function claimsIn(facts: Facts): PlacedClaim[] {
  return [
    ...facts.ofType(`${RESOURCE_GROUP}/ResourceClaim`).map(object => ({ object, field: 'spec', spec: object.spec })),
    ...facts.ofType(`${RESOURCE_GROUP}/ResourceClaimTemplate`).map(object => ({ object, field: 'spec.spec', spec: asObject(object.spec.spec) })),
  ];
}

export function requestsOf({ spec }: PlacedClaim): readonly PlainObject[] {
  return asList(asObject(spec.devices).requests);
}

/** What each request of a claim would take. */
export function selectionsOf(claim: PlacedClaim): PlacedSelection[] {
  return requestsOf(claim).flatMap((request, index) => {
    const field = `${claim.field}.devices.requests[${index}]`;
    const name = asText(request.name) ?? '';
    const exactly = asObject(request.exactly);
    return [
      ...(request.deviceClassName !== undefined ? [{ name, field, selection: request }] : []),
      ...(Object.keys(exactly).length > 0 ? [{ name, field: `${field}.exactly`, selection: exactly }] : []),
      ...asList(request.firstAvailable).map((selection, choice) => (
        { name: `${name}/${asText(selection.name) ?? ''}`, field: `${field}.firstAvailable[${choice}]`, selection })),
    ];
  });
}

/** A condition on devices, and where it stands. */
export interface PlacedExpression {
  readonly expression: string;
  readonly field: string;
}

/** CEL expressions in a list of selectors. */
export function expressionsOf(selectors: unknown, field: string): PlacedExpression[] {
  return asList(selectors).flatMap((selector, index) => {
    const expression = asText(objectAt(selector, 'cel').expression);
    return expression === undefined ? [] : [{ expression, field: `${field}.selectors[${index}].cel.expression` }];
  });
}

/** What is known of the devices of a class: from the driver's own classes, or from the class in the app. */
export function kindOfClass(facts: Facts, className: string | undefined): DeviceKind {
  const own = className === undefined ? undefined : facts.find(`${RESOURCE_GROUP}/DeviceClass`, '', className);
  if (own) {
    return kindOfSelectors(asList(own.spec.selectors).flatMap(selector => asText(objectAt(selector, 'cel').expression) ?? []));
  }
  const known = className === undefined ? undefined : classOf(className);
  return { driver: known?.driver, deviceType: known?.deviceType };
}

/** The kind of one selection: its class, narrowed by its own conditions. */
export function kindOfSelection(facts: Facts, { selection }: PlacedSelection): DeviceKind {
  const ofClass = kindOfClass(facts, asText(selection.deviceClassName));
  const own = kindOfSelectors(expressionsOf(selection.selectors, '').map(each => each.expression));
  const driver = ofClass.driver ?? own.driver;
  return { driver, deviceType: ofClass.deviceType ?? (own.driver === driver ? own.deviceType : undefined) ?? typeFor(selection, driver) };
}

function typeFor(selection: PlainObject, driver: string | undefined): string | undefined {
  return driver === undefined ? undefined : chosenDeviceType(expressionsOf(selection.selectors, '').map(each => each.expression), driver);
}

export function kindOfSelectors(expressions: readonly string[]): DeviceKind {
  const driver = chosenDriver(expressions);
  return { driver, deviceType: driver === undefined ? undefined : chosenDeviceType(expressions, driver) };
}

/** A setting that a driver reads, with the requests it holds for; no requests: all. */
export interface PlacedSetting {
  readonly requests: readonly string[];
  readonly opaque: PlainObject;
  readonly field: string;
}

/** Settings of a claim or class. */
export function settingsOf(config: unknown, field: string): PlacedSetting[] {
  return asList(config).map((entry, index) => ({ requests: asTexts(entry.requests), opaque: asObject(entry.opaque), field: `${field}.config[${index}]` }));
}
