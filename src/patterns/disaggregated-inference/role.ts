import { carriesMistakes } from '../../given/mistakes/carried';
import { GpuInferenceDeploymentProps } from '../gpu-inference-deployment/props';
import { LeaderWorkerGroupProps } from '../leader-worker-group/props';

/**
 * What prefills, or decodes: replicas of one pod each, or groups of several. Size, devices, nodes, cache and roll-out are those of the pattern behind it;
 * `name` is not given, since it is made of the name of the whole and the role.
 */
export class InferenceRole {
  /**
   * Replicas that are whole in one pod: a GpuInferenceDeployment.
   *
   * @param props Its properties, without `name`.
   */
  public static deployment(props: GpuInferenceDeploymentProps): InferenceRole {
    return new InferenceRole(props, undefined);
  }

  /**
   * Groups of a leader and workers, where a model needs the devices of several nodes: a LeaderWorkerGroup.
   *
   * @param props Its properties, with `engine` and without `name`.
   */
  public static groups(props: LeaderWorkerGroupProps): InferenceRole {
    return new InferenceRole(undefined, props);
  }

  private constructor(
    /** @internal */ public readonly _deployment: GpuInferenceDeploymentProps | undefined,
    /** @internal */ public readonly _groups: LeaderWorkerGroupProps | undefined) {}
}

carriesMistakes(InferenceRole, () => InferenceRole.groups({ size: 1 }));
