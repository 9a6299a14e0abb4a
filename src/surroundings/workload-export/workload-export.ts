import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { explainExport } from './explain';
import { specOf } from './exported-service';
import { WorkloadExportPlan, importedName, planWorkloadExport } from './plan';
import { WorkloadExportProps } from './props';
import { labelsOfName } from '../../base/labels';
import { asList } from '../../base/reading';
import { checkedScope } from '../../given/checked-scope';
import { given } from '../../given/mistakes/given';
import { StandIn, explainMistakes, leaveUnplanned, planned } from '../../given/mistakes/unplanned';
import { MCS_API, MCS_OLDER_API } from '../../knowledge/multi-cluster';
import { validateTree } from '../../lint/synth/attach';
import { createObject } from '../../pod/template/plain-api-object';
import { Target } from '../../target-cluster/target';
import { httpBehind, servedBy } from '../../workloads/handle/serving';
import { IWorkload, Workload } from '../../workloads/handle/workload';
import { WorkloadServing } from '../../workloads/handle/workload-facts';
import { namespaceOf } from '../../workloads/objects';
import { ServiceHandle } from '../../workloads/service';
import { adviseExtensionApi } from '../extension-api';
import { createServices } from '../route-backends';

/**
 * A Service that other clusters may reach: a ServiceExport (`multicluster.x-k8s.io`) of its name. Every cluster that exports a Service of this name in this namespace has its pods behind one
 * ServiceImport, which the controllers of the clusters make.
 *
 * It is a workload itself, that of all clusters: a `WorkloadRoute` or a variant of `ModelVariants` that is given it leads to the ServiceImport, unless it is headless. Refused: a workload that
 * runs until it is done, one whose namespace nobody says, one behind an endpoint picker, which a Service would go past, one that is exported already.
 *
 * Source: KEP-1645; mcs-api pkg/apis/v1beta1 (v0.5.2)
 */
export class WorkloadExport extends Construct implements IWorkload {
  /** Name of the ServiceExport, which is that of the Service. */
  public readonly name!: string;

  /** Name by which clients of all clusters find it. */
  public readonly dns!: string;

  /** The ServiceExport, for patches. */
  public readonly apiObject!: ApiObject;

  /** The workload of all clusters, for what is put before it. */
  public readonly workload!: Workload;

  private readonly plan!: WorkloadExportPlan;

  /**
   * @param scope Parent, a chart or something in one.
   * @param id Construct id; in kebab case the name of a Service that is made.
   * @param props The workload.
   */
  constructor(scope: Construct, id: string, props: WorkloadExportProps) {
    super(checkedScope('WorkloadExport', scope, id), id);
    try {
      props = given(this, 'WorkloadExport', props);
      const plan = this.plan = planned(this, () => planWorkloadExport(id, props, this.node.root, namespaceOf(this, undefined)));
      const api = planned(this, () => requireExports(this));
      const { name, namespace, workload, type, made } = plan;
      this.name = name;
      this.dns = importedName(plan);
      const labels = labelsOfName(name);
      const service = made ? createServices(this, [made], labels, { namespace })[0] : plan.service!;
      this.apiObject = createObject(this, 'Export', api, 'ServiceExport', { name, namespace, labels }, {});
      this.workload = workload._exportedBy(this, type, () => servedThrough(service, workload));
      validateTree(this);
    } catch (error) {
      leaveUnplanned(this, error, props, STAND_IN);
    }
  }

  /**
   * The export in words: the name for clients, what happens where clusters disagree, and which pods are near.
   */
  public explain(): string {
    return explainMistakes(this) ?? explainExport(this.plan);
  }
}

/** Undefined behind a headless Service without ports: its names lead to every port of the pods. */
function servedThrough(service: ApiObject, { serving }: Workload): WorkloadServing | undefined {
  if (serving?.service._object === service) {
    return serving;
  }
  return asList(specOf(service).ports).length > 0 ? servedBy(ServiceHandle._of(service), serving?.role, httpBehind(serving)) : undefined;
}

/** The version that is stored, unless the target has the older one alone. */
function requireExports(construct: Construct): string {
  const target = Target.of(construct);
  if (target.apis?.includes(MCS_OLDER_API) && !target.apis.includes(MCS_API)) {
    return MCS_OLDER_API;
  }
  if (!target._requireApi(MCS_API, 'workload', 'a Gateway of the other cluster')) {
    adviseExtensionApi(construct, 'workload', MCS_API, 'a controller that connects clusters (KEP-1645)');
  }
  return MCS_API;
}

const STAND_IN: StandIn<WorkloadExport, WorkloadExportProps> = {
  keeps: ['name'],
  make: (place, id, { name }) => new WorkloadExport(place, id, {
    name, workload: Workload.named({ name: 'not-planned', namespace: 'not-planned', podLabels: { 'not-planned': 'true' } }), port: 80,
  }),
};
