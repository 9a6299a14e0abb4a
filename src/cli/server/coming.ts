import { objectAt } from '../../base/reading';
import { ObjectWithOrigin } from '../../kubernetes/manifest';

/** Namespaces and kinds that the input itself creates, and that a dry run of a single object therefore lacks. */
export class Coming {
  private readonly namespaces: ReadonlySet<unknown>;
  private readonly kinds: ReadonlySet<string>;

  constructor(all: readonly ObjectWithOrigin[]) {
    const named = (kind: string) => all.map(({ body }) => body).filter(body => body.kind === kind);
    this.namespaces = new Set(named('Namespace').map(body => objectAt(body, 'metadata').name));
    this.kinds = new Set(named('CustomResourceDefinition').map(body => keyOf(objectAt(body, 'spec').group, objectAt(body, 'spec', 'names').kind)));
  }

  public hasNamespace(name: string): boolean {
    return this.namespaces.has(name);
  }

  public hasKind(group: string, kind: string): boolean {
    return this.kinds.has(keyOf(group, kind));
  }
}

function keyOf(group: unknown, kind: unknown): string {
  return `${typeof group === 'string' ? group : ''}/${typeof kind === 'string' ? kind : ''}`;
}
