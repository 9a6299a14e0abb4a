import { invalid, wholeNumber } from '../../base/errors/invalid-input';
import { carriesMistakes } from '../../given/mistakes/carried';

/**
 * Replicas that stay on nodes that are not taken away: what is left when all of spot is taken at once.
 */
export class OnDemandFloor {
  /**
   * A fixed number. An autoscaler changes the spot replicas alone.
   *
   * @param replicas A whole number of at least 1.
   */
  public static replicas(replicas: number): OnDemandFloor {
    wholeNumber('OnDemandFloor.replicas(replicas)', replicas, { min: 1, help: 'without a floor, use GpuInferenceDeployment on spot nodes' });
    return new OnDemandFloor(replicas);
  }

  /**
   * A share of all replicas, rounded up. With an autoscaler both parts have one, and the share holds at its least and at its most.
   *
   * @param percent Above 0 and below 100.
   */
  public static percent(percent: number): OnDemandFloor {
    if (!(percent > 0 && percent < 100)) {
      throw invalid('OnDemandFloor.percent(percent)', percent, 'must be above 0 and below 100', 'for all or nothing on spot nodes, use GpuInferenceDeployment');
    }
    return new OnDemandFloor(undefined, percent);
  }

  private constructor(
    /** @internal */ public readonly _replicas?: number,
    /** @internal */ public readonly _percent?: number) {}

  /**
   * How many of so many replicas.
   *
   * @internal
   */
  public _of(replicas: number): { readonly count: number; readonly sum: string } {
    const { _replicas: fixed, _percent: percent } = this;
    if (percent === undefined) {
      return { count: fixed!, sum: `${fixed} of ${replicas}` };
    }
    const count = Math.ceil(replicas * percent / 100);
    return { count, sum: `${percent} % of ${replicas}, rounded up = ${count}` };
  }
}

carriesMistakes(OnDemandFloor, () => OnDemandFloor.replicas(1));
