import { ObjectAccount } from './account';
import { boundedReference } from '../base/findings/bounded';
import { cut } from '../base/text/cut';
import { Manifest } from '../kubernetes/manifest';

/** The longest path of a file that a system has. */
const LONGEST_FILE = 4_096;

/** Gives objects numbers in the order in which they are spoken of, and knows to which workload they belong. */
export class Numbers {
  private readonly numbers = new Map<Manifest, number>();
  private readonly order: Manifest[] = [];

  public of(object: Manifest): number {
    const known = this.numbers.get(object);
    if (known !== undefined) {
      return known;
    }
    this.order.push(object);
    this.numbers.set(object, this.order.length - 1);
    return this.order.length - 1;
  }

  public at(number: number): Manifest {
    return this.order[number];
  }

  public get all(): readonly Manifest[] {
    return this.order;
  }
}

/** An object without what was found about it. */
export function objectAccount(object: Manifest): Omit<ObjectAccount, 'findings'> {
  const { file, lineOf } = object.origin;
  return { object: boundedReference(object.reference), ...(file !== undefined && { file: cut(file, LONGEST_FILE) }), ...(lineOf && { line: lineOf('') }) };
}
