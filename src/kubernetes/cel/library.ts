/*
 * Functions that device selectors may call, with what they return where that is certain.
 *
 * Source: kubernetes staging/src/k8s.io/apiserver/pkg/cel/environment/base.go and library/, dynamic-resource-allocation/cel/compile.go (v1.36);
 * cel-go ext/strings.go, ext/sets.go
 */

/** Type of a value as far as it is known before evaluation; `dyn` is anything. */
export type CelType = 'bool' | 'int' | 'uint' | 'double' | 'string' | 'bytes' | 'null' | 'list' | 'map' | 'type' | 'quantity' | 'semver' | 'dyn'
| 'device' | 'attributes' | 'capacities' | 'attributesOfDomain' | 'capacitiesOfDomain';

type Signatures = { readonly [name: string]: CelType };

/** Names with what they return; `dyn` where it depends. */
function returning(types: { readonly [type in CelType]?: string }): Signatures {
  return Object.fromEntries(Object.entries(types).flatMap(([type, names]) => names.split(' ').map(name => [name, type as CelType])));
}

/** Functions without a target. */
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

/** Names before a dot that are no values: `cel.bind`, `optional.of`, `sets.contains`. */
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

/** Methods of something else: versions, quantities, lists, optional values, addresses, times. */
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

/** Methods that name a variable first and then say something of each element. */
export const COMPREHENSIONS: Signatures = returning({
  bool: 'all exists exists_one existsOne', list: 'filter map transformList', map: 'transformMap', dyn: 'optMap optFlatMap',
});

/** Names of types, which are values too: `type(x) == string`. */
export const TYPE_NAMES: ReadonlySet<string> = new Set(['bool', 'int', 'uint', 'double', 'string', 'bytes', 'list', 'map', 'null_type', 'type', 'dyn']);
