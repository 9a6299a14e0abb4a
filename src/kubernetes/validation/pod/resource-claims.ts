import { isMirror } from './annotations';
import { PodScope } from './scope';
import { PlainObject } from '../../../base/plain';
import { Errors } from '../errors';
import { dnsLabel, dnsSubdomain } from '../names';
import { Path } from '../path';
import { isGiven, listOf, mapOf, textOf } from '../values';

const NONE: ReadonlySet<string> = new Set();

/** Names of a pod's claims, without empty ones. */
export function claimNamesOf(claims: unknown): ReadonlySet<string> {
  return claims === undefined ? NONE : new Set(listOf(claims).map(each => textOf(mapOf(each)?.name)).filter(name => name !== ''));
}

const SOURCES = ['resourceClaimName', 'resourceClaimTemplateName'];

/** Claims of a pod. Source: pkg/apis/core/validation/validation.go validatePodResourceClaims (v1.36) */
export function validateResourceClaims(claims: readonly unknown[], scope: PodScope, path: Path): void {
  const names = new Set<string>();
  claims.forEach((claim, index) => {
    if (scope.isPod && isMirror(scope)) {
      scope.errors.forbidden(NOWHERE, 'static pods do not support resource claims');
    } else {
      validateClaim(mapOf(claim) ?? {}, names, path.index(index), scope.errors);
    }
  });
}

/** The API server names no field there. */
/** As the server writes a path without a name. */
const NOWHERE = Path.root('[]');

function validateClaim(claim: PlainObject, names: Set<string>, path: Path, errors: Errors): void {
  const name = textOf(claim.name);
  if (name === '') {
    errors.required(path.child('name'));
  } else if (names.has(name)) {
    errors.duplicate(path.child('name'), name);
  } else {
    errors.invalidAll(path.child('name'), name, dnsLabel(name));
  }
  names.add(name);
  const given = SOURCES.filter(source => isGiven(claim[source]));
  if (given.length !== 1) {
    errors.invalid(path, claim, given.length > 1 ? 'at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified'
      : 'must specify one of: `resourceClaimName`, `resourceClaimTemplateName`');
  }
  for (const source of given) {
    errors.invalidAll(path.child(source), textOf(claim[source]), dnsSubdomain(textOf(claim[source])));
  }
}
