import { isPresent, objectAt } from '../../../../base/reading';
import { Manifest } from '../../../../kubernetes/manifest';
import { hasWholeSelector, labelSelector, matchesLabels } from '../../../facts/selector';
import { typesWith } from '../../../kinds';
import { Rule } from '../../rule';

/** A workload that would not find its own pods. */
export const selectorMissesTemplate: Rule = {
  id: 'AIW2113',
  title: 'selector does not match its own template',
  class: 'rejected',
  reason: 'The API server refuses a workload whose selector does not match the labels of its own pod template.',
  source: 'pkg/apis/apps/validation/validation.go ValidatePodTemplateSpecForReplicaSet, ValidatePodTemplateSpecForStatefulSet (v1.36)',
  remedy: 'Put the same labels into spec.selector and into the metadata of the pod template.',
  appliesTo: ['Deployment', 'ReplicaSet', 'StatefulSet', 'DaemonSet', 'Job with manualSelector'],
  check: (facts, report) => {
    const manual = facts.ofType('batch/Job').filter(job => job.spec.manualSelector === true);
    for (const workload of [...typesWith(({ selector }) => selector === 'required').flatMap(type => facts.ofType(type)), ...manual].filter(hasWholeSelector)) {
      const problem = problemOf(workload);
      if (problem) {
        report(workload, { ...problem, help: 'put the same labels into spec.selector and the template' });
      }
    }
  },
};

function problemOf(workload: Manifest): { field: string; message: string } | undefined {
  const labels = objectAt(workload.spec, 'template', 'metadata', 'labels');
  if (!isPresent(workload.spec.selector)) {
    return { field: 'spec.selector', message: 'Required value: the workload must say which pods are its own' };
  }
  const selector = labelSelector(workload.spec.selector);
  return matchesLabels(selector, labels) ? undefined : {
    field: 'spec.template.metadata.labels',
    message: `Invalid value: ${JSON.stringify(labels)}: selector ${selector.text} does not match the template's labels`,
  };
}
