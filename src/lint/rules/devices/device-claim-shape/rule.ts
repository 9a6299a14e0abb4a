import { asList, isPresent, ownValue } from '../../../../base/reading';
import { Complaint } from '../../../../kubernetes/complaint';
import { Manifest } from '../../../../kubernetes/manifest';
import { podSets } from '../../../facts/carried-pods';
import { RESOURCE_GROUP, claimsIn } from '../../../facts/device-claims';
import { Facts } from '../../../facts/facts';
import { PodSet } from '../../../facts/pod-set';
import { Report, Rule } from '../../rule';
import { refusalOf } from '../../wording';

/** Kinds that the API had and has not. Source: kubernetes/api resource/v1alpha2 (1.27 to 1.30) */
const GONE_KINDS: { readonly [kind: string]: string } = {
  ResourceClass: 'DeviceClass',
  ResourceClassParameters: 'DeviceClass with config',
  ResourceClaimParameters: 'the selectors and config of the claim itself',
  PodSchedulingContext: 'nothing: the scheduler allocates by itself',
};

/** Fields of v1alpha1 and v1alpha2. */
const GONE_FIELDS = ['resourceClassName', 'parametersRef', 'allocationMode'];
/** What a claim consists of in every version that has requests. Source: kubernetes/api resource/v1 types.go ResourceClaimSpec (v1.36), v1alpha3 (v1.33) */
const CLAIM_FIELDS: readonly string[] = [...GONE_FIELDS, 'devices', 'controller'];

/** Kinds that people write. */
const WRITTEN_KINDS: ReadonlySet<string> = new Set(['ResourceClaim', 'ResourceClaimTemplate', 'DeviceClass']);

/** Device claims as they were written before `resource.k8s.io/v1`. */
export const deviceClaimShape: Rule = {
  id: 'AIW2501',
  title: 'device claim in an old shape',
  class: 'rejected',
  reason: 'Only resource.k8s.io/v1 (1.34) is served by default; resourceClassName and parametersRef were v1alpha2, the pod field source was dropped in 1.31.',
  source: 'kubernetes/api resource/v1 and resource/v1alpha2 types.go; pkg/controlplane/instance.go DefaultAPIResourceConfigSource (v1.36)',
  remedy: 'Write resource.k8s.io/v1: a request has its fields under exactly, parameters are CEL selectors, and a pod names the claim on the entry itself.',
  appliesTo: ['ResourceClaim', 'ResourceClaimTemplate', 'DeviceClass', 'every carrier of pods'],
  check: (facts, report) => {
    const known = facts.objects.filter(object => object.group === RESOURCE_GROUP);
    known.forEach(object => checkVersion(object, report));
    checkFields(facts, report);
    facts.get(podSets).forEach(pods => checkPods(pods, report));
  },
};

function checkVersion(object: Manifest, report: Report): void {
  const instead = ownValue(GONE_KINDS, object.kind);
  if (instead) {
    report(object, { field: 'kind', message: `Unsupported value: ${JSON.stringify(object.kind)}: the kind was removed in 1.31`, help: `use ${instead}` });
  } else if (isPreview(object.apiVersion) && !object.cluster.apis?.includes(object.apiVersion) && WRITTEN_KINDS.has(object.kind)) {
    report(object, {
      field: 'apiVersion',
      message: `Unsupported value: ${JSON.stringify(object.apiVersion)}: API servers do not serve it by default`,
      help: `write resource.k8s.io/v1 (1.34 and later), where a request has its fields under exactly; or say --api ${object.apiVersion} where --runtime-config serves the version`,
    });
  }
}

function isPreview(apiVersion: string): boolean {
  return /alpha|beta/.test(apiVersion);
}

/** Where nobody asks for strictness, unknown fields are dropped without a word, and a claim without devices allocates nothing. */
function checkFields(facts: Facts, report: Report): void {
  for (const { object, field, spec } of claimsIn(facts)) {
    for (const name of GONE_FIELDS.filter(each => isPresent(spec[each]))) {
      report(object, {
        field: `${field}.${name}`,
        message: `Forbidden: unknown field: ${name} is of v1alpha2 and left with 1.31`,
        help: 'say the class in devices.requests[].exactly.deviceClassName, and parameters as CEL selectors',
      });
    }
    if (object.apiVersion === `${RESOURCE_GROUP}/v1alpha3`) {
      Object.keys(spec).filter(each => !CLAIM_FIELDS.includes(each)).forEach(name => report(object, neverThere(field, name)));
    }
  }
}

/** Of a version that is not served nothing else says which of its fields are made up. */
function neverThere(field: string, name: string): Complaint {
  return {
    field: `${field}.${name}`,
    message: `Invalid value: ${JSON.stringify(name)}: unknown field: no version of the API has it`,
    help: 'a share of a device is a CEL selector on its capacity, or capacity.requests where the driver allows it',
  };
}

function checkPods(pods: PodSet, report: Report): void {
  asList(pods.spec.resourceClaims).forEach((claim, index) => {
    const field = pods.at(`resourceClaims[${index}]`);
    if (isPresent(claim.source)) {
      report(pods.carrier, {
        field: `${field}.source`,
        message: 'Forbidden: unknown field: since 1.31 the name stands on the entry itself',
        help: 'move resourceClaimName or resourceClaimTemplateName up one level',
      });
    } else if (isPresent(claim.resourceClaimName) === isPresent(claim.resourceClaimTemplateName)) {
      report(pods.carrier, {
        field,
        message: 'Invalid value: must specify exactly one of: `resourceClaimName`, `resourceClaimTemplateName`',
        class: refusalOf(pods),
        help: 'a template gives each pod devices of its own, a claim is shared by the pods',
      });
    }
  });
}
