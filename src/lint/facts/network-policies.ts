import { Facts } from './facts';
import { PodSet } from './pod-set';
import { Selector, isEverything, labelSelector, matchesLabels, selects } from './selector';
import { PlainObject } from '../../base/plain';
import { asList, asNumber, asShown, asText, asTexts, isPresent } from '../../base/reading';
import { Manifest } from '../../kubernetes/manifest';

/** Which way packets go. */
export type Direction = 'ingress' | 'egress';

/** A policy as it governs one direction. */
export interface GoverningPolicy {
  readonly policy: Manifest;
  readonly selector: Selector;
  /** Whether it is about some pods of its namespace, and not about all of them. */
  readonly isSpecific: boolean;
  readonly rules: readonly PlainObject[];
}

/** Policies of a direction. Without types each is about ingress, and about egress where it has rules of it. Source: pkg/apis/networking/v1/defaults.go (v1.36) */
export function policiesFor(facts: Facts, direction: Direction): readonly GoverningPolicy[] {
  return facts.ofType('networking.k8s.io/NetworkPolicy').filter(({ spec }) => {
    const types = asTexts(spec.policyTypes);
    return types.length > 0 ? types.includes(direction === 'ingress' ? 'Ingress' : 'Egress') : direction === 'ingress' || isPresent(spec.egress);
  }).map(policy => {
    const selector = labelSelector(policy.spec.podSelector);
    return { policy, selector, isSpecific: !isEverything(selector), rules: asList(policy.spec[direction]) };
  });
}

/** Those that govern pods: surely where labels of the template alone decide, or perhaps. Pods in the network of their node are governed by none. */
export function governing(policies: readonly GoverningPolicy[], pods: PodSet, sure: boolean): readonly GoverningPolicy[] {
  return pods.spec.hostNetwork === true ? [] : policies.filter(({ policy, selector }) => (
    policy.place === pods.place && (sure ? matchesLabels(selector, pods.labels) : selects(selector, pods))));
}

/** A port of pods. */
export interface PodPort {
  readonly protocol: string;
  readonly number?: number;
  readonly names: readonly string[];
}

/** Whether a rule lets packets to a port pass; whoever sends or gets them. Source: kubernetes/api networking/v1 types.go NetworkPolicyPort (v1.36) */
export function passes(rule: PlainObject, port: PodPort): boolean {
  const ports = asList(rule.ports);
  return ports.length === 0 || ports.some(each => (asText(each.protocol) ?? 'TCP') === port.protocol && isOfPort(each, port));
}

function isOfPort({ port: written, endPort }: PlainObject, { number, names }: PodPort): boolean {
  if (!isPresent(written)) {
    return true;
  }
  const first = asNumber(written);
  return first === undefined ? names.includes(asShown(written)) : number === undefined || (number >= first && number <= (asNumber(endPort) ?? first));
}
