import * as fs from 'fs';
import * as path from 'path';
import { cutAnswer } from './cut';
import { PlainObject } from '../../base/plain';
import { readFrom, reasonOfSystem, TooLarge } from '../../lint/input/bytes';
import { UnusableInput } from '../../lint/input/paths';

/** Limit in bytes of a kubeconfig, and of each file that it names. */
export const LARGEST_FILE = 4 * 1024 * 1024;

/** Advice for what is not supported here, since kubectl supports all of it. */
export const INSTEAD = 'run kubectl proxy, and name its address as the server of a kubeconfig';

/** A cluster, user or context of a kubeconfig. A value of the wrong type is an error, never ignored. */
export class Section {
  /** @param file the kubeconfig. @param name of the section in messages. @param values its content. */
  constructor(public readonly file: string, private readonly name: string, public readonly values: PlainObject) {}

  public refuse(detail: string): never {
    throw new UnusableInput(`${this.file}: ${this.name}: ${cutAnswer(detail)}`);
  }

  public has(key: string): boolean {
    const value = this.values[key];
    return value !== undefined && value !== null && value !== '' && value !== false;
  }

  /** A string that is not empty; undefined for none. */
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

  /** Throws if one of these keys is set: they are not supported, and ignoring them would change the meaning. */
  public refuseAll(keys: readonly string[], help: string): void {
    const found = keys.find(key => this.has(key));
    if (found !== undefined) {
      this.refuse(`${found} is not supported; ${help}`);
    }
  }

  /** `<key>-data` in base64 has precedence over the file `<key>`, as in kubectl. */
  public bytes(key: string): Buffer | undefined {
    const data = this.text(`${key}-data`);
    return data === undefined ? this.content(key) : this.decoded(`${key}-data`, data);
  }

  /** The content of a file; its path is relative to the kubeconfig. */
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

  /** Decodes strictly, except that Go accepts line breaks within base64. */
  private decoded(key: string, data: string): Buffer {
    const text = data.replace(/[\r\n]/g, '');
    const bytes = Buffer.from(text, 'base64');
    return bytes.toString('base64') === text ? bytes : this.refuse(`${key} is not base64`);
  }
}

/**
 * The content of a small file. Only a file named on the command line may be a pipe; reading one that a file names could block for ever.
 * Throws the system's message without system call and path.
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
