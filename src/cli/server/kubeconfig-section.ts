import * as fs from 'fs';
import * as path from 'path';
import { cutAnswer } from './cut';
import { PlainObject } from '../../base/plain';
import { readFrom, reasonOfSystem, TooLarge } from '../../lint/input/bytes';
import { UnusableInput } from '../../lint/input/paths';

/** Of a kubeconfig, and of each file that it names, in bytes. */
export const LARGEST_FILE = 4 * 1024 * 1024;

/** What does all that kubectl does, for what is refused here. */
export const INSTEAD = 'run kubectl proxy, and name its address as the server of a kubeconfig';

/** One cluster, user or context of a kubeconfig. What is there and of the wrong kind is refused, never taken for nothing. */
export class Section {
  /** @param file the kubeconfig. @param name what the section is, for people. @param values what it says. */
  constructor(public readonly file: string, private readonly name: string, public readonly values: PlainObject) {}

  public refuse(detail: string): never {
    throw new UnusableInput(`${this.file}: ${this.name}: ${cutAnswer(detail)}`);
  }

  public has(key: string): boolean {
    const value = this.values[key];
    return value !== undefined && value !== null && value !== '' && value !== false;
  }

  /** A text that says something. */
  public text(key: string): string | undefined {
    return this.has(key) ? this.typed<string>(key, 'string', 'a text') : undefined;
  }

  public isTrue(key: string): boolean {
    return this.has(key) && this.typed<boolean>(key, 'boolean', 'true or false');
  }

  public texts(key: string): readonly string[] {
    const value = this.has(key) ? this.values[key] : [];
    return Array.isArray(value) && value.every((each): each is string => typeof each === 'string') ? value : this.refuse(`${key} is no list of texts`);
  }

  /** What would be ignored if it were not refused here. */
  public refuseAll(keys: readonly string[], help: string): void {
    const found = keys.find(key => this.has(key));
    if (found !== undefined) {
      this.refuse(`${found} is not supported; ${help}`);
    }
  }

  /** `<key>-data` in base64 goes before the file `<key>`, as for kubectl. */
  public bytes(key: string): Buffer | undefined {
    const data = this.text(`${key}-data`);
    return data === undefined ? this.content(key) : this.decoded(`${key}-data`, data);
  }

  /** The content of a file, whose path is relative to the kubeconfig. */
  public content(key: string): Buffer | undefined {
    const named = this.text(key);
    try {
      return named === undefined ? undefined : readSmall(this.resolved(named), false);
    } catch (error) {
      return this.refuse(`${key}: ${named}: ${(error as Error).message}`);
    }
  }

  public resolved(named: string): string {
    return path.resolve(path.dirname(this.file), named);
  }

  private typed<Type>(key: string, type: string, words: string): Type {
    return typeof this.values[key] === type ? this.values[key] as Type : this.refuse(`${key} is not ${words}`);
  }

  /** Go takes line breaks within base64, and nothing else that does not belong there. */
  private decoded(key: string, data: string): Buffer {
    const text = data.replace(/[\r\n]/g, '');
    const bytes = Buffer.from(text, 'base64');
    return bytes.toString('base64') === text ? bytes : this.refuse(`${key} is not base64`);
  }
}

/**
 * A small file. One that somebody names on the command line may be a pipe; one that a file names may not, since it would be waited for in vain.
 * Throws the reason why there is nothing, in the words of the system without its call and path.
 */
export function readSmall(file: string, mayBePipe: boolean): Buffer {
  try {
    if (!mayBePipe && !fs.statSync(file).isFile()) {
      throw new Error('is no regular file');
    }
    return readFrom(file, LARGEST_FILE);
  } catch (error) {
    throw new Error(error instanceof TooLarge ? `has more than ${LARGEST_FILE / 1024 / 1024} MiB` : reasonOfSystem(error));
  }
}
