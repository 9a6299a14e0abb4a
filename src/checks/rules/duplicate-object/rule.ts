import { Manifest } from '../../facts/manifest';
import { Rule } from '../rule';
import { helpFor } from '../wording';

/** Two manifests of one identity: the second apply overwrites the first, and GitOps tools flip between them. */
export const duplicateObject: Rule = {
  id: 'AIW2101',
  title: 'two objects have one identity',
  class: 'broken',
  reason: 'An object is its group, kind, namespace and name; the one applied last overwrites the other.',
  source: 'k8s.io/apiserver pkg/registry/generic/registry/store.go NamespaceKeyFunc (v1.36)',
  remedy: 'Give one of them another name or namespace, or delete the copy. A chart that is instantiated twice needs a namespace of its own each time.',
  appliesTo: ['every object with a name'],
  check: (facts, report) => {
    const seen = new Map<string, Manifest>();
    for (const object of facts.objects) {
      if (object.name === '') {
        continue; // generateName: the API server finds a free one.
      }
      const identity = `${object.type}|${object.place}|${object.name}`;
      const first = seen.get(identity);
      if (first) {
        report(object, {
          field: 'metadata.name',
          message: `Duplicate value: ${JSON.stringify(object.name)}: ${object.kind} "${object.name}" is already made by ${placeOf(first)}`,
          notes: object.place === 'default' && object.namespace !== first.namespace ? ['no namespace and "default" are one place'] : undefined,
          help: helpFor(object, 'give one of them another name or namespace, or delete the copy', 'give one of them another name (name: on a pattern), or another namespace'),
        });
      } else {
        seen.set(identity, object);
      }
    }
  },
};

/** Path of the construct, or file and line. */
function placeOf({ origin }: Manifest): string {
  const { construct, file, lineOf } = origin;
  return construct ?? (file === undefined ? 'another manifest' : `${file}:${lineOf?.('metadata.name') ?? 1}`);
}
