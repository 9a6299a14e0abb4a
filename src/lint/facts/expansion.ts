import { PlacedContainer } from './pod-set';
import { UNKNOWN } from './shell-arithmetic';
import { asList } from '../../base/reading';

/** Characters that the variables of a container may always expand to, and how many more for each character of the container. */
const FREE = 32_768;
const RATIO = 8;

/**
 * Limits the text that variables expand to, as the parser limits aliases: variables that each repeat the one before double it. Beyond the
 * limit a value is unknown, so that checks are silent about it.
 */
export class ExpansionBudget {
  private left: number;

  /** @param written characters of the text that is expanded. */
  constructor(written: number) {
    this.left = FREE + RATIO * written;
  }

  public get isExceeded(): boolean {
    return this.left < 0;
  }

  /** Counts characters; false beyond the limit. */
  public allows(characters: number): boolean {
    this.left -= characters;
    return this.left >= 0;
  }

  /** The value of a variable, or that it is unknown. */
  public expanded(value: string): string {
    return this.allows(value.length) ? value : UNKNOWN;
  }
}

/** Characters of the command, arguments and variables of a container. */
export function writtenLength({ container: { command, args, env } }: PlacedContainer): number {
  return texts(command, args, env).reduce((sum, text) => sum + text.length, 0);
}

/** Whether the limit could be exceeded: each reference doubles the text at most. */
export function mayExceed({ container: { command, args, env } }: PlacedContainer): boolean {
  let [written, references] = [0, 0];
  for (const text of texts(command, args, env)) {
    written += text.length;
    for (let at = text.indexOf('$'); at >= 0; at = text.indexOf('$', at + 1)) {
      references++;
    }
  }
  return references > 0 && written * 2 ** references > FREE;
}

function texts(command: unknown, args: unknown, env: unknown): string[] {
  const words = [command, args].flatMap(each => (Array.isArray(each) ? each as readonly unknown[] : []));
  return [...words, ...asList(env).map(({ value }) => value)].filter(each => typeof each === 'string');
}
