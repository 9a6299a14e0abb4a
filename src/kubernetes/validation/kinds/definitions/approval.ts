import { PlainObject } from '../../../../base/plain';
import { parseUrl } from '../../../cel/evaluation/url-syntax';
import { Errors } from '../../errors';
import { Path } from '../../path';
import { mapOf, textOf } from '../../values';

const ANNOTATION = 'api-approved.kubernetes.io';
const PROTECTED = /(?:^|\.)(?:k8s|kubernetes)\.io$/;
const SEE = 'see https://github.com/kubernetes/enhancements/pull/1111';

type Approval = 'missing' | 'bypassed' | 'approved' | 'invalid';

/** Groups of Kubernetes' own need an approval. Source: apiextensions-apiserver pkg/apihelpers/helpers.go GetAPIApprovalState (v0.36) */
function approvalOf(body: PlainObject): Approval {
  const text = textOf(mapOf(mapOf(body.metadata)?.annotations)?.[ANNOTATION]);
  if (text === '' || text.startsWith('unapproved')) {
    return text === '' ? 'missing' : 'bypassed';
  }
  // What follows a hash is part of the path here.
  const url = parseUrl(text.replaceAll('#', '%23'));
  return url !== undefined && url.host !== '' && url.scheme !== '' ? 'approved' : 'invalid';
}

/** Source: validation.go validateAPIApproval (v0.36) */
export function validateApproval(body: PlainObject, previous: PlainObject | undefined, errors: Errors): void {
  const state = approvalOf(body);
  if (!PROTECTED.test(textOf(mapOf(body.spec)?.group)) || previous !== undefined && approvalOf(previous) === state) {
    return;
  }
  const path = Path.root('metadata').child('annotations').key(ANNOTATION);
  if (state === 'missing') {
    errors.required(path, `protected groups must have approval annotation "${ANNOTATION}", ${SEE}`);
  } else if (state === 'invalid') {
    const text = textOf(mapOf(mapOf(body.metadata)?.annotations)?.[ANNOTATION]);
    errors.invalid(path, text, `protected groups must have approval annotation "${ANNOTATION}" with either a URL or a reason starting with "unapproved", ${SEE}`);
  }
}
