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
  new RuleWalk(nodes, complain, unevaluated).value(body, root, undefined, true);
}

class RuleWalk {
  private readonly work: Work;

  constructor(private readonly nodes: Nodes, private readonly complain: Complain, private readonly unevaluated: Unevaluated) {
    this.work = nodes.work ?? new Work(STEPS_OF_OBJECT);
  }

  public value(given: unknown, id: NodeId, path: Path | undefined, isRoot = false): void {
    const node = this.nodes.at(id);
    const value = settled(given, node);
    if (node.ruled === undefined || value === undefined || value === null) {
      return; // A rule holds for a value that is there.
    }
    node.rules?.forEach(rule => this.rule(this.nodes.rule(rule), { value, id, path, node, isRoot }));
    for (const name of node.ruled) {
      if (name === '[]') {
        this.each(value as object, node, path);
      } else {
        this.value(Object.hasOwn(value, name) ? (value as Raw)[name] : undefined, node.properties![name], below(path, name));
      }
    }
  }

  private each(value: object, { items, additionalProperties }: StructureNode, path: Path | undefined): void {
    if (Array.isArray(value)) {
      value.forEach((item: unknown, index) => this.value(item, items!, path ? path.index(index) : Path.root(`[${index}]`)));
    } else {
      Object.keys(value).forEach(key => this.value((value as Raw)[key], additionalProperties!, belowKey(path, key)));
    }
  }

  private rule(rule: CelRule, place: Place): void {
    try {
      const compiled = compiledRule(rule, this.work);
      const isTransition = compiled.readsOld && rule.optionalOldSelf !== true;
      if (!isTransition) {
        const self = celValueOf(place.value, place.id, this.nodes, place.isRoot);
        this.judge(rule, place, self, () => compiled.holds([self, Optional.NONE], this.work));
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

  private judge(rule: CelRule, place: Place, self: CelValue, holds: () => boolean): void {
    try {
      if (!holds()) {
        const { reason = '', fieldPath } = rule;
        const detail = compiledRule(rule).message([self, Optional.NONE], this.work);
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
  readonly id: NodeId;
  readonly path: Path | undefined;
  readonly node: StructureNode;
  readonly isRoot: boolean;
}

function shown({ value, path }: Place): { readonly id: 'AIW1206'; readonly path: Path | undefined; readonly value?: unknown } {
  return { id: 'AIW1206', path, ...typeof value !== 'object' && { value } };
}

/** `.spec.a['b']` behind the place of a rule. Source: validation.go ValidFieldPath */
function withField(path: Path | undefined, fieldPath = ''): Path | undefined {
  return [...fieldPath.matchAll(/\.([^.[\]]+)|\['((?:[^'\\]|\\.)*)'\]/g)]
    .reduce<Path | undefined>((found, [, name, key]) => name === undefined ? belowKey(found, key.replace(/\\(.)/g, '$1')) : below(found, name), path);
}
