import { attributeProblems, capacityProblems, domainProblems } from './attributes';
import { comparisonProblems, methodProblems, overloadHelp } from './comparisons';
import { CelType, COMPREHENSIONS, FUNCTIONS, NAMESPACES, ORDERED_METHODS, OTHER_METHODS, STRING_METHODS, TYPE_NAMES } from './library';
import { literalArgumentProblems } from './literals';
import { canNegate, hasOverload, kindOf, methodFlaw } from './operators';
import { CelNode, isLogical, parseCel } from './parser';
import { CelSyntaxProblem } from './tokens';
import { DeviceKind, SelectorProblem, Value } from './values';
import { nearestName } from '../../base/text/nearest-name';
import { owns } from '../../knowledge/drivers';

export { chosenDeviceType, chosenDriver } from './choices';

type Scope = ReadonlyMap<string, Value>;

const DYN: Value = { type: 'dyn' };
const DEVICE_FIELDS: { readonly [name: string]: CelType } = { driver: 'string', attributes: 'attributes', capacity: 'capacities', allowMultipleAllocations: 'bool' };
/** Types without fields: neither maps nor messages, nor dynamically typed. */
const FIELDLESS: ReadonlySet<CelType> = new Set<CelType>(['bool', 'int', 'uint', 'double', 'string', 'bytes', 'null', 'list', 'quantity', 'semver']);
const BOOLEAN: ReadonlySet<CelType> = new Set<CelType>(['bool', 'dyn']);

/**
 * Problems that keep a selector from working. A compiler checks types more fully; every problem reported here is certain.
 *
 * Source: kubernetes staging/src/k8s.io/dynamic-resource-allocation/cel/compile.go (v1.36), which types `device` and wants a bool
 */
export function checkSelector(expression: string, devices: DeviceKind): SelectorProblem[] {
  let tree: CelNode;
  try {
    tree = parseCel(expression);
  } catch (error) {
    if (error instanceof CelSyntaxProblem) {
      return [{ class: 'rejected', detail: `does not compile: ${error.message}`, help: 'write a CEL expression that is true for the devices you want: device.attributes["gpu.nvidia.com"].architecture == "Hopper"' }];
    }
    throw error;
  }
  return new Checker(devices).check(tree);
}

class Checker {
  private readonly problems: SelectorProblem[] = [];
  /** `domain/name` of attributes whose presence the expression tests. */
  private readonly tested = new Set<string>();

  constructor(private readonly devices: DeviceKind) {}

  public check(tree: CelNode): SelectorProblem[] {
    // Presence may be tested anywhere in the expression, so a first pass collects the tests.
    this.infer(tree, new Map());
    this.problems.length = 0;
    const { type, attribute } = this.infer(tree, new Map());
    if (!BOOLEAN.has(type) || (attribute && attribute.fact.type !== 'bool')) {
      this.reject(`must evaluate to bool, not ${attribute ? attribute.fact.type : kindOf(type)}`, 'compare it with something', attribute ? 'broken' : 'rejected');
    }
    const seen = new Set<string>();
    return this.problems.filter(({ detail }) => !seen.has(detail) && seen.add(detail));
  }

  private reject(detail: string, help?: string, kind: SelectorProblem['class'] = 'rejected'): Value {
    this.problems.push({ class: kind, detail: kind === 'rejected' && !detail.startsWith('must evaluate') ? `does not compile: ${detail}` : detail, help });
    return DYN;
  }

  private infer(node: CelNode, scope: Scope): Value {
    switch (node.kind) {
      case 'literal': return { type: node.type };
      case 'name': return this.nameValue(node, scope);
      case 'select': return this.selection(node, this.infer(node.target, scope), node.name, node.optional);
      case 'index': return this.indexed(node, scope);
      case 'call': return this.call(node, scope);
      case 'list': node.entries.forEach(each => this.infer(each, scope)); return { type: 'list' };
      case 'map': node.entries.forEach(each => this.infer(each, scope)); return { type: 'map' };
      case 'unary': return this.unary(node, scope);
      case 'binary': return isLogical(node.operator) ? this.logical(node, scope) : this.binary(node, scope);
      case 'choice': return this.choice(node, scope);
    }
  }

