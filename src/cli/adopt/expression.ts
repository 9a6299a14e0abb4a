import * as cdk8s from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Plain } from '../../base/plain';
import { InferenceEngine } from '../../engines/inference-engine';
import { KubernetesVersion } from '../../kubernetes/release/kubernetes-version';
import { ReplicaSpread } from '../../patterns/gpu-inference-deployment/spread';
import { FailureScope } from '../../patterns/indexed-training-job/failure-scope';
import { GroupRestart, LeaderWorkerBackend } from '../../patterns/leader-worker-group/choices';
import { SecretKey } from '../../pod/container/environment';
import { Memory } from '../../pod/container/memory';
import { Accelerator } from '../../pod/devices/accelerator';
import { DisruptionBudget } from '../../pod/scheduling/disruption-budget';
import { Placement } from '../../pod/scheduling/placement';
import { SharedMemory } from '../../pod/storage/shared-memory';
import { PrometheusAuthenticationMode, ScalingBackend } from '../../surroundings/workload-autoscaler/scaling-backend';
import { ScalingSeries } from '../../surroundings/workload-autoscaler/scaling-series';

/*
 * A piece of a TypeScript program as data. The same tree is evaluated here and printed, so that the program does what was checked.
 */

/** Names that a written program may use, by the package that it imports them from. */
const NAMES = {
  'cdk8s': { Duration: cdk8s.Duration, Size: cdk8s.Size },
  'cdk8s-plus-28': { kplus },
  'cdk8s-ai-workloads': {
    Accelerator,
    DisruptionBudget,
    FailureScope,
    GroupRestart,
    InferenceEngine,
    KubernetesVersion,
    LeaderWorkerBackend,
    Memory,
    Placement,
    PrometheusAuthenticationMode,
    ReplicaSpread,
    ScalingBackend,
    ScalingSeries,
    SecretKey,
    SharedMemory,
  },
} as const;

const VALUES: ReadonlyMap<string, unknown> = new Map(Object.values(NAMES).flatMap(names => Object.entries(names)));

/** The package that exports a name. */
export function packageOf(name: string): string {
  return Object.entries(NAMES).find(([, names]) => Object.hasOwn(names, name))![0];
}

/** `InferenceEngine.vllm({ … })`, or without arguments a member: `kplus.EmptyDirMedium.MEMORY`. */
export class Call {
  constructor(public readonly callee: string, public readonly args?: readonly Expression[]) {}
}

/** A variable that stands before the statement that uses it; the scope of the app is one that is always there. */
export class Variable {
  constructor(public readonly name: string, public readonly value?: Expression) {}
}

export type Expression = Plain | Call | Variable | readonly Expression[] | { readonly [key: string]: Expression };

export const CHART = new Variable('chart');

/** `factory('Memory.of')('30Gi')`. */
export function call(callee: string, ...args: Expression[]): Call {
  return new Call(callee, args);
}

export function member(callee: string): Call {
  return new Call(callee);
}

/** What a program knows while it runs. */
export type Scope = Map<Variable, unknown>;

export function evaluate(expression: Expression, scope: Scope): unknown {
  if (expression instanceof Variable) {
    if (!scope.has(expression)) {
      scope.set(expression, evaluate(expression.value, scope));
    }
    return scope.get(expression);
  }
  if (expression instanceof Call) {
    return evaluateCall(expression, scope);
  }
  if (Array.isArray(expression)) {
    return expression.map(each => evaluate(each as Expression, scope));
  }
  return typeof expression === 'object' && expression !== null
    ? Object.fromEntries(Object.entries(expression).map(([key, value]) => [key, evaluate(value as Expression, scope)]))
    : expression;
}

function evaluateCall({ callee, args }: Call, scope: Scope): unknown {
  const [name, ...path] = callee.split('.');
  const last = path.pop()!;
  const owner = path.reduce((value, key) => (value as Record<string, unknown>)[key], VALUES.get(name)) as Record<string, unknown>;
  return args === undefined ? owner[last] : (owner[last] as (...given: unknown[]) => unknown)(...args.map(each => evaluate(each, scope)));
}

