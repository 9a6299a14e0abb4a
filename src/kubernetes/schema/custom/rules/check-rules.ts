import { compiledRule } from './compiled-rule';
import { celValueOf, settled } from './values';
import { CelFailure, CelValue, NotEvaluated, Optional } from '../../../cel/evaluation/values';
import { Path } from '../../../validation/path';
import { below, belowKey, Complain } from '../complaint';
import { CelRule, NodeId, Nodes, Structure, StructureNode, Unevaluated } from '../node';
import { Work, WorkSpent } from '../work';

type Raw = Readonly<Record<string, unknown>>;

const REASONS: Readonly<Record<string, string>> = {
  FieldValueRequired: 'Required value', FieldValueForbidden: 'Forbidden', FieldValueDuplicate: 'Duplicate value',
};

/** Of one object: an honest one needs some thousands. Definitions of the input have one account for the whole run. */
const STEPS_OF_OBJECT = 5_000_000;

/**
 * Evaluates the rules in CEL of an object that is to be created, from the root to the leaves. Values must have the types of their schema.
 * Source: apiextensions-apiserver pkg/apiserver/schema/cel/validation.go (v0.36)
 */
export function checkRules({ nodes, root }: Structure, body: Raw, complain: Complain, unevaluated: Unevaluated): void {
  new RuleWalk(nodes, complain, unevaluated, false).value({ now: body }, root, undefined, true);
}

/**
 * Evaluates the rules that compare an object with what it was: those alone, since what holds of the object by itself is said without a change. As the server does, a rule is
 * asked where there was a value before and is one now; items of a list have a before only where the list is a map by keys.
 */
export function checkTransitions({ nodes, root }: Structure, before: Raw, body: Raw, complain: Complain, unevaluated: Unevaluated): void {
  new RuleWalk(nodes, complain, unevaluated, true).value({ now: body, before }, root, undefined, true);
}

/** A default, and where it stands. */
interface DefaultPlace {
  readonly value: unknown;
  readonly path: Path;
  readonly isResource: boolean;
}

/** Evaluates the rules for a default: as of a value that is new, and of one that was there before. Source: defaulting/validation.go validate (v0.36) */
export function checkRulesOfDefault({ nodes, root }: Structure, { value, path, isResource }: DefaultPlace, complain: Complain): void {
  const nobody = () => undefined;
  new RuleWalk(nodes, complain, nobody, false).value({ now: value }, root, path, isResource);
  new RuleWalk(nodes, complain, nobody, true).value({ now: value, before: value }, root, path, isResource);
}

/** A value as it is written now, and as it was written before. */
interface Pair {
  readonly now: unknown;
  readonly before?: unknown;
}

class RuleWalk {
  private readonly work: Work;

  constructor(
    private readonly nodes: Nodes, private readonly complain: Complain, private readonly unevaluated: Unevaluated, private readonly isUpdate: boolean,
  ) {
    this.work = nodes.work ?? new Work(STEPS_OF_OBJECT);
  }

  public value(given: Pair, id: NodeId, path: Path | undefined, isRoot = false): void {
    const node = this.nodes.at(id);
    const [value, before] = [settled(given.now, node), settled(given.before, node) ?? undefined];
    if (node.ruled === undefined || value === undefined || value === null) {
      return; // A rule holds for a value that is there.
    }
    node.rules?.forEach(rule => this.rule(this.nodes.rule(rule), { value, before, id, path, node, isRoot }));
    for (const name of node.ruled) {
      if (name === '[]') {
        this.each({ now: value, before }, node, path);
      } else {
        this.value({ now: ownOf(value, name), before: ownOf(before, name) }, node.properties![name], below(path, name));
      }
    }
  }

