import { CelType, ORDERED_METHODS } from './library';
import { hasOverload, methodFlaw } from './operators';
import type { CelNode } from './parser';
import { SelectorProblem, Value } from './values';
import { owns } from '../../knowledge/drivers';

/** Types that are compared by methods only. */
const BY_METHOD: ReadonlySet<CelType> = new Set<CelType>(['quantity', 'semver']);

/** Type at run time: that of an attribute is known from the driver. */
function typeAtRuntime({ type, attribute }: Value): CelType {
  return attribute ? (attribute.fact.type === 'version' ? 'semver' : attribute.fact.type) : type;
}

/** How to write the comparison, if the types have a method for it. */
export function overloadHelp(operator: string, ...types: readonly CelType[]): string | undefined {
  const type = types.find(each => BY_METHOD.has(each));
  return type && methodHelp(type, operator);
}

/** Problems of comparisons that compile, but fail or are never true because of an attribute's type, which only the driver knows. */
export function comparisonProblems(node: CelNode & { readonly kind: 'binary' }, left: Value, right: Value): SelectorProblem[] {
  const { operator, at } = node;
  if (operator === 'in') {
    return membershipProblems(node, left);
  }
  const [own, against] = left.attribute ? [left, right] : [right, left];
  if (!own.attribute) {
    return [];
  }
  const types: [CelType, CelType] = [typeAtRuntime(own), typeAtRuntime(against)];
  if (hasOverload(operator, ...types)) {
    return [...valueProblems(left, node.right), ...valueProblems(right, node.left)];
  }
  const outcome = operator === '==' ? 'is never true' : operator === '!=' ? 'is always true' : 'fails';
  return [problem('broken', `${own.attribute.name} is a ${types[0]}, and a comparison with a ${types[1]} (${operator} at character ${at}) ${outcome}`, overloadHelp(operator, ...types))];
}

/** Of alternatives, one that never matches is harmless; if none can match, neither can the condition. */
function membershipProblems(node: CelNode & { readonly kind: 'binary' }, left: Value): SelectorProblem[] {
  const entries = node.right.kind === 'list' ? node.right.entries : [];
  const found = entries.flatMap(entry => valueProblems(left, entry));
  return found.length < entries.length ? found.map(each => ({ ...each, class: 'risky' })) : found;
}

/** Whether a literal is a value that the driver never publishes. */
function valueProblems({ attribute }: Value, literal: CelNode): SelectorProblem[] {
  const values = attribute?.fact.values;
  if (!attribute || !values || literal.kind !== 'literal' || literal.type !== 'string' || values.includes(literal.text)) {
    return [];
  }
  return [problem('broken', `${attribute.name} is one of ${values.join(', ')}, never "${literal.text}"`,
    attribute.name === 'type' ? 'the model is in productName: productName.matches(r"(?i)\\bH100\\b")' : undefined)];
}

/** Problems of methods that the attribute's type lacks, and of ordering values of different types. */
export function methodProblems({ name, at }: CelNode & { readonly kind: 'call' }, target: Value, args: readonly Value[]): SelectorProblem[] {
  const type = typeAtRuntime(target);
  const called = target.attribute ? target.attribute.name : 'a capacity';
  if (target.attribute && methodFlaw(name, type, args.length)) {
    const help = type === 'semver' ? methodHelp(type, '==') : type === 'string' ? 'compare it with ==' : undefined;
    return [problem('broken', `${called} is a ${type}, which has no .${name}() at character ${at}`, help)];
  }
  const argument = args[0] && typeAtRuntime(args[0]);
  if (owns(ORDERED_METHODS, name) && BY_METHOD.has(type) && argument !== undefined && argument !== 'dyn' && argument !== type) {
    return [problem(target.attribute || args[0].attribute ? 'broken' : 'rejected', `.${name}() at character ${at} compares ${called}, a ${type}, with a ${argument}`, `write ${type === 'semver' ? 'semver("1.2.3")' : 'quantity("40Gi")'}`)];
  }
  return [];
}

function methodHelp(type: CelType, operator: string): string {
  const value = type === 'semver' ? 'semver("550.54.15")' : 'quantity("40Gi")';
  return `write <value>.compareTo(${value}) ${operator} 0`;
}

function problem(kind: SelectorProblem['class'], detail: string, help?: string): SelectorProblem {
  return { class: kind, detail: kind === 'rejected' ? `does not compile: ${detail}` : detail, help };
}
