import { intOrPercent, validateAllNonNegative, validateIntOrPercent, validateNonNegative } from './numbers';
import { validateClaimSpec } from './persistent-volume-claim';
import { validateEndlessPod, validateSelector, validateTemplate, validateTemplateLabels } from './workload';
import { PlainObject } from '../../../base/plain';
import { dnsLabel } from '../names';
import { isGiven, listOf, mapOf, textOf } from '../values';
import { Subject, SPEC } from './subject';

const POLICY = SPEC.child('podManagementPolicy');
const STRATEGY = SPEC.child('updateStrategy');
const ROLLING_UPDATE = STRATEGY.child('rollingUpdate');
const RETENTION = SPEC.child('persistentVolumeClaimRetentionPolicy');
const CLAIMS = SPEC.child('volumeClaimTemplates');
const START = SPEC.child('ordinals').child('start');
const SERVICE_NAME = SPEC.child('serviceName');

/** Source: pkg/apis/apps/validation/validation.go ValidateStatefulSetSpec; pkg/apis/apps/v1/defaults.go (v1.36) */
export function validateStatefulSet(subject: Subject): void {
  const { spec, errors } = subject;
  const policy = textOf(spec.podManagementPolicy) || 'OrderedReady';
  if (policy !== 'OrderedReady' && policy !== 'Parallel') {
    errors.invalid(POLICY, policy, "must be 'OrderedReady' or 'Parallel'");
  }
  validateStrategy(subject);
  validateRetention(subject);
  listOf(spec.volumeClaimTemplates).forEach((claim, index) => {
    validateClaimSpec(mapOf(mapOf(claim)?.spec) ?? {}, CLAIMS.index(index).child('spec'), errors, subject.context);
  });
  validateAllNonNegative(spec, ['replicas', 'minReadySeconds'], SPEC, errors);
  validateNonNegative(mapOf(spec.ordinals)?.start, START, errors);
  const serviceName = textOf(spec.serviceName);
  if (serviceName !== '') {
    errors.invalidAll(SERVICE_NAME, serviceName, dnsLabel(serviceName));
  }
  const template = mapOf(spec.template) ?? {};
  if (validateSelector(subject, 'statefulset', '')) {
    validateTemplateLabels(spec.selector, template, errors);
    validateTemplate(asCreated(template, listOf(spec.volumeClaimTemplates)), subject);
  }
  validateEndlessPod(template, 'StatefulSet', errors);
}

/**
 * The pod as the controller will make it: its host name and subdomain are the set's, and a volume of each claim template takes the place of
 * one with the same name.
 */
function asCreated(template: PlainObject, claims: readonly unknown[]): PlainObject {
  const pod = mapOf(template.spec);
  if (pod === undefined || claims.length === 0 && !isGiven(pod.hostname) && !isGiven(pod.subdomain)) {
    return template;
  }
  const { hostname, subdomain, ...rest } = pod;
  if (claims.length === 0) {
    return { ...template, spec: rest };
  }
  const names = new Set(claims.map(claim => textOf(mapOf(mapOf(claim)?.metadata)?.name)));
  const own = [...names].map(name => ({ name, persistentVolumeClaim: { claimName: name } }));
  const others = listOf(pod.volumes).filter(volume => !names.has(textOf(mapOf(volume)?.name)));
  return { ...template, spec: { ...rest, volumes: [...own, ...others] } } as PlainObject;
}

function validateStrategy({ spec, errors, context }: Subject): void {
  const strategy = mapOf(spec.updateStrategy) ?? {};
  const type = textOf(strategy.type) || 'RollingUpdate';
  const rollingUpdate = mapOf(strategy.rollingUpdate);
  if (type === 'OnDelete') {
    if (rollingUpdate !== undefined) {
      errors.invalid(ROLLING_UPDATE, rollingUpdate, "only allowed for updateStrategy 'RollingUpdate'");
    }
  } else if (type !== 'RollingUpdate') {
    errors.invalid(STRATEGY, strategy, "must be 'RollingUpdate' or 'OnDelete'");
  } else if (rollingUpdate !== undefined) {
    validateNonNegative(rollingUpdate.partition, ROLLING_UPDATE.child('partition'), errors);
    const { maxUnavailable } = rollingUpdate;
    if (isGiven(maxUnavailable) && context.gate('MaxUnavailableStatefulSet')) {
      const path = ROLLING_UPDATE.child('maxUnavailable');
      validateIntOrPercent(maxUnavailable, path, errors);
      if (intOrPercent(maxUnavailable) === 0) {
        errors.invalid(path, maxUnavailable, 'cannot be 0');
      }
    }
  }
}

function validateRetention({ spec, errors }: Subject): void {
  const retention = mapOf(spec.persistentVolumeClaimRetentionPolicy);
  if (retention === undefined) {
    return;
  }
  for (const name of ['whenDeleted', 'whenScaled']) {
    const policy = textOf(retention[name]) || 'Retain';
    if (policy !== 'Retain' && policy !== 'Delete') {
      errors.unsupported(RETENTION.child(name), policy, ['Retain', 'Delete']);
    }
  }
}
