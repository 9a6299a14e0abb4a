import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { LocalityServicePlan } from './plan';
import { LABEL_NAME } from '../../base/labels';
import { httpBehind, servedBy } from '../../workloads/handle/serving';
import { IWorkload, Workload } from '../../workloads/handle/workload';
import { ScaleUnit, WorkloadPurpose } from '../../workloads/handle/workload-facts';
import { ServiceHandle } from '../../workloads/service';

const ENDPOINT = 'endpoint';

/** The workload behind the Service where it is known as one, with this Service in front of it; else the pods that are selected. */
export function localityWorkload(
  scope: Construct, plan: LocalityServicePlan, service: ServiceHandle, target: kplus.IPodSelector | undefined): Workload {
  const ofService = { [LABEL_NAME]: plan.name };
  const behind = (target as Partial<IWorkload> | undefined)?.workload;
  if (behind instanceof Workload) {
    return behind._servedBy(role => servedBy(service, role, httpBehind(behind.serving)), ofService);
  }
  return Workload._of({
    scope,
    name: plan.name,
    namespace: plan.namespace,
    purpose: WorkloadPurpose.SERVE,
    roles: [],
    pods: { zones: [], count: () => ({ least: plan.replicas ?? 0, most: plan.replicas }), labels: () => plan.selector },
    serving: () => servedBy(service, ENDPOINT),
    scale: () => ({ unit: ScaleUnit.POD, refusal: 'it is a Service: scale the workload that it selects' }),
    carriers: () => [],
    objectLabels: [ofService, plan.selector],
    templates: () => [],
    starts: () => ({ refusal: 'it is a Service', help: 'give the workload that it selects' }),
  });
}
