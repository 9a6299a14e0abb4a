import { Manifest } from './manifest';
import { ObjectProblem } from './problem';
import { Errors } from './validation/errors';
import { validateObjectMeta } from './validation/metadata';
import { Path } from './validation/path';

/** Passes on problems of an object's structure, and notes whether the server could decode it: it validates only what it has decoded. */
export class Decoding {
  public isDone = true;

  /**
   * @param pass receives the problems.
   * @param ends whether a problem stops the server from validating.
   */
  constructor(private readonly pass: (problem: ObjectProblem) => void, private readonly ends: (problem: ObjectProblem) => boolean) {}

  public readonly report = (problem: ObjectProblem) => {
    this.isDone &&= !this.ends(problem);
    this.pass(problem);
  };
}

/** For custom resources, whose values are validated with the structure: only problems of metadata stop their validation. */
export function isOfMetadata({ id, field }: ObjectProblem): boolean {
  return id === 'AIW1102' && field.startsWith('metadata');
}

/** Source: apiextensions-apiserver pkg/registry/customresource/strategy.go (v0.36): names of custom resources are DNS subdomains, and finalizers without a path are warned of alone. */
export function checkDecodedMetadata({ body }: Manifest, { isDone, report }: Decoding): void {
  if (!isDone) {
    return;
  }
  const errors = new Errors();
  validateObjectMeta(body.metadata, { kubeFinalizers: false }, METADATA, errors);
  errors.list.forEach(({ field, message }) => report({ id: 'AIW1201', class: 'rejected', field, message }));
}

const METADATA = Path.root('metadata');
