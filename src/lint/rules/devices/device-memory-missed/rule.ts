import { GpuProduct } from '../../../../knowledge/gpu-products';
import { MissedProducts, missedProducts } from '../../../../kubernetes/cel/memory-condition';
import { Manifest } from '../../../../kubernetes/manifest';
import { RESOURCE_GROUP, PlacedExpression, claimsIn, expressionsOf, kindOfSelection, selectionsOf } from '../../../facts/device-claims';
import { Report, Rule } from '../../rule';

/** A size from the box, in units in which the device is smaller. */
export const deviceMemoryMissed: Rule = {
  id: 'AIW2525',
  title: 'memory condition misses the product that it is written for',
  class: 'risky',
  reason: 'Boxes count in GB, and a part is kept for error correction: an H100 of 80 GB reports 81559Mi, which is less than 80Gi. No such device is ever taken, and the pods wait.',
  source: 'src/knowledge/gpu-products.ts: nvidia-smi memory.total; kubernetes-sigs/dra-driver-nvidia-gpu cmd/gpu-kubelet-plugin/nvlib.go',
  remedy: 'Write decimal units, as on the box (80G), or what the device reports.',
  appliesTo: ['ResourceClaim', 'ResourceClaimTemplate', 'DeviceClass'],
  check: (facts, report) => {
    for (const claim of claimsIn(facts)) {
      for (const placed of selectionsOf(claim)) {
        // A slice of a GPU has a part of its memory.
        if (kindOfSelection(facts, placed).deviceType !== 'mig') {
          checkSelectors(claim.object, expressionsOf(placed.selection.selectors, placed.field), report);
        }
      }
    }
    facts.ofType(`${RESOURCE_GROUP}/DeviceClass`).forEach(object => checkSelectors(object, expressionsOf(object.spec.selectors, 'spec'), report));
  },
};

function checkSelectors(object: Manifest, expressions: readonly PlacedExpression[], report: Report): void {
  for (const { expression, field } of expressions) {
    const found = /memory/.test(expression) ? missedProducts(expression, expressions.map(each => each.expression)) : undefined;
    if (found) {
      report(object, { field, message: `Invalid value: ${JSON.stringify(expression)}: ${missedText(found)}`, notes: takenNote(found), help: remedy(found) });
    }
  }
}

function missedText({ quantity, missed }: MissedProducts): string {
  const each = missed.map(product => `${shortName(product)} reports ${product.memoryMi}Mi`);
  return `${each.join(', ')}: less than ${quantity}, so ${missed.length === 1 ? 'it is' : 'they are'} not taken`;
}

function takenNote({ taken }: MissedProducts): string[] {
  return taken.length === 0 ? ['of the products that are known here and meet the other conditions none is taken'] : [`taken are: ${taken.map(shortName).join(', ')}`];
}

/** The largest round number that takes them all. */
function remedy({ missed }: MissedProducts): string {
  const least = missed.reduce((one, other) => (other.memoryMi < one.memoryMi ? other : one));
  return `write quantity("${least.nominal}G"), as on the box, or quantity("${least.memoryMi}Mi")`;
}

function shortName({ names: [first], nominal }: GpuProduct): string {
  return /\dGB/.test(first) ? first : `${first} (${nominal} GB)`;
}
