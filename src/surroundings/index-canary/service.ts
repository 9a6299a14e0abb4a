import { forbidden } from '../../base/errors/invalid-input';
import { Labels } from '../../base/labels';
import { PlainObject } from '../../base/plain';
import { checkNamePart, checkPortNumber } from '../../kubernetes/refused/names';
import { PodPart } from '../../workloads/handle/pods';
import { Workload } from '../../workloads/handle/workload';

/** The Service that reaches the canary and no other pod. */
export interface CanaryService {
  readonly selector: Labels;
  readonly port: PlainObject;
}

/** It selects the highest index, which is the first to change and the last to come back; undefined where nobody says a port. */
export function canaryService(workload: Workload, part: PodPart, name: string, port: number | undefined): CanaryService | undefined {
  const { serving } = workload;
  if (serving && (part.role === undefined || part.role === serving.role)) {
    if (port !== undefined) {
      throw forbidden('port', `the Service ${serving.service.name} of the workload says it`, 'leave it out');
    }
    const { spec } = serving.service.apiObject.toJson() as { readonly spec: { readonly ports: PlainObject[] } };
    return { selector: selectorOf(workload, part, name), port: spec.ports[0] };
  }
  if (port === undefined) {
    return undefined;
  }
  checkPortNumber('port', port);
  return { selector: selectorOf(workload, part, name), port: { name: 'http', port, targetPort: port } };
}

function selectorOf(workload: Workload, part: PodPart, name: string): Labels {
  checkNamePart('name', name);
  return workload._select(part).labels;
}
