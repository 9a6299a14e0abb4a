import { ApiObject } from 'cdk8s';
import { ModelVariant } from './props';
import { forbidden, invalid, renamed, required, wholeNumber } from '../../base/errors/invalid-input';
import { Labels } from '../../base/labels';
import { PlainObject } from '../../base/plain';
import { checkPortNumber } from '../../kubernetes/refused/names';
import { PodPart } from '../../workloads/handle/pods';
import { Workload } from '../../workloads/handle/workload';
import { WorkloadPurpose } from '../../workloads/handle/workload-facts';

/** A Service that a route sends requests to. */
export interface Backend {
  readonly service: string;
  readonly namespace?: string;
  /** Port of the Service, which the route names. */
  readonly port: number;
  readonly selector: Labels;
  /** Ports of the Service where it is to be made; absent where the workload has it. */
  readonly made?: readonly PlainObject[];
  /** Pods behind a Service that is to be made, and what makes them; no object of them where another app has it. */
  readonly pods?: number;
  readonly carriers?: readonly ApiObject[];
}

/** Services of a variant: the workload's own, one for a part, or one for each index. */
export function backendsOf(name: string, variant: ModelVariant): Backend[] {
  const workload = variant.workload.workload._planned;
  if (workload.purpose === WorkloadPurpose.RUN) {
    throw forbidden('workload', `${workload.name} works until it is done and answers nobody`, 'give a workload that serves');
  }
  if (variant.part === undefined && variant.indexes === undefined && workload.serving !== undefined) {
    return [ownService(workload, variant)];
  }
  const port = portOf(workload, variant);
  return partsOf(variant, workload).map(({ suffix, field, part }) => {
    const { labels, namespace, least } = renamed(problem => placeOf(field, problem.field), () => workload._select(part));
    const service = `${name}-${variant.name}${suffix}`;
    checkLength(service);
    return { service, namespace, port: port.port as number, selector: labels, made: [port], pods: least, carriers: workload.apiObjects };
  });
}

/** An index of `indexes` is the part's index. */
function placeOf(field: string, part: string): string {
  return field !== 'part' && part === 'index' ? field : `part.${part}`;
}

const LONGEST_NAME = 63;

function checkLength(service: string): void {
  if (service.length > LONGEST_NAME) {
    throw invalid('name', service, `is the name of its Service, of ${service.length} characters, and the limit is ${LONGEST_NAME}`, `shorten it by ${service.length - LONGEST_NAME}`);
  }
}

function ownService(workload: Workload, { port: given }: ModelVariant): Backend {
  const { service, port } = workload.serving!;
  if (given !== undefined) {
    throw forbidden('port', `the Service ${service.name} of the workload has ${port}`, 'leave it out');
  }
  return { service: service.name, namespace: workload.namespace, port, selector: specOf(workload).selector };
}

interface ServiceSpec {
  readonly selector: Labels;
  readonly ports: PlainObject[];
}

/** As it stands in the manifest, so that patches count. */
function specOf(workload: Workload): ServiceSpec {
  const { spec } = workload.serving!.service.apiObject.toJson() as { readonly spec: ServiceSpec };
  return { selector: spec.selector ?? {}, ports: spec.ports };
}

function portOf(workload: Workload, { port }: ModelVariant): PlainObject {
  if (workload.serving !== undefined) {
    if (port !== undefined) {
      throw forbidden('port', `the Service ${workload.serving.service.name} of the workload says it`, 'leave it out');
    }
    return specOf(workload).ports[0];
  }
  if (port === undefined) {
    throw required('port', `${workload.name} has no Service, so nothing says where it listens`, 'give the port of its containers');
  }
  checkPortNumber('port', port);
  return { name: 'http', port, targetPort: port };
}

interface GivenPart {
  readonly suffix: string;
  readonly field: string;
  readonly part: PodPart;
}

function partsOf({ part = {}, indexes }: ModelVariant, workload: Workload): GivenPart[] {
  const role = part.role ?? answeringRole(workload);
  const whole: PodPart = role === undefined ? part : { ...part, role };
  if (indexes === undefined) {
    return [{ suffix: '', field: 'part', part: whole }];
  }
  if (part.index !== undefined) {
    throw forbidden('part.index', 'indexes name the pods', 'keep one of them');
  }
  if (indexes.length === 0) {
    throw invalid('indexes', indexes, 'names no pod', 'give an index, or leave it out');
  }
  return indexes.map((index, place) => {
    const field = `indexes[${place}]`;
    wholeNumber(field, index, { min: 0 });
    if (indexes.indexOf(index) < place) {
      throw invalid(field, index, 'stands here already', 'name each index once');
    }
    return { suffix: `-${index}`, field, part: { ...whole, index } };
  });
}

/** Workers of a group listen to nobody. */
function answeringRole({ name, serving, metrics, roles }: Workload): string | undefined {
  const role = serving?.role ?? metrics?.role;
  if (role === undefined && roles.length > 1) {
    throw required('part.role', `${name} has pods of roles ${roles.map(each => each.name).join(', ')}, and nothing says which answer`, 'name one of them');
  }
  return role;
}
