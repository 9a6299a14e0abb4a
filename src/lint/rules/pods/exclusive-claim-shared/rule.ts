import { LABEL_NAME, LABEL_RUN } from '../../../../base/labels';
import { asTexts } from '../../../../base/reading';
import { isScaled } from '../../../facts/autoscaling';
import { ClaimUse, claimUses } from '../../../facts/claims';
import { Facts } from '../../../facts/facts';
import { Rule } from '../../rule';

const MODE = 'ReadWriteOncePod';

/** A volume for one pod, asked for by several. */
export const exclusiveClaimShared: Rule = {
  id: 'AIW3105',
  title: 'ReadWriteOncePod claim is used by more than one pod',
  class: 'broken',
  reason: 'The scheduler keeps every pod but one Pending while the claim is in use.',
  source: 'KEP-2485; pkg/scheduler/framework/plugins/volumerestrictions/volume_restrictions.go (v1.36)',
  remedy: 'Give each pod its own claim with a claim template, or use ReadWriteMany.',
  appliesTo: ['every carrier of pods', 'PersistentVolumeClaim'],
  but: 'two workloads of one pod each, which may run one after the other: warning',
  check: (facts, report) => {
    for (const claim of facts.ofType('PersistentVolumeClaim')) {
      if (!asTexts(claim.spec.accessModes).includes(MODE)) {
        continue;
      }
      const uses = facts.get(claimUses).get(`${claim.place}/${claim.name}`) ?? [];
      const wide = uses.find(use => countOf(facts, use) !== '1');
      if (wide) {
        report(wide.pods.carrier, {
          field: wide.field,
          message: `Invalid value: ${JSON.stringify(claim.name)}: the claim is ${MODE} and ${wide.pods.toString()} has ${countOf(facts, wide)} pods`,
          help: 'give each pod its own claim (a claim template), or use ReadWriteMany',
        });
        continue;
      }
      const together = ofOneWorkload(uses);
      if (together) {
        const names = together.map(use => use.pods.toString()).join(' and ');
        report(together[1].pods.carrier, {
          field: together[1].field,
          message: `Invalid value: ${JSON.stringify(claim.name)}: the claim is ${MODE} and pods of ${names}, which run at the same time, use it`,
          help: 'give each pod its own claim (a claim template), or use ReadWriteMany',
        });
      } else if (distinct(uses) > 1) {
        report(claim, {
          field: 'spec.accessModes',
          message: `Invalid value: ${JSON.stringify(MODE)}: used by ${uses.map(use => use.pods.toString()).join(' and ')}`,
          class: 'risky',
          notes: ['they can run one after the other, never at the same time'],
          help: 'give each its own claim, or use ReadWriteMany',
        });
      }
    }
  },
};

/** How many pods want the claim, in words. Of a controller nobody knows, one is taken for granted. */
function countOf(facts: Facts, { pods }: ClaimUse): string {
  if (isScaled(facts, pods.carrier) || (pods.pods === undefined && !pods.open)) {
    return 'any number of';
  }
  return String(Math.max(pods.pods ?? 0, 1));
}

/** Sets with a pod each that one pattern made to run together: leader and worker, zone and zone. Runs of a Job follow each other. */
function ofOneWorkload(uses: readonly ClaimUse[]): readonly ClaimUse[] | undefined {
  const workloads = new Map<string, ClaimUse[]>();
  for (const use of uses.filter(({ pods }) => pods.labels[LABEL_NAME] !== undefined && pods.pods !== 0)) {
    const key = JSON.stringify([use.pods.labels[LABEL_NAME], use.pods.labels[LABEL_RUN]]);
    workloads.set(key, [...workloads.get(key) ?? [], use]);
  }
  return [...workloads.values()].find(together => distinct(together) > 1);
}

function distinct(uses: readonly ClaimUse[]): number {
  return new Set(uses.map(use => use.pods)).size;
}
