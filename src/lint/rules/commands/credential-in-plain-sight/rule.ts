import { PlainObject } from '../../../../base/plain';
import { asObject } from '../../../../base/reading';
import { argumentTokenProblem, PLACEHOLDER } from '../../../../knowledge/environment-problems';
import { Manifest } from '../../../../kubernetes/manifest';
import { templates } from '../../../facts/carried-pods';
import { Report, Rule } from '../../rule';

/** A credential where everybody may read it. */
export const credentialInPlainSight: Rule = {
  id: 'AIW2903',
  title: 'credential outside of a secret',
  class: 'risky',
  reason: 'ConfigMaps and annotations are read by everybody who may list objects, are in backups and in Git, and are not encrypted at rest as Secrets may be.',
  source: 'kubernetes.io/docs/concepts/configuration/configmap ("does not provide secrecy"); shapes of tokens as their vendors publish them',
  remedy: 'Revoke the credential, put the new one into a Secret, and mount that or take it with secretKeyRef.',
  appliesTo: ['ConfigMap', 'annotations of every object'],
  check: (facts, report) => {
    for (const object of facts.objects) {
      checkTexts(object, asObject(object.body.metadata).annotations, 'metadata.annotations', report);
    }
    for (const object of facts.ofType('ConfigMap')) {
      checkTexts(object, object.body.data, 'data', report);
    }
    for (const pods of facts.get(templates)) {
      checkTexts(pods.carrier, pods.annotations, pods.metadataField('annotations'), report);
    }
  },
};

/** kubectl copies the object there, and says what is said of the object itself. */
const COPY = 'kubectl.kubernetes.io/last-applied-configuration';

function checkTexts(object: Manifest, texts: unknown, field: string, report: Report): void {
  for (const [key, text] of Object.entries(asObject(texts) as PlainObject)) {
    if (typeof text === 'string' && key !== COPY && holdsCredential(text)) {
      report(object, {
        field: `${field}[${key}]`,
        message: 'Invalid value: "…": holds a credential in plain text',
        help: 'revoke it, and put the new one into a Secret',
      });
    }
  }
}

/** Text is for people: what says beside a credential that it is none stands anywhere on its line. */
function holdsCredential(text: string): boolean {
  return argumentTokenProblem(text) !== undefined && text.split('\n').some(line => argumentTokenProblem(line) !== undefined && !PLACEHOLDER.test(line));
}
