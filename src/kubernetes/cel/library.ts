/*
 * Functions available to device selectors, with their result types where these are certain.
 *
 * Source: kubernetes staging/src/k8s.io/apiserver/pkg/cel/environment/base.go and library/, dynamic-resource-allocation/cel/compile.go (v1.36);
 * cel-go ext/strings.go, ext/sets.go
 */

/** Static type of a value; `dyn` if it is not known. */
export type CelType = 'bool' | 'int' | 'uint' | 'double' | 'string' | 'bytes' | 'null' | 'list' | 'map' | 'type' | 'quantity' | 'semver' | 'dyn'
| 'device' | 'attributes' | 'capacities' | 'attributesOfDomain' | 'capacitiesOfDomain';

type Signatures = { readonly [name: string]: CelType };

/** Maps names to their result type; `dyn` where it depends on the arguments. */
function returning(types: { readonly [type in CelType]?: string }): Signatures {
  return Object.fromEntries(Object.entries(types).flatMap(([type, names]) => names.split(' ').map(name => [name, type as CelType])));
}

/** Functions that are not methods. */
export const FUNCTIONS: Signatures = returning({
  bool: 'has matches bool isQuantity isSemver isURL isIP isCIDR',
  int: 'int size',
  uint: 'uint',
  double: 'double',
  string: 'string',
  bytes: 'bytes',
  type: 'type',
  quantity: 'quantity',
  semver: 'semver',
  dyn: 'dyn duration timestamp url ip cidr',
});

/** Names before a dot that are namespaces, not values: `cel.bind`, `optional.of`, `sets.contains`. */
export const NAMESPACES: ReadonlySet<string> = new Set(['cel', 'optional', 'sets', 'ip', 'format', 'math', 'lists', 'strings', 'regex', 'base64']);

/** Methods of strings. */
export const STRING_METHODS: Signatures = returning({
  bool: 'contains startsWith endsWith matches',
  int: 'indexOf lastIndexOf size',
  string: 'charAt lowerAscii upperAscii replace substring trim find format reverse',
  list: 'split findAll',
});

/** Methods of quantities and versions. */
export const ORDERED_METHODS: Signatures = returning({ int: 'compareTo', bool: 'isGreaterThan isLessThan' });

/** Methods of other types: versions, quantities, lists, optionals, addresses, timestamps. */
export const OTHER_METHODS: Signatures = returning({
  bool: 'isInteger isSorted includes hasValue isUnspecified isLoopback isLinkLocalMulticast isLinkLocalUnicast isGlobalUnicast isCanonical containsIP containsCIDR',
  int: 'major minor patch sign asInteger family prefixLength getFullYear getSeconds',
  double: 'asApproximateFloat',
  quantity: 'add sub',
  string: 'join getHost getHostname getPort getEscapedPath getScheme',
  list: 'flatten slice sort sortBy distinct',
  map: 'getQuery',
  dyn: 'sum min max first last orValue or value optMap optFlatMap masked validate',
});

/** Macros that bind a variable and evaluate an expression for each element. */
export const COMPREHENSIONS: Signatures = returning({
  bool: 'all exists exists_one existsOne', list: 'filter map transformList', map: 'transformMap', dyn: 'optMap optFlatMap',
});

/** Type names, which are values too: `type(x) == string`. */
export const TYPE_NAMES: ReadonlySet<string> = new Set(['bool', 'int', 'uint', 'double', 'string', 'bytes', 'list', 'map', 'null_type', 'type', 'dyn']);
