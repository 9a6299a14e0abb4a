import { asTexts } from '../../../../base/reading';
import { Manifest } from '../../../../kubernetes/manifest';
import { absenceOfPods } from '../../../facts/absence';
import { BackupSpec, backups } from '../../../facts/backups';
import { podSets } from '../../../facts/carried-pods';
import { Facts } from '../../../facts/facts';
import { podIndex } from '../../../facts/pod-index';
import { Selector, labelSelector } from '../../../facts/selector';
import { Rule } from '../../rule';

/** Velero selects each object by its own labels, and what pods name comes along with them. */
export const backupSelectsNothing: Rule = {
  id: 'AIW2145',
  title: 'backup selects nothing',
  class: 'risky',
  reason: 'Velero selects every object by its own labels. Where none carries them the backup is empty, and called Completed.',
  source: 'velero pkg/backup/item_collector.go (v1.18)',
  remedy: 'Select labels that the pods and claims carry.',
  appliesTo: ['Backup', 'Schedule'],
  but: 'namespaces of which the input holds no pods: nothing',
  check: (facts, report) => {
    facts.get(backups).forEach(backup => {
      const { object, spec, field } = backup;
      const selector = labelSelector(spec.labelSelector);
      const places = asTexts(spec.includedNamespaces);
      if (selector.equals.length > 0 && arePodsIn(facts, places) && !selectsAny(facts, backup, selector, places)) {
        report(object, {
          field: `${field}.labelSelector`,
          message: `Invalid value: ${selector.text}: matches nothing in ${places.join(', ')}`,
          notes: absenceOfPods(facts, { subject: object, place: places[0], selector, sure: 'risky' }).notes,
        });
      }
    });
  },
};

/** All of them: of a namespace that stands elsewhere nothing is known. */
function arePodsIn(facts: Facts, places: readonly string[]): boolean {
  return places.length > 0 && !places.includes('*') && places.every(place => facts.get(podSets).some(pods => pods.place === place));
}

function selectsAny(facts: Facts, { object }: BackupSpec, selector: Selector, places: readonly string[]): boolean {
  const carries = (other: Manifest) => selector.equals.every(([key, value]) => other.labels[key] === value);
  return places.some(place => facts.get(podIndex).select(place, selector).length > 0)
    || facts.objects.some(other => other !== object && places.includes(other.place) && carries(other));
}
