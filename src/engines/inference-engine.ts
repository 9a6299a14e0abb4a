import { customModel } from './custom/custom';
import { CustomEngineOptions } from './custom/options';
import { EngineContainer, EngineModel, EngineParallelism, EnginePlan, EngineRole, SideDefaults, TransferSide } from './engine-plan';
import { SglangOptions } from './sglang/options';
import { sglangModel } from './sglang/sglang';
import { TensorRtLlmOptions } from './tensorrt-llm/options';
import { tensorRtLlmModel } from './tensorrt-llm/tensorrt-llm';
import { VllmOptions } from './vllm/options';
import { vllmModel } from './vllm/vllm';
import { Finding } from '../base/findings/finding';
import { carriesMistakes } from '../given/mistakes/carried';

/**
 * What serves a model, by version: its flags, port, health path, variables and metrics. A pattern that takes an engine derives the
 * container, the probes, the drain and the device count from it.
 *
 * A version newer than this library's data is taken with an info at synth; what a version lacks is an error that names what replaced it.
 */
export class InferenceEngine {
  /**
   * vLLM's OpenAI-compatible server.
   *
   * @param options Version, model and parallelism.
   *
   * @example
   * const llama = new LeaderWorkerGroup(chart, 'Llama405', {
   *   size: 2,
   *   engine: InferenceEngine.vllm({ version: '0.18', model: 'meta-llama/Llama-3.1-405B-Instruct-FP8', tensorParallel: 8, pipelineParallel: 2 }),
   *   accelerator: Accelerator.nvidia(8),
   *   modelLoad: ModelLoad.of({ weights: '405Gi', loadBandwidth: '2Gi' }),
   * });
   */
  public static vllm(options: VllmOptions): InferenceEngine {
    return new InferenceEngine(vllmModel(options));
  }

  /**
   * SGLang's server, in one pod or over the pods of a LeaderWorkerGroup.
   *
   * @param options Version, model and parallelism.
   *
   * @example
   * const llama = new GpuInferenceDeployment(chart, 'Llama', {
   *   engine: InferenceEngine.sglang({ version: '0.5.3', model: 'meta-llama/Llama-3.1-70B-Instruct', tensorParallel: 4 }),
   *   accelerator: Accelerator.nvidia(4),
   *   modelLoad: ModelLoad.of({ weights: '140Gi' }),
   * });
   */
  public static sglang(options: SglangOptions): InferenceEngine {
    return new InferenceEngine(sglangModel(options));
  }

  /**
   * TensorRT-LLM's server `trtllm-serve`, in one pod. It exports nothing that an autoscaler could follow.
   *
   * @param options Version, model and parallelism.
   */
  public static tensorRtLlm(options: TensorRtLlmOptions): InferenceEngine {
    return new InferenceEngine(tensorRtLlmModel(options));
  }

  /**
   * Any other server, by facts that the library cannot know. It serves from one pod: patterns whose pods serve one model together refuse it.
   *
   * @param options Image, command line, port, paths, devices, drain and metrics.
   */
  public static custom(options: CustomEngineOptions): InferenceEngine {
    return new InferenceEngine(customModel(options));
  }

  /** Name of the engine: `vllm`, or the name that was given. */
  public readonly name: string;

  /** Version as it was given. */
  public readonly version: string;

  private constructor(private readonly model: EngineModel) {
    this.name = model.name;
    this.version = model.version;
  }

  /**
   * Which function made it: `vllm`, `sglang`, `tensorRtLlm`, `custom`.
   *
   * @internal
   */
  public get _factory(): string {
    return this.model.factory;
  }

  /**
   * How the model is cut.
   *
   * @internal
   */
  public get _parallelism(): EngineParallelism {
    return this.model.parallelism;
  }

  /**
   * The model, as the engine is given it: an id on a hub or a path.
   *
   * @internal
   */
  public get _model(): string {
    return this.model.served;
  }

  /**
   * First version that spans pods without Ray; undefined when this one does.
   *
   * @internal
   */
  public get _needsRay(): string | undefined {
    return this.model.needsRay;
  }

  /**
   * Whether each pod of a group takes requests, and not the leader alone.
   *
   * @internal
   */
  public get _everyPodServes(): boolean {
    return this.model.everyPodServes ?? false;
  }

  /**
   * Everything one role of this engine needs.
   *
   * @internal
   */
  public _plan(role: EngineRole): EnginePlan {
    return this.model.plan(role);
  }

  /**
   * Whether the name of an image says that it holds this engine, in this version.
   *
   * @internal
   */
  public _isNamedBy(image: string): boolean {
    return this.model.isNamedBy(image);
  }

  /**
   * What the other side of a KV transfer has to agree with; undefined where the library cannot pair it.
   *
   * @internal
   */
  public get _side(): TransferSide | undefined {
    return this.model.pairs?.side;
  }

  /**
   * The same engine as one side of a KV transfer. Only where it can be paired.
   *
   * @internal
   */
  public _completed(defaults: SideDefaults): InferenceEngine {
    return new InferenceEngine(this.model.pairs!.completed(defaults));
  }

  /**
   * Checks what a user lays over the engine's container.
   *
   * @internal
   */
  public _checkContainer(field: string, given: EngineContainer): Finding[] {
    return this.model.checkContainer(field, given);
  }
}

carriesMistakes(InferenceEngine, () => InferenceEngine.vllm({ version: '0.18', model: 'not-planned/model' }));
