import { PlainObject } from '../../../../base/plain';
import { asList, asObject, asText, objectAt } from '../../../../base/reading';
import { listed } from '../../../../base/text/listed';
import { minorNumber } from '../../../../kubernetes/cluster';
import { podSets } from '../../../facts/carried-pods';
import { Facts } from '../../../facts/facts';
import { PodSet } from '../../../facts/pod-set';
import { Report, Rule } from '../../rule';
import { BUT_MISSING, helpFor, refusalOf, reportMissing } from '../../wording';

/** Dynamic resource allocation is on by default from 1.34. Source: pkg/features/kube_features.go (v1.36) */
const DEFAULT_FROM = 34;

const SOURCES = [
  { field: 'resourceClaimName', kind: 'ResourceClaim' },
  { field: 'resourceClaimTemplateName', kind: 'ResourceClaimTemplate' },
];

/** Device claims: the object a pod names, and the pod's claim a container names. */
export const resourceClaimNotFound: Rule = {
  id: 'AIW2111',
  title: 'resource claim not found',
  class: 'broken',
  reason: 'A pod waits for ever for a claim or template that does not exist; a container may name only claims of its own pod.',
  source: 'pkg/scheduler/framework/plugins/dynamicresources/dynamicresources.go PreEnqueue; pkg/apis/core/validation/validation.go (v1.36)',
  remedy: 'Create the claim or template in the namespace of the pods; let containers name claims of spec.resourceClaims and requests of these claims.',
  appliesTo: ['every carrier of pods'],
  but: `a container that names a claim which its pod has not: rejected; otherwise ${BUT_MISSING}`,
  check: (facts, report) => {
    for (const pods of facts.get(podSets)) {
      const claims = asList(pods.spec.resourceClaims);
      claims.forEach((claim, index) => checkSource(facts, report, pods, claim, index));
      checkContainers(report, pods, new Set(claims.flatMap(claim => asText(claim.name) ?? [])));
      checkRequests(facts, report, pods, claims);
    }
  },
};

function checkSource(facts: Facts, report: Report, pods: PodSet, claim: PlainObject, index: number): void {
  for (const { field, kind } of SOURCES) {
    const name = asText(claim[field]);
    if (name !== undefined) {
      reportMissing(facts, report, {
        subject: pods.carrier,
        field: pods.at(`resourceClaims[${index}].${field}`),
        type: `resource.k8s.io/${kind}`,
        place: pods.place,
        name,
        isOurs: pods.isOurs,
        help: helpFor(pods.carrier, `create the ${kind} in the namespace of the pods, or declare under outside in .cdk8s-ai.yaml that it exists`,
          `create the ${kind} in this app, in the namespace of the pods`),
      });
    }
  }
}

function checkContainers(report: Report, pods: PodSet, declared: ReadonlySet<string>): void {
  for (const { container, field } of pods.containers) {
    asList(asObject(container.resources).claims).forEach((claim, index) => {
      const name = asText(claim.name);
      if (name !== undefined && !declared.has(name)) {
        report(pods.carrier, {
          field: `${field}.resources.claims[${index}]`,
          message: `Not found: ${JSON.stringify(name)}: must be one of the names in pod.spec.resourceClaims: ${listed(declared) || 'none'}`,
          // Where the gate is off, the API server drops the claims of pod and container alike.
          class: minorNumber(pods.carrier.cluster) >= DEFAULT_FROM || pods.carrier.cluster.featureGates.DynamicResourceAllocation ? refusalOf(pods) : 'broken',
          help: 'add the claim to the pod, or correct the name',
        });
      }
    });
  }
}

/** The API server does not compare a container's request with the claim; the container then gets no device. */
function checkRequests(facts: Facts, report: Report, pods: PodSet, claims: readonly PlainObject[]): void {
  for (const { container, field } of pods.containers) {
    asList(asObject(container.resources).claims).forEach((use, index) => {
      const request = asText(use.request);
      const known = request === undefined ? undefined : requestNames(facts, pods.place, claims.find(claim => claim.name === use.name));
      if (known && !known.includes(request!.split('/')[0])) {
        report(pods.carrier, {
          field: `${field}.resources.claims[${index}].request`,
          message: `Not found: ${JSON.stringify(request)}: the claim has no request of this name`,
          class: 'broken',
          notes: [`its requests are: ${listed(known)}`],
          help: 'name one of them, or leave request out to get all',
        });
      }
    });
  }
}

/** Names of the requests behind a claim of a pod; undefined where the object is not in the app. */
function requestNames(facts: Facts, place: string, claim: PlainObject | undefined): string[] | undefined {
  const source = SOURCES.find(({ field }) => claim?.[field] !== undefined);
  const object = source && facts.find(`resource.k8s.io/${source.kind}`, place, asText(claim![source.field]) ?? '');
  const devices = object && objectAt(object.spec, ...(source.kind === 'ResourceClaimTemplate' ? ['spec', 'devices'] : ['devices']));
  return devices && asList(devices.requests).flatMap(request => asText(request.name) ?? []);
}
