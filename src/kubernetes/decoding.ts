import { Manifest } from './manifest';
import { Problem } from './problem';
import { Errors } from './validation/errors';
import { validateObjectMeta } from './validation/metadata';
import { Path } from './validation/path';

/** Passes on what is said of an object's structure. What the server cannot decode it does not validate, and what the validation would say of it is not true. */
export class Decoding {
  public isDone = true;

  /**
   * @param pass where problems go.
   * @param ends whether a problem keeps the server from validating what is validated next.
   */
  constructor(private readonly pass: (problem: Problem) => void, private readonly ends: (problem: Problem) => boolean) {}

  public readonly report = (problem: Problem) => {
    this.isDone &&= !this.ends(problem);
    this.pass(problem);
  };
}

/** Of custom resources the structure is validated together with the metadata, so that only these can be undecoded. */
export function isOfMetadata({ id, field }: Problem): boolean {
  return id === 'AIW1102' && field.startsWith('metadata');
}

/** Source: apiextensions-apiserver pkg/registry/customresource/strategy.go (v0.36): names of custom resources are DNS subdomains. */
export function checkDecodedMetadata({ body }: Manifest, { isDone, report }: Decoding): void {
  if (!isDone) {
    return;
  }
  const errors = new Errors();
  validateObjectMeta(body.metadata, {}, METADATA, errors);
  errors.list.forEach(({ field, message }) => report({ id: 'AIW1201', class: 'rejected', field, message }));
}

const METADATA = Path.root('metadata');