  private nameValue({ name, at }: CelNode & { kind: 'name' }, scope: Scope): Value {
    const known = scope.get(name);
    if (known) {
      return known;
    }
    if (name === 'device') {
      return { type: 'device' };
    }
    if (TYPE_NAMES.has(name)) {
      return { type: 'type' };
    }
    return this.reject(`undeclared reference to "${name}" at character ${at}`, 'the only variable is device, with device.driver, device.attributes["<domain>"] and device.capacity["<domain>"]');
  }

  private selection(node: CelNode, target: Value, name: string, optional: boolean): Value {
    switch (target.type) {
      case 'device': {
        const near = nearestName(name, Object.keys(DEVICE_FIELDS));
        return owns(DEVICE_FIELDS, name)
          ? { type: DEVICE_FIELDS[name] }
          : this.reject(`undefined field "${name}" of device at character ${node.at}`, near ? `did you mean device.${near}?` : `device has ${Object.keys(DEVICE_FIELDS).join(', ')}`);
      }
      case 'attributes':
      case 'capacities':
        this.problems.push(...domainProblems(name, this.devices));
        return { type: target.type === 'attributes' ? 'attributesOfDomain' : 'capacitiesOfDomain', domain: name };
      case 'attributesOfDomain':
        return this.attribute(target.domain, name, optional);
      case 'capacitiesOfDomain':
        this.problems.push(...capacityProblems(target.domain, name));
        return { type: optional ? 'dyn' : 'quantity' };
      default:
        return node.kind === 'select' && FIELDLESS.has(target.type) && target.attribute === undefined
          ? this.reject(`type '${kindOf(target.type)}' does not support field selection at character ${node.at}`)
          : DYN;
    }
  }

  private attribute(domain: string | undefined, name: string, optional: boolean): Value {
    if (optional && domain !== undefined) {
      this.tested.add(`${domain}/${name}`);
    }
    const { problems, fact } = attributeProblems(domain, name, this.devices, this.tested.has(`${domain}/${name}`));
    this.problems.push(...problems);
    return optional || !fact ? DYN : { type: 'dyn', attribute: { name, fact } };
  }

  private indexed(node: CelNode & { kind: 'index' }, scope: Scope): Value {
    const target = this.infer(node.target, scope);
    const key = this.infer(node.key, scope);
    if (target.type === 'device') {
      return this.reject(`device is no map at character ${node.at}`, 'write device.attributes["<domain>"]');
    }
    return node.key.kind === 'literal' && key.type === 'string'
      ? this.selection(node, target, node.key.text, node.optional)
      : { type: target.type === 'attributes' ? 'attributesOfDomain' : target.type === 'capacities' ? 'capacitiesOfDomain' : target.type === 'capacitiesOfDomain' ? 'quantity' : 'dyn' };
  }

  private call(node: CelNode & { kind: 'call' }, scope: Scope): Value {
    const { target, name, args } = node;
    if (target?.kind === 'name' && NAMESPACES.has(target.name) && !scope.has(target.name)) {
      return target.name === 'cel' && name === 'bind' ? this.bind(node, scope) : this.lenient(args, scope);
    }
    if (target && owns(COMPREHENSIONS, name) && args.length >= 2) {
      return this.comprehension(node, target, scope);
    }
    if (name === 'has' && !target) {
      return this.presence(node, scope);
    }
    const values = args.map(arg => this.infer(arg, scope));
    this.problems.push(...literalArgumentProblems(node));
    return target ? this.method(node, this.infer(target, scope), values) : this.global(node);
  }

  private global({ name, at }: CelNode & { kind: 'call' }): Value {
    if (owns(FUNCTIONS, name)) {
      return { type: FUNCTIONS[name] };
    }
    const near = nearestName(name, Object.keys(FUNCTIONS));
    return this.reject(`undeclared reference to function "${name}" at character ${at}`, near ? `did you mean ${near}()?` : undefined);
  }

  private method(node: CelNode & { kind: 'call' }, target: Value, args: readonly Value[]): Value {
    const { name, at } = node;
    const known = { ...OTHER_METHODS, ...ORDERED_METHODS, ...STRING_METHODS };
    if (!owns(known, name)) {
      const near = nearestName(name, Object.keys(known));
      return this.reject(`undeclared reference to method "${name}" at character ${at}`, near ? `did you mean .${near}()?` : undefined);
    }
    const flaw = methodFlaw(name, target.type, args.length);
    if (flaw) {
      this.reject(`${flaw} at character ${at}`);
    } else {
      this.problems.push(...methodProblems(node, target, args));
    }
    return { type: known[name] };
  }

