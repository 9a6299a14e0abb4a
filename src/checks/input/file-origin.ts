import { Origin } from '../origin';
import { ReadDocument } from '../yaml/read';

/** An object that was read from a file; `prefix` is its place in the document when it is an item of a List: `items[3].`. */
export class FileOrigin implements Origin {
  constructor(public readonly file: string, private readonly document: ReadDocument, private readonly prefix = '') {}

  public readonly lineOf = (field: string): number => this.document.lineOf(`${this.prefix}${field}`.replace(/\.$/, ''));
}
