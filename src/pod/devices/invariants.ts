import { contentHash } from './claim-spec';
import { Invariant } from '../../base/findings/construct-checks';

/** The spec is immutable and the name says what it holds: a patch of one without the other gives an object that cannot be applied twice. */
export function keepsItsName(hash: string): Invariant {
  return manifest => contentHash(manifest.spec) === hash ? [] : [{
    id: 'AIW3602',
    title: 'device claim was patched under its old name',
    class: 'risky',
    field: 'spec',
    message: 'Forbidden: the spec of a claim or template is immutable, and its name stands for the content before the patch; where it is applied already, the API server refuses it',
    help: 'say it with properties (cel takes any condition), which gives a new name; or patch the name and what refers to it as well',
  }];
}
