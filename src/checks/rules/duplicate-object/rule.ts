import { Manifest } from '../../facts/manifest';
import { Rule } from '../rule';

/** Two manifests of one identity: the second apply overwrites the first, and GitOps tools flip between them. */
export const duplicateObject: Rule = {
  id: 'AIW2101',
  title: 'two objects have one identity',
  class: 'broken',
  reason: 'An object is its group, kind, namespace and name; the one applied last overwrites the other.',
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
          message: `Duplicate value: ${JSON.stringify(object.name)}: ${object.kind} "${object.name}" is already made by ${first.construct ?? 'another manifest'}`,
          notes: object.place === 'default' && object.namespace !== first.namespace ? ['no namespace and "default" are one place'] : undefined,
          help: 'give one of them another name (name: on a pattern), or another namespace',
        });
      } else {
        seen.set(identity, object);
      }
    }
  },
};
