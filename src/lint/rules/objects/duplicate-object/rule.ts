import { Manifest } from '../../../../kubernetes/manifest';
import { ByIdentity } from '../../../facts/by-identity';
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
    const seen = new ByIdentity<Manifest>();
    for (const object of facts.objects) {
      if (object.name === '') {
        continue; // generateName: the API server finds a free one.
      }
      const first = seen.get(object);
      if (first === undefined) {
        seen.set(object, object);
      } else {
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