  /** `has(device.attributes["x"].y)`: the attribute may be missing. */
  private presence({ args, at }: CelNode & { kind: 'call' }, scope: Scope): Value {
    const [field] = args;
    if (args.length !== 1 || field.kind !== 'select') {
      this.reject(`has() at character ${at} takes one field, like has(device.attributes["<domain>"].<name>)`);
      return { type: 'bool' };
    }
    const target = this.infer(field.target, scope);
    if (target.domain !== undefined) {
      this.tested.add(`${target.domain}/${field.name}`);
    }
    this.selection(field, target, field.name, false);
    return { type: 'bool' };
  }

  private bind({ args, at }: CelNode & { kind: 'call' }, scope: Scope): Value {
    const [variable, value, body] = args;
    if (args.length !== 3 || variable.kind !== 'name') {
      return this.reject(`cel.bind() at character ${at} takes a name, its value and the expression that uses it`);
    }
    return this.infer(body, new Map([...scope, [variable.name, this.infer(value, scope)]]));
  }

  private comprehension({ name, args }: CelNode & { kind: 'call' }, target: CelNode, scope: Scope): Value {
    this.infer(target, scope);
    const variables = args.slice(0, -1).flatMap(arg => (arg.kind === 'name' ? [arg.name] : []));
    const inner = new Map([...scope, ...variables.map((variable): [string, Value] => [variable, DYN])]);
    this.infer(args[args.length - 1], inner);
    return { type: COMPREHENSIONS[name] };
  }

  private lenient(args: readonly CelNode[], scope: Scope): Value {
    args.forEach(arg => this.infer(arg, scope));
    return DYN;
  }

  private unary({ operator, operand, at }: CelNode & { kind: 'unary' }, scope: Scope): Value {
    const value = this.infer(operand, scope);
    if (operator === '!') {
      this.wantBool(value, '!', at);
      return { type: 'bool' };
    }
    if (!canNegate(value.type)) {
      return this.reject(`- at character ${at} takes numbers, not ${kindOf(value.type)}`);
    }
    return value.attribute ? DYN : value;
  }

  /** Chains of && and || are walked in a loop: thousands of conditions would overflow the stack. */
  private logical(node: CelNode & { kind: 'binary' }, scope: Scope): Value {
    const chain: typeof node[] = [];
    let first: CelNode = node;
    while (first.kind === 'binary' && isLogical(first.operator)) {
      chain.push(first);
      first = first.left;
    }
    let left = this.infer(first, scope);
    for (const { operator, right: each, at } of chain.reverse()) {
      const right = this.infer(each, scope);
      this.wantBool(left, operator, at);
      this.wantBool(right, operator, at);
      left = { type: 'bool' };
    }
    return left;
  }

  private binary(node: CelNode & { kind: 'binary' }, scope: Scope): Value {
    const left = this.infer(node.left, scope);
    const right = this.infer(node.right, scope);
    const { operator, at } = node;
    if (operator === 'in' && right.domain !== undefined && node.left.kind === 'literal') {
      this.tested.add(`${right.domain}/${node.left.text}`);
    }
    const isComparison = ['==', '!=', '<', '<=', '>', '>=', 'in'].includes(operator);
    if (!hasOverload(operator, left.type, right.type)) {
      this.reject(`no overload of ${operator} at character ${at} for ${kindOf(left.type)} and ${kindOf(right.type)}`, overloadHelp(operator, left.type, right.type));
    } else if (isComparison) {
      this.problems.push(...comparisonProblems(node, left, right));
    }
    return { type: isComparison ? 'bool' : left.type === right.type ? left.type : 'dyn' };
  }

  private choice({ condition, then, otherwise, at }: CelNode & { kind: 'choice' }, scope: Scope): Value {
    this.wantBool(this.infer(condition, scope), '?', at);
    const [one, other] = [this.infer(then, scope), this.infer(otherwise, scope)];
    return one.type === other.type ? { type: one.type } : DYN;
  }

  private wantBool({ type, attribute }: Value, operator: string, at: number): void {
    if (!BOOLEAN.has(type)) {
      this.reject(`${operator} at character ${at} takes bools, not ${kindOf(type)}`);
    } else if (attribute && attribute.fact.type !== 'bool') {
      this.reject(`${operator} at character ${at} takes bools, and ${attribute.name} is a ${attribute.fact.type}`, undefined, 'broken');
    }
  }
}
