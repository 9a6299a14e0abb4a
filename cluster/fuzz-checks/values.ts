/* What mutations put in place of a value. Most of it is wrong somewhere and right elsewhere. */

/** Values of other types, by what stands there. */
export const OTHER_TYPES: Readonly<Record<string, readonly unknown[]>> = {
  string: [7, 1.5, true, ['a'], {}, { a: 1 }, null],
  number: ['5', 'a', '', 1.5, 1e21, -(2 ** 31) - 1, 2 ** 53, true, [], {}, null],
  boolean: ['true', 'yes', 0, 1, [], {}, null],
  list: [{}, { a: 'b' }, 'a', 7, true, null, [null], [7], ['a'], [{}]],
  object: ['a', 7, false, [], [{}], null],
};

export const NUMBERS: readonly number[] = [
  -(2 ** 31), -1, 0, 1, 2, 3, 10, 21, 100, 101, 255, 256, 511, 512, 599, 3600, 3601, 10_001, 30_001, 32_768, 65_535, 65_536, 86_401, 100_001,
  2 ** 31 - 1, 2 ** 31, 1_000_000_001,
];
export const QUANTITIES: readonly unknown[] = ['0', '1', '-1', '1.5', '100m', '0.0001', '3Mi', '2Mi', '100Gi', '1e3', '12E', '1k', '1000000', '1 Gi', 'Gi', '1GB', '', 0, 2, -3, 0.5];
export const SHARES: readonly unknown[] = ['0%', '25%', '100%', '101%', '5', 'five', '-1%', '%', '', -1, 0, 3, 70_000];

/** Words that some field knows, so that a right word comes to a wrong place, and some that none does. */
export const WORDS: readonly string[] = [
  'Always', 'Never', 'OnFailure', 'RollingUpdate', 'Recreate', 'OnDelete', 'Parallel', 'OrderedReady', 'Retain', 'Delete', 'Indexed', 'NonIndexed', 'Failed', 'TerminatingOrFailed', 'In', 'NotIn',
  'Exists', 'DoesNotExist', 'Gt', 'Cluster', 'Local', 'ClientIP', 'None', 'NodePort', 'LoadBalancer', 'ExternalName', 'ClusterIP', 'TCP', 'SCTP', 'PreferClose', 'PreferSameNode', 'ReadWriteOncePod',
  'ReadWriteMany', 'Block', 'AlwaysAllow', 'Resource', 'Object', 'External', 'Pods', 'Percent', 'Utilization', 'Value', 'AverageValue', 'Max', 'Disabled', 'All', 'Equal', 'NoExecute', 'FailIndex',
  'Ignore', 'Count', 'Allow', 'Replace', 'Bogus', '',
];

/** Texts that some names and formats allow. */
export const TEXTS: readonly string[] = [
  '', 'Upper', 'a_b', '-a', 'a-', 'a.b', 'a/b', 'a b', 'é', '9', '1.5', '-1', 'a..b', 'a/b/c', 'kubernetes.io/x', 'example.com/x', 'None', '10.0.0.1', '::1', '010.0.0.1', '10.0.0.0/8', '10.0.0.1/8',
  '*/5 * * * *', 'TZ=UTC 0 0 * * *', 'Europe/Berlin', '0', '1-3', '%', '..', '.', '../up', '/abs', 'localhost/../a', 'a\nb', 'a:b', 'a\\b', 'metadata.name', 'limits.cpu', '*', '$(X)', "spec['x']", '__proto__',
];
export const SUFFIXES: readonly string[] = ['-', '_', '.', '/', ' ', 'A', 'é', '-x', '.x', '\n', '%', '=', ':', '*', '$(X)'];

/** Around the limits that names, labels, ports, paths and messages have. */
export const LENGTHS: readonly number[] = [
  15, 16, 20, 36, 37, 52, 53, 63, 64, 65, 100, 104, 105, 128, 129, 253, 254, 256, 257, 300, 316, 317, 1024, 1025, 4096, 4097,
];

export const KEYS: readonly string[] = [
  'Bad Key', 'a/b/c', '/a', 'a/', '..', '.', '', 'a.b/c', 'A', '_a', 'example.com/Ok', 'kubernetes.io/x', 'cpu', 'memory', 'pods', 'nvidia.com/gpu', 'hugepages-2Mi', 'requests.cpu', 'é',
  '__proto__', 'constructor',
];
/** Beyond it the annotations of an object are too large. Source: apimachinery pkg/api/validation/objectmeta.go TotalAnnotationSizeLimitB (v0.36) */
export const ANNOTATION_BYTES = 262_144;
