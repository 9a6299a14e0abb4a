import { checkFabric } from './fabric-checks';
import { FabricNetwork } from './fabric-options';
import { EfaParts, FabricParts } from './fabric-parts';
import { fabricVariables } from './fabric-variables';
import { FabricPlan, NodeLibrary } from './planned-fabric';
import { invalid, required } from '../../base/errors/invalid-input';
import { Labels } from '../../base/labels';
import { NETWORKS_ANNOTATION, POD_INTERFACE } from '../../knowledge/cni';
import { EFA_INTERFACES, EFA_RESOURCE, INSTANCE_TYPE_LABEL } from '../../knowledge/rdma-devices';
import { PodTemplateProps } from '../template/pod-template-props';

const GKE_LIBRARY: NodeLibrary = { volume: 'gib', hostPath: '/home/kubernetes/bin/gib', mountPath: '/usr/local/gib' };

/** Pure: devices, annotation and variables; undefined without a fabric. */
export function planFabric(props: PodTemplateProps): FabricPlan | undefined {
  const parts = props.fabric?._parts;
  if (!parts) {
    return undefined;
  }
  const plan: FabricPlan = { ...planParts(parts, props), title: parts.title, variables: fabricVariables(parts) };
  checkFabric(plan, props);
  return plan;
}

type Added = Omit<FabricPlan, 'title' | 'variables'>;

const NOTHING: Added = { bypassesKernel: false, resources: {}, hugePages: {}, annotations: {}, locksMemory: false, notes: [] };

function planParts(parts: FabricParts, props: PodTemplateProps): Added {
  switch (parts.kind) {
    case 'socket':
      return NOTHING;
    case 'rdma':
      return {
        ...NOTHING,
        bypassesKernel: true,
        resources: parts.resources,
        annotations: parts.networks.length === 0 ? {} : { [NETWORKS_ANNOTATION]: parts.networks.map(selection).join(',') },
        locksMemory: parts.lockMemory,
        notes: parts.hcas.length === 0 ? ['all devices that are in the pod (hcas names some)'] : [],
      };
    case 'efa':
      return planEfa(parts, props);
    case 'gke':
      return {
        ...NOTHING,
        bypassesKernel: true,
        annotations: gkeAnnotations(parts.networks),
        library: parts.libraryFromNode ? GKE_LIBRARY : undefined,
        notes: ['GKE adds a resource for each network by itself',
          'variables of the plugin gIB belong to its release: source /usr/local/gib/scripts/set_nccl_env.sh before the program'],
      };
  }
}

/** `namespace/name@interface`. Source: multus-cni pkg/k8sclient/k8sclient.go parsePodNetworkObjectName (v4.3.0) */
function selection({ namespace, name, interfaceName }: FabricNetwork): string {
  return `${namespace === undefined ? '' : `${namespace}/`}${name}${interfaceName === undefined ? '' : `@${interfaceName}`}`;
}

function planEfa(parts: EfaParts, props: PodTemplateProps): Added {
  const { hugePages, lockMemory } = parts;
  if (hugePages !== undefined && !asksForBasics(props)) {
    throw required('container.memory', `the fabric asks for ${hugePages} in huge pages, which the API server takes only beside memory or CPU`,
      "say how much: memory: Memory.of('512Gi'), or Fabric.efa({ hugePages: '0' })");
  }
  return {
    ...NOTHING,
    bypassesKernel: true,
    resources: { [EFA_RESOURCE]: adaptersOf(parts, props) },
    hugePages: hugePages === undefined ? {} : { '2Mi': hugePages },
    locksMemory: lockMemory,
  };
}

function asksForBasics({ container: { cpu, memory, resources } }: PodTemplateProps): boolean {
  return cpu !== undefined || memory !== undefined || resources?.cpu !== undefined || resources?.memory !== undefined;
}

/** Those of the instance where its type is known: more of them no node has. */
function adaptersOf({ interfaces }: EfaParts, { nodeLabels }: PodTemplateProps): number {
  const type = nodeLabels?.[INSTANCE_TYPE_LABEL];
  const most = type === undefined || !Object.hasOwn(EFA_INTERFACES, type) ? undefined : EFA_INTERFACES[type];
  if (interfaces === undefined && most === undefined) {
    throw required('Fabric.efa(interfaces)', type === undefined ? 'nothing says what instance the pods run on, so nobody knows how many adapters it has' : `how many adapters ${type} has is not known here`,
      `say it: Fabric.efa({ interfaces: 32 }), or nodeLabels: { '${INSTANCE_TYPE_LABEL}': 'p5.48xlarge' }`);
  }
  if (interfaces !== undefined && most !== undefined && interfaces > most) {
    throw invalid('Fabric.efa(interfaces)', interfaces, `${type} has ${most}, so no node has room for the pod`, `give at most ${most}, or leave it out`);
  }
  return interfaces ?? most!;
}

/** The first interfaces are left to the pod's own network and the second network card of these machines, as Google's examples do. */
function gkeAnnotations(networks: readonly string[]): Labels {
  const interfaces = [{ interfaceName: POD_INTERFACE, network: 'default' }, ...networks.map((network, index) => ({ interfaceName: `eth${index + 2}`, network }))];
  return { 'networking.gke.io/default-interface': POD_INTERFACE, 'networking.gke.io/interfaces': JSON.stringify(interfaces) };
}
