import { ApiObject } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { ObjectOptions, createObject } from './objects';
import { required, wholeNumber } from '../checks/invalid-input';
import { Labels } from '../pod/labels';
import { PlainObject, compact } from '../pod/plain';
import { Locality, trafficDistribution } from '../target/locality';
import { Target } from '../target/target';

/**
 * A port of a Service, as cdk8s-plus-28 describes it; the target may also be a port name.
 */
export interface ServingPort extends kplus.ServicePort {
  /**
   * Name of the container port behind it. Excludes `targetPort`.
   *
   * @default - `targetPort`, or the same number as `port`
   */
  readonly targetPortName?: string;
}

/**
 * A Service that a pattern made.
 */
export class ServiceHandle {
  /** Name of the Service. */
  public readonly name: string;

  /** Name that clients resolve: with the namespace where it is known, else valid inside the namespace. */
  public readonly dns: string;

  /** The object itself, for patches. */
  public readonly apiObject: ApiObject;

  /**
   * @internal
   */
  constructor(apiObject: ApiObject) {
    const namespace = apiObject.metadata.namespace;
    this.name = apiObject.name;
    this.dns = namespace ? `${this.name}.${namespace}.svc` : this.name;
    this.apiObject = apiObject;
  }
}

/** Every port of a Service needs a name once there are two. Source: pkg/apis/core/validation/validation.go (v1.36) */
export function checkPorts(field: string, ports: readonly ServingPort[]): void {
  if (ports.length === 0) {
    throw required(field, 'a Service needs at least one port');
  }
  ports.forEach((port, index) => {
    wholeNumber(`${field}[${index}].port`, port.port, { min: 1, max: 65535 });
    if (port.targetPort !== undefined) {
      wholeNumber(`${field}[${index}].targetPort`, port.targetPort, { min: 1, max: 65535 });
    }
    if (ports.length > 1 && !port.name) {
      throw required(`${field}[${index}].name`, 'with several ports each needs a name');
    }
  });
}

export function renderPorts(ports: readonly ServingPort[]): PlainObject[] {
  return ports.map(port => compact({
    name: port.name,
    port: port.port,
    targetPort: port.targetPortName ?? port.targetPort ?? port.port,
    protocol: port.protocol,
    nodePort: port.nodePort,
  }));
}

/**
 * The Service that gives pods names before they are ready: a rendezvous that waited for readiness would wait for itself. It carries no traffic.
 */
export function createHeadlessService(scope: Construct, id: string, options: ObjectOptions, selector: Labels, ports: readonly { readonly name: string; readonly port: number }[]): ServiceHandle {
  return new ServiceHandle(createObject(scope, id, 'v1', 'Service', options, {
    spec: compact({
      clusterIP: 'None',
      publishNotReadyAddresses: true,
      selector: { ...selector },
      ports: ports.map(port => ({ name: port.name, port: port.port, targetPort: port.port })),
    }),
  }));
}

/** A Service for traffic: only ready pods, with an address of its own. */
export function createServingService(scope: Construct, id: string, options: ObjectOptions, selector: Labels, ports: readonly ServingPort[], locality?: Locality): ServiceHandle {
  checkPorts('ports', ports);
  return new ServiceHandle(createObject(scope, id, 'v1', 'Service', options, {
    spec: compact({
      selector: { ...selector },
      ports: renderPorts(ports),
      trafficDistribution: trafficDistribution(Target.of(scope), locality, 'prefer'),
    }),
  }));
}
