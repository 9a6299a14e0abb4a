import { Plain } from '../../base/plain';
import { asText } from '../../base/reading';
import { Workload } from '../../workloads/handle/workload';
import { numbersOfPort, specOfService } from '../served-port';

/** The name of the Service's port behind which a container port is, by the name of the container port; read when the app is complete. */
export function servedPortName({ serving, apiObjects }: Workload, port: string): string | undefined {
  const numbers = apiObjects.flatMap(object => numbersOfPort((object.toJson() as { readonly spec?: Plain }).spec, port));
  const { ports } = specOfService(serving!.service._object);
  const found = ports.find(({ port: own, targetPort = own }) => targetPort === port || numbers.includes(targetPort));
  return asText(found?.name);
}
