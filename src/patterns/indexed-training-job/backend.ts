import { carriesMistakes } from '../../given/mistakes/carried';

/**
 * What carries the workers. Handles, Service, host names and environment are the same for both.
 */
export class TrainingBackend {
  /**
   * One Indexed Job. Each failed pod is replaced on its own; with a collective rendezvous the crash of one makes the others fail too.
   */
  public static job(): TrainingBackend {
    return new TrainingBackend('job');
  }

  /**
   * One JobSet (`jobset.x-k8s.io/v1alpha2`, its controller must be installed) with one Job inside: the first failure deletes all pods and
   * starts the whole gang again at once, so restarts are counted in runs. A disruption is not counted where the disrupted pod is the first to fail;
   * where its peers are, it is (`toleratedDisruptions`).
   */
  public static jobSet(): TrainingBackend {
    return new TrainingBackend('jobSet');
  }

  private constructor(/** @internal */ public readonly _kind: 'job' | 'jobSet') {}
}

carriesMistakes(TrainingBackend, () => TrainingBackend.job());
