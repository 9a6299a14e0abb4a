import { invalid, refuse } from '../../base/errors/invalid-input';
import { Labels } from '../../base/labels';
import { PlainObject, compact } from '../../base/plain';
import { carriesMistakes } from '../../given/mistakes/carried';
import { checkLabels } from '../../kubernetes/refused/labels';
import { checkSubdomain } from '../../kubernetes/refused/names';
import { rangeProblems } from '../../kubernetes/validation/addresses';
import { PodPart } from '../../workloads/handle/pods';
import { IWorkload } from '../../workloads/handle/workload';
import { labelsText } from '../texts';

/** Peers as a NetworkPolicy writes them; undefined for everybody. */
export type WrittenPeers = PlainObject[] | undefined;

/** Each namespace has its own name as a label. Source: pkg/registry/core/namespace/strategy.go, kubernetes.io well-known labels (v1.36) */
const NAMESPACE_NAME = 'kubernetes.io/metadata.name';

/** Networks that are not the internet. Source: RFC 1918, RFC 6598, RFC 3927, RFC 4193, RFC 4291 */
const PRIVATE_V4 = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', '169.254.0.0/16'];
const PRIVATE_V6 = ['fc00::/7', 'fe80::/10'];

/**
 * The other end of a connection.
 */
export class NetworkPeer {
  /**
   * Pods of another workload.
   *
   * @param workload What it is: a pattern, or what `Workload.of` and `Workload.named` make.
   * @param part Which of its pods; all of them when left out.
   */
  public static workload(workload: IWorkload, part: PodPart = {}): NetworkPeer {
    return new NetworkPeer(own => {
      const handle = workload.workload._planned;
      const role = handle.roles.find(each => each.hostNetwork && (part.role ?? each.name) === each.name);
      if (role) {
        throw invalid('NetworkPeer.workload(workload)', handle.name, `its pods (${role.name}) have hostNetwork: packets come from the address of the node, which no label chooses`, 'use NetworkPeer.range for the addresses of the nodes');
      }
      const { labels, namespace } = handle._select(part);
      return peersOf({ ...labels }, namespace === own ? undefined : namespace);
    }, () => `pods of ${workload.workload.name}`);
  }

  /**
   * All pods of a namespace.
   *
   * @param name Its name.
   */
  public static namespace(name: string): NetworkPeer {
    checkSubdomain('NetworkPeer.namespace(name)', name);
    return new NetworkPeer(() => [{ namespaceSelector: { matchLabels: { [NAMESPACE_NAME]: name } } }], () => `pods of namespace ${name}`);
  }

  /**
   * All pods of the namespaces that have these labels.
   *
   * @param labels At least one.
   */
  public static namespacesWith(labels: { [key: string]: string }): NetworkPeer {
    checkPeerLabels('NetworkPeer.namespacesWith(labels)', labels);
    return new NetworkPeer(() => [{ namespaceSelector: { matchLabels: { ...labels } } }], () => `pods of namespaces with ${labelsText(labels)}`);
  }

  /**
   * Pods by their labels.
   *
   * @param labels At least one.
   * @param namespace Their namespace; that of the workload when left out.
   */
  public static podsWith(labels: { [key: string]: string }, namespace?: string): NetworkPeer {
    checkPeerLabels('NetworkPeer.podsWith(labels)', labels);
    if (namespace !== undefined) {
      checkSubdomain('NetworkPeer.podsWith(namespace)', namespace);
    }
    return new NetworkPeer(() => peersOf({ ...labels }, namespace), () => `pods with ${labelsText(labels)}${namespace === undefined ? '' : ` in ${namespace}`}`);
  }

  /**
   * All pods of the workload's own namespace.
   */
  public static ownNamespace(): NetworkPeer {
    return new NetworkPeer(() => [{ podSelector: {} }], () => 'pods of its own namespace');
  }

  /**
   * Addresses: those of nodes, of machines outside of the cluster, of a load balancer.
   *
   * @param network The network: `192.168.2.0/24`.
   * @param except Parts of it that are not meant.
   */
  public static range(network: string, except: string[] = []): NetworkPeer {
    checkRange('NetworkPeer.range(network)', network);
    except.forEach((each, index) => checkRange(`NetworkPeer.range(except[${index}])`, each));
    return new NetworkPeer(() => [{ ipBlock: compact({ cidr: network, except: except.length > 0 ? [...except] : undefined }) }], () => network, true);
  }

  /**
   * All addresses but private ones: where models are downloaded from, and not what else is in the data centre, nor the address at which clouds tell a node its
   * credentials.
   */
  public static internet(): NetworkPeer {
    return new NetworkPeer(() => [
      { ipBlock: { cidr: '0.0.0.0/0', except: [...PRIVATE_V4] } }, { ipBlock: { cidr: '::/0', except: [...PRIVATE_V6] } },
    ], () => 'addresses that are not private');
  }

  /**
   * Everybody: pods of all namespaces, nodes, and whoever reaches the cluster from outside.
   */
  public static everyone(): NetworkPeer {
    return new NetworkPeer(() => undefined, () => 'everybody', true);
  }

  private constructor(
    /** @internal */ public readonly _written: (ownNamespace: string | undefined) => WrittenPeers,
    /** @internal */ public readonly _text: () => string,
    /** Whether addresses of the cluster itself can be among it. @internal */ public readonly _hasNodes: boolean = false) {}
}

/** Without a namespace the pods are those of the policy's own. */
function peersOf(labels: Labels, namespace: string | undefined): PlainObject[] {
  const place = namespace === undefined ? {} : { namespaceSelector: { matchLabels: { [NAMESPACE_NAME]: namespace } } };
  return [{ ...place, podSelector: { matchLabels: { ...labels } } }];
}

function checkPeerLabels(field: string, labels: Labels): void {
  checkLabels(field, labels);
  if (Object.keys(labels).length === 0) {
    throw invalid(field, labels, 'names no label, so everybody would be meant', 'use NetworkPeer.everyone() or ownNamespace(), if that is meant');
  }
}

function checkRange(field: string, network: string): void {
  refuse(rangeProblems(network, true).slice(0, 1).map(detail => ({
    field, reason: 'Invalid value', value: network, detail, help: 'write it as 192.168.2.0/24, with the bits of hosts at 0',
  })));
}

carriesMistakes(NetworkPeer, () => NetworkPeer.everyone());
