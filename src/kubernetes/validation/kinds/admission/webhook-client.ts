import { PlainObject } from '../../../../base/plain';
import { parseUrl } from '../../../cel/evaluation/url-syntax';
import { Errors } from '../../errors';
import { dnsSubdomain, portNumber } from '../../names';
import { Path } from '../../path';
import { intOf, isGiven, mapOf, textOf } from '../../values';

/** Where a webhook is called. Source: pkg/apis/admissionregistration/validation/validation.go validateValidatingWebhook (v1.36) */
export function validateClient(client: PlainObject, path: Path, errors: Errors): void {
  const service = mapOf(client.service);
  if (isGiven(client.url) === (service !== undefined)) {
    errors.required(path, 'exactly one of url or service is required');
  } else if (service === undefined) {
    validateUrl(textOf(client.url), path.child('url'), errors);
  } else {
    validateService(service, path.child('service'), errors);
  }
}

const FORM = '; desired format: https://host[/path]';
/** Of what is no request, this does not parse either. */
// eslint-disable-next-line no-control-regex
const NO_URL = /^[^/]*:|^[^?]*%(?![0-9A-Fa-f]{2})|[\x00-\x1f\x7f]/;

/** Source: apiserver pkg/util/webhook/validation.go ValidateWebhookURL (v0.36) */
function validateUrl(text: string, path: Path, errors: Errors): void {
  const [place, ...fragment] = text.split('#');
  const url = parseUrl(text);
  if (url === undefined && NO_URL.test(text)) {
    errors.required(path, `url must be a valid URL${FORM}`);
    return;
  }
  // What has neither a scheme nor a host parses, and is refused all the same.
  if (url?.scheme !== 'https') {
    errors.invalid(path, url?.scheme ?? text, `'https' is the only allowed URL scheme${FORM}`);
  }
  if ((url?.host ?? '') === '') {
    errors.invalid(path, url?.host ?? '', `host must be specified${FORM}`);
  }
  if (/^[^/?]*\/\/[^/?]*@/.test(place)) {
    errors.invalid(path, text, 'user information is not permitted in the URL');
  }
  if (fragment.join('') !== '') {
    errors.invalid(path, fragment.join('#'), 'fragments are not permitted in the URL');
  }
  if ((url?.query ?? '') !== '') {
    errors.invalid(path, url?.query, 'query parameters are not permitted in the URL');
  }
}

/**
 * The server takes the name for the namespace and the other way round; the field that is empty is named here.
 * Source: apiserver pkg/util/webhook/validation.go ValidateWebhookService (v0.36)
 */
function validateService(service: PlainObject, path: Path, errors: Errors): void {
  for (const name of ['name', 'namespace']) {
    if (textOf(service[name]) === '') {
      errors.required(path.child(name));
    }
  }
  const port = intOf(service.port) ?? 443;
  errors.invalidAll(path.child('port'), port, portNumber(port).map(text => `port is not valid: ${text}`));
  const text = textOf(service.path);
  if (text !== '' && text !== '/') {
    validatePath(text, path.child('path'), errors);
  }
}

function validatePath(text: string, path: Path, errors: Errors): void {
  if (text === '//') {
    errors.invalid(path, text, 'segment[0] may not be empty');
    return;
  }
  if (!text.startsWith('/')) {
    errors.invalid(path, text, "must start with a '/'");
  }
  const inner = text.slice(1);
  (inner.endsWith('/') ? inner.slice(0, -1) : inner).split('/').forEach((step, index) => {
    const problems = step === '' ? ['may not be empty'] : dnsSubdomain(step);
    problems.forEach(problem => errors.invalid(path, text, `segment[${index}]${step === '' ? '' : ':'} ${problem}`));
  });
}
