import { CONTAINER_ANNOTATIONS, NODE_LABELS, OBJECT_ANNOTATIONS, POD_ANNOTATIONS, Superseded, VOLUMES } from './data';
import { PlainObject } from '../../../../base/plain';
import { asList, asObject, asText, objectAt } from '../../../../base/reading';
import { minorNumber } from '../../../../kubernetes/cluster';
import { Manifest } from '../../../../kubernetes/manifest';
import { podSets } from '../../../facts/carried-pods';
import { Facts } from '../../../facts/facts';
import { PodSet } from '../../../facts/pod-set';
import { Report, Rule } from '../../rule';

/** What a newer field, label or driver took the place of. */
export const supersededField: Rule = {
  id: 'AIW2135',
  title: 'superseded label, annotation or volume',
  class: 'advice',
  reason: 'It still passes the API server. Some of it goes in a later minor; some of it does nothing any more, and some volumes can no longer be mounted.',
  source: 'pkg/api/{pod,node,service,persistentvolume,persistentvolumeclaim} warnings (v1.36)',
  remedy: 'Write what took its place.',
  appliesTo: ['every carrier of pods', 'Service', 'Ingress', 'PersistentVolume', 'PersistentVolumeClaim', 'StorageClass'],
  but: 'what does nothing any more: warning; volumes without a driver: error',
  check: (facts, report) => {
    for (const pods of facts.get(podSets)) {
      checkAnnotations(report, pods);
      checkNodeLabels(report, pods);
      checkVolumes(report, pods);
    }
    for (const [type, table] of OBJECT_ANNOTATIONS) {
      facts.ofType(type).forEach(object => checkObject(report, object, table));
    }
    checkDistribution(facts, report);
  },
};

function say(report: Report, subject: Manifest, field: string, what: string, { detail, instead, class: sure }: Superseded): void {
  report(subject, { field, message: `Invalid value: ${JSON.stringify(what)}: ${detail}`, ...(sure && { class: sure }), help: `use ${instead}` });
}

function checkAnnotations(report: Report, pods: PodSet): void {
  for (const key in pods.annotations) {
    const superseded = POD_ANNOTATIONS.get(key) ?? CONTAINER_ANNOTATIONS.find(([prefix]) => key.startsWith(prefix))?.[1];
    if (superseded && !isSaidByField(pods, key)) {
      say(report, pods.carrier, pods.metadataField(`annotations[${key}]`), key, superseded);
    }
  }
}

const PROFILES: readonly (readonly [word: string, field: string])[] = [['seccomp', 'seccompProfile'], ['apparmor', 'appArmorProfile']];

/** The annotation may stand beside its field for the sake of old clusters. */
function isSaidByField(pods: PodSet, key: string): boolean {
  const field = PROFILES.find(([word]) => key.includes(word))?.[1];
  const has = (body: PlainObject) => field !== undefined && asObject(body.securityContext)[field] !== undefined;
  return has(pods.spec) || pods.containers.some(({ container }) => has(container));
}

function checkNodeLabels(report: Report, pods: PodSet): void {
  const check = (key: string | undefined, field: () => string) => {
    const superseded = key === undefined ? undefined : NODE_LABELS.get(key);
    if (superseded) {
      say(report, pods.carrier, pods.at(field()), key!, superseded);
    }
  };
  Object.keys(asObject(pods.spec.nodeSelector)).forEach(key => check(key, () => `nodeSelector[${key}]`));
  asList(pods.spec.topologySpreadConstraints).forEach((each, index) => check(asText(each.topologyKey), () => `topologySpreadConstraints[${index}].topologyKey`));
  if (pods.spec.affinity !== undefined) {
    eachAffinityKey(asObject(pods.spec.affinity), check);
  }
}

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

function eachAffinityKey(affinity: PlainObject, check: (key: string | undefined, field: () => string) => void): void {
  const node = asObject(affinity.nodeAffinity);
  const expressions = (term: unknown, path: () => string) => asList(asObject(term).matchExpressions).forEach((each, index) => (
    check(asText(each.key), () => `${path()}.matchExpressions[${index}].key`)));
  asList(objectAt(node, REQUIRED).nodeSelectorTerms).forEach((term, index) => (
    expressions(term, () => `affinity.nodeAffinity.${REQUIRED}.nodeSelectorTerms[${index}]`)));
  asList(node[PREFERRED]).forEach((each, index) => expressions(each.preference, () => `affinity.nodeAffinity.${PREFERRED}[${index}].preference`));
  for (const kind of ['podAffinity', 'podAntiAffinity']) {
    const pod = asObject(affinity[kind]);
    asList(pod[REQUIRED]).forEach((term, index) => check(asText(term.topologyKey), () => `affinity.${kind}.${REQUIRED}[${index}].topologyKey`));
    asList(pod[PREFERRED]).forEach((each, index) => (
      check(asText(asObject(each.podAffinityTerm).topologyKey), () => `affinity.${kind}.${PREFERRED}[${index}].podAffinityTerm.topologyKey`)));
  }
}

function checkVolumes(report: Report, pods: PodSet): void {
  asList(pods.spec.volumes).forEach((volume, index) => {
    for (const key in volume) {
      const superseded = VOLUMES.get(key);
      if (superseded && !(key === 'gitRepo' && pods.carrier.cluster.featureGates.GitRepoVolumeDriver === true)) {
        say(report, pods.carrier, pods.at(`volumes[${index}].${key}`), key, superseded);
      }
    }
  });
}

function checkObject(report: Report, object: Manifest, table: ReadonlyMap<string, Superseded>): void {
  const annotations = asObject(asObject(object.body.metadata).annotations);
  for (const key in annotations) {
    const superseded = table.get(key);
    // An old annotation beside the field that took its place is the business of the rule about that field.
    if (superseded && !(superseded.instead.startsWith('spec.') && object.spec[superseded.instead.slice('spec.'.length)] !== undefined)) {
      say(report, object, `metadata.annotations[${key}]`, key, superseded);
    }
  }
}

/** The old name of PreferSameZone, which exists from 1.34. Source: pkg/api/service/warnings.go (v1.36), KEP-3015 */
function checkDistribution(facts: Facts, report: Report): void {
  for (const service of facts.ofType('Service')) {
    if (service.spec.trafficDistribution === 'PreferClose' && minorNumber(service.cluster) >= 34) {
      say(report, service, 'spec.trafficDistribution', 'PreferClose', { detail: 'the old name', instead: 'PreferSameZone, which means the same' });
    }
  }
}
