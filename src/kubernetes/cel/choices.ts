import { CelNode, parseCel } from './parser';
import { AttributeFact, domainOf, owns } from '../../knowledge/drivers';

/** The device type that selectors choose: by the attribute `type`, or an attribute that only one type has. Undefined if they leave it open. */
export function chosenDeviceType(expressions: readonly string[], driver: string): string | undefined {
  const conditions = expressions.flatMap(conditionsOf);
  const named = conditions.map(each => equalTo(each, node => isAttribute(node, driver, 'type'))).find(value => value !== undefined);
  return named ?? conditions.map(each => typeByAttribute(each, driver)).find(type => type !== undefined);
}

/** The driver that selectors choose: `device.driver == "x"`. */
export function chosenDriver(expressions: readonly string[]): string | undefined {
  const isDriver = (node: CelNode) => node.kind === 'select' && node.name === 'driver' && node.target.kind === 'name' && node.target.name === 'device';
  return expressions.flatMap(conditionsOf).map(each => equalTo(each, isDriver)).find(value => value !== undefined);
}

/** The operands of &&, all of which must hold. Empty for an expression that cannot be parsed, which the checks report. */
export function conditionsOf(expression: string): CelNode[] {
  try {
    return partsOf(parseCel(expression));
  } catch {
    return [];
  }
}

function partsOf(node: CelNode): CelNode[] {
  const rest: CelNode[][] = [];
  let first = node;
  while (first.kind === 'binary' && first.operator === '&&') {
    rest.push(partsOf(first.right));
    first = first.left;
  }
  return [first, ...rest.reverse().flat()];
}

function equalTo(node: CelNode, wanted: (node: CelNode) => boolean): string | undefined {
  if (node.kind !== 'binary' || node.operator !== '==') {
    return undefined;
  }
  const value = wanted(node.left) ? node.right : wanted(node.right) ? node.left : undefined;
  return value?.kind === 'literal' && value.type === 'string' ? value.text : undefined;
}

/** Whether a node is `device.attributes["<driver>"].<name>`, or the same with the name in brackets. */
export function isAttribute(node: CelNode, driver: string, name?: string): boolean {
  const own = attributeName(node);
  if (own === undefined || (name !== undefined && own !== name) || (node.kind !== 'select' && node.kind !== 'index')) {
    return false;
  }
  const { target } = node;
  return target.kind === 'index' && target.key.kind === 'literal' && target.key.text === driver
    && target.target.kind === 'select' && target.target.name === 'attributes';
}

function attributeName(node: CelNode): string | undefined {
  return node.kind === 'select' ? node.name : node.kind === 'index' && node.key.kind === 'literal' ? node.key.text : undefined;
}

/** `profile == "1g.10gb"` can hold for MIG devices only. */
function typeByAttribute(node: CelNode, driver: string): string | undefined {
  if (node.kind !== 'binary' || node.operator !== '==') {
    return undefined;
  }
  const side = [node.left, node.right].find(each => isAttribute(each, driver));
  const on = side && attributeFact(driver, attributeName(side)!)?.on;
  return on?.length === 1 ? on[0] : undefined;
}

function attributeFact(driver: string, name: string): AttributeFact | undefined {
  const known = domainOf(driver);
  return known && owns(known.attributes, name) ? known.attributes[name] : undefined;
}
