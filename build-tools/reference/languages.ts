import { Api, Method, Parameter, Type } from './assembly';

/*
 * How jsii-pacmak writes the API in other languages. Names of parameters stand for values of the language: with `size` a *float64, the Go line compiles.
 */

/** Words of Python that cannot be names: pacmak appends an underscore. Source: jsii-pacmak lib/targets/python/util.ts. */
const PYTHON_WORDS = new Set([
  'and', 'as', 'assert', 'async', 'await', 'break', 'class', 'continue', 'def', 'del', 'elif', 'else', 'except', 'finally', 'for', 'from', 'global', 'if', 'import', 'in', 'is',
  'lambda', 'nonlocal', 'not', 'or', 'pass', 'print', 'raise', 'return', 'try', 'while', 'with', 'yield',
]);

/** `loadBandwidth` as `load_bandwidth`. */
export function snakeCase(name: string): string {
  const snake = name.replace(/([a-z\d])([A-Z])/g, '$1_$2').replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2').toLowerCase();
  return PYTHON_WORDS.has(snake) ? `${snake}_` : snake;
}

/** `loadBandwidth` as `LoadBandwidth`. */
export function pascalCase(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** A call or an object, by language. */
export interface InLanguages {
  readonly python: string;
  readonly java: string;
  readonly go: string;
  readonly typescript: string;
}

/** Parameters that must be given; a struct as its required properties. */
interface Argument {
  readonly name: string;
  /** The struct, where it is one. */
  readonly struct?: Type;
  readonly isOptional: boolean;
}

function argumentsOf(api: Api, parameters: readonly Parameter[]): Argument[] {
  return parameters.map(({ name, type, optional }) => {
    const found = type.fqn === undefined ? undefined : api.find(type.fqn);
    return { name, isOptional: optional === true, ...(found?.datatype === true && { struct: found }) };
  });
}

const goStruct = (api: Api, struct: Type) => `&${api.isOwn(struct.fqn) ? 'ai' : packageOf(struct)}.${struct.name}{${api.requiredOf(struct).map(({ name }) => `${pascalCase(name)}: ${name}`).join(', ')}}`;
const packageOf = (type: Type) => type.fqn.split('.')[0].replace('cdk8s-plus-28', 'cdk8splus28');
const javaStruct = (api: Api, struct: Type) => `${struct.name}.builder()${api.requiredOf(struct).map(({ name }) => `.${name}(${name})`).join('')}.build()`;
const keywords = (api: Api, struct: Type) => api.requiredOf(struct).map(({ name }) => `${snakeCase(name)}=${snakeCase(name)}`);
const literal = (api: Api, struct: Type) => {
  const required = api.requiredOf(struct);
  return required.length === 0 ? '{}' : `{ ${required.map(({ name }) => name).join(', ')} }`;
};

/** How a struct is made where one is needed by itself: in a list, a map or another struct. */
export function structIn(api: Api, struct: Type): InLanguages {
  return {
    typescript: literal(api, struct),
    python: `${struct.name}(${keywords(api, struct).join(', ')})`,
    java: javaStruct(api, struct),
    go: goStruct(api, struct),
  };
}

function listsOf(api: Api, given: readonly Argument[]): InLanguages {
  // What may be left out is left out; Go has to say nil.
  const needed = given.filter(({ isOptional }) => !isOptional);
  return {
    typescript: needed.map(({ name, struct }) => struct ? literal(api, struct) : name).join(', '),
    python: needed.flatMap(({ name, struct }) => struct ? keywords(api, struct) : [snakeCase(name)]).join(', '),
    java: needed.map(({ name, struct }) => struct ? javaStruct(api, struct) : name).join(', '),
    go: given.map(({ name, struct, isOptional }) => isOptional ? 'nil' : struct ? goStruct(api, struct) : name).join(', '),
  };
}

/** How a static factory is called. */
export function staticCall(api: Api, owner: Type, method: Method): InLanguages {
  const lists = listsOf(api, argumentsOf(api, method.parameters ?? []));
  return {
    typescript: `${owner.name}.${method.name}(${lists.typescript})`,
    python: `${owner.name}.${snakeCase(method.name)}(${lists.python})`,
    java: `${owner.name}.${method.name}(${lists.java})`,
    go: `ai.${owner.name}_${pascalCase(method.name)}(${lists.go})`,
  };
}

/** How a method of an object is called; the object is named after its type. */
export function methodCall(api: Api, owner: Type, method: Method): InLanguages {
  const lists = listsOf(api, argumentsOf(api, method.parameters ?? []));
  const object = owner.name.charAt(owner.kind === 'interface' ? 1 : 0).toLowerCase() + owner.name.slice(owner.kind === 'interface' ? 2 : 1);
  return {
    typescript: `${object}.${method.name}(${lists.typescript})`,
    python: `${snakeCase(object)}.${snakeCase(method.name)}(${lists.python})`,
    java: `${object}.${method.name}(${lists.java})`,
    go: `${object}.${pascalCase(method.name)}(${lists.go})`,
  };
}

const jsiiGo = (name: string) => name === 'id' ? 'jsii.String("id")' : name;
const quoted = (name: string) => name === 'id' ? '"id"' : name;

/** How a construct is made: Java has builders for those that take properties. */
export function construction(api: Api, type: Type): InLanguages {
  const given = argumentsOf(api, type.initializer?.parameters ?? []);
  const lists = listsOf(api, given);
  const plain = given.filter(({ struct }) => !struct);
  const struct = given.find(each => each.struct)?.struct;
  const hasBuilder = struct !== undefined && api.isOwn(struct.fqn);
  const required = struct ? api.requiredOf(struct) : [];
  return {
    typescript: `new ${type.name}(${lists.typescript.replace(/\bid\b/, "'id'")})`,
    python: `${type.name}(${[...plain.map(({ name }) => quoted(name)), ...required.map(({ name }) => `${snakeCase(name)}=${snakeCase(name)}`)].join(', ')})`,
    java: hasBuilder
      ? `${type.name}.Builder.create(${plain.map(({ name }) => quoted(name)).join(', ')})${required.map(({ name }) => `.${name}(${name})`).join('')}.build()`
      : `new ${type.name}(${lists.java.replace(/\bid\b/, '"id"')})`,
    go: `ai.New${type.name}(${given.map(each => each.struct && !each.isOptional ? goStruct(api, each.struct) : each.isOptional ? 'nil' : jsiiGo(each.name)).join(', ')})`,
  };
}
