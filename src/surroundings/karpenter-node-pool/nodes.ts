import { duplicate, invalid, required } from '../../base/errors/invalid-input';
import { carriesMistakes } from '../../given/mistakes/carried';
import { AWS_DEVICES } from '../../knowledge/aws-instances';
import { AWS_NODES, AZURE_NODES, EKS_AUTO_NODES, NodeProviderFact } from '../../knowledge/karpenter';
import { isLabelValue } from '../../kubernetes/refused/labels';
import { checkSubdomain } from '../../kubernetes/refused/names';

/**
 * Which machines of a provider will do.
 */
export interface KarpenterNodesOptions {
  /**
   * GPUs by the provider's own name: `h100`, `a10g` on AWS, in lower case.
   *
   * @default - from the product that the pods ask for, where it says which; else every GPU of the vendor
   */
  readonly gpuNames?: string[];

  /**
   * Types of machines: `p5.48xlarge`.
   *
   * @default - every type that meets the rest
   */
  readonly instanceTypes?: string[];
}

/**
 * An object that says how a provider makes nodes: images, networks, roles. The library makes none.
 */
export interface NodeClassReference {
  /** API group: `karpenter.k8s.aws`. */
  readonly group: string;

  /** Kind: `EC2NodeClass`. */
  readonly kind: string;

  /** Its name. */
  readonly name: string;
}

/**
 * Who makes the nodes of a pool, and which machines will do. Providers have labels of their own for what a machine has.
 */
export class KarpenterNodes {
  /**
   * Karpenter on AWS: labels in `karpenter.k8s.aws`, a node class of kind EC2NodeClass.
   *
   * @param nodeClassName Name of the EC2NodeClass.
   * @param options Which machines.
   */
  public static aws(nodeClassName: string, options: KarpenterNodesOptions = {}): KarpenterNodes {
    return KarpenterNodes._ofProvider('KarpenterNodes.aws', AWS_NODES, nodeClassName, options);
  }

  /**
   * EKS Auto Mode: labels in `eks.amazonaws.com`, a node class of kind NodeClass. It ends nodes after two weeks unless the pool says otherwise, and gives their pods 24 hours.
   *
   * @param nodeClassName Name of the NodeClass: `default` is the one that comes with the cluster.
   * @param options Which machines.
   */
  public static eksAuto(nodeClassName: string, options: KarpenterNodesOptions = {}): KarpenterNodes {
    return KarpenterNodes._ofProvider('KarpenterNodes.eksAuto', EKS_AUTO_NODES, nodeClassName, options);
  }

  /**
   * Karpenter on Azure: labels in `karpenter.azure.com`, a node class of kind AKSNodeClass. Which GPU a product is called there is not known here: name it.
   *
   * @param nodeClassName Name of the AKSNodeClass.
   * @param options Which machines.
   */
  public static azure(nodeClassName: string, options: KarpenterNodesOptions = {}): KarpenterNodes {
    return KarpenterNodes._ofProvider('KarpenterNodes.azure', AZURE_NODES, nodeClassName, options);
  }

  /**
   * Any other provider. Its labels are not known here, so which machines will do is said by `requirements` of the pool, and how many devices they have by `devicesPerNode`.
   *
   * @param nodeClass Its node class.
   */
  public static of(nodeClass: NodeClassReference): KarpenterNodes {
    const { group, kind, name } = nodeClass;
    if (kind === '') {
      throw required('KarpenterNodes.of(kind)', 'a node class has a kind', 'name it as kubectl api-resources lists it');
    }
    checkSubdomain('KarpenterNodes.of(group)', group);
    checkSubdomain('KarpenterNodes.of(name)', name);
    return new KarpenterNodes({ title: `nodes of ${kind} ${name}`, group, kind, domains: [group], source: 'the user' }, name, {});
  }

  /** @internal */
  private static _ofProvider(field: string, provider: NodeProviderFact, nodeClassName: string, options: KarpenterNodesOptions): KarpenterNodes {
    checkSubdomain(`${field}(nodeClassName)`, nodeClassName);
    checkValues(`${field}(gpuNames)`, options.gpuNames);
    checkValues(`${field}(instanceTypes)`, options.instanceTypes);
    if (provider.isAws) {
      options.gpuNames?.forEach((name, index) => { checkAwsName(`${field}(gpuNames)[${index}]`, name); });
    }
    return new KarpenterNodes(provider, nodeClassName, options);
  }

  private constructor(
    /** @internal */ public readonly _provider: NodeProviderFact,
    /** @internal */ public readonly _className: string,
    /** @internal */ public readonly _options: KarpenterNodesOptions) {}
}

function checkValues(field: string, values: readonly string[] | undefined): void {
  values?.forEach((value, index) => {
    if (!isLabelValue(value) || value === '') {
      throw invalid(`${field}[${index}]`, value, 'is not a label value, so no node can carry it', 'give it as the label of the nodes has it');
    }
    if (values.indexOf(value) !== index) {
      throw duplicate(`${field}[${index}]`, value, 'is named twice', 'name it once');
    }
  });
  if (values?.length === 0) {
    throw required(field, 'an empty list leaves no machine', 'leave it out, or name at least one');
  }
}

/** Newer GPUs than the table are taken; what is only spelt otherwise is not. */
function checkAwsName(field: string, name: string): void {
  const lower = name.toLowerCase();
  const known = AWS_DEVICES.map(each => each.name);
  if (name !== lower && known.includes(lower)) {
    throw invalid(field, name, 'names of GPUs are in lower case there, so no machine has it', `write ${lower}`);
  }
}

carriesMistakes(KarpenterNodes, () => KarpenterNodes.aws('not-planned'));
