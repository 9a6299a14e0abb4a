import { wholeNumber } from '../../base/errors/invalid-input';
import { carriesMistakes } from '../../given/mistakes/carried';

/**
 * How many of the pods that are meant are hit, each time anew.
 */
export class ChaosReach {
  /**
   * One of them, by chance.
   */
  public static one(): ChaosReach {
    return new ChaosReach('one');
  }

  /**
   * All of them.
   */
  public static all(): ChaosReach {
    return new ChaosReach('all');
  }

  /**
   * So many of them, by chance.
   *
   * @param count At least 1.
   */
  public static pods(count: number): ChaosReach {
    return new ChaosReach('fixed', wholeNumber('ChaosReach.pods(count)', count, { min: 1, help: 'give a number of pods' }));
  }

  /**
   * A share of them, rounded up, by chance.
   *
   * @param percent 1 to 100.
   */
  public static percent(percent: number): ChaosReach {
    return new ChaosReach('fixed-percent', wholeNumber('ChaosReach.percent(percent)', percent, { min: 1, max: 100, help: 'give a share in per cent' }));
  }

  private constructor(
    /** @internal */ public readonly _mode: 'one' | 'all' | 'fixed' | 'fixed-percent',
    /** @internal */ public readonly _value?: number) {}
}

carriesMistakes(ChaosReach, () => ChaosReach.one());
