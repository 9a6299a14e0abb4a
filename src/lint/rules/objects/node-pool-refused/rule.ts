import { PlainObject } from '../../../../base/plain';
import { asList, asNumber, asShown, isPresent, objectAt } from '../../../../base/reading';
import { cutJson } from '../../../../base/text/cut';
import { NodePool, nodePools, shownTaint } from '../../../facts/node-pools';
import { Report, Rule } from '../../rule';

const BOUNDS: ReadonlySet<unknown> = new Set(['Gt', 'Gte', 'Lt', 'Lte']);

/** What the definition of a NodePool says in rules, and what Karpenter looks at later. */
export const nodePoolRefused: Rule = {
  id: 'AIW2149',
  title: 'NodePool that is not taken',
  class: 'rejected',
  reason: 'A budget with a schedule needs its duration, a requirement with In needs values, a bound one whole number, and minValues no more than there are. Two taints of one key and effect are taken by the server, '
    + 'and Karpenter then makes no node of the pool (ValidationSucceeded is False).',
  source: 'karpenter pkg/apis/crds/karpenter.sh_nodepools.yaml (CEL), pkg/apis/v1/nodeclaim_validation.go validateTaints, pkg/controllers/nodepool/validation (v1.15.0)',
  remedy: 'Write schedule and duration together, values that there are, and each taint once.',
  appliesTo: ['NodePool'],
  but: 'a taint twice: broken, since the server takes it',
  check: (facts, report) => {
    facts.get(nodePools).forEach(pool => {
      checkBudgets(pool, report);
      pool.requirements.forEach((_, index) => { checkRequirement(pool, index, report); });
      checkTaints(pool, report);
    });
  },
};

function checkBudgets({ object }: NodePool, report: Report): void {
  asList(objectAt(object.spec, 'disruption').budgets).forEach((budget, index) => {
    const [has, lacks] = isPresent(budget.schedule) ? ['schedule', 'duration'] : ['duration', 'schedule'];
    if (isPresent(budget.schedule) !== isPresent(budget.duration)) {
      report(object, {
        field: `spec.disruption.budgets[${index}]`,
        message: `Invalid value: ${cutJson(budget)}: ${has} is given without ${lacks}`,
        help: has === 'schedule' ? 'say how long it holds: duration: 8h' : "say when it begins, in UTC: schedule: '0 6 * * mon-fri'",
      });
    }
  });
}

function checkRequirement({ object, requirements, spec }: NodePool, index: number, report: Report): void {
  const { key, operator, values, field } = requirements[index];
  const least = asNumber(asList(spec.requirements)[index].minValues);
  const problem = BOUNDS.has(operator) && !(values.length === 1 && /^\d+$/.test(values[0])) ? `${asShown(operator)} is compared with one whole number of at least 0`
    : operator !== 'In' ? undefined
      : values.length === 0 ? 'In without values is met by no node'
        : least !== undefined && least > values.length ? `minValues is ${least}, and there are ${values.length}` : undefined;
  if (problem !== undefined) {
    report(object, { field, message: `Invalid value: ${cutJson(key)}: ${problem}`, help: 'give as many values as the operator needs, in quotes' });
  }
}

function checkTaints({ object, spec }: NodePool, report: Report): void {
  const placed = ['taints', 'startupTaints'].flatMap(list => asList(spec[list]).map((taint, index) => ({ taint, field: `spec.template.spec.${list}[${index}]` })));
  const keyOf = ({ key, effect }: PlainObject) => cutJson([key, effect]);
  placed.forEach(({ taint, field }, index) => {
    if (placed.slice(0, index).some(before => keyOf(before.taint) === keyOf(taint))) {
      report(object, {
        field, message: `Duplicate value: "${shownTaint(taint)}": a taint of this key and effect is there already, and Karpenter makes no node of the pool`, class: 'broken', help: 'keep one of them',
      });
    }
  });
}
