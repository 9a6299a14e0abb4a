import { Origin } from '../../base/findings/origin';
import { PlainObject } from '../../base/plain';
import { ReadDocument } from '../../kubernetes/yaml/read-document';

/** An object that was read from a file, and where it came from; `prefix` is its place in the document when it is an item of a List: `items[3].`. */
export class FileObject implements Origin {
  constructor(
    public readonly body: PlainObject,
    public readonly file: string,
    private readonly document: ReadDocument,
    private readonly prefix = '',
  ) {}

  public get origin(): Origin {
    return this;
  }

  /** Made when asked for: few objects of many are complained about, and a function for each would take more memory than all the rest of its place. */
  public get lineOf(): (field: string) => number {
    return field => this.document.lineOf(`${this.prefix}${field}`.replace(/\.$/, ''));
  }
}