  private each({ now, before }: Pair, { items, additionalProperties, keys }: StructureNode, path: Path | undefined): void {
    if (Array.isArray(now)) {
      now.forEach((item: unknown, index) => {
        const earlier = keys && Array.isArray(before) ? before.find(each => this.sameKeys(each, item, items!, keys)) : undefined;
        this.value({ now: item, before: earlier }, items!, path ? path.index(index) : Path.root(`[${index}]`));
      });
    } else {
      Object.keys(now as object)
        .forEach(key => this.value({ now: ownOf(now, key), before: ownOf(before, key) }, additionalProperties!, belowKey(path, key)));
    }
  }

  private sameKeys(one: unknown, other: unknown, id: NodeId, keys: readonly string[]): boolean {
    this.work.spend(1);
    const { properties = {} } = this.nodes.at(id);
    const keyOf = (item: unknown, key: string) =>
      Object.hasOwn(properties, key) ? settled(ownOf(item, key), this.nodes.at(properties[key])) : ownOf(item, key);
    return keys.every(key => keyOf(one, key) === keyOf(other, key));
  }

  private rule(rule: CelRule, place: Place): void {
    try {
      const compiled = compiledRule(rule, this.work);
      const isAsked = this.isUpdate ? compiled.readsOld && place.before !== undefined : !compiled.readsOld || rule.optionalOldSelf === true;
      if (isAsked) {
        const values = [celValueOf(place.value, place.id, this.nodes, place.isRoot), this.oldSelf(rule, place)];
        this.judge(rule, place, values, () => compiled.holds(values, this.work));
      }
    } catch (error) {
      // A budget of its own is for one object; that of a run ends the run.
      const isSpent = error instanceof WorkSpent && this.nodes.work === undefined;
      if (!isSpent && !(error instanceof NotEvaluated)) {
        throw error;
      }
      this.unevaluated(rule, isSpent ? 'it takes too many steps' : (error as NotEvaluated).message);
    }
  }

  private oldSelf({ optionalOldSelf }: CelRule, { before, id, isRoot }: Place): CelValue {
    if (!this.isUpdate) {
      return Optional.NONE;
    }
    const value = celValueOf(before, id, this.nodes, isRoot);
    return optionalOldSelf === true ? new Optional(value) : value;
  }

  private judge(rule: CelRule, place: Place, values: readonly CelValue[], holds: () => boolean): void {
    try {
      if (!holds()) {
        const { reason = '', fieldPath } = rule;
        const detail = compiledRule(rule).message(values, this.work);
        const hasValue = reason !== 'FieldValueRequired' && reason !== 'FieldValueForbidden';
        this.complain({ ...hasValue && shown(place), id: 'AIW1206', path: withField(place.path, fieldPath), reason: REASONS[reason] ?? 'Invalid value', detail });
      }
    } catch (error) {
      if (!(error instanceof CelFailure)) {
        throw error;
      }
      this.complain({ ...shown(place), reason: 'Invalid value', detail: `${error.message} evaluating rule: ${(rule.message ?? rule.rule).trim()}` });
    }
  }
}

interface Place {
  readonly value: unknown;
  /** Undefined where there was nothing, or nothing that belongs to it. */
  readonly before: unknown;
  readonly id: NodeId;
  readonly path: Path | undefined;
  readonly node: StructureNode;
  readonly isRoot: boolean;
}

function ownOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (value as Raw)[key] : undefined;
}

function shown({ value, path }: Place): { readonly id: 'AIW1206'; readonly path: Path | undefined; readonly value?: unknown } {
  return { id: 'AIW1206', path, ...typeof value !== 'object' && { value } };
}

/** `.spec.a['b']` behind the place of a rule. Source: validation.go ValidFieldPath */
function withField(path: Path | undefined, fieldPath = ''): Path | undefined {
  return [...fieldPath.matchAll(/\.([^.[\]]+)|\['((?:[^'\\]|\\.)*)'\]/g)]
    .reduce<Path | undefined>((found, [, name, key]) => name === undefined ? belowKey(found, key.replace(/\\(.)/g, '$1')) : below(found, name), path);
}
