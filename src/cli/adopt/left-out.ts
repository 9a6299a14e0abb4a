import { Call, Expression, Variable } from './expression';

type Props = { readonly [key: string]: Expression };

/** Without these there is no construct. */
const REQUIRED: ReadonlySet<string> = new Set(['engine', 'accelerator', 'size', 'name', 'podSelector', 'container.image']);

/**
 * The properties without the one that a construct refuses, at its field: `container.envVariables[LD_LIBRARY_PATH]`. What is deployed has it all the same,
 * so a patch gives it back. Undefined where nothing can be left out.
 */
export function leftOut(props: Props, field: string): Props | undefined {
  const path = field.match(/[^.[\]()]+/g) ?? [];
  for (let length = path.length; length > 0; length--) {
    const at = path.slice(0, length);
    if (REQUIRED.has(at.join('.')) || at.length === 1 && REQUIRED.has(at[0])) {
      return undefined;
    }
    const rest = without(props, at);
    if (rest !== undefined) {
      return rest as Props;
    }
  }
  return undefined;
}

function without(expression: Expression, [key, ...rest]: readonly string[]): Expression | undefined {
  if (typeof expression !== 'object' || expression === null || expression instanceof Call || expression instanceof Variable || !Object.hasOwn(expression, key)) {
    return undefined;
  }
  if (rest.length > 0) {
    const inner = without((expression as Props)[key], rest);
    if (inner === undefined) {
      return undefined;
    }
    return Array.isArray(expression)
      ? expression.map((each: Expression, index) => (String(index) === key ? inner : each))
      : { ...expression as Props, [key]: inner };
  }
  if (Array.isArray(expression)) {
    return expression.filter((_, index) => String(index) !== key);
  }
  const { [key]: removed, ...others } = expression as Props;
  return others;
}
