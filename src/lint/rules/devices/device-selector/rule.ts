import { cutJson } from '../../../../base/text/cut';
import { checkSelector } from '../../../../kubernetes/cel/check';
import { DeviceKind } from '../../../../kubernetes/cel/values';
import { Manifest } from '../../../../kubernetes/manifest';
import { PlacedExpression, RESOURCE_GROUP, claimsIn, expressionsOf, kindOfSelection, kindOfSelectors, selectionsOf } from '../../../facts/device-claims';
import { Facts } from '../../../facts/facts';
import { Report, Rule } from '../../rule';

/** Conditions on devices, as far as they can be read without a cluster. */
export const deviceSelector: Rule = {
  id: 'AIW2503',
  title: 'device selector that cannot work',
  class: 'rejected',
  reason: 'A selector must compile to a bool; one that reads an attribute the device does not have is an error that ends the allocation.',
  source: 'kubernetes/api resource/v1 types.go CELDeviceSelector; k8s.io/dynamic-resource-allocation cel/compile.go (v1.36); kubernetes-sigs/dra-driver-nvidia-gpu cmd/gpu-kubelet-plugin/deviceinfo.go',
  remedy: 'Compare an attribute that the driver publishes for this type of device, and ask for its presence first where only some devices have it. A class begins with the driver.',
  appliesTo: ['ResourceClaim', 'ResourceClaimTemplate', 'DeviceClass'],
  but: 'an attribute that the driver does not publish: broken; one that only some devices have: warning',
  check: (facts, report) => {
    for (const claim of claimsIn(facts)) {
      for (const placed of selectionsOf(claim)) {
        const kind = kindOfSelection(facts, placed);
        expressionsOf(placed.selection.selectors, placed.field).forEach(each => checkExpression(claim.object, each, kind, report));
      }
    }
    checkClasses(facts, report);
  },
};

/** Of one expression: who has so many needs no other. */
const MOST_PROBLEMS = 20;

function checkExpression(object: Manifest, { expression, field }: PlacedExpression, kind: DeviceKind, report: Report): void {
  for (const problem of checkSelector(expression, kind).slice(0, MOST_PROBLEMS)) {
    report(object, {
      field,
      message: `Invalid value: ${cutJson(expression)}: ${problem.detail}`,
      class: problem.class,
      help: problem.help,
    });
  }
}

/**
 * A class is asked about every device of the cluster, so it must ask for the driver first: selectors are asked in order. Inside one expression the order
 * does not matter, since && is false when either side is, whatever the other one does.
 */
function checkClasses(facts: Facts, report: Report): void {
  for (const object of facts.ofType(`${RESOURCE_GROUP}/DeviceClass`)) {
    const expressions = expressionsOf(object.spec.selectors, 'spec');
    const kind = kindOfSelectors(expressions.map(each => each.expression));
    expressions.forEach(each => checkExpression(object, each, kind, report));
    const reading = expressions.findIndex(each => /device\.(attributes|capacity)/.test(each.expression));
    if (reading >= 0 && kindOfSelectors(expressions.slice(0, reading + 1).map(each => each.expression)).driver === undefined) {
      report(object, {
        field: expressions[reading].field,
        message: `Invalid value: ${cutJson(expressions[reading].expression)}: reads attributes of every driver's devices, and where they are missing the allocation ends`,
        class: 'risky',
        help: 'begin with the driver: device.driver == "gpu.nvidia.com" && ...',
      });
    }
  }
}
