import { Duration } from 'cdk8s';
import { parseBytes } from './quantity';
import { wholeSeconds } from './seconds';
import { invalid } from '../checks/invalid-input';

/**
 * What a container does before it can serve.
 */
export interface ModelLoadProps {
  /** Size of the weights: `140Gi`. */
  readonly weights: string;

  /**
   * Download speed in bytes a second: `500Mi`. Give it only when the container itself downloads; a preloaded cache or a mounted volume does not.
   *
   * @default - no download
   */
  readonly downloadBandwidth?: string;

  /**
   * Speed in bytes a second at which weights come from disk or page cache into the devices: `2Gi`.
   *
   * @default 1Gi
   */
  readonly loadBandwidth?: string;

  /**
   * Compilation, graph capture and warm-up.
   *
   * @default Duration.minutes(3)
   */
  readonly compile?: Duration;
}

/**
 * How long a model takes until it serves. It sizes the startup probe, so that no probe kills a pod that is still loading.
 */
export class ModelLoad {
  /**
   * Download + load + compile. The startup probe gets twice that, since disks and networks have bad days.
   *
   * @param props The parts.
   */
  public static of(props: ModelLoadProps): ModelLoad {
    return new ModelLoad(termsOf(props), props.weights);
  }

  /**
   * A time that was measured, from the start of the container to the first answer.
   *
   * @param duration The time.
   */
  public static measured(duration: Duration): ModelLoad {
    return new ModelLoad([{ what: 'measured', seconds: wholeSeconds('ModelLoad.measured(duration)', duration, 1) }]);
  }

  private constructor(
    /** @internal */ public readonly _terms: readonly LoadTerm[],
    /** @internal */ public readonly _weights?: string) {}
}

/** One part of the time to the first answer. */
export interface LoadTerm {
  readonly what: string;
  readonly seconds: number;
}

const DEFAULT_LOAD_BANDWIDTH = '1Gi';
const DEFAULT_COMPILE_SECONDS = 180;

function termsOf(props: ModelLoadProps): LoadTerm[] {
  const weights = parseBytes('ModelLoad.of(weights)', props.weights);
  const transfer = (verb: string, field: string, bandwidth: string) => ({
    what: `${verb} ${props.weights} at ${bandwidth}/s`,
    seconds: Math.ceil(weights / parseBytes(`ModelLoad.of(${field})`, bandwidth)),
  });
  return [
    ...(props.downloadBandwidth === undefined ? [] : [transfer('download', 'downloadBandwidth', props.downloadBandwidth)]),
    transfer('load', 'loadBandwidth', props.loadBandwidth ?? DEFAULT_LOAD_BANDWIDTH),
    { what: 'compile', seconds: props.compile ? wholeSeconds('ModelLoad.of(compile)', props.compile) : DEFAULT_COMPILE_SECONDS },
  ].filter(term => term.seconds > 0);
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
}

/** The time a container has to start, and what follows from it. */
export interface StartupPlan {
  /** What it was planned from. */
  readonly load?: ModelLoad;
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

/** Twice the expected time: a cold cache or a slow disk is no reason to kill the pod and begin again. */
const SAFETY = 2;

/** Without a load: what llm-d and KServe give large models, 10 to 45 minutes. */
const UNKNOWN_SECONDS = 30 * 60;

const PERIOD_SECONDS = 10;

/** Scheduling and the pull of an image of 10 to 20 GB come before the container starts. Kubernetes' own default for the whole is 600 s. */
const BEFORE_START_SECONDS = 600;

/** Pure: the startup budget, the probe that grants it, and the progress deadline above it. */
export function planStartup(load: ModelLoad | undefined, given: GivenStartup = {}): StartupPlan {
  const expected = load?._terms.reduce((total, term) => total + term.seconds, 0);
  const loadSum = load?._terms.map(term => `${term.what} ${term.seconds} s`).join(' + ');
  const budget = expected === undefined ? UNKNOWN_SECONDS : expected * SAFETY;
  const probe = given.startup ?? { periodSeconds: PERIOD_SECONDS, failureThreshold: Math.ceil(budget / PERIOD_SECONDS) };
  const seconds = allowed(probe);
  if (given.startup && expected !== undefined) {
    checkGivenStartup(given, seconds, expected, loadSum!);
  }
  checkLiveness(given, expected, loadSum);
  const why = given.startup ? 'as given' : expected === undefined
    ? 'the load is not known; say it with ModelLoad.of'
    : `${SAFETY} x (${loadSum} = ${expected} s), in whole periods`;
  return {
    load,
    seconds,
    expectedSeconds: expected ?? UNKNOWN_SECONDS / SAFETY,
    sum: `${probe.periodSeconds} s x ${probe.failureThreshold}${initialOf(probe)} = ${seconds} s: ${why}`,
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
