import { CelType, COMPREHENSIONS, FUNCTIONS, NAMESPACES, TYPE_NAMES } from './library';
import { canNegate, hasOverload, kindOf } from './operators';
import { CelNode, isLogical, parseCel } from './parser';
import { CelSyntaxProblem, tokensOf } from './tokens';
import { owns } from '../../knowledge/drivers';

/** What an expression may name, and what it must give. */
export interface AdmissionScope {
  readonly hasParams: boolean;
  readonly hasAuthorizer: boolean;
  /** Names behind `variables.`; undefined where there is no such variable. */
  readonly variables?: ReadonlySet<string>;
  /** The types it may give; none where it must be a message. @default any */
  readonly gives?: readonly CelType[];
}

/** Longest expression, in characters. Source: cel-go parser/options.go expressionSizeCodePointLimit (0.26) */
const LONGEST = 100_000;
/** Messages, `Object{spec: …}`, which only the server's parser reads; their tokens are those of everything else. */
const MESSAGE = /[A-Za-z0-9_]\s*\{/;
/** Names in backticks, which are no tokens here. */
const QUOTED = '`';

/**
 * Why the server does not compile an expression of a webhook or admission policy. Only what is certain is said: syntax, names of variables,
 * operators between types that are known, and the type of the result.
 * Source: apiserver pkg/admission/plugin/cel/compile.go CompileCELExpression, createEnvForOpts (v0.36)
 */
export function admissionProblem(expression: string, scope: AdmissionScope): string | undefined {
  if (expression.includes(QUOTED)) {
    return undefined;
  }
  try {
    if (MESSAGE.test(expression)) {
      tokensOf(expression);
      return undefined;
    }
    return resultProblem(new Reader(scope).typeOf(parseCel(expression, LONGEST), new Set()), scope);
  } catch (error) {
    if (error instanceof CelSyntaxProblem) {
      return `compilation failed: ${error.message}`;
    }
    throw error;
  }
}

function resultProblem(type: Known, { gives }: AdmissionScope): string | undefined {
  return type === undefined || gives === undefined || gives.includes(type) ? undefined
    : `must evaluate to ${gives.length === 0 ? 'Object' : gives.join(' or ')} but got ${kindOf(type)}`;
}

type Known = CelType | undefined;
type Bound = ReadonlySet<string>;

/** Source: compile.go BuildRequestType (v0.36) */
const REQUEST: ReadonlySet<string> = new Set([
  'kind', 'resource', 'subResource', 'requestKind', 'requestResource', 'requestSubResource', 'name', 'namespace', 'operation', 'userInfo', 'dryRun', 'options',
]);
const TEXTS_OF_REQUEST: ReadonlySet<string> = new Set(['subResource', 'requestSubResource', 'name', 'namespace', 'operation']);
/** Words that stand for types or packages of the environment. */
const TYPES: ReadonlySet<string> = new Set(['google', 'kubernetes', 'net', 'optional_type', 'jsonpatch', 'JSONPatch', 'Object', 'duration', 'timestamp']);
const COMPARISONS: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=', 'in']);
const TESTS: ReadonlySet<string> = new Set(['startsWith', 'endsWith', 'matches']);

/** Types as far as they are certain; `undefined` is a type that nobody here knows, `dyn` is one that the server knows to be open. */
class Reader {
  constructor(private readonly scope: AdmissionScope) {}

  public typeOf(node: CelNode, bound: Bound): Known {
    switch (node.kind) {
      case 'literal': return node.type;
      case 'name': return this.named(node, bound);
      case 'select': return this.selected(node, bound);
      case 'index': this.typeOf(node.key, bound); return this.openOf(node, this.typeOf(node.target, bound));
      case 'call': return this.called(node, bound);
      case 'list':
      case 'map': node.entries.forEach(each => this.typeOf(each, bound)); return node.kind;
      case 'unary': return this.unary(node, bound);
      case 'binary': return this.binary(node, bound);
      case 'choice': return this.choice(node, bound);
    }
  }

  private named({ name, at }: CelNode & { readonly kind: 'name' }, bound: Bound): Known {
    if (bound.has(name) || NAMESPACES.has(name)) {
      return undefined;
    }
    if (TYPE_NAMES.has(name)) {
      return 'type';
    }
    if (name === 'object' || name === 'oldObject' || name === 'params' && this.scope.hasParams) {
      return 'dyn';
    }
    const isKnown = name === 'request' || name === 'namespaceObject' || name === 'authorizer' && this.scope.hasAuthorizer
      || name === 'variables' && this.scope.variables !== undefined || TYPES.has(name);
    return isKnown ? undefined : this.refuse(`undeclared reference to '${name}'`, at);
  }

  private refuse(text: string, at: number): never {
    throw new CelSyntaxProblem(text, at);
  }

  private selected(node: CelNode & { readonly kind: 'select' }, bound: Bound): Known {
    const { target, name, at } = node;
    const type = this.typeOf(target, bound);
    if (target.kind === 'name' && !bound.has(target.name)) {
      const { variables } = this.scope;
      if (target.name === 'request' && !REQUEST.has(name) || target.name === 'variables' && variables !== undefined && !variables.has(name)) {
        this.refuse(`undefined field '${name}'`, at);
      }
      if (target.name === 'request' && !node.optional && TEXTS_OF_REQUEST.has(name)) {
        return 'string';
      }
    }
    return this.openOf(node, type);
  }

  /** What is selected of an open value is open. */
  private openOf({ optional }: { readonly optional: boolean }, type: Known): Known {
    return type === 'dyn' && !optional ? 'dyn' : undefined;
  }

  private called({ target, name, args }: CelNode & { readonly kind: 'call' }, bound: Bound): Known {
    const inner = target !== undefined && args.length > 1 || name === 'bind' ? names(args, bound) : bound;
    if (target !== undefined && !(target.kind === 'name' && NAMESPACES.has(target.name))) {
      this.typeOf(target, bound);
    }
    args.forEach(each => this.typeOf(each, inner));
    if (target === undefined) {
      return owns(FUNCTIONS, name) && FUNCTIONS[name] !== 'dyn' ? FUNCTIONS[name] : undefined;
    }
    return TESTS.has(name) && args.length === 1 || owns(COMPREHENSIONS, name) && COMPREHENSIONS[name] === 'bool' ? 'bool' : undefined;
  }

  private unary({ operator, operand, at }: CelNode & { readonly kind: 'unary' }, bound: Bound): Known {
    const type = this.typeOf(operand, bound);
    if (operator === '!') {
      this.wantBool(type, '!', at);
      return 'bool';
    }
    return type === undefined || canNegate(type) ? type : this.refuse(`found no matching overload for '-' applied to '(${kindOf(type)})'`, at);
  }

  private binary({ left, right, operator, at }: CelNode & { readonly kind: 'binary' }, bound: Bound): Known {
    const [one, other] = [this.typeOf(left, bound), this.typeOf(right, bound)];
    if (isLogical(operator)) {
      [one, other].forEach(each => this.wantBool(each, operator, at));
      return 'bool';
    }
    if (!hasOverload(operator, one ?? 'dyn', other ?? 'dyn')) {
      this.refuse(`found no matching overload for '${operator}' applied to '(${kindOf(one ?? 'dyn')}, ${kindOf(other ?? 'dyn')})'`, at);
    }
    return COMPARISONS.has(operator) ? 'bool' : one === other && one !== 'dyn' ? one : undefined;
  }

  private choice({ condition, then, otherwise, at }: CelNode & { readonly kind: 'choice' }, bound: Bound): Known {
    this.wantBool(this.typeOf(condition, bound), '?', at);
    const [one, other] = [this.typeOf(then, bound), this.typeOf(otherwise, bound)];
    return one === other && one !== 'dyn' ? one : undefined;
  }

  private wantBool(type: Known, operator: string, at: number): void {
    if (type !== undefined && type !== 'bool' && type !== 'dyn') {
      this.refuse(`expected type 'bool' but found '${kindOf(type)}' at ${operator}`, at);
    }
  }
}

/** Arguments of macros that are plain names bind them. */
function names(args: readonly CelNode[], bound: Bound): Bound {
  return new Set([...bound, ...args.slice(0, -1).flatMap(each => each.kind === 'name' ? [each.name] : [])]);
}
