import { ApiObject } from 'cdk8s';
import { forbidden, required } from '../base/errors/invalid-input';
import { Labels } from '../base/labels';
import { Plain, PlainObject, isObject } from '../base/plain';
import { asList } from '../base/reading';
import { checkPortNumber } from '../kubernetes/refused/names';
import { Workload } from '../workloads/handle/workload';

/*
 * The port behind which a workload answers: that of its Service, or a number that somebody gives where it has none.
 */

/** `spec` of a Service. */
export interface ServiceSpec {
  readonly selector: Labels;
  readonly ports: PlainObject[];
  readonly trafficDistribution?: string;
}

/** As it stands in the manifest, so that patches count. */
export function specOfService(service: ApiObject): ServiceSpec {
  const { spec } = service.toJson() as { readonly spec: ServiceSpec };
  return { ...spec, selector: spec.selector ?? {} };
}

/** The Service of the workload, of which nobody needs to say the port; undefined where it has none, and `port` is needed. */
export function ownService({ serving }: Workload, port: number | undefined): ServiceSpec | undefined {
  if (serving === undefined) {
    return undefined;
  }
  if (port !== undefined) {
    throw forbidden('port', `the Service ${serving.service.name} of the workload says it`, 'leave it out');
  }
  return specOfService(serving.service._object);
}

/** The port of a workload without a Service. */
export function requirePort({ name }: Workload, port: number | undefined): number {
  if (port === undefined) {
    throw required('port', `${name} has no Service, so nothing says where it listens`, 'give the port of its containers');
  }
  return checkedPort(port);
}

export function checkedPort(port: number): number {
  checkPortNumber('port', port);
  return port;
}

/** A port of a Service that leads to a port of the same number. */
export function portOfNumber(port: number): PlainObject {
  return { name: 'http', port, targetPort: port };
}

/** Numbers of the container ports of that name, wherever they stand. */
export function numbersOfPort(value: Plain | undefined, name: string): Plain[] {
  if (Array.isArray(value)) {
    return value.flatMap(each => numbersOfPort(each, name));
  }
  if (!isObject(value)) {
    return [];
  }
  const own = asList(value.ports).flatMap(({ name: given, containerPort }) => (given === name && containerPort !== undefined ? [containerPort] : []));
  return [...own, ...Object.values(value).flatMap(each => numbersOfPort(each, name))];
}
