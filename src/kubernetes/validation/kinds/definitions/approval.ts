import { PlainObject } from '../../../../base/plain';
import { parseUrl } from '../../../cel/evaluation/url-syntax';
import { Errors } from '../../errors';
import { Path } from '../../path';
import { mapOf, textOf } from '../../values';

const ANNOTATION = 'api-approved.kubernetes.io';
const PROTECTED = /(?:^|\.)(?:k8s|kubernetes)\.io$/;
const SEE = 'see https://github.com/kubernetes/enhancements/pull/1111';

/** Groups of Kubernetes' own need an approval. Source: apiextensions-apiserver validation.go validateAPIApproval, pkg/apihelpers/helpers.go GetAPIApprovalState (v0.36) */
export function validateApproval(body: PlainObject, errors: Errors): void {
  if (!PROTECTED.test(textOf(mapOf(body.spec)?.group))) {
    return;
  }
  const text = textOf(mapOf(mapOf(body.metadata)?.annotations)?.[ANNOTATION]);
  const path = Path.root('metadata').child('annotations').key(ANNOTATION);
  if (text === '') {
    errors.required(path, `protected groups must have approval annotation "${ANNOTATION}", ${SEE}`);
  } else if (!text.startsWith('unapproved') && !isUrl(text)) {
    errors.invalid(path, text, `protected groups must have approval annotation "${ANNOTATION}" with either a URL or a reason starting with "unapproved", ${SEE}`);
  }
}

function isUrl(text: string): boolean {
  // What follows a hash is part of the path here.
  const url = parseUrl(text.replaceAll('#', '%23'));
  return url !== undefined && url.host !== '' && url.scheme !== '';
}
