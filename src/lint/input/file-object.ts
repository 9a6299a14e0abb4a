import { Origin } from '../../base/findings/origin';
import { PlainObject } from '../../base/plain';
import { ReadDocument } from '../../kubernetes/yaml/read-document';

/** The origin of an object read from a file; `prefix` is its path in the document if it is an item of a List: `items[3].`. */
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

  /** Created on demand: few objects have findings, and one closure for each would take more memory than the rest of the origin. */
  public get lineOf(): (field: string) => number {
    return field => this.document.lineOf(`${this.prefix}${field}`.replace(/\.$/, ''));
  }

  /** None for an item of a List, which a program wrote: each of its items would read all of it. */
  public get comments(): ReadDocument['comments'] {
    return this.prefix === '' ? this.document.comments : [];
  }
}
