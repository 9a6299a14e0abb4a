import { DeviceKind, SelectorProblem } from './values';
import { nearestName } from '../../base/text/nearest-name';
import { AttributeFact, DOMAINS, STANDARD_DOMAIN, domainOf, hasCapacity, owns } from '../../knowledge/drivers';

/** Problems of a domain: attributes of another driver compile, and never exist on these devices. */
export function domainProblems(domain: string, devices: DeviceKind): SelectorProblem[] {
  if (devices.driver === undefined || domainOf(devices.driver) === undefined || domain === devices.driver || domain === STANDARD_DOMAIN) {
    return [];
  }
  return [{
    class: 'broken',
    detail: `the driver ${devices.driver} publishes nothing under the domain "${domain}", so there is nothing to read there`,
    help: `write device.attributes["${devices.driver}"]`,
  }];
}

/** An attribute that an expression reads. */
export interface ReadAttribute {
  readonly problems: SelectorProblem[];
  readonly fact?: AttributeFact;
}

/** Problems if the driver does not publish the attribute on such devices. One whose presence the expression tests may be missing. */
export function attributeProblems(domain: string | undefined, name: string, devices: DeviceKind, isTested: boolean): ReadAttribute {
  const driver = domain === undefined ? undefined : domainOf(domain);
  if (!driver) {
    return { problems: [] };
  }
  if (!owns(driver.attributes, name)) {
    return { problems: [unknownAttribute(driver.driver, name)] };
  }
  const fact: AttributeFact = driver.attributes[name];
  const problems = isTested ? [] : [wrongDevice(driver.driver, name, fact, devices), notEverywhere(driver.driver, name, fact)];
  return { fact, problems: problems.filter(problem => problem !== undefined) };
}

/** Problems if the driver does not publish the capacity. */
export function capacityProblems(domain: string | undefined, name: string): SelectorProblem[] {
  const driver = domain === undefined ? undefined : domainOf(domain);
  if (!driver || hasCapacity(driver, name)) {
    return [];
  }
  const names = driver.capacities.filter((each): each is string => typeof each === 'string');
  const near = nearestName(name, names);
  return [{
    class: 'broken',
    detail: `the driver ${driver.driver} publishes no capacity "${name}" (source: ${driver.source})`,
    help: owns(driver.attributes, name) ? `it is an attribute: device.attributes["${driver.driver}"].${name}` : near ? `did you mean ${near}?` : `it has ${names.join(', ')}`,
  }];
}

function unknownAttribute(driver: string, name: string): SelectorProblem {
  const { attributes, capacities, source } = DOMAINS[driver];
  const near = nearestName(name, Object.keys(attributes));
  return {
    class: 'broken',
    detail: `the driver ${driver} publishes no attribute "${name}" (source: ${source})`,
    help: capacities.includes(name) ? `it is a capacity: device.capacity["${driver}"].${name}` : near ? `did you mean ${near}?` : `it has ${Object.keys(attributes).join(', ')}`,
  };
}

function wrongDevice(driver: string, name: string, { on }: AttributeFact, { deviceType }: DeviceKind): SelectorProblem | undefined {
  if (on === undefined || deviceType === undefined || on.includes(deviceType)) {
    return undefined;
  }
  return {
    class: 'broken',
    detail: `the driver ${driver} publishes "${name}" on ${on.join(' and ')} devices, and the class selects those of type ${deviceType}: reading what is not there ends the allocation`,
    help: on.includes('mig') && on.length === 1 ? 'use DeviceRequest.nvidiaMig, or the class mig.nvidia.com' : `leave it out, or test for it: has(device.attributes["${driver}"].${name}) && ...`,
  };
}

function notEverywhere(driver: string, name: string, { until, optional }: AttributeFact): SelectorProblem | undefined {
  if (until === undefined && !optional) {
    return undefined;
  }
  const where = until === undefined ? 'on some devices only' : `up to its release ${until} and not after it`;
  return {
    class: 'risky',
    detail: `"${name}" is published ${where}; reading it where it is missing ends the allocation`,
    help: `test for it first: has(device.attributes["${driver}"].${name}) && ...`,
  };
}
