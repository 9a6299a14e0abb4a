import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { Accelerator } from './accelerator';
import { contentHash, renderClaim } from './claim-spec';
import { keepsItsName } from './invariants';
import { ACCELERATOR_CLAIM } from './pod-claims';
import { mustHold } from '../../base/findings/construct-checks';
import { PlainObject } from '../../base/plain';
import { ObjectOptions, createObject } from '../template/plain-api-object';

export const RESOURCE_API = 'resource.k8s.io/v1';

/**
 * The template from which each pod of a workload gets a claim of its own. One for all pods, named by its content: a changed count or condition makes a
 * new template that the pods point at, since the spec of the old one may not change.
 *
 * @returns the name of the template; undefined when a device plugin gives the devices.
 */
export function createClaimTemplate(scope: Construct, options: ObjectOptions, accelerator: Accelerator | undefined): string | undefined {
  const claim = accelerator?._claim;
  return claim && createTemplate(scope, 'AcceleratorClaim', { ...options, name: `${options.name}-${ACCELERATOR_CLAIM}` }, renderClaim(claim)).name;
}

/**
 * The same for pods that keep the template of before: the one of now where both ask for the same, else the one of before, which must stay until they are
 * gone.
 */
export function createPreviousClaimTemplate(
  scope: Construct,
  options: ObjectOptions,
  before: Accelerator | undefined,
  now: { readonly accelerator?: Accelerator; readonly claimTemplate?: string },
): string | undefined {
  const content = (each: Accelerator | undefined) => each?._claim && JSON.stringify(renderClaim(each._claim));
  return content(before) === content(now.accelerator) ? now.claimTemplate : createClaimTemplate(scope, options, before);
}

/** A ResourceClaimTemplate whose name ends with the hash of its content. */
export function createTemplate(scope: Construct, id: string, options: ObjectOptions, claim: PlainObject): ApiObject {
  const spec = { spec: claim };
  const object = createObject(scope, id, RESOURCE_API, 'ResourceClaimTemplate', { ...options, name: `${options.name}-${contentHash(spec)}` }, { spec });
  mustHold(object, keepsItsName(contentHash(spec)));
  return object;
}
