import { ZonePartitionedStatefulSetProps } from './props';
import { LABEL_REVISION, Labels } from '../../base/labels';
import { PlainObject } from '../../base/plain';
import { requiredOverHosts, spreadOverHosts } from '../../pod/scheduling/affinity';
import { DefaultSet } from '../../target-cluster/default-set';
import { Target } from '../../target-cluster/target';

/** The spread of the pods of each zone. */
export interface MemberSpreadPlan {
  readonly constraints: (zone: Labels) => PlainObject[];
  readonly text: string;
}

/** Pure. Pods with claims are members of a store unless somebody says otherwise; whether there are several does not count, or the next one would change the template. */
export function planMemberSpread(props: ZonePartitionedStatefulSetProps, target: Target): MemberSpreadPlan {
  const isStore = (props.claims ?? []).length > 0;
  switch (props.spread?._kind ?? (isStore && target._since(DefaultSet.V2) ? 'required' : 'preferred')) {
    case 'required':
      return {
        constraints: zone => [requiredOverHosts(zone)],
        text: `over the nodes of its zone, required${props.spread ? '' : ' of pods with claims'}: no node takes a second pod while another has none, so fewer copies are lost with a node; a pod waits while such a node has no room`,
      };
    case 'anywhere':
      return { constraints: () => [], text: 'wherever there is room: all pods of a zone may be lost with one node' };
    default: {
      const byRevision = target._keeps('spreadByRevision');
      return {
        constraints: zone => [spreadOverHosts(zone, byRevision ? LABEL_REVISION : undefined)],
        text: `over the nodes of its zone as far as there is room${byRevision ? '' : ', by all pods of the zone, old and new: the target has no matchLabelKeys'}`,
      };
    }
  }
}
