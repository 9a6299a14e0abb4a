import { asList, asText } from '../../../../base/reading';
import { Manifest } from '../../../../kubernetes/manifest';
import { Facts } from '../../../facts/facts';
import { PodReference, fieldOf, podReferencesTo } from '../../../facts/pod-references';
import { Report, Rule } from '../../rule';
import { BUT_ELSEWHERE, reportMissing } from '../../wording';

/** Secrets that pods and Ingresses name. Many are made by hand, so a missing one is never more than a warning. */
export const secretNotFound: Rule = {
  id: 'AIW2115',
  title: 'secret not found',
  class: 'risky',
  reason: 'A container whose Secret does not exist is never started (CreateContainerConfigError), a volume of one is never mounted, an image is pulled without credentials.',
  source: 'pkg/kubelet/kubelet_pods.go makeEnvironmentVariables, pkg/volume/secret/secret.go, pkg/kubelet/kubelet.go getPullSecretsForPod (v1.36)',
  remedy: 'Create the Secret in the namespace of the pods, by hand or by an operator, or mark the reference optional.',
  appliesTo: ['every carrier of pods', 'Ingress'],
  but: BUT_ELSEWHERE,
  check: (facts, report) => {
    podReferencesTo(facts, 'Secret').filter(reference => !reference.isOptional).forEach(reference => checkPods(facts, report, reference));
    facts.ofType('networking.k8s.io/Ingress').forEach(ingress => checkIngress(facts, report, ingress));
  },
};

const SECRET = { type: 'Secret', usuallyElsewhere: true, atMost: 'risky' } as const;

function checkPods(facts: Facts, report: Report, reference: PodReference): void {
  const { pods, name } = reference;
  reportMissing(facts, report, {
    ...SECRET,
    subject: pods.carrier,
    field: fieldOf(reference),
    place: pods.place,
    name,
    ...(reference.isTried && { notes: ['the image is pulled without it, which works for public images only'] }),
  });
}

function checkIngress(facts: Facts, report: Report, ingress: Manifest): void {
  asList(ingress.spec.tls).forEach((entry, index) => {
    const name = asText(entry.secretName);
    if (name !== undefined) {
      reportMissing(facts, report, {
        ...SECRET,
        subject: ingress,
        field: `spec.tls[${index}].secretName`,
        place: ingress.place,
        name,
        notes: ['without it the controller serves a certificate of its own'],
      });
    }
  });
}
