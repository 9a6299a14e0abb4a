import { Labels } from '../../base/labels';
import { PlainObject } from '../../base/plain';
import { checkNamePart } from '../../kubernetes/refused/names';
import { PodPart } from '../../workloads/handle/pods';
import { Workload } from '../../workloads/handle/workload';
import { checkedPort, ownService, portOfNumber } from '../served-port';

/** The Service that reaches the canary and no other pod. */
export interface CanaryService {
  readonly selector: Labels;
  readonly port: PlainObject;
}

/** It selects the highest index, which is the first to change and the last to come back; undefined where nobody says a port. */
export function canaryService(workload: Workload, part: PodPart, name: string, port: number | undefined): CanaryService | undefined {
  const { serving } = workload;
  const own = part.role === undefined || part.role === serving?.role ? ownService(workload, port) : undefined;
  const reached = own?.ports[0] ?? (port === undefined ? undefined : portOfNumber(checkedPort(port)));
  return reached && { selector: selectorOf(workload, part, name), port: reached };
}

function selectorOf(workload: Workload, part: PodPart, name: string): Labels {
  checkNamePart('name', name);
  return workload._select(part).labels;
}
