import { Restart, restartsOf } from './restarts';
import { Together, togetherOf } from './together';
import { Facts, FactsContext } from '../facts/facts';
import { Manifest } from '../facts/manifest';
import { RuleOver } from '../rules/rule';

/** One object before and after. */
export interface Change {
  readonly previous: Manifest;
  readonly next: Manifest;
}

/** What replacing one set of objects by another would change. Objects are the same when group, kind, namespace and name are. */
export class Changes {
  public readonly changed: readonly Change[];
  /** What is no longer there; whoever prunes deletes it. */
  public readonly removed: readonly Manifest[];
  /** What was not there before. */
  public readonly added: readonly Manifest[];
  public readonly before: Facts;
  public readonly after: Facts;
  private replaced?: readonly Restart[];
  private groups?: readonly Together[];

  constructor(before: readonly Manifest[], after: readonly Manifest[], context: FactsContext) {
    this.before = new Facts(before, context);
    this.after = new Facts(after, context);
    const known = new Map(before.filter(object => object.name !== '').map(object => [identityOf(object), object]));
    const left = new Set(known.values());
    this.changed = after.flatMap(next => {
      const previous = known.get(identityOf(next));
      return previous && left.delete(previous) ? [{ previous, next }] : [];
    });
    this.removed = [...left];
    const kept = new Set(this.changed.map(({ next }) => next));
    this.added = after.filter(object => !kept.has(object));
  }

  /** Every object of which an apply replaces running pods. */
  public get restarts(): readonly Restart[] {
    this.replaced ??= restartsOf(this.changed, this.before, this.after);
    return this.replaced;
  }

  /** The same, those together that belong together. */
  public get together(): readonly Together[] {
    this.groups ??= togetherOf(this.restarts, this.changed.map(({ next }) => next), this.after);
    return this.groups;
  }
}

function identityOf({ type, place, name }: Manifest): string {
  return `${type} ${place}/${name}`;
}

/** A rule over a change. It reports on the object as it will be, or as it was when it goes. */
export type ChangeRule = RuleOver<Changes>;
