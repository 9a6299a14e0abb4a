import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { explainFabricNetworks } from './explain';
import { NetworkAddresses } from './network-addresses';
import { FabricNetworksPlan, planFabricNetworks } from './plan';
import { FabricNetworksProps } from './props';
import { labelsOfName } from '../../base/labels';
import { checkedScope } from '../../given/checked-scope';
import { given } from '../../given/mistakes/given';
import { StandIn, explainMistakes, leaveUnplanned, planned } from '../../given/mistakes/unplanned';
import { NETWORK_API } from '../../knowledge/cni';
import { validateTree } from '../../lint/synth/attach';
import { createObject } from '../../pod/template/plain-api-object';
import { Target } from '../../target-cluster/target';
import { anyNetworkedWorkload } from '../../workloads/handle/stand-in';
import { adviseExtensionApi } from '../extension-api';

/**
 * The NetworkAttachmentDefinitions (`k8s.cni.cncf.io/v1`, Multus) of the networks that the fabric of a workload names: their names, namespaces and resources
 * are those of the fabric, so that pods, definitions and device plugin agree.
 *
 * Two workloads of one namespace may name the same networks, which are defined once: around one of them.
 */
export class FabricNetworks extends Construct {
  /** The definitions, in the order of the interfaces; for patches. */
  public readonly apiObjects!: ApiObject[];

  private readonly plan!: FabricNetworksPlan;

  /**
   * @param scope Parent, a chart or something in one.
   * @param id Construct id.
   * @param props The workload, and how its interfaces are made.
   */
  constructor(scope: Construct, id: string, props: FabricNetworksProps) {
    super(checkedScope('FabricNetworks', scope, id), id);
    try {
      props = given(this, 'FabricNetworks', props);
      const plan = this.plan = planned(this, () => planFabricNetworks(props));
      planned(this, () => this.requireMultus());
      this.apiObjects = plan.networks.map(({ name, namespace, annotations, config }) => createObject(this, `${namespace ?? ''}.${name}`, NETWORK_API, 'NetworkAttachmentDefinition', {
        name, namespace, labels: labelsOfName(plan.workload), annotations,
      }, { spec: { config: JSON.stringify(config, undefined, 2) } }));
      validateTree(this);
    } catch (error) {
      leaveUnplanned(this, error, props, STAND_IN);
    }
  }

  /**
   * The networks in words: interfaces of each pod with their sum, plugins, who gives addresses, and where their state is seen.
   */
  public explain(): string {
    return explainMistakes(this) ?? explainFabricNetworks(this.plan);
  }

  private requireMultus(): void {
    if (!Target.of(this)._requireApi(NETWORK_API, 'workload', 'Fabric without networks: the devices alone, or hostNetwork')) {
      adviseExtensionApi(this, 'workload', NETWORK_API, 'Multus and the plugins on each node');
    }
  }
}

const STAND_IN: StandIn<FabricNetworks, FabricNetworksProps> = {
  keeps: [],
  make: (place, id) => new FabricNetworks(place, id, { workload: anyNetworkedWorkload(place), addresses: NetworkAddresses.none() }),
};
