import { WorkloadServing } from './workload-facts';
import { ServiceHandle } from '../service';

/** As it stands in the manifest. */
interface ServicePort {
  readonly port: number;
  readonly name?: string;
}

/** The first port is the one that clients are told; read from the manifest, so that patches count. */
export function servedBy(service: ServiceHandle | undefined, role: string | undefined): WorkloadServing | undefined {
  if (!service) {
    return undefined;
  }
  const [{ port, name }] = (service.apiObject.toJson() as { readonly spec: { readonly ports: ServicePort[] } }).spec.ports;
  return { service, port, portName: name, role };
}
