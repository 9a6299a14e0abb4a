import { checkDevicesPerPod } from './engine-options';
import { EngineParallelism, EngineRole } from './engine-plan';
import { forbidden, invalid, required } from '../base/errors/invalid-input';
import { isLate } from '../given/given-type';
import { OwnFlag } from '../knowledge/engines/engine';

/*
 * What engines have in common of which one minor is known, and what those have that serve from one pod.
 */

/** One minor of an engine. */
export interface KnownMinor {
  /** The function that makes it, as messages write it: `InferenceEngine.sglang`. */
  readonly field: string;
  readonly title: string;
  readonly minor: string;
  /** A version of it with its patch. */
  readonly example: string;
  /** Images that say which version they hold; the first group is the minor. */
  readonly image: RegExp;
}

const MODEL_EXAMPLE = 'write it as meta-llama/Llama-3.1-70B-Instruct or /models/llama';

/** The version without its v, of the minor that is known. */
export function checkMinor({ field, title, minor, example }: KnownMinor, version: string): string {
  const match = /^v?(\d+\.\d+)\.\d+(?:\.post\d+)?$/.exec(version);
  if (!match) {
    throw invalid(`${field}(version)`, version, `is not a version of ${title} with its patch`, `write it as ${example}: flags and metrics differ between versions, and images are published by patch`);
  }
  if (match[1] !== minor) {
    throw invalid(`${field}(version)`, version, `is not of ${minor}, the minor whose flags and metrics are known here`, `use ${minor}; or InferenceEngine.custom with the facts of your version`);
  }
  return version.replace(/^v/, '');
}

/** Whether the name of an image says that it holds the minor. */
export function isOfMinor({ image, minor }: KnownMinor, name: string): boolean {
  return image.exec(name)?.[1] === minor;
}

export function checkMinorOfImage(known: KnownMinor, field: string, image: string): void {
  const tagged = known.image.exec(image)?.[1];
  if (tagged !== undefined && tagged !== known.minor) {
    throw invalid(field, image, `holds ${known.title} ${tagged}, but flags and metrics are written for ${known.minor}`, 'change the image');
  }
}

/** One word of the command line that stays what it is: neither a flag, nor a reference that the kubelet replaces. */
export function checkWord({ field }: KnownMinor, property: string, text: string): void {
  if (isLate(text)) {
    return;
  }
  if (text.trim() === '') {
    throw required(`${field}(${property})`, 'the server would take the next flag for it', MODEL_EXAMPLE);
  }
  if (/\s/.test(text) || text.startsWith('-') || text.includes('$(')) {
    throw invalid(`${field}(${property})`, text, 'is no single word: it has a blank, reads as a flag, or has a $(NAME) that the kubelet replaces', MODEL_EXAMPLE);
  }
}

/** Flags of a user beside those that the library writes. */
export function checkOwnFlags({ field }: KnownMinor, flags: readonly OwnFlag[], words: readonly string[]): void {
  words.forEach((word, index) => {
    const name = isLate(word) ? '' : word.split('=')[0].replace(/(?<!-)_/g, '-');
    const row = flags.find(flag => flag.names.has(name));
    if (row?.secret) {
      throw forbidden(`${field}(args)[${index}]`, `${name} would write a credential into the manifest, where Git and every kubectl describe show it`,
        'leave it out, and let a gateway in front ask for keys');
    }
    if (row) {
      throw forbidden(`${field}(args)[${index}]`, `${name} is written here: ${row.because}`, row.instead);
    }
  });
}

/** What processes over several pods do when one of them is lost was not looked up for any version. */
export function checkAlone({ title }: KnownMinor, flags: string, parallelism: EngineParallelism, role: EngineRole): void {
  if (role.kind === 'single') {
    return;
  }
  if (role.pods > 1) {
    throw forbidden('engine', `${title} over ${role.pods} pods (${flags}) is not derived here: what its processes do when one pod is lost was not confirmed`,
      'use size: 1 and groups, or leave engine out and give leader and container their own command lines');
  }
  checkDevicesPerPod(parallelism, role);
}

/** A share of the memory of each GPU. */
export function checkShare({ field }: KnownMinor, property: string, share: number | undefined): void {
  if (share !== undefined && !(share > 0 && share < 1)) {
    throw invalid(`${field}(${property})`, share, 'must be above 0 and below 1: it is a share of the memory of each GPU, and activations need the rest', 'write 0.85 for 85 %');
  }
}
