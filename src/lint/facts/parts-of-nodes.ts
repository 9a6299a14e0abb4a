/** `numa`, `numa-node`, `numaZone`; not `numaflow`. */
const NUMA = /(?<![a-z0-9])numa(?:node|id|zone|domain)?s?(?![a-z0-9])/i;

/** Whether a text has the word NUMA. */
export function speaksOfNuma(text: string): boolean {
  return NUMA.test(text);
}

/** Words of the name of a label that say a part of a node; `numa-node`, `numa_zone`, `nvidia.com/pcie-root`. */
const INSIDE: ReadonlySet<string> = new Set(['numa', 'numanode', 'numaid', 'numazone', 'numadomain', 'pcie', 'pcieroot']);

/** Whether the key of a label of nodes names a part of a node, of which each has several. */
export function isOfPartOfNode(key: string): boolean {
  return key.slice(key.lastIndexOf('/') + 1).toLowerCase().split(/[-_.]/).some(word => INSIDE.has(word));
}
