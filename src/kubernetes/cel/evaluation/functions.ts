import { ADDRESSES } from './addresses';
import { Code } from './code';
import { CONVERSIONS } from './conversions';
import { FORMATS } from './formats';
import { LISTS } from './lists';
import { OPTIONALS } from './optionals';
import { QUANTITIES } from './quantities';
import { REGULAR_EXPRESSIONS } from './regular-expressions';
import { CelLibrary, FunctionForms } from './signature';
import { STRINGS } from './strings';
import { TIMES } from './times';
import { URLS } from './urls';
import { NotEvaluated } from './values';
import { VERSIONS } from './versions';

/*
 * All that rules of custom resources may call: what Kubernetes 1.36 has. A function that an older release lacks keeps the definition out of it.
 * Source: kubernetes staging/src/k8s.io/apiserver/pkg/cel/environment/base.go (v1.36)
 */
const LIBRARIES: readonly CelLibrary[] = [
  CONVERSIONS, STRINGS, LISTS, REGULAR_EXPRESSIONS, OPTIONALS, TIMES, URLS, ADDRESSES, QUANTITIES, VERSIONS, FORMATS,
];

const FUNCTIONS = joined(LIBRARIES.map(({ functions }) => functions ?? {}));
const METHODS = joined(LIBRARIES.map(({ methods }) => methods ?? {}));
const NAMESPACES: ReadonlySet<string> = new Set([...FUNCTIONS.keys()].filter(name => name.includes('.')).map(name => name.slice(0, name.indexOf('.'))));

/** Names of types, which are values. */
export const TYPES: ReadonlySet<string> = new Set([
  'bool', 'int', 'uint', 'double', 'string', 'bytes', 'list', 'map', 'null_type', 'type', 'optional_type', 'google.protobuf.Duration', 'google.protobuf.Timestamp',
]);

/** Several libraries may have a function of one name, for their own types. */
function joined(all: readonly Readonly<Record<string, FunctionForms>>[]): ReadonlyMap<string, FunctionForms> {
  const found = new Map<string, FunctionForms>();
  all.forEach(each => Object.entries(each).forEach(([name, forms]) => found.set(name, [...found.get(name) ?? [], ...forms])));
  return found;
}

/** Whether a name before a dot is the first part of a function's name: `sets.contains`. */
export function isNamespace(name: string): boolean {
  return NAMESPACES.has(name);
}

export function calledFunction(name: string, args: readonly Code[]): Code {
  return called(FUNCTIONS.get(name), `${name}()`, args);
}

/** The first of the arguments is what the method is called on. */
export function calledMethod(name: string, args: readonly Code[]): Code {
  return called(METHODS.get(name), `.${name}()`, args);
}

function called(forms: FunctionForms | undefined, name: string, args: readonly Code[]): Code {
  const fitting = forms?.filter(({ count }) => count === args.length) ?? [];
  if (fitting.length === 0) {
    throw new NotEvaluated(`the function ${name} with ${args.length} arguments`);
  }
  return frame => {
    const values = args.map(code => code(frame));
    const form = fitting.find(({ takes }) => takes(values)) ?? fitting[0];
    return form.call(values, frame.work);
  };
}
