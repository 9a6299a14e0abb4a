import { wholeNumber } from '../../base/errors/invalid-input';
import { carriesMistakes } from '../../given/mistakes/carried';
import { checkPortNumber } from '../../kubernetes/refused/names';
import { RoleContainer } from '../leader-worker-group/role-container';

/**
 * A router of the vLLM project, in a Deployment of its own.
 */
export interface VllmRouterOptions {
  /** Image: `vllm/vllm-router:v0.1.9`, or `lmcache/lmstack-router` of the production stack. Its program is `vllm-router` either way. */
  readonly image: string;

  /**
   * Routers. Each keeps what it knows to itself: with more of them `cache_aware` finds less, and turns are taken by each alone.
   *
   * @default 1
   */
  readonly replicas?: number;

  /**
   * Port on which clients are answered.
   *
   * @default 8000
   */
  readonly port?: number;

  /**
   * Further flags, one word for each element: `['--decode-policy', 'power_of_two']`. What is derived (mode, discovery, selectors, host, ports) is refused.
   *
   * @default - none
   */
  readonly args?: string[];

  /**
   * Differences of its container: resources, variables.
   *
   * @default - 2 CPU and 4Gi
   */
  readonly container?: RoleContainer;
}

/**
 * llm-d's routing sidecar in front of each decode, and an InferencePool whose endpoint picker chooses both sides.
 */
export interface LlmdSidecarOptions {
  /** Image of the sidecar: `ghcr.io/llm-d/llm-d-routing-sidecar:v0.8.0`. */
  readonly image: string;

  /** Name of the Service of the endpoint picker, which is installed beside it, in this namespace. */
  readonly endpointPicker: string;

  /**
   * Port of that Service.
   *
   * @default 9002
   */
  readonly endpointPickerPort?: number;

  /**
   * Port on which prefill and the sidecar of decode answer: the target port of the pool.
   *
   * @default 8000
   */
  readonly port?: number;

  /**
   * Port of the engine behind the sidecar, unless the engine of decode says one.
   *
   * @default 8200
   */
  readonly enginePort?: number;
}

/**
 * Who sends a request to a prefill and then to a decode.
 */
export class PrefillDecodeRouter {
  /**
   * vLLM's production router (`vllm-router`) as a Deployment and Service of the pattern's name. It finds the pods by their labels, so it follows each scaling
   * without a restart, and stops sending to a pod once that is being deleted.
   *
   * @param options Image, size and policies.
   */
  public static vllmRouter(options: VllmRouterOptions): PrefillDecodeRouter {
    checkPortNumber('PrefillDecodeRouter.vllmRouter(port)', options.port ?? 8000);
    wholeNumber('PrefillDecodeRouter.vllmRouter(replicas)', options.replicas ?? 1, { min: 1, max: 1000, help: 'without a router nobody pairs prefill and decode' });
    return new PrefillDecodeRouter('vllmRouter', options, undefined);
  }

  /**
   * The router of vLLM's production stack, as a Deployment and Service of the pattern's name. It finds the pods by their labels, tells the roles apart by the label
   * `model`, takes turns over the pods of each, and gives a decode 600 seconds. Needs vllm-stack 0.1.11, the first with `disaggregated_prefill_orchestrated`.
   *
   * @param options Image, size and further flags.
   */
  public static productionStack(options: VllmRouterOptions): PrefillDecodeRouter {
    const method = 'PrefillDecodeRouter.productionStack';
    checkPortNumber(`${method}(port)`, options.port ?? 8000);
    wholeNumber(`${method}(replicas)`, options.replicas ?? 1, { min: 1, max: 1000, help: 'without a router nobody pairs prefill and decode' });
    return new PrefillDecodeRouter('productionStack', options, undefined);
  }

  /**
   * llm-d's routing sidecar, as a native sidecar in each decode, and an InferencePool over both roles. The endpoint picker names the prefill in a header.
   *
   * @param options Image, and the endpoint picker.
   */
  public static llmdSidecar(options: LlmdSidecarOptions): PrefillDecodeRouter {
    const method = 'PrefillDecodeRouter.llmdSidecar';
    checkPortNumber(`${method}(port)`, options.port ?? 8000);
    checkPortNumber(`${method}(enginePort)`, options.enginePort ?? 8200);
    checkPortNumber(`${method}(endpointPickerPort)`, options.endpointPickerPort ?? 9002);
    return new PrefillDecodeRouter('llmdSidecar', undefined, options);
  }

  /**
   * None here: something else routes, by the Services of the roles or the labels of their pods.
   */
  public static none(): PrefillDecodeRouter {
    return new PrefillDecodeRouter('none', undefined, undefined);
  }

  private constructor(
    /** @internal */ public readonly _kind: 'vllmRouter' | 'productionStack' | 'llmdSidecar' | 'none',
    /** @internal */ public readonly _router: VllmRouterOptions | undefined,
    /** @internal */ public readonly _sidecar: LlmdSidecarOptions | undefined) {}
}

carriesMistakes(PrefillDecodeRouter, () => PrefillDecodeRouter.none());
