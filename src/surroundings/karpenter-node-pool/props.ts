import { Duration } from 'cdk8s';
import { NodeBudget } from './budget';
import { KarpenterNodes } from './nodes';
import { IWorkload } from '../../workloads/handle/workload';

/**
 * How a label of a node is compared.
 */
export enum NodeOperator {
  /** It is one of the values. */
  IN = 'In',

  /** It is none of the values, or absent. */
  NOT_IN = 'NotIn',

  /** It is there. */
  EXISTS = 'Exists',

  /** It is absent. */
  DOES_NOT_EXIST = 'DoesNotExist',

  /** It is a whole number above the one value. */
  GREATER_THAN = 'Gt',

  /** It is a whole number below the one value. */
  LESS_THAN = 'Lt',
}

/**
 * What a node of the pool has to be.
 */
export interface NodeRequirement {
  /** Key of the label. */
  readonly key: string;

  /**
   * How it is compared.
   *
   * @default NodeOperator.IN
   */
  readonly operator?: NodeOperator;

  /**
   * What with: at least one value for `IN` and `NOT_IN`, one whole number for `GREATER_THAN` and `LESS_THAN`.
   *
   * @default - none
   */
  readonly values?: string[];
}

/**
 * A taint that nodes carry.
 */
export interface NodeTaint {
  /** Its key. */
  readonly key: string;

  /**
   * Its value.
   *
   * @default - none
   */
  readonly value?: string;

  /**
   * What it does with pods that do not tolerate it: `NoSchedule`, `PreferNoSchedule` or `NoExecute`.
   *
   * @default NoSchedule
   */
  readonly effect?: string;
}

/**
 * A pool of nodes for workloads.
 */
export interface KarpenterNodePoolProps {
  /**
   * Name of the NodePool, for the whole cluster.
   *
   * @default - the construct id in kebab case
   */
  readonly name?: string;

  /** The workloads that run there: patterns, or what `Workload.of` makes of others. At least one. */
  readonly workloads: IWorkload[];

  /** Who makes the nodes, and which machines will do. */
  readonly nodes: KarpenterNodes;

  /**
   * How many devices a node has: each number that is allowed. Limits count whole nodes.
   *
   * @default - `gpusPerNode` of the Target; else what machines of AWS with such devices have
   */
  readonly devicesPerNode?: number[];

  /**
   * Processor of the nodes.
   *
   * @default - what the pods ask for, else that of the machines with the GPU, which is amd64 but for a few
   */
  readonly architecture?: string;

  /**
   * Zones of the nodes.
   *
   * @default - those that the pods ask for; else those of the Target; else any
   */
  readonly zones?: string[];

  /**
   * Further requirements. One over a label that the pool derives itself takes its place.
   *
   * @default - none
   */
  readonly requirements?: NodeRequirement[];

  /**
   * Labels of the nodes, beside those that the pods ask for.
   *
   * @default - none
   */
  readonly labels?: { [key: string]: string };

  /**
   * Taints of the nodes. Every pod has to tolerate them.
   *
   * @default - that of the devices (`nvidia.com/gpu=true:NoSchedule`) where all pods tolerate it, so that other pods stay away; else none
   */
  readonly taints?: NodeTaint[];

  /**
   * Taints that something takes off a node once it is ready: a driver, a network plugin. Pods need not tolerate them.
   *
   * @default - none
   */
  readonly startupTaints?: NodeTaint[];

  /**
   * What all nodes of the pool may have together: `{ 'nvidia.com/gpu': '64' }`. Less than the workloads need at their largest is refused, with the sum.
   *
   * @default - devices of the workloads at their largest and of one roll-out, in whole nodes; none without devices
   */
  readonly limits?: { [resource: string]: string };

  /**
   * How long a node that could go is left alone: whole seconds.
   *
   * @default - 5 minutes, or the time that a start of the workloads takes where that is longer
   */
  readonly consolidateAfter?: Duration;

  /**
   * How many nodes may be taken away at a time.
   *
   * @default - 10 %; none for drift and consolidation while runs are there that nothing else protects
   */
  readonly budgets?: NodeBudget[];

  /**
   * How old a node gets. Its pods are evicted then, whatever budgets say, and what must not be evicted is waited for.
   *
   * @default - never, where something runs until it is done; else 720 hours, as Karpenter has it
   */
  readonly expireAfter?: Duration;

  /**
   * How long pods of a node that goes are waited for. After that they are deleted, whatever budgets and `karpenter.sh/do-not-disrupt` say.
   *
   * @default - no limit
   */
  readonly terminationGracePeriod?: Duration;

  /**
   * Which pool is taken first where several would do: 1 to 100, the highest first.
   *
   * @default - none, which is 0
   */
  readonly weight?: number;
}
