import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { PlainObject } from '../../base/plain';
import { asText, objectAt } from '../../base/reading';
import { Workload } from '../../workloads/handle/workload';
import { namespaceIn, objectsIn } from '../../workloads/objects-of-app';
import { requireSpec } from '../pod-templates';
import { Backend } from '../route-backends';

/** The Service behind an export. */
export interface ExportedService {
  /** Where it is to be made. */
  readonly made?: Backend;
  /** Where it is there. */
  readonly service?: ApiObject;
  /** What of it the ServiceImport takes over. */
  readonly spec: PlainObject;
}

/** As it stands in the manifest, so that patches count. */
export function specOf(service: ApiObject): PlainObject {
  return objectAt(service.toJson(), 'spec');
}

/**
 * The headless Service by which each pod of the workload has a name; undefined where pods have none, or where its names are those of a world of their own, which
 * no client asks for.
 */
export function governingService(workload: Workload, root: IConstruct): ApiObject | undefined {
  const name = governingName(workload);
  if (name === undefined || workload.groups !== undefined || workload.roles.length > 1) {
    return undefined;
  }
  const [{ chart, metadata }] = workload.apiObjects;
  const namespace = metadata.namespace ?? chart.namespace;
  const service = objectsIn(root).find(object => object.kind === 'Service' && object.apiGroup === 'core' && object.name === name && namespaceIn(object) === namespace);
  return service !== undefined && specOf(service).clusterIP === 'None' ? service : undefined;
}

/** Pods of StatefulSets that have one governing Service. */
function governingName({ apiObjects }: Workload): string | undefined {
  const names = new Set(apiObjects.map(object => (object.kind === 'StatefulSet' ? asText(requireSpec(object).serviceName) : undefined)));
  return names.size === 1 ? [...names][0] : undefined;
}

/** The endpoints of a Service have the names of pods only where it is the one that their StatefulSet names. Source: pkg/controller/util/endpoint ShouldSetHostname (v1.36) */
export function hostsOf(workload: Workload, service: string): readonly string[] {
  return governingName(workload) === service ? workload._select({}).names : [];
}
