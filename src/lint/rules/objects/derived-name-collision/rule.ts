import { Manifest } from '../../../../kubernetes/manifest';
import { allDerivedNames } from '../../../facts/derived-names';
import { Facts } from '../../../facts/facts';
import { DerivedNames } from '../../../kinds/kind';
import { Report, Rule } from '../../rule';

/** A range of names in use, `<stem><from>` to `<stem><to>`. */
interface Use {
  readonly owner: Manifest;
  readonly kind: string;
  readonly stem: string;
  readonly from: number;
  readonly to: number;
  /** What bears the name; absent for an object that stands in the manifests. */
  readonly as?: string;
}

/** Types whose written objects can stand where a controller wants to put one of its own. Claims may: that is how volumes are brought along. */
const WRITTEN: { readonly [kind: string]: string } = { StatefulSet: 'apps/StatefulSet', Service: 'Service', Job: 'batch/Job', Pod: 'Pod' };

/** Two controllers, or a controller and a manifest, that want one name. */
export const derivedNameCollision: Rule = {
  id: 'AIW2102',
  title: 'derived names collide',
  class: 'broken',
  reason: 'Controllers name pods, claims, sets and Services after their owner; whoever comes second finds the name taken.',
  source: 'pkg/controller/statefulset/stateful_set_utils.go (v1.36); kubernetes-sigs/lws pkg/controllers (v0.9.0); kubernetes-sigs/jobset pkg/util/placement/placement.go (v0.11.0)',
  remedy: 'Rename one of the owners. Names that end in "-" and a number meet the names that controllers number.',
  appliesTo: ['StatefulSet', 'LeaderWorkerSet', 'JobSet', 'every other kind whose controller derives names'],
  check: (facts, report) => {
    const reported = new Set<string>();
    for (const uses of usesByStem(facts).values()) {
      for (const [first, second] of overlaps(uses)) {
        const pair = `${identity(first.owner)} ${identity(second.owner)}`;
        if (!reported.has(pair)) {
          reported.add(pair);
          reportPair(report, first, second);
        }
      }
    }
  },
};

/** Everything that may meet, in one bucket. Written objects count only where somebody derives names of their stem. */
function usesByStem(facts: Facts): Map<string, Use[]> {
  const buckets = new Map<string, Use[]>();
  for (const use of allDerivedNames(facts).map(rangeOf)) {
    const key = bucketOf(use);
    const known = buckets.get(key);
    if (known) {
      known.push(use);
    } else {
      buckets.set(key, [use]);
    }
  }
  for (const [kind, type] of Object.entries(WRITTEN)) {
    for (const object of facts.ofType(type)) {
      const use = rangeOf({ owner: object, kind, stem: object.name });
      buckets.get(bucketOf(use))?.push(use);
    }
  }
  return buckets;
}

function bucketOf(use: Use): string {
  return `${use.kind}|${use.owner.place}|${use.stem}`;
}

const UNNUMBERED = -1;

/** `llm-1` is number 1 of the stem `llm-`; a name without a number is its own stem. */
function rangeOf(names: Omit<DerivedNames, 'as'> & { readonly as?: string }): Use {
  const { from, to } = names;
  if (from !== undefined) {
    return { ...names, from, to: to! };
  }
  const numbered = /^(.*-)(0|[1-9][0-9]*)$/.exec(names.stem);
  return numbered
    ? { ...names, stem: numbered[1], from: Number(numbered[2]), to: Number(numbered[2]) }
    : { ...names, from: UNNUMBERED, to: UNNUMBERED };
}

/** Pairs of ranges that share a name: sorted by their begin, each can only meet the one that reaches furthest. */
function* overlaps(uses: readonly Use[]): Generator<[Use, Use]> {
  let furthest: Use | undefined;
  for (const use of [...uses].sort((one, other) => one.from - other.from)) {
    if (use.to < use.from) {
      continue; // No replicas, no names.
    }
    if (furthest && use.from <= furthest.to && meet(furthest, use)) {
      yield [furthest, use];
    }
    furthest = !furthest || use.to > furthest.to ? use : furthest;
  }
}

/**
 * Two written objects of one identity are another rule's. LeaderWorkerSet and JobSet use a Service of the right name that exists already, and need it
 * headless: what is written comes second.
 */
function meet(first: Use, second: Use): boolean {
  return identity(first.owner) !== identity(second.owner) && second.owner.spec.clusterIP !== 'None';
}

function identity(object: Manifest): string {
  return `${object.type} ${object.place}/${object.name}`;
}

function reportPair(report: Report, first: Use, second: Use): void {
  const [subject, other] = second.as === undefined ? [first, second] : [second, first];
  const number = Math.max(first.from, second.from);
  const name = number < 0 ? subject.stem : `${subject.stem}${number}`;
  const taken = other.as === undefined ? `is ${other.owner.toString()}` : `is ${other.as} of ${other.owner.toString()}`;
  report(subject.owner, {
    field: 'metadata.name',
    message: `Duplicate value: ${JSON.stringify(subject.owner.name)}: ${subject.kind} "${name}", ${subject.as} of ${subject.owner.toString()}, ${taken}`,
    help: 'rename one of them; a name that ends in "-" and a number meets names that controllers number',
  });
}
