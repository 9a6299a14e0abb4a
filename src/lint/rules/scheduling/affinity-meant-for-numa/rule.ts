import { asShown, asText, asTexts, isPresent, objectAt } from '../../../../base/reading';
import { Manifest } from '../../../../kubernetes/manifest';
import { templates } from '../../../facts/carried-pods';
import { isOfPartOfNode, speaksOfNuma } from '../../../facts/parts-of-nodes';
import { PlacedTerm, podTerms, PodAffinityKind } from '../../../facts/placement';
import { PodSet } from '../../../facts/pod-set';
import { labelSelector } from '../../../facts/selector';
import { Report, Rule } from '../../rule';

/** A term over nodes that its author wrote for what is inside them. */
export const affinityMeantForNuma: Rule = {
  id: 'AIW2649',
  title: 'affinity of pods that is meant for NUMA',
  class: 'advice',
  reason: 'Affinity and anti-affinity of pods choose between nodes, or groups of nodes. A NUMA domain is inside one node: which devices, CPUs and memory of it a pod gets, the kubelet or the driver of a '
    + 'claim decides, and no term of the scheduler says anything of it.',
  source: 'pkg/scheduler/framework/plugins/interpodaffinity/filtering.go (v1.36); pkg/kubelet/cm/topologymanager (v1.36)',
  remedy: 'Align devices by constraints.matchAttribute of a claim, or by the policy of the kubelet\'s topology manager (single-numa-node) on nodes of their own; leave the term out unless it is to '
    + 'spread pods over nodes.',
  appliesTo: ['every carrier of pods'],
  but: 'a topology key that names NUMA is AIW2614; of words beside the term, only labels that it selects, comments at it, and annotations that speak of affinity as well are read',
  check: (facts, report) => {
    const comments = new Map<Manifest, Comments>();
    for (const pods of facts.get(templates)) {
      for (const kind of KINDS) {
        const terms = podTerms(pods, kind).filter(({ term }) => !isOfPartOfNode(asText(term.topologyKey) ?? ''));
        if (terms.length > 0) {
          const { carrier } = pods;
          comments.set(carrier, comments.get(carrier) ?? readComments(carrier));
          checkTerms(pods, kind, terms, comments.get(carrier)!, report);
        }
      }
    }
  },
};

const KINDS = ['podAffinity', 'podAntiAffinity'] as const;

function checkTerms(pods: PodSet, kind: PodAffinityKind, terms: readonly PlacedTerm[], comments: Comments, report: Report): void {
  const commented = commentedTerms(pods, kind, terms, comments);
  const annotation = annotationOf(pods);
  for (const each of terms) {
    const said = selectedLabel(each) ?? commented.get(each) ?? annotation;
    if (said !== undefined) {
      report(pods.carrier, {
        field: `${each.field}.topologyKey`,
        message: `Invalid value: ${JSON.stringify(each.term.topologyKey)}: ${said} speaks of NUMA, and a term chooses between nodes, never between the parts of one`,
        help: 'align devices by constraints.matchAttribute of a claim, or by the topology manager of the kubelet; keep the term only to spread pods over nodes',
      });
    }
  }
}

function selectedLabel({ term }: PlacedTerm): string | undefined {
  const { equals, expressions } = labelSelector(term.labelSelector);
  const keys = [...asTexts(term.matchLabelKeys), ...asTexts(term.mismatchLabelKeys)];
  const words = [...equals.map(([key, value]) => `${key}: ${value}`), ...expressions.map(({ key, values }) => `${key}: ${values.join(', ')}`), ...keys].find(speaksOfNuma);
  return words && `label ${JSON.stringify(words)}`;
}

/** Annotations of other schedulers ask for NUMA and get it, so one counts where it speaks of affinity as well. */
function annotationOf(pods: PodSet): string | undefined {
  const all = [pods.annotations, objectAt(pods.carrier.body, 'metadata', 'annotations')];
  const key = all.flatMap(each => Object.keys(each).filter(name => isOfAffinity(`${name}: ${asShown(each[name])}`)))[0];
  return key && `annotation ${JSON.stringify(key)}`;
}

function isOfAffinity(text: string): boolean {
  return speaksOfNuma(text) && /affinity/i.test(text);
}

/** Comments of a file, and which of them speak of NUMA without the ones that align. */
interface Comments {
  readonly lines: ReadonlySet<number>;
  readonly ofNuma: readonly { readonly line: number; readonly text: string }[];
}

/** Nobody writes more by hand, and each is looked for in each template of an object. */
const MOST_COMMENTS = 100;

function readComments({ origin: { comments = [] } }: Manifest): Comments {
  return {
    lines: new Set(comments.map(({ line }) => line)),
    ofNuma: comments.filter(({ text }) => speaksOfNuma(text) && !/kubelet|topology manager|matchAttribute/i.test(text)).slice(0, MOST_COMMENTS),
  };
}

/** Terms by the comment that stands in them, or nearest above them: up to the head of the affinity, and directly over that. */
function commentedTerms(pods: PodSet, kind: PodAffinityKind, terms: readonly PlacedTerm[], { lines, ofNuma }: Comments): Map<PlacedTerm, string> {
  const { lineOf: written } = pods.carrier.origin;
  const found = new Map<PlacedTerm, string>();
  if (written === undefined || ofNuma.length === 0) {
    return found;
  }
  // What has comments was not made by a program, so that each field has a line.
  const lineOf = (field: string) => Number(written(field));
  const isOnly = Object.values(pods.spec.affinity as object).filter(isPresent).length === 1;
  let first = lineOf(pods.at(isOnly ? 'affinity' : `affinity.${kind}`));
  while (lines.has(first - 1)) {
    first--;
  }
  const ends = terms.map(each => ({ each, end: Math.max(lineOf(`${each.field}.topologyKey`), lineOf(`${each.field}.labelSelector`)) })).sort((a, b) => a.end - b.end);
  for (const { line, text } of ofNuma) {
    const over = line < first ? undefined : ends.find(({ end }) => end >= line)?.each;
    if (over) {
      found.set(over, `comment ${JSON.stringify(text)}`);
    }
  }
  return found;
}
