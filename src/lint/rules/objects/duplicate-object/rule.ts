import { Manifest } from '../../../../kubernetes/manifest';
import { Rule } from '../../rule';
import { helpFor } from '../../wording';

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
    const seen = new Seen();
    for (const object of facts.objects) {
      if (object.name === '') {
        continue; // generateName: the API server finds a free one.
      }
      const first = seen.firstLike(object);
      if (first !== object) {
        report(object, {
          field: 'metadata.name',
          message: `Duplicate value: ${JSON.stringify(object.name)}: ${object.kind} "${object.name}" is already made by ${first.standsAt('metadata.name')}`,
          notes: object.place !== '' && object.namespace !== first.namespace ? [`no namespace and ${JSON.stringify(object.place)} are one place`] : undefined,
          help: helpFor(object, 'give one of them another name or namespace, or delete the copy; alternatives, of which one is applied at a time, are given one at a time, or with --each', 'give one of them another name (name: on a pattern), or another namespace'),
        });
      }
    }
  },
};

/** Objects by type, namespace and name. One text of all three would be made for every object, and nearly all are alone. */
class Seen {
  private readonly types = new Map<string, Map<string, Map<string, Manifest>>>();

  /** The first object of the same identity, which may be the object itself. */
  public firstLike(object: Manifest): Manifest {
    const { type, place, name } = object;
    const places = this.types.get(type) ?? new Map<string, Map<string, Manifest>>();
    const names = places.get(place) ?? new Map<string, Manifest>();
    const first = names.get(name) ?? object;
    if (first === object) {
      names.set(name, object);
      places.set(place, names);
      this.types.set(type, places);
    }
    return first;
  }
}