/** Every name of a package that it uses. */
export function namesIn(expression: Expression): readonly string[] {
  if (expression instanceof Variable) {
    return namesIn(expression.value);
  }
  if (expression instanceof Call) {
    return [expression.callee.split('.')[0], ...(expression.args ?? []).flatMap(namesIn)];
  }
  return typeof expression === 'object' && expression !== null ? Object.values(expression).flatMap(each => namesIn(each as Expression)) : [];
}

/** The variables that it uses, each after those that it needs itself. */
export function variablesIn(expression: Expression): readonly Variable[] {
  if (expression instanceof Variable) {
    return expression.value === undefined ? [] : [...variablesIn(expression.value), expression];
  }
  const parts = expression instanceof Call ? expression.args ?? [] : typeof expression === 'object' && expression !== null ? Object.values(expression) : [];
  return [...new Set(parts.flatMap(each => variablesIn(each as Expression)))];
}

const WIDTH = 120;

/** Its source, on one line where it fits. */
export function sourceOf(expression: Expression, indent = ''): string {
  const line = onOneLine(expression);
  if (indent.length + line.length <= WIDTH) {
    return line;
  }
  const inner = `${indent}  `;
  if (expression instanceof Call && expression.args !== undefined && expression.args.length > 0) {
    return onlyLastIsLarge(expression.args)
      ? `${expression.callee}(${[...expression.args.slice(0, -1).map(onOneLine), sourceOf(expression.args.at(-1)!, indent)].join(', ')})`
      : `${expression.callee}(\n${expression.args.map(each => `${inner}${sourceOf(each, inner)},\n`).join('')}${indent})`;
  }
  if (Array.isArray(expression)) {
    return `[\n${expression.map(each => `${inner}${sourceOf(each as Expression, inner)},\n`).join('')}${indent}]`;
  }
  if (isMap(expression)) {
    return `{\n${given(expression).map(([key, value]) => `${inner}${keyOf(key)}: ${sourceOf(value, inner)},\n`).join('')}${indent}}`;
  }
  return line;
}

function onlyLastIsLarge(args: readonly Expression[]): boolean {
  return args.slice(0, -1).every(each => onOneLine(each).length <= WIDTH / 3);
}

function isMap(expression: Expression): expression is { readonly [key: string]: Expression } {
  return typeof expression === 'object' && expression !== null && !Array.isArray(expression) && !(expression instanceof Call) && !(expression instanceof Variable);
}

function given(map: { readonly [key: string]: Expression }): readonly [string, Expression][] {
  return Object.entries(map).filter(([, value]) => value !== undefined);
}

function onOneLine(expression: Expression): string {
  if (expression instanceof Variable) {
    return expression.name;
  }
  if (expression instanceof Call) {
    return expression.args === undefined ? expression.callee : `${expression.callee}(${expression.args.map(onOneLine).join(', ')})`;
  }
  if (Array.isArray(expression)) {
    return `[${expression.map(each => onOneLine(each as Expression)).join(', ')}]`;
  }
  if (isMap(expression)) {
    const parts = given(expression).map(([key, value]) => `${keyOf(key)}: ${onOneLine(value)}`);
    return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
  }
  return typeof expression === 'string' ? quoted(expression) : String(expression);
}

function keyOf(key: string): string {
  // A literal __proto__ key would set the prototype instead.
  return key === '__proto__' ? '[\'__proto__\']' : /^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key);
}

/** A literal in single quotes. JSON escapes all that a literal may not hold; what is left are the quotes themselves, and two line ends of JavaScript. */
export function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replace(/\\"/g, '"').replace(/'/g, '\\\'').replace(/\u2028/g, '\\u2028').replace(/\u2029/g, '\\u2029')}'`;
}
