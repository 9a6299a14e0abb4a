import { contentHash } from './claim-spec';
import { Invariant } from '../../base/findings/construct-checks';
import { noticed } from '../../base/findings/notice';
import { CLAIM_UNDER_OLD_NAME } from '../notices';

/** The spec is immutable and the name says what it holds: a patch of one without the other gives an object that cannot be applied twice. */
export function keepsItsName(hash: string): Invariant {
  return manifest => contentHash(manifest.spec) === hash ? [] : [{
    ...noticed(CLAIM_UNDER_OLD_NAME),
    field: 'spec',
    message: 'Forbidden: the spec of a claim or template is immutable, and its name stands for the content before the patch; where it is applied already, the API server refuses it',
    help: 'say it with properties (cel takes any condition), which gives a new name; or patch the name and what refers to it as well',
  }];
}
