import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';

/** Every object of a tree, as far as it is built. */
export function objectsIn(root: IConstruct): ApiObject[] {
  return root.node.findAll().filter((construct): construct is ApiObject => ApiObject.isApiObject(construct));
}

/** Where it stands: in its own namespace, or in that of its chart; undefined where neither says one. */
export function namespaceIn({ metadata, chart }: ApiObject): string | undefined {
  return metadata.namespace ?? chart.namespace;
}
