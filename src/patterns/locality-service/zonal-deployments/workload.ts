import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { ZonalPlan } from './plan';
import { ZonalDeploymentsProps } from './props';
import { LABEL_NAME, LABEL_ZONE } from '../../../base/labels';
import { PodTemplate } from '../../../pod/template/pod-template';
import { roleOf } from '../../../workloads/handle/role';
import { Workload } from '../../../workloads/handle/workload';
import { ScaleUnit, WorkloadPurpose } from '../../../workloads/handle/workload-facts';

const REPLICA = 'replica';

/** What the handle needs of the pattern besides its plan. */
interface ZonalObjects extends Construct {
  readonly pods: PodTemplate;
  zone(zone: string): { readonly apiObject: ApiObject };
}

/** Replicas that are alike, so many in each zone. */
export function zonalWorkload(pattern: ZonalObjects, plan: ZonalPlan, props: ZonalDeploymentsProps, namespace: string | undefined): Workload {
  const zones = plan.zones.map(({ zone }) => zone);
  return Workload._of({
    scope: pattern,
    name: plan.name,
    namespace,
    purpose: WorkloadPurpose.SERVE,
    roles: [roleOf({ name: REPLICA, template: pattern.pods, props, pod: plan.pod })],
    pods: {
      zones,
      count: ({ zone }) => {
        const among = zone === undefined ? zones.length : 1;
        return { least: among * plan.replicas, most: among * (plan.autoscaling?.maxReplicas ?? plan.replicas) };
      },
      labels: ({ zone }) => ({ [LABEL_NAME]: plan.name, ...(zone === undefined ? {} : { [LABEL_ZONE]: zone }) }),
    },
    scale: () => ({
      unit: ScaleUnit.POD,
      refusal: plan.autoscaling ? 'each zone has an autoscaler already (autoscaling)' : 'an autoscaler scales one object, and each zone is one: use autoscaling, which gives each zone its own',
    }),
    speaksWithin: false,
    lost: () => [{ topic: 'replica lost', text: 'another one starts in its zone, where there is room; until then the others of the zone bear its load' }],
    carriers: () => zones.map(zone => pattern.zone(zone).apiObject),
    templates: () => [pattern.pods],
    starts: () => ({ refusal: 'each replica answers by itself, and one that waits for the others serves nobody meanwhile', help: 'leave it out' }),
  });
}
