import { PlainObject } from '../../../../base/plain';
import { Errors } from '../../errors';
import { dns1035Label } from '../../names';
import { Path } from '../../path';
import { isGiven, listOf, mapOf, textOf } from '../../values';
import { validateClient } from '../admission/webhook-client';

const STRATEGIES = ['None', 'Webhook'];
const REVIEWS = ['v1', 'v1beta1'];

/** How versions are made of each other. Source: validation.go validateCustomResourceConversion, validateConversionReviewVersions (v0.36) */
export function validateConversion(conversion: PlainObject, path: Path, errors: Errors): void {
  const strategy = textOf(conversion.strategy);
  const [webhook, at] = [mapOf(conversion.webhook), path.child('webhook')];
  const reviews = listOf(webhook?.conversionReviewVersions).map(textOf);
  if (strategy === '') {
    errors.required(path.child('strategy'));
  } else if (!STRATEGIES.includes(strategy)) {
    errors.unsupported(path.child('strategy'), strategy, STRATEGIES);
  }
  if (strategy === 'Webhook') {
    validateWebhook(mapOf(webhook?.clientConfig), at.child('clientConfig'), errors);
    validateReviews(reviews, at.child('conversionReviewVersions'), errors);
    return;
  }
  const detail = 'should not be set when strategy is not set to Webhook';
  if (isGiven(webhook?.clientConfig)) {
    errors.forbidden(at.child('clientConfig'), detail);
  }
  if (reviews.length > 0) {
    errors.forbidden(at.child('conversionReviewVersions'), detail);
  }
}

function validateWebhook(client: PlainObject | undefined, path: Path, errors: Errors): void {
  if (client === undefined) {
    errors.required(path, 'required when strategy is set to Webhook');
  } else {
    validateClient(client, path, errors);
  }
}

function validateReviews(versions: readonly string[], path: Path, errors: Errors): void {
  if (versions.length === 0) {
    errors.required(path);
    return;
  }
  versions.forEach((version, index) => {
    if (versions.indexOf(version) < index) {
      errors.invalid(path.index(index), version, 'duplicate version');
    } else {
      errors.invalidAll(path.index(index), version, dns1035Label(version));
    }
  });
  if (!versions.some(version => REVIEWS.includes(version))) {
    errors.invalid(path, versions, `must include at least one of ${REVIEWS.join(', ')}`);
  }
}
