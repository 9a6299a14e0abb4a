import { asList, asNumber, asObject, asText, asTexts } from '../../../../base/reading';
import { NETWORK_DRIVERS, PCIE_ROOT } from '../../../../knowledge/device-topology';
import { PlacedClaim, claimsIn, kindOfSelection, selectionsOf } from '../../../facts/device-claims';
import { Facts } from '../../../facts/facts';
import { Report, Rule } from '../../rule';

/** Several devices and several network cards under one constraint, where each device was to have a card beside it. */
export const oneRootForAll: Rule = {
  id: 'AIW2506',
  title: 'one constraint asks for all pairs on one PCIe root',
  class: 'advice',
  reason: 'A constraint holds for all devices of its requests together: two GPUs and two network cards are asked for on one PCIe root, not each GPU with a card on its own root. Most machines have one or two GPUs on a root.',
  source: 'kubernetes/api resource/v1 types.go DeviceConstraint (v1.36); kubernetes-sigs/dranet examples',
  remedy: 'Write a request for each device and each card, with count 1, and a constraint for each pair of them.',
  appliesTo: ['ResourceClaim', 'ResourceClaimTemplate'],
  check: (facts, report) => {
    for (const claim of claimsIn(facts)) {
      asList(asObject(claim.spec.devices).constraints).forEach((constraint, index) => {
        if (asText(constraint.matchAttribute) === PCIE_ROOT) {
          checkConstraint(facts, claim, asTexts(constraint.requests), `${claim.field}.devices.constraints[${index}].matchAttribute`, report);
        }
      });
    }
  },
};

function checkConstraint(facts: Facts, claim: PlacedClaim, requests: readonly string[], field: string, report: Report): void {
  const meant = selectionsOf(claim).filter(({ name }) => requests.length === 0 || requests.includes(name.split('/')[0]) || requests.includes(name));
  const drivers = meant.map(each => kindOfSelection(facts, each).driver);
  const counts = meant.map(({ selection }) => asNumber(selection.count) ?? 1);
  const isCard = (driver: string | undefined) => driver !== undefined && NETWORK_DRIVERS.has(driver);
  const sum = (cards: boolean) => counts.filter((_, index) => isCard(drivers[index]) === cards).reduce((total, count) => total + count, 0);
  const [devices, cards] = [sum(false), sum(true)];
  if (drivers.every(driver => driver !== undefined) && devices > 1 && cards > 1 && meant.every(({ name }) => !name.includes('/'))) {
    report(claim.object, {
      field,
      message: `Invalid value: ${JSON.stringify(PCIE_ROOT)}: all ${devices + cards} devices are asked for on one PCIe root: ${devices} and ${cards} network cards`,
      help: 'for each device with a card of its own, write requests of one device each, and a constraint for each pair; DeviceAlignment and AlignedDevices.pairs do',
    });
  }
}
