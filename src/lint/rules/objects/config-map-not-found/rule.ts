import { PlainObject } from '../../../../base/plain';
import { asList, asObject, asText, objectAt } from '../../../../base/reading';
import { podSets } from '../../../facts/carried-pods';
import { Facts } from '../../../facts/facts';
import { PlacedContainer, PodSet } from '../../../facts/pod-set';
import { Report, Rule } from '../../rule';
import { BUT_MISSING, helpFor, reportMissing } from '../../wording';

type Refer = (reference: PlainObject, field: string) => void;

/** ConfigMaps that variables and volumes name. */
export const configMapNotFound: Rule = {
  id: 'AIW2107',
  title: 'config map not found',
  class: 'broken',
  reason: 'A container whose ConfigMap does not exist is never started (CreateContainerConfigError), unless the reference is optional.',
  source: 'pkg/kubelet/kubelet_pods.go makeEnvironmentVariables (v1.36)',
  remedy: 'Create the ConfigMap in the namespace of the pods, correct the name, mark the reference as optional, or declare that the ConfigMap exists outside.',
  appliesTo: ['every carrier of pods'],
  but: BUT_MISSING,
  check: (facts, report) => {
    for (const pods of facts.get(podSets)) {
      const refer: Refer = (reference, field) => checkReference(facts, report, pods, reference, field);
      pods.containers.forEach(placed => readVariables(placed, refer));
      readVolumes(pods, refer);
    }
  },
};

function readVariables({ container, field }: PlacedContainer, refer: Refer): void {
  asList(container.env).forEach((variable, index) => {
    if (variable.valueFrom !== undefined) {
      refer(objectAt(variable, 'valueFrom', 'configMapKeyRef'), `${field}.env[${index}].valueFrom.configMapKeyRef.name`);
    }
  });
  asList(container.envFrom).forEach((source, index) => refer(asObject(source.configMapRef), `${field}.envFrom[${index}].configMapRef.name`));
}

function readVolumes(pods: PodSet, refer: Refer): void {
  asList(pods.spec.volumes).forEach((volume, index) => {
    refer(asObject(volume.configMap), pods.at(`volumes[${index}].configMap.name`));
    asList(asObject(volume.projected).sources).forEach((source, place) => {
      refer(asObject(source.configMap), pods.at(`volumes[${index}].projected.sources[${place}].configMap.name`));
    });
  });
}

function checkReference(facts: Facts, report: Report, pods: PodSet, reference: PlainObject, field: string): void {
  const name = asText(reference.name);
  if (name === undefined || reference.optional === true) {
    return;
  }
  reportMissing(facts, report, {
    subject: pods.carrier,
    field,
    type: 'ConfigMap',
    place: pods.place,
    name,
    isOurs: pods.isOurs,
    help: helpFor(pods.carrier, 'create the ConfigMap, correct the name, or declare under outside in .cdk8s-ai.yaml that it exists',
      'create it in this app; or, if it exists in the cluster, say so with ConfigMap.fromConfigMapName(scope, id, name)'),
  });
}
