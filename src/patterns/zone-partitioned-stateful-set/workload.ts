import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { memberLost } from './explain';
import { ZonePartitionPlan, ZonePlan } from './partition-plan';
import { ZonePartitionedStatefulSetProps } from './props';
import { LABEL_NAME, LABEL_POD_INDEX, LABEL_ZONE } from '../../base/labels';
import { PodTemplate } from '../../pod/template/pod-template';
import { WorkloadMember } from '../../workloads/handle/pods';
import { claimNames, roleOf } from '../../workloads/handle/role';
import { Workload } from '../../workloads/handle/workload';
import { ScaleUnit, WorkloadPurpose } from '../../workloads/handle/workload-facts';

const MEMBER = 'member';

/** What the handle needs of the pattern besides its plan. */
interface ZoneObjects extends Construct {
  readonly pods: PodTemplate;
  zone(zone: string): { readonly apiObject: ApiObject };
}

/** Members with ordinals, each in the zone of its range. */
export function zonePartitionWorkload(
  pattern: ZoneObjects, plan: ZonePartitionPlan, props: ZonePartitionedStatefulSetProps, namespace: string | undefined): Workload {
  const zones = plan.zones.map(({ zone }) => zone);
  return Workload._of({
    scope: pattern,
    name: plan.name,
    namespace,
    purpose: WorkloadPurpose.SERVE,
    roles: [roleOf({ name: MEMBER, template: pattern.pods, props, pod: plan.pod })],
    pods: {
      zones,
      members: () => plan.zones.flatMap(membersOf),
      labels: ({ zone, index }) => ({
        [LABEL_NAME]: plan.name,
        ...(zone === undefined ? {} : { [LABEL_ZONE]: zone }),
        ...(index === undefined ? {} : { [LABEL_POD_INDEX]: String(index) }),
      }),
    },
    scale: () => ({ unit: ScaleUnit.POD, refusal: 'an autoscaler scales one object, and each zone is one: members and their data would gather in a zone' }),
    lost: () => [{ topic: 'pod lost', text: memberLost(props) }],
    carriers: () => zones.map(zone => pattern.zone(zone).apiObject),
    templates: () => [pattern.pods],
    starts: () => ({ refusal: 'its members start with what each has in its volume, and a member that is lost comes back alone', help: 'leave it out' }),
  });
}

function membersOf({ zone, setName, first, replicas, claims }: ZonePlan): WorkloadMember[] {
  return Array.from({ length: replicas }, (_, place) => {
    const name = `${setName}-${first + place}`;
    return { role: MEMBER, zone, index: first + place, name, claims: claimNames(claims, name) };
  });
}
