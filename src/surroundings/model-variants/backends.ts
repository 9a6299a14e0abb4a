import { ApiObject } from 'cdk8s';
import { ModelVariant } from './props';
import { forbidden, invalid, renamed, required, wholeNumber } from '../../base/errors/invalid-input';
import { Labels } from '../../base/labels';
import { LABEL_LIMIT } from '../../base/names';
import { PlainObject } from '../../base/plain';
import { PodPart } from '../../workloads/handle/pods';
import { Workload } from '../../workloads/handle/workload';
import { WorkloadPurpose, WorkloadServing } from '../../workloads/handle/workload-facts';
import { ServiceSpec, ownService, portOfNumber, requirePort } from '../served-port';

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
  const own = ownService(workload, variant.port);
  if (variant.part === undefined && variant.indexes === undefined && own !== undefined) {
    return [servedBackend(workload.serving!, own, workload.namespace)];
  }
  const port = own?.ports[0] ?? portOfNumber(requirePort(workload, variant.port));
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

function checkLength(service: string): void {
  if (service.length > LABEL_LIMIT) {
    throw invalid('name', service, `is the name of its Service, of ${service.length} characters, and the limit is ${LABEL_LIMIT}`, `shorten it by ${service.length - LABEL_LIMIT}`);
  }
}

function servedBackend({ service, port }: WorkloadServing, { selector }: ServiceSpec, namespace: string | undefined): Backend {
  return { service: service.name, namespace, port, selector };
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
