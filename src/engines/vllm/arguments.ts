import { forbidden, invalid } from '../../base/errors/invalid-input';
import { isLate } from '../../given/given-type';
import { VLLM_FLAGS, VllmFlag } from '../../knowledge/engines/vllm-flags';
import { Release, exists, isAtLeast } from '../../knowledge/engines/vllm-releases';

/** The row of a flag by its long or short name; underscores mean dashes, as vLLM's own parser takes them. */
export function flagOf(word: string): VllmFlag | undefined {
  const name = word.split('=')[0];
  const long = name.startsWith('--') ? name.replace(/_/g, '-') : name;
  return VLLM_FLAGS.find(flag => flag.name === long || flag.alias === name);
}

/** A flag that this version has, or an error that says what took its place. */
export function requireFlag(field: string, name: string, release: Release): string {
  const flag = VLLM_FLAGS.find(row => row.name === name)!;
  if (!exists(flag, release)) {
    throw invalid(field, flag.name, absence(flag, release), `use ${flag.instead}`);
  }
  return flag.name;
}

export function hasFlag(name: string, release: Release): boolean {
  return exists(VLLM_FLAGS.find(row => row.name === name)!, release);
}

function absence(flag: VllmFlag, release: Release): string {
  const isOver = flag.until !== undefined && isAtLeast(release, flag.until);
  return isOver ? `vLLM ${release.text} does not know it: it went with ${flag.until}` : `vLLM ${release.text} does not know it: it came with ${flag.since}`;
}

/** Arguments that the user writes beside the options. */
export function checkUserArguments(field: string, words: readonly string[], release: Release): void {
  words.forEach((word, index) => {
    if (isLate(word)) {
      return;
    }
    if (!word.startsWith('-') || isNumber(word)) {
      checkPositional(`${field}[${index}]`, words, index);
      return;
    }
    const flag = flagOf(word);
    if (flag) {
      checkFlag(`${field}[${index}]`, flag, release);
    }
    checkBlanks(`${field}[${index}]`, word);
  });
}

function checkFlag(field: string, flag: VllmFlag, release: Release): void {
  if (!exists(flag, release)) {
    throw invalid(field, flag.name, absence(flag, release), `use ${flag.instead}`);
  }
  if (flag.property) {
    throw forbidden(field, `${flag.name} has a property of its own, which more than one flag depends on`, `use ${flag.property}`);
  }
  if (flag.ofPattern) {
    throw forbidden(field, `${flag.name} is written by the pattern: ${flag.ofPattern}`, 'leave it out');
  }
  if (flag.secretIn) {
    // The value is never shown: it is the next word, or behind the equals sign.
    throw forbidden(field, `${flag.name} would write a credential into the manifest, where Git and every kubectl describe show it`,
      `put it into a Secret: ${flag.secretIn} in secretEnv, a SecretKey`);
  }
}

/** `vllm serve` takes one positional argument, and the model is it. */
function checkPositional(field: string, words: readonly string[], index: number): void {
  if (index === 0) {
    throw invalid(field, words[0], 'is not a flag, and the only positional argument of vllm serve is the model', 'begin with a flag: [\'--max-num-seqs\', \'256\']');
  }
}

function checkBlanks(field: string, word: string): void {
  if (/^--?[\w-]+\s/.test(word)) {
    throw invalid(field, word, 'holds a blank, so vLLM sees one unknown flag: nobody splits arguments', `write two words: ${word.trim().split(/\s+/).map(part => `'${part}'`).join(', ')}`);
  }
}

function isNumber(word: string): boolean {
  return /^-\d/.test(word);
}
