import { PlainObject } from '../../../../base/plain';
import { isTrue, listOf, mapOf, textOf } from '../../values';
import { CheckedUpdate, fixed, ValidateChange } from '../change';
import { SPEC } from '../subject';

const KEPT = [fixed(['spec'], ['group', 'scope']), fixed(['spec', 'names'], ['plural', 'kind'])];

/**
 * Of a definition that is established. What was stored is not in a manifest; surely objects of the storage version are, so the version is told of where it is
 * missing, and not in the status as the server does.
 *
 * Source: apiextensions-apiserver pkg/apis/apiextensions/validation/validation.go ValidateCustomResourceDefinitionUpdate (v0.36)
 */
function validateDefinitionChange(change: CheckedUpdate): void {
  const { previous, next, errors } = change;
  KEPT.forEach(validate => validate(change));
  const names = versionsOf(next).map(({ name }) => textOf(name));
  const stored = textOf(versionsOf(previous).find(({ storage }) => isTrue(storage))?.name);
  if (stored !== '' && !names.includes(stored)) {
    errors.invalid(SPEC.child('versions'), stored, `missing from spec.versions; ${stored} was previously a storage version, and must remain in spec.versions until a storage migration `
      + `ensures no data remains persisted in ${stored} and removes ${stored} from status.storedVersions`);
  }
  const [before, after] = [bundleOf(previous), bundleOf(next)];
  if (after !== '' && !hasCertificate(after) && (before === '' || hasCertificate(before))) {
    errors.invalid(SPEC.child('conversion').child('webhook').child('clientConfig').child('caBundle'), after, 'unable to load root certificates: unable to parse bytes as PEM block');
  }
}

function versionsOf({ spec }: PlainObject): readonly PlainObject[] {
  return listOf(mapOf(spec)?.versions).map(each => mapOf(each) ?? {});
}

function bundleOf({ spec }: PlainObject): string {
  const conversion = mapOf(mapOf(spec)?.conversion);
  return conversion?.strategy === 'Webhook' ? textOf(mapOf(mapOf(conversion.webhook)?.clientConfig)?.caBundle) : '';
}

/** What no certificate begins in is none; what one says is not read here. Source: client-go transport/transport.go rootCertPool (v0.36) */
function hasCertificate(bundle: string): boolean {
  return Buffer.from(bundle, 'base64').includes('-----BEGIN CERTIFICATE-----');
}

/** By group and kind. */
export const DEFINITION_CHANGES: ReadonlyArray<readonly [string, ValidateChange]> = [['apiextensions.k8s.io/CustomResourceDefinition', validateDefinitionChange]];
