import { ApiObject } from 'cdk8s';

/** Two kinds of constructs around one workload. Of a pair is told when the second one is made, whichever that is. */
export class Beside<One, Other> {
  private readonly ones = new WeakMap<ApiObject, One[]>();
  private readonly others = new WeakMap<ApiObject, Other[]>();

  constructor(private readonly tell: (one: One, other: Other) => void) {}

  /** Handles of one workload may be several, its objects are the same. */
  public noteOne(objects: readonly ApiObject[], one: One): void {
    note(this.ones, objects, one);
    known(this.others, objects).forEach(other => this.tell(one, other));
  }

  public noteOther(objects: readonly ApiObject[], other: Other): void {
    note(this.others, objects, other);
    known(this.ones, objects).forEach(one => this.tell(one, other));
  }
}

function note<Noted>(all: WeakMap<ApiObject, Noted[]>, objects: readonly ApiObject[], noted: Noted): void {
  objects.forEach(object => all.set(object, [...(all.get(object) ?? []), noted]));
}

function known<Noted>(all: WeakMap<ApiObject, Noted[]>, objects: readonly ApiObject[]): Noted[] {
  return [...new Set(objects.flatMap(object => all.get(object) ?? []))];
}
