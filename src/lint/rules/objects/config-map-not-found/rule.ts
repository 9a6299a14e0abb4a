import { fieldOf, podReferencesTo } from '../../../facts/pod-references';
import { Rule } from '../../rule';
import { BUT_MISSING, helpFor, reportMissing } from '../../wording';

/** ConfigMaps that variables and volumes name. */
export const configMapNotFound: Rule = {
  id: 'AIW2107',
  title: 'config map not found',
  class: 'broken',
  reason: 'A container whose ConfigMap does not exist is never started (CreateContainerConfigError), unless the reference is optional.',
  source: 'pkg/kubelet/kubelet_pods.go makeEnvironmentVariables (v1.36)',
  remedy: 'Create the ConfigMap in the namespace of the pods, correct the name, mark the reference as optional, or declare that the ConfigMap exists outside.',
  appliesTo: ['every carrier of pods'],
  but: BUT_MISSING,
  check: (facts, report) => {
    for (const reference of podReferencesTo(facts, 'ConfigMap').filter(({ isOptional }) => !isOptional)) {
      const { pods, name } = reference;
      reportMissing(facts, report, {
        subject: pods.carrier,
        field: fieldOf(reference),
        type: 'ConfigMap',
        place: pods.place,
        name,
        isOurs: pods.isOurs,
        help: helpFor(pods.carrier, 'create the ConfigMap, correct the name, or declare under outside in .cdk8s-ai.yaml that it exists',
          'create it in this app; or, if it exists in the cluster, say so with ConfigMap.fromConfigMapName(scope, id, name)'),
      });
    }
  },
};
