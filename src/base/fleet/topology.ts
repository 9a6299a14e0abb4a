import { DependencyGraph } from 'cdk8s';
import { IConstruct, Node } from 'constructs';

interface Vertex {
  readonly construct: IConstruct;
  readonly targets: Set<Vertex>;
  isTarget: boolean;
  state: 'new' | 'open' | 'done';
}

/**
 * The constructs of a tree, those that others depend on first: what `new DependencyGraph(node).topology()` gives. The graph follows every path
 * between two constructs to look for cycles, and their number grows exponentially where dependencies share targets; here every dependency is
 * followed once. A tree with a cycle is left to the graph, which has the words for it.
 *
 * Source: cdk8s src/dependency.ts (2.70.106)
 */
export function topology(root: Node): IConstruct[] {
  const vertices = verticesOf(root);
  const sorted: IConstruct[] = [];
  const hasCycle = vertices.some(vertex => !vertex.isTarget && !visit(vertex, sorted)) || sorted.length < vertices.length;
  return hasCycle ? new DependencyGraph(root).topology() : sorted;
}

function verticesOf(root: Node): Vertex[] {
  // A plain object, as the graph has it: paths that look like numbers come first.
  const byPath: { [path: string]: Vertex } = {};
  const constructs = root.findAll();
  for (const construct of constructs) {
    byPath[construct.node.path] = { construct, targets: new Set(), isTarget: false, state: 'new' };
  }
  for (const construct of constructs) {
    for (const dependency of construct.node.dependencies) {
      const target = byPath[dependency.node.path];
      // Others are outside of this tree.
      if (target) {
        byPath[construct.node.path].targets.add(target);
        target.isTarget = true;
      }
    }
  }
  return Object.values(byPath);
}

/** False when a vertex is reached from itself. */
function visit(vertex: Vertex, sorted: IConstruct[]): boolean {
  if (vertex.state !== 'new') {
    return vertex.state === 'done';
  }
  vertex.state = 'open';
  for (const target of vertex.targets) {
    if (!visit(target, sorted)) {
      return false;
    }
  }
  vertex.state = 'done';
  sorted.push(vertex.construct);
  return true;
}
