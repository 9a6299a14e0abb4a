import { isMadeAnew } from './gitops';
import { pairsOf } from './pairs';
import { Restart, restartsOf } from './restarts';
import { Together, togetherOf } from './together';
import { Manifest } from '../../kubernetes/manifest';
import { Facts } from '../facts/facts';
import { Change } from '../kinds/kind';
import { RuleOver } from '../rules/rule';

export type { Change };

/** What replacing one set of objects by another would change. */
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

  constructor(before: readonly Manifest[], after: readonly Manifest[]) {
    this.before = new Facts(before);
    this.after = new Facts(after);
    this.changed = pairsOf(before, after);
    const stayed = new Set(this.changed.map(({ previous }) => previous));
    this.removed = before.filter(object => object.name !== '' && !stayed.has(object) && !isMadeAnew(object));
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

/** A rule over a change. It reports on the object as it will be, or as it was when it goes. */
export type ChangeRule = RuleOver<Changes>;
