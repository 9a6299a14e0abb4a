import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { InferenceServiceOptions } from './props';
import { invalid, renamed } from '../../base/errors/invalid-input';
import { Labels } from '../../base/labels';
import { checkNameBudget, serviceName } from '../../base/names';
import { EnginePlan } from '../../engines/engine-plan';
import { workloadName } from '../../kubernetes/refused/names';
import { ObjectOptions, createObject } from '../../pod/template/plain-api-object';
import { trafficDistribution } from '../../target-cluster/locality';
import { Target } from '../../target-cluster/target';
import { ServiceHandle, ServingPort, affinitySeconds, checkPorts, servingSpec } from '../../workloads/service';

/** The Service of one workload. */
export interface ServicePlan {
  readonly name: string;
  readonly ports: readonly ServingPort[];
  readonly affinitySeconds?: number;
  readonly options: InferenceServiceOptions;
}

/** Pure. */
export function planService(
  workload: string, options: InferenceServiceOptions = {}, engine: EnginePlan, containers: readonly kplus.ContainerProps[]): ServicePlan {
  const name = options.name === undefined ? workload : renamed(() => 'service.name', () => workloadName('', options.name));
  if (options.name !== undefined) {
    // The deployment's own name has been looked at.
    checkNameBudget('service.name', name, [serviceName(name)]);
  }
  const ports = options.ports ?? [{ name: engine.portName, port: engine.port, targetPortName: engine.portName }];
  checkPorts('service.ports', ports);
  checkTargets(ports, containers);
  return { name, ports, affinitySeconds: affinitySeconds('service.clientAffinity', options.clientAffinity), options };
}

/** A port that no container of the pod has: connections are refused, or the Service has no endpoints. */
function checkTargets(ports: readonly ServingPort[], containers: readonly kplus.ContainerProps[]): void {
  const declared = containers.flatMap(portsOf);
  ports.forEach((port, index) => {
    const target = port.targetPortName ?? port.targetPort ?? port.port;
    if (!declared.some(({ name, number }) => name === target || number === target)) {
      const field = `service.ports[${index}].${port.targetPortName !== undefined ? 'targetPortName' : port.targetPort !== undefined ? 'targetPort' : 'port'}`;
      throw invalid(field, target, `no container of the pods declares this port; they have ${declared.map(({ name, number }) => `${number}${name ? ` (${name})` : ''}`).join(', ')}`,
        `target ${declared[0].name ?? declared[0].number}, or declare the port in container.ports`);
    }
  });
}

function portsOf({ portNumber, port, ports = [] }: kplus.ContainerProps): kplus.ContainerPort[] {
  const single = portNumber ?? port;
  return single === undefined ? [...ports] : [{ number: single }, ...ports];
}

export function createInferenceService(scope: Construct, id: string, options: ObjectOptions, plan: ServicePlan, selector: Labels): ServiceHandle {
  return ServiceHandle._of(createObject(scope, id, 'v1', 'Service', options, {
    spec: servingSpec({
      selector,
      ports: plan.ports,
      affinitySeconds: plan.affinitySeconds,
      trafficDistribution: trafficDistribution(Target.of(scope), plan.options.prefer, 'service.prefer'),
    }),
  }));
}
