import { Entry } from './table';

interface Node {
  readonly children: Map<string, Node>;
  entry?: Entry;
}

/** Rows of one section: where all fields below a field say the same, the upper one says it for them. */
export function collapse(entries: readonly Entry[]): Record<string, string> {
  const root: Node = { children: new Map() };
  for (const entry of entries) {
    let node = root;
    for (const segment of segmentsOf(entry.path)) {
      node.children.set(segment, node.children.get(segment) ?? { children: new Map() });
      node = node.children.get(segment)!;
    }
    node.entry = entry;
  }
  return Object.fromEntries([...root.children].flatMap(([segment, node]) => rowsOf(node, segment)).sort(([one], [other]) => one < other ? -1 : 1));
}

/** `a.b[*].c=1.5` is `a`, `.b[*]`, `.c`, `=1.5`. */
function segmentsOf(path: string): string[] {
  const [, fields, value] = /^([^=]*)(=.*)?$/s.exec(path)!;
  return [...fields.split('.').map((field, index) => index === 0 ? field : `.${field}`), ...(value === undefined ? [] : [value])];
}

function rowsOf(node: Node, path: string): [string, string][] {
  const common = uniform(node);
  if (common !== undefined) {
    return common.assumed ? [] : [[path.replace(/\[\*\]$/, ''), common.text]];
  }
  if (node.entry === undefined) {
    return [...node.children].flatMap(([segment, child]) => rowsOf(child, `${path}${segment}`));
  }
  return [...said(path, node.entry), ...[...node.children].flatMap(([segment, { entry }]) => said(`${path}${segment}`, entry!, node.entry))];
}

/** Below a field that speaks for itself are only values of it: one without a row is read as the field. */
function said(path: string, entry: Entry, above?: Entry): [string, string][] {
  const isRead = above === undefined ? entry.assumed : entry.text === above.text || (entry.assumed && above.assumed);
  return isRead ? [] : [[path, entry.text]];
}

function uniform(node: Node): Entry | undefined {
  const below = [...node.children.values()].map(uniform);
  const all = node.entry ? [node.entry, ...below] : below;
  return all.every(each => each?.text === all[0]?.text && each?.assumed === all[0]?.assumed) ? all[0] : undefined;
}
