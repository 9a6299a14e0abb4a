import * as kplus from 'cdk8s-plus-28';
import { checkDnsConfig, checkHostAliases } from './network-checks';
import { WorkloadPodProps } from './pod-template-props';
import { duplicate, forbidden, invalid } from '../../base/errors/invalid-input';
import { OWN_LABEL_PREFIX } from '../../base/labels';
import { PlainObject, compact } from '../../base/plain';
import { Attempt } from '../../given/mistakes/collecting';
import { checkLabels, checkMetadata } from '../../kubernetes/refused/labels';
import { checkNamePart, checkSubdomain } from '../../kubernetes/refused/names';
import { refusePart } from '../../kubernetes/refused/pod';
import { Path } from '../../kubernetes/validation/path';
import { checkMirror } from '../container/image';
import { deadNodeTolerations, renderToleration } from '../scheduling/toleration';
import { checkIds } from '../security/id-checks';

/** Everything of the pod's properties that can be checked before its containers are made, each part by itself. */
export function checkPodProps(props: WorkloadPodProps, attempt: Attempt): void {
  const checks = [checkNamespace, checkOwnLabels, checkNodeLabels, checkHostNames, checkReferences];
  checks.forEach(check => attempt(() => check(props)));
  attempt(() => checkMirror('registryMirror', props.registryMirror));
  attempt(() => checkHostAliases(props.hostAliases));
  attempt(() => checkDns(props.dns));
  attempt(() => checkSecurityContext(props.securityContext));
  attempt(() => props.tolerations?.forEach((toleration, index) => attempt(() => renderToleration(toleration, `tolerations[${index}]`))));
  attempt(() => deadNodeTolerations(props.deadNodeTolerance));
}

function checkNamespace({ metadata }: WorkloadPodProps): void {
  if (metadata?.namespace !== undefined) {
    checkNamePart('metadata.namespace', metadata.namespace);
  }
}

/** Names of objects that pods refer to: the API server refuses the pod, which nobody sees but the controller that makes it. */
function checkReferences(props: WorkloadPodProps): void {
  for (const property of ['priorityClassName', 'runtimeClassName', 'schedulerName'] as const) {
    const name = props[property];
    if (name !== undefined) {
      checkSubdomain(property, name);
    }
  }
  for (const property of ['serviceAccount', 'dockerRegistryAuth'] as const) {
    if (props[property] !== undefined) {
      checkSubdomain(`${property}.name`, props[property].name);
    }
  }
  props.imagePullSecretNames?.forEach((name, index) => checkSubdomain(`imagePullSecretNames[${index}]`, name));
}

export function refuseRestartPolicy(field: string, cont: kplus.ContainerProps): void {
  if (cont.restartPolicy !== undefined) {
    throw forbidden(`${field}.restartPolicy`, 'on a main container it does not make a sidecar: Kubernetes drops it up to 1.34 and restarts the container from 1.35, so a Job never completes',
      'move the container to sidecars (an init container with restartPolicy: Always)');
  }
}

/** Two entries of one name make the API server refuse the pod. */
export function checkNamedOnce(field: string, entries: readonly PlainObject[]): void {
  const seen = new Set<string>();
  for (const { name } of entries) {
    if (seen.has(String(name))) {
      throw duplicate(field, name, 'is the name of two of them in one pod, one of which the pattern adds', 'give yours another name');
    }
    seen.add(String(name));
  }
}

export function checkRestartPolicy(given: kplus.RestartPolicy | undefined, needed: string): void {
  if (given !== undefined && String(given) !== needed) {
    throw forbidden('restartPolicy', `these pods need ${needed}, not ${given}`, 'leave it out');
  }
}

function checkOwnLabels(props: WorkloadPodProps): void {
  const identity = (['name', 'namespace'] as const).find(key => props.podMetadata?.[key] !== undefined);
  if (identity) {
    throw forbidden(`podMetadata.${identity}`, 'pods are named by their controller and live where their workload does', identity === 'name' ? 'use name' : 'use metadata.namespace');
  }
  const labels = props.podMetadata?.labels ?? {};
  const own = Object.keys(labels).find(key => key.startsWith(OWN_LABEL_PREFIX));
  if (own) {
    throw forbidden(`podMetadata.labels[${own}]`, 'carries identity and is set by the pattern', 'use a label of your own');
  }
  checkMetadata('podMetadata', labels, props.podMetadata?.annotations ?? {});
}

function checkNodeLabels({ accelerator, nodeLabels = {} }: WorkloadPodProps): void {
  checkLabels('accelerator.nodeLabels', accelerator?.nodeLabels ?? {});
  checkLabels('nodeLabels', nodeLabels);
  for (const [key, needed] of Object.entries(accelerator?.nodeLabels ?? {})) {
    const value = Object.hasOwn(nodeLabels, key) ? nodeLabels[key] : needed;
    if (needed !== value) {
      throw invalid(`nodeLabels[${key}]`, value, `the accelerator needs ${JSON.stringify(needed)}, and a node has one value`, 'keep one of them');
    }
  }
}

function checkSecurityContext({ user, group, fsGroup, sysctls = [] }: kplus.PodSecurityContextProps = {}): void {
  checkIds('securityContext', { user, group, fsGroup }, (securityContext, { validatePodSecurityContext }, scope) =>
    validatePodSecurityContext({ ...scope, spec: { securityContext } }, Path.root('')));
  if (sysctls.length === 0) {
    return;
  }
  refusePart(({ field, reason }) => ({
    field,
    ...(reason === 'FieldValueDuplicate' ? { because: 'is set already', help: 'keep one of them' } : { help: 'write it as sysctl prints it: net.core.somaxconn' }),
  }), ({ validatePodSecurityContext }, scope) => validatePodSecurityContext(scope, Path.root('securityContext')),
  { spec: { securityContext: { sysctls: sysctls.map(({ name }) => ({ name })) } } });
}

function checkDns({ policy, nameservers, searches, options }: kplus.PodDnsProps = {}): void {
  checkDnsConfig('dns', policy, compact({ nameservers, searches, options: options as PlainObject[] | undefined }));
}

/** Source: pkg/controller/statefulset/stateful_set_utils.go updateIdentity (v1.36) */
function checkHostNames({ dns }: WorkloadPodProps): void {
  for (const name of ['hostname', 'subdomain'] as const) {
    if (dns?.[name] !== undefined) {
      throw forbidden(`dns.${name}`, 'pods of a workload get their names from it: the controller writes hostname and subdomain', 'leave it out');
    }
  }
}
