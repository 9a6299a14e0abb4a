import { IConstruct } from 'constructs';
import { ExportedService, governingService, hostsOf, specOf } from './exported-service';
import { WorkloadExportProps } from './props';
import { forbidden, required } from '../../base/errors/invalid-input';
import { PlainObject } from '../../base/plain';
import { collecting } from '../../given/mistakes/collecting';
import { CLUSTERSET_ZONE } from '../../knowledge/multi-cluster';
import { workloadName } from '../../kubernetes/refused/names';
import { Workload } from '../../workloads/handle/workload';
import { ImportedType } from '../../workloads/handle/workload-facts';
import { Backend, backendsOf } from '../route-backends';

/** One Service that is exported. */
export interface WorkloadExportPlan extends ExportedService {
  /** Of the Service, and so of the export. */
  readonly name: string;
  readonly namespace: string;
  readonly workload: Workload;
  /** What its ServiceImport is: a Service without address makes it headless. */
  readonly type: ImportedType;
  /** Names that the Service gives to pods; empty where it gives none. */
  readonly hosts: readonly string[];
}

/** Pure: which Service, under which name. */
export function planWorkloadExport(id: string, given: WorkloadExportProps, root: IConstruct, namespace: string | undefined): WorkloadExportPlan {
  return collecting(given, (props, attempt) => {
    const workload = attempt(() => exportable(props.workload.workload._planned));
    const own = attempt(() => workloadName(id, props.name));
    const service = attempt(() => serviceOf(own, props, workload, root));
    const name = service.name;
    return {
      ...service,
      namespace: attempt(() => requireNamespace(workload, namespace)),
      workload,
      type: service.spec.clusterIP === 'None' ? 'Headless' : 'ClusterSetIP',
      hosts: hostsOf(workload, name),
    };
  });
}

function exportable(workload: Workload): Workload {
  if (workload._pool !== undefined) {
    throw forbidden('workload', `its pods are in the InferencePool ${workload._pool}, which a Service goes past`, 'export the workload without its pool: each cluster has a picker of its own');
  }
  if (workload._imported !== undefined) {
    throw forbidden('workload', `${workload.name} is exported already`, 'give the workload itself where another Service of it is meant');
  }
  return workload;
}

function serviceOf(own: string, props: WorkloadExportProps, workload: Workload, root: IConstruct): ExportedService & { readonly name: string } {
  const governing = props.headless === true && props.part === undefined ? governingService(workload, root) : undefined;
  const [backend] = governing === undefined ? backendsOf(own, props.headless === true ? { ...props, part: props.part ?? {} } : props) : [];
  if (backend?.made !== undefined) {
    const isHeadless = props.headless === true;
    const made: Backend = isHeadless ? { ...backend, isHeadless, made: backend.made.map(portOfPod) } : backend;
    return { name: made.service, made, spec: { ports: [...made.made!], ...(isHeadless ? { clusterIP: 'None' } : {}) } };
  }
  const service = governing ?? workload.serving!.service._object;
  refuseOther(props, service.name, governing !== undefined);
  return { name: service.name, service, spec: specOf(service) };
}

/** Behind a name without address clients reach the pods themselves, at the ports of the pods. */
function portOfPod({ port, targetPort, ...others }: PlainObject): PlainObject {
  return { ...others, port: typeof targetPort === 'number' ? targetPort : port, targetPort };
}

function refuseOther({ name, port }: WorkloadExportProps, service: string, isGoverning: boolean): void {
  if (name !== undefined && name !== service) {
    throw forbidden('name', `an export has the name of its Service, ${service}`, 'leave it out');
  }
  if (isGoverning && port !== undefined) {
    throw forbidden('port', `the Service ${service}, which names the pods, says it`, 'leave it out');
  }
}

/** What is exported is one Service for all clusters by its name and its namespace. Source: KEP-1645, namespace sameness */
function requireNamespace({ name, namespace }: Workload, ofChart: string | undefined): string {
  const own = namespace ?? ofChart;
  if (own === undefined) {
    throw required('workload', `nothing says the namespace of ${name}, and clusters share what has one name in one namespace`, 'give the chart of the workload a namespace');
  }
  return own;
}

/** By which clients of all clusters find it. */
export function importedName({ name, namespace }: Pick<WorkloadExportPlan, 'name' | 'namespace'>): string {
  return `${name}.${namespace}.${CLUSTERSET_ZONE}`;
}
