import { asList, asText } from '../../../../base/reading';
import { unfilledPlace } from '../../../../knowledge/unfilled-places';
import { Manifest } from '../../../../kubernetes/manifest';
import { Facts } from '../../../facts/facts';
import { surelyNamed } from '../../../facts/made';
import { fieldOf, podReferencesTo } from '../../../facts/pod-references';
import { Report, Rule } from '../../rule';

const JSON_TYPE = 'kubernetes.io/dockerconfigjson';
const TYPES: ReadonlySet<string> = new Set([JSON_TYPE, 'kubernetes.io/dockercfg']);

/** The key of an API, where the login of a registry is meant. */
export const pullSecretType: Rule = {
  id: 'AIW2163',
  title: 'secret for pulling images is of another type',
  class: 'broken',
  reason: 'The kubelet takes the login of a registry from Secrets of two types, and passes over any other without a word: the image is pulled as nobody, which a private registry refuses (ImagePullBackOff).',
  source: 'pkg/credentialprovider/secrets/secrets.go MakeDockerKeyring (v1.36)',
  remedy: 'Name a Secret of type kubernetes.io/dockerconfigjson: kubectl create secret docker-registry makes one. The type of a Secret cannot be changed.',
  appliesTo: ['every carrier of pods', 'ServiceAccount'],
  check: (facts, report) => {
    podReferencesTo(facts, 'Secret').filter(({ isTried }) => isTried).forEach(reference => {
      checkType(facts, report, reference.pods.carrier, { name: reference.name, field: fieldOf(reference) });
    });
    facts.ofType('ServiceAccount').forEach(account => asList(account.body.imagePullSecrets).forEach(({ name }, index) => {
      checkType(facts, report, account, { name: asText(name) ?? '', field: `imagePullSecrets[${index}].name` });
    }));
  },
};

function checkType(facts: Facts, report: Report, subject: Manifest, { name, field }: { readonly name: string; readonly field: string }): void {
  const secret = surelyNamed(facts, 'Secret', subject.place, name);
  const type = asText(secret?.body.type) ?? 'Opaque';
  if (secret && !TYPES.has(type) && unfilledPlace(type) === undefined) {
    report(subject, {
      field,
      message: `Invalid value: ${JSON.stringify(name)}: ${secret.toString()} is of type ${type}, which the kubelet does not read`,
      help: `name a Secret of type ${JSON_TYPE}, made by: kubectl create secret docker-registry`,
    });
  }
}
