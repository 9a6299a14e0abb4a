import { Duration } from 'cdk8s';
import { DownloadTerm, LoadSum, LoadTerm, UNKNOWN_SECONDS, downloadOf, startTimes, termsOf, ModelLoadProps } from './load-times';
import { WeightsSource } from './weights-source';
import { invalid } from '../../base/errors/invalid-input';
import { wholeSeconds } from '../../base/seconds';
import { carriesMistakes } from '../../given/mistakes/carried';

/**
 * How long a model takes until it serves. It sizes the startup probe, so that no probe kills a pod that is still loading.
 */
export class ModelLoad {
  /**
   * Download + load + compile. The startup probe gets twice that, since disks and networks have bad days. The download counts wherever the container
   * has to do it: with a cache that the first start fills, in the startup budget, but not in the time that later starts are expected to take.
   *
   * @param props The parts.
   *
   * @example
   * const load = ModelLoad.of({ weights: '405Gi', loadBandwidth: '2Gi' });
   */
  public static of(props: ModelLoadProps): ModelLoad {
    return new ModelLoad(downloadOf(props), termsOf(props), props.weights);
  }

  /**
   * A time that was measured, from the start of the container to the first answer.
   *
   * @param duration The time.
   */
  public static measured(duration: Duration): ModelLoad {
    return new ModelLoad(undefined, [{ what: 'measured', seconds: wholeSeconds('ModelLoad.measured(duration)', duration, 1) }]);
  }

  private constructor(
    /** @internal */ public readonly _download: DownloadTerm | undefined,
    /** @internal */ public readonly _terms: readonly LoadTerm[],
    /** @internal */ public readonly _weights?: string) {}
}

/** Figures of a startup probe. */
export interface StartupProbe {
  readonly periodSeconds: number;
  readonly failureThreshold: number;
}

/** Figures of a probe as the user gave it, with Kubernetes' defaults filled in. */
export interface GivenProbe extends StartupProbe {
  readonly initialDelaySeconds?: number;
}

/** What a user says besides the load. */
export interface GivenStartup {
  /** Property path of the container, for messages. */
  readonly field?: string;
  readonly startup?: GivenProbe;
  /** Checked only where nothing holds it back: `heldBack` says whether a startup probe does. */
  readonly liveness?: GivenProbe;
  readonly heldBack?: boolean;
  readonly progressDeadlineSeconds?: number;
  /** Where the weights are; absent: where they are is not looked at, and only a download that was given counts. */
  readonly weights?: WeightsSource;
  /** What the container asks for in memory to hold the weights, where no load says how large they are. */
  readonly weightsInMemory?: string;
  /** How much later than itself the pods may start without which it does not answer. */
  readonly peersSeconds?: number;
}

/** The time a container has to start, and what follows from it. */
export interface StartupPlan {
  /** What it was planned from. */
  readonly load?: ModelLoad;
  readonly weights?: WeightsSource;
  /** The download that some start has to do, where the size of the weights is known. */
  readonly download?: LoadTerm;
  /** The longest start, the first download included, where it is known. */
  readonly longest?: LoadSum;
  /** What the startup probe allows. */
  readonly seconds: number;
  /** The load as it is expected, which autoscaler windows are made from. */
  readonly expectedSeconds: number;
  readonly sum: string;
  readonly probe: StartupProbe;
  /** For Deployments: above the startup budget, or a roll-out that works is reported as failed. */
  readonly progressDeadlineSeconds: number;
  readonly progressDeadlineSum: string;
}

const PERIOD_SECONDS = 10;

/** Scheduling and the pull of an image of 10 to 20 GB come before the container starts. Kubernetes' own default for the whole is 600 s. */
const BEFORE_START_SECONDS = 600;

