import { Kustomizing, Origin } from '../../base/findings/origin';
import { PlainObject } from '../../base/plain';
import { asObject } from '../../base/reading';
import { ReadDocument } from '../../kubernetes/yaml/read-document';

/** The origin of an object read from a file; `prefix` is its path in the document if it is an item of a List: `items[3].`. */
export class FileObject implements Origin {
  constructor(
    public readonly body: PlainObject,
    public readonly file: string,
    public readonly isFound: boolean,
    private readonly document: ReadDocument,
    private readonly prefix = '',
    public readonly kustomized?: Kustomizing,
  ) {}

  /**
   * As kustomizations make it: one that puts all into a namespace gives a Namespace its name.
   * Source: kustomize api/internal/konfig/builtinpluginconsts/namespace.go (v0.19)
   */
  public kustomizedBy(kustomized: Kustomizing): FileObject {
    const { body, file, isFound, document, prefix } = this;
    const isNamed = kustomized.namespace !== undefined && body.apiVersion === 'v1' && body.kind === 'Namespace';
    const made = isNamed ? { ...body, metadata: { ...asObject(body.metadata), name: kustomized.namespace } } : body;
    return new FileObject(made, file, isFound, document, prefix, kustomized);
  }

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
