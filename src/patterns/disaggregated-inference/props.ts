import { ApiObjectMetadata } from 'cdk8s';
import { DisaggregatedBackend } from './backend';
import { InferenceRole } from './role';
import { PrefillDecodeRouter } from './router';
import { VllmKvTransfer } from '../../engines/vllm/kv-transfer';

/**
 * How many of one role there are for how many of the other.
 */
export interface PrefillDecodeRatio {
  /** Replicas or groups that prefill. */
  readonly prefill: number;

  /** Replicas or groups that decode, for so many that prefill. */
  readonly decode: number;
}

/**
 * A model that is prefilled in one set of pods and decoded in another.
 */
export interface DisaggregatedInferenceProps {
  /**
   * Name of the whole. Roles are called `<name>-prefill` and `<name>-decode`, the router `<name>-router`; clients reach the Service `<name>`.
   *
   * @default - the construct id in kebab case
   */
  readonly name?: string;

  /** What computes the KV blocks of prompts. */
  readonly prefill: InferenceRole;

  /** What fetches those blocks, and generates. */
  readonly decode: InferenceRole;

  /** Who pairs them. */
  readonly router: PrefillDecodeRouter;

  /**
   * Further pools that prefill, by name, each with its own size, devices and autoscaler: `{ long: InferenceRole.deployment({ … }) }` is called `<name>-prefill-long`.
   * Any pod of one side may be paired with any of the other, so all pools agree in what both sides do. They differ in `maxModelLength` only where an endpoint picker
   * tells requests apart by their length (`PrefillDecodeRouter.llmdSidecar`).
   *
   * @default - none
   */
  readonly prefillPools?: { [name: string]: InferenceRole };

  /**
   * Further pools that decode, likewise.
   *
   * @default - none
   */
  readonly decodePools?: { [name: string]: InferenceRole };

  /**
   * What carries the pods: objects of each role's own pattern, or one object of all roles, which are then rolled out together.
   *
   * @default DisaggregatedBackend.perRole()
   */
  readonly backend?: DisaggregatedBackend;

  /**
   * The ratio that the numbers of both roles must be in, all pools of each together: of replicas or groups, whatever their size. Where a role has `autoscaling` or
   * a `WorkloadAutoscaler` around it, its least and its most count, and its own number does not. Checked at synth.
   *
   * @default - not checked; `explain()` prints the one that there is
   */
  readonly ratio?: PrefillDecodeRatio;

  /**
   * How blocks get from one to the other, for engines that say nothing themselves. Each pod introduces itself at its own address.
   *
   * @default VllmKvTransfer.nixl()
   */
  readonly kvTransfer?: VllmKvTransfer;

  /**
   * Namespace, labels and annotations of all objects. Those of a role are laid over it.
   *
   * @default - none
   */
  readonly metadata?: ApiObjectMetadata;
}
