import { InferencePoolProps, PickerFailure, PoolObjective } from './props';
import { atField, duplicate, forbidden, invalid, required, wholeNumber } from '../../base/errors/invalid-input';
import { Labels } from '../../base/labels';
import { Plain, PlainObject } from '../../base/plain';
import { asNumber } from '../../base/reading';
import { collecting } from '../../given/mistakes/collecting';
import { MOST_POOL_PORTS, PICKER_PORT } from '../../knowledge/endpoint-picker';
import { checkNamePart, checkPortNumber, checkSubdomain, workloadName } from '../../kubernetes/refused/names';
import { PodCount } from '../../workloads/handle/pods';
import { Workload } from '../../workloads/handle/workload';
import { WorkloadPurpose } from '../../workloads/handle/workload-facts';
import { answeringRole } from '../route-backends';
import { numbersOfPort, specOfService } from '../served-port';

/** One InferencePool with its objectives. */
export interface InferencePoolPlan {
  readonly name: string;
  readonly namespace?: string;
  readonly workload: Workload;
  readonly selector: Labels;
  /** As many as there are when it is asked. */
  readonly pods: () => PodCount;
  readonly ports: readonly number[];
  readonly picker: string;
  readonly pickerPort: number;
  readonly failure: PickerFailure;
  readonly objectives: readonly PoolObjective[];
}

/** Pure: who is picked from, and by whom. */
export function planInferencePool(id: string, given: InferencePoolProps): InferencePoolPlan {
  return collecting(given, (props, attempt) => {
    const name = attempt(() => workloadName(id, props.name));
    const workload = attempt(() => checkedWorkload(props.workload.workload._planned));
    const part = attempt(() => ({ ...props.part, role: answeringRole(workload, props.part) }));
    const pods = attempt(() => atField('part', () => workload._select(part)));
    return {
      name,
      namespace: pods.namespace,
      workload,
      selector: pods.labels,
      pods: () => workload._select(part),
      ports: attempt(() => props.ports === undefined ? [portBehind(workload)] : checkedPorts(props.ports)),
      picker: attempt(() => checkNamePart('picker', props.picker)),
      pickerPort: attempt(() => checkedPickerPort(props.pickerPort)),
      failure: props.pickerFailure ?? PickerFailure.CLOSE,
      objectives: attempt(() => checkedObjectives(props.objectives ?? [])),
    };
  });
}

function checkedWorkload(workload: Workload): Workload {
  if (workload.purpose === WorkloadPurpose.RUN) {
    throw forbidden('workload', `${workload.name} works until it is done and answers nobody`, 'give a workload that serves');
  }
  if (workload._pool !== undefined) {
    throw forbidden('workload', `its pods are in the InferencePool ${workload._pool}, and two pickers know nothing of each other's requests`, 'use that one: a WorkloadRoute of this workload leads to it');
  }
  return workload;
}

/** The gateway asks pods, not the Service: it needs the number of the container's port. */
function portBehind(workload: Workload): number {
  const { name, serving, metrics, apiObjects } = workload;
  const [port] = serving === undefined ? [] : specOfService(serving.service._object).ports;
  const target: Plain = port === undefined ? metrics?.portName : port.targetPort ?? port.port;
  const named = () => apiObjects.flatMap(object => numbersOfPort((object.toJson() as { readonly spec?: Plain }).spec, String(target)));
  const [number, ...others] = [...new Set(asNumber(target) === undefined ? named() : [target])];
  if (asNumber(number) === undefined || others.length > 0) {
    throw required('ports', `nothing says on which port the pods of ${name} answer`, 'give the port of their containers: ports: [8000]');
  }
  return number as number;
}

function checkedPorts(ports: readonly number[]): readonly number[] {
  if (ports.length === 0 || ports.length > MOST_POOL_PORTS) {
    throw invalid('ports', ports.length, `a pool has 1 to ${MOST_POOL_PORTS} ports`, 'name those on which engines answer');
  }
  ports.forEach((port, index) => {
    checkPortNumber(`ports[${index}]`, port);
    if (ports.indexOf(port) < index) {
      throw duplicate(`ports[${index}]`, port, 'stands here already', 'name each port once');
    }
  });
  return ports;
}

function checkedPickerPort(port: number = PICKER_PORT): number {
  checkPortNumber('pickerPort', port);
  return port;
}

/** Source: gateway-api-inference-extension apix/v1alpha2/inferenceobjective_types.go (v1.3): an int of Go, which the definition does not bound; 32 bits are kept by everybody */
const MOST_PRIORITY = 2 ** 31 - 1;

function checkedObjectives(objectives: readonly PoolObjective[]): readonly PoolObjective[] {
  objectives.forEach(({ name, priority }, index) => {
    const field = `objectives[${index}]`;
    checkSubdomain(`${field}.name`, name);
    wholeNumber(`${field}.priority`, priority, { min: -MOST_PRIORITY, max: MOST_PRIORITY });
    if (objectives.findIndex(other => other.name === name) < index) {
      throw duplicate(`${field}.name`, name, 'another objective has it', 'give each its own');
    }
  });
  return objectives;
}

/** With what the server fills in. */
export function pickerReference({ picker, pickerPort, failure }: InferencePoolPlan): PlainObject {
  return { group: '', kind: 'Service', name: picker, port: { number: pickerPort }, failureMode: failure };
}
