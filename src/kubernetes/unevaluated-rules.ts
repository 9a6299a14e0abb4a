import { findingOn } from './complaint';
import { Manifest } from './manifest';
import { NOT_ALL_CHECKED } from './notices';
import { Finding } from '../base/findings/finding';
import { noticed } from '../base/findings/notice';
import { cut } from '../base/text/cut';
import { inOneLine } from '../base/text/printable';
import type { Unevaluated } from './schema/custom/node';

interface Told {
  readonly object: Manifest;
  readonly reason: string;
  readonly by?: Manifest;
  count: number;
}

/** Collects rules that were not evaluated, for one finding each. */
export class UnevaluatedRules {
  private readonly rules = new Map<string, Told>();

  /** Takes the rules of an object. `by` is its definition, if that is part of the input. */
  public of(object: Manifest, by?: Manifest): Unevaluated {
    const objects = new Set<string>();
    return ({ rule }, reason) => {
      const key = `${object.type} ${rule}`;
      const told = this.rules.get(key) ?? { object, reason, by, count: 0 };
      told.count += objects.has(key) ? 0 : 1;
      objects.add(key);
      this.rules.set(key, told);
    };
  }

  public findings(): Finding[] {
    return [...this.rules].map(([key, { object, reason, by, count }]) => findingOn(object, {
      ...noticed(NOT_ALL_CHECKED),
      field: '',
      message: `Not evaluated: ${inOneLine(cut(key.slice(object.type.length + 1)))}: ${inOneLine(cut(reason))}: whether ${count === 1 ? 'this object keeps' : `${count} objects keep`} to this rule is not known`,
      notes: by ? [`its definition: ${by.toString()}`] : undefined,
      help: 'ask a cluster with --server',
    }));
  }
}
