import { ServingProtocol, WorkloadServing } from './workload-facts';
import { ServiceHandle } from '../service';

/** As it stands in the manifest. */
interface ServicePort {
  readonly port: number;
  readonly name?: string;
  readonly targetPort?: number | string;
  readonly protocol?: string;
  readonly appProtocol?: string;
}

/** A port of containers, by its number, its name, or both. */
export interface AnsweringPort {
  readonly port?: number;
  readonly portName?: string;
}

/** Source: kubernetes.io/docs/concepts/services-networking/service, Application protocol; pkg/apis/core/types.go ServicePort (v1.36); IANA service names */
const SPOKEN: { readonly [appProtocol: string]: ServingProtocol } = {
  'http': ServingProtocol.HTTP,
  'https': ServingProtocol.HTTP,
  'kubernetes.io/h2c': ServingProtocol.HTTP,
  'kubernetes.io/ws': ServingProtocol.HTTP,
  'kubernetes.io/wss': ServingProtocol.HTTP,
  'grpc': ServingProtocol.GRPC,
};

const CARRIED: { readonly [protocol: string]: ServingProtocol } = { UDP: ServingProtocol.UDP, SCTP: ServingProtocol.SCTP };

/** The first port is the one that clients are told; read from the manifest, so that patches count. `http`: the port of the containers that is known to speak it. */
export function servedBy(service: ServiceHandle | undefined, role: string | undefined, http?: AnsweringPort): WorkloadServing | undefined {
  if (!service) {
    return undefined;
  }
  const first = firstPort(service);
  return { service, port: first.port, portName: first.name, protocol: protocolOf(first, http), role };
}

/** The port of the containers behind what clients reach, where it is known to speak HTTP. */
export function httpBehind(serving: WorkloadServing | undefined): AnsweringPort | undefined {
  if (serving?.protocol !== ServingProtocol.HTTP) {
    return undefined;
  }
  const { port, targetPort = port } = firstPort(serving.service);
  return typeof targetPort === 'number' ? { port: targetPort } : { portName: targetPort };
}

function firstPort(service: ServiceHandle): ServicePort {
  return (service._object.toJson() as { readonly spec: { readonly ports: readonly ServicePort[] } }).spec.ports[0];
}

function protocolOf({ port, targetPort = port, protocol = 'TCP', appProtocol = '' }: ServicePort, http: AnsweringPort | undefined): ServingProtocol {
  const isHttp = targetPort === http?.port || targetPort === http?.portName;
  return CARRIED[protocol] ?? SPOKEN[appProtocol] ?? (isHttp ? ServingProtocol.HTTP : ServingProtocol.TCP);
}
