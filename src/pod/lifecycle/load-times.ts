import { Duration } from 'cdk8s';
import type { WeightsSource } from './weights-source';
import { wholeSeconds } from '../../base/seconds';
import { HUB_DOWNLOAD } from '../../knowledge/hub-download';
import { parseBytes } from '../../kubernetes/quantity';

/** One part of the time to the first answer. */
export interface LoadTerm {
  readonly what: string;
  readonly seconds: number;
}

/** The download of the weights, if the container does it. */
export interface DownloadTerm extends LoadTerm {
  /** Whether somebody gave its speed, and so says that there is one. */
  readonly isGiven: boolean;
}

/** Several parts of a start. */
export interface LoadSum {
  readonly seconds: number;
  readonly text: string;
}

const DEFAULT_LOAD_BANDWIDTH = '1Gi';
const DEFAULT_COMPILE_SECONDS = 180;

/** Twice the expected time: a cold cache or a slow disk is no reason to kill the pod and begin again. */
const SAFETY = 2;

/** Without a load: what llm-d and KServe give large models, 10 to 45 minutes. */
export const UNKNOWN_SECONDS = 30 * 60;
/** How long a start takes of which nothing is known. */
export const UNKNOWN_START_SECONDS = UNKNOWN_SECONDS / SAFETY;

/** The download that a container does unless the weights are there. */
export function downloadOf(props: ModelLoadProps): DownloadTerm {
  const term = transfer(props, 'download', 'downloadBandwidth', props.downloadBandwidth ?? HUB_DOWNLOAD.text);
  return { ...term, isGiven: props.downloadBandwidth !== undefined };
}

/** What every start does. */
export function termsOf(props: ModelLoadProps): LoadTerm[] {
  return [
    transfer(props, 'load', 'loadBandwidth', props.loadBandwidth ?? DEFAULT_LOAD_BANDWIDTH),
    { what: 'compile', seconds: props.compile ? wholeSeconds('ModelLoad.of(compile)', props.compile) : DEFAULT_COMPILE_SECONDS },
  ].filter(term => term.seconds > 0);
}

function transfer(props: ModelLoadProps, verb: string, field: string, bandwidth: string): LoadTerm {
  const weights = parseBytes('ModelLoad.of(weights)', props.weights);
  return {
    what: `${verb} ${props.weights} at ${bandwidth}/s`,
    seconds: Math.ceil(weights / parseBytes(`ModelLoad.of(${field})`, bandwidth)),
  };
}

/** The times of a start, and the budget made from them. */
export interface StartTimes {
  /** What no probe may cut short; a download whose speed is a guess is no part of it. Absent where no load was given. */
  readonly certain?: LoadSum;
  /** With the download, where the size of the weights is known. */
  readonly longest?: LoadSum;
  /** The download that some start has to do. */
  readonly download?: LoadTerm;
  /** A start as most are. */
  readonly expectedSeconds: number;
  readonly budget: number;
  readonly why: string;
}

interface KnownLoad {
  readonly download?: DownloadTerm;
  readonly terms: readonly LoadTerm[];
}

/**
 * Pure: the sums of a start.
 *
 * @param weights where the weights are; without it only a download that was given counts.
 * @param weightsInMemory what the container asks for in memory to hold the weights, where no load says how large they are.
 */
export function startTimes(load: KnownLoad | undefined, weights: WeightsSource | undefined, weightsInMemory: string | undefined): StartTimes {
  if (!load) {
    return timesOfMemory(weights, weightsInMemory);
  }
  const isDownloading = weights !== undefined && weights.kind !== 'present';
  const download = load.download && (isDownloading || load.download.isGiven) ? load.download : undefined;
  const everyStart = sumOf(load.terms);
  const longest = sumOf(download ? [download, ...load.terms] : load.terms);
  // Later starts find what the first one downloaded; so does the replica that an autoscaler waits for.
  const isInEach = download !== undefined && weights?.kind !== 'firstStart';
  return {
    certain: download && !download.isGiven ? everyStart : longest,
    longest,
    download,
    expectedSeconds: (isInEach ? longest : everyStart).seconds,
    budget: longest.seconds * SAFETY,
    why: `${whyOf(longest)}${download && !isInEach ? `; the first start downloads, later ones take ${everyStart.seconds} s` : ''}`,
  };
}

/** Without a load there are 30 minutes; more where the memory says that the weights need more. */
function timesOfMemory(weights: WeightsSource | undefined, weightsInMemory: string | undefined): StartTimes {
  const unknown = { expectedSeconds: UNKNOWN_START_SECONDS, budget: UNKNOWN_SECONDS, why: 'the load is not known; say it with ModelLoad.of' };
  if (weightsInMemory === undefined || weights === undefined || weights.kind === 'present') {
    return unknown;
  }
  const download = downloadOf({ weights: weightsInMemory });
  const longest = sumOf([download, ...termsOf({ weights: weightsInMemory })]);
  const budget = longest.seconds * SAFETY;
  return budget <= UNKNOWN_SECONDS
    ? { ...unknown, download, longest }
    : { ...unknown, download, longest, budget, why: `${whyOf(longest)}, from the weights in memory; say the load with ModelLoad.of` };
}

function whyOf({ seconds, text }: LoadSum): string {
  return `${SAFETY} x (${text} = ${seconds} s), in whole periods`;
}

function sumOf(terms: readonly LoadTerm[]): LoadSum {
  return { seconds: terms.reduce((total, term) => total + term.seconds, 0), text: terms.map(term => `${term.what} ${term.seconds} s`).join(' + ') };
}

/**
 * What a container does before it can serve.
 */
export interface ModelLoadProps {
  /** Size of the weights: `140Gi`. */
  readonly weights: string;

  /**
   * Speed in bytes a second at which the container downloads: `500Mi`.
   *
   * @default 250Mi (2 Gbit/s) where the container downloads by itself, at each start or at the first; no download where the weights are there: a preload,
   * a read-only cache, a model that is a path. With DefaultSet.V1: no download
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