/** Pure: the startup budget, the probe that grants it, and the progress deadline above it. */
export function planStartup(load: ModelLoad | undefined, given: GivenStartup = {}): StartupPlan {
  const times = startTimes(load && { download: load._download, terms: load._terms }, given.weights, given.weightsInMemory);
  const { certain } = times;
  const { peersSeconds = 0 } = given;
  const probe = given.startup ?? { periodSeconds: PERIOD_SECONDS, failureThreshold: Math.ceil((times.budget + peersSeconds) / PERIOD_SECONDS) };
  const seconds = allowed(probe);
  if (given.startup && certain !== undefined) {
    checkGivenStartup(given, seconds, certain.seconds, certain.text);
  }
  checkLiveness(given, certain?.seconds, certain?.text);
  return {
    load,
    weights: given.weights,
    download: times.download,
    longest: times.longest,
    seconds,
    expectedSeconds: times.expectedSeconds,
    sum: `${probe.periodSeconds} s x ${probe.failureThreshold}${initialOf(probe)} = ${seconds} s: ${given.startup ? 'as given' : times.why}${peersSeconds > 0 && !given.startup ? `, and ${peersSeconds} s for peers whose preload still runs` : ''}`,
    probe: { periodSeconds: probe.periodSeconds, failureThreshold: probe.failureThreshold },
    ...planDeadline(given, seconds),
  };
}

function allowed(probe: GivenProbe): number {
  return (probe.initialDelaySeconds ?? 0) + probe.periodSeconds * probe.failureThreshold;
}

function initialOf(probe: GivenProbe): string {
  return probe.initialDelaySeconds ? ` + initial delay ${probe.initialDelaySeconds} s` : '';
}

function checkGivenStartup(given: GivenStartup, seconds: number, expected: number, loadSum: string): void {
  const probe = given.startup!;
  if (seconds < expected) {
    throw invalid(`${given.field ?? 'container'}.startup`, `${seconds}s`,
      `${probe.periodSeconds} s x ${probe.failureThreshold}${initialOf(probe)} = ${seconds} s, but the model needs ${loadSum} = ${expected} s: the kubelet kills the container while it loads`,
      `allow at least ${expected} s, or leave the startup probe out to have it computed`);
  }
}

/** A liveness probe runs from the start of the container unless a startup probe holds it back. */
function checkLiveness(given: GivenStartup, expected: number | undefined, loadSum: string | undefined): void {
  if (!given.liveness || given.heldBack !== false) {
    return;
  }
  const seconds = allowed(given.liveness);
  const needed = expected ?? UNKNOWN_SECONDS;
  if (seconds < needed) {
    const { periodSeconds, failureThreshold } = given.liveness;
    const load = expected === undefined ? `up to ${needed} s` : `${loadSum} = ${expected} s`;
    const sum = `${periodSeconds} s x ${failureThreshold}${initialOf(given.liveness)} = ${seconds} s`;
    throw invalid(`${given.field ?? 'container'}.liveness`, `${seconds}s`,
      `fires while the model loads: ${sum}, but the load takes ${load}, and no startup probe holds it back`,
      'keep the startup probe: liveness begins only when it has succeeded');
  }
}

function planDeadline(given: GivenStartup, seconds: number): Pick<StartupPlan, 'progressDeadlineSeconds' | 'progressDeadlineSum'> {
  const deadline = given.progressDeadlineSeconds;
  if (deadline === undefined) {
    const computed = seconds + BEFORE_START_SECONDS;
    return { progressDeadlineSeconds: computed, progressDeadlineSum: `startup ${seconds} s + scheduling and image pull ${BEFORE_START_SECONDS} s = ${computed} s` };
  }
  if (deadline <= seconds) {
    throw invalid('progressDeadline', `${deadline}s`, `must be more than the startup budget of ${seconds} s, or a roll-out that works is reported as failed`,
      `give at least ${seconds + BEFORE_START_SECONDS} s, or leave it out`);
  }
  return { progressDeadlineSeconds: deadline, progressDeadlineSum: `given ${deadline} s > startup ${seconds} s` };
}

carriesMistakes(ModelLoad, () => ModelLoad.measured(Duration.minutes(5)));
