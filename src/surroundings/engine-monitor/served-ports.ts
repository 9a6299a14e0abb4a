import { Plain, isObject } from '../../base/plain';
import { asList, asText } from '../../base/reading';
import { Workload } from '../../workloads/handle/workload';
import { specOfService } from '../served-port';

/** The name of the Service's port behind which a container port is, by the name of the container port; read when the app is complete. */
export function servedPortName({ serving, apiObjects }: Workload, port: string): string | undefined {
  const numbers = apiObjects.flatMap(object => numbersOf((object.toJson() as { readonly spec?: Plain }).spec, port));
  const { ports } = specOfService(serving!.service.apiObject);
  const found = ports.find(({ port: own, targetPort = own }) => targetPort === port || numbers.includes(targetPort));
  return asText(found?.name);
}

/** Numbers of the container ports of that name, wherever they stand. */
function numbersOf(value: Plain | undefined, name: string): Plain[] {
  if (Array.isArray(value)) {
    return value.flatMap(each => numbersOf(each, name));
  }
  if (!isObject(value)) {
    return [];
  }
  const own = asList(value.ports).flatMap(({ name: given, containerPort }) => (given === name && containerPort !== undefined ? [containerPort] : []));
  return [...own, ...Object.values(value).flatMap(each => numbersOf(each, name))];
}
