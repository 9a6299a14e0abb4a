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

/** What governs pods in one direction. */
export class Governed {
  private readonly answers = new Map<string, boolean>();

  /**
   * @param sure the first policy of some pods, with rules, that governs them by labels of their template alone.
   * @param rules those of all policies that may govern them.
   */
  constructor(public readonly sure: GoverningPolicy | undefined, private readonly rules: readonly PlainObject[]) {}

  /** Whether any rule lets packets to a port pass. Thousands of pods ask for the same few ports. */
  public passes(port: PodPort): boolean {
    const key = JSON.stringify(port);
    const known = this.answers.get(key);
    const answer = known ?? this.rules.some(rule => passes(rule, port));
    this.answers.set(key, answer);
    return answer;
  }
}

const UNGOVERNED = new Governed(undefined, []);

/**
 * Policies of one direction, asked of which pods each is. There may be thousands of both: each policy is found by a label that its selector asks for, and pods with
 * the same labels are governed alike.
 */
export class Policies {
  private readonly byPlace = new Map<string, PlacePolicies>();
  private readonly known = new Map<PodSet['added'], Map<string, Governed>>();

  constructor(facts: Facts, direction: Direction) {
    for (const each of policiesFor(facts, direction)) {
      const place = this.byPlace.get(each.policy.place) ?? new PlacePolicies();
      this.byPlace.set(each.policy.place, place);
      place.add(each);
    }
  }

  public get isEmpty(): boolean {
    return this.byPlace.size === 0;
  }

  /** What governs pods. Those in the network of their node are governed by nothing. */
  public about(pods: PodSet): Governed {
    const policies = pods.spec.hostNetwork === true ? undefined : this.byPlace.get(pods.place);
    if (policies === undefined) {
      return UNGOVERNED;
    }
    // Kinds whose pods get the same labels share them.
    const alike = this.known.get(pods.added) ?? new Map<string, Governed>();
    this.known.set(pods.added, alike);
    const key = JSON.stringify([pods.place, pods.hasOpenLabels, pods.labels]);
    const governed = alike.get(key) ?? governedBy(policies.candidates(pods), pods);
    alike.set(key, governed);
    return governed;
  }
}

function governedBy(policies: readonly GoverningPolicy[], pods: PodSet): Governed {
  // One for all pods that allows nothing is a default, to which others add.
  const sure = policies.find(({ isSpecific, rules, selector }) => isSpecific && rules.length > 0 && matchesLabels(selector, pods.labels));
  return new Governed(sure, policies.filter(({ selector }) => selects(selector, pods)).flatMap(({ rules }) => rules));
}

/** The policies of one namespace. */
class PlacePolicies {
  private readonly all: GoverningPolicy[] = [];
  /** Places in `all`, by the first label that a selector asks for: with its value, by its key, and of selectors that ask for none. */
  private readonly byLabel = new Map<string, number[]>();
  private readonly byKey = new Map<string, number[]>();
  private readonly others: number[] = [];

  public add(policy: GoverningPolicy): void {
    const place = this.all.push(policy) - 1;
    const [first] = policy.selector.equals;
    if (first === undefined) {
      this.others.push(place);
    } else {
      append(this.byLabel, JSON.stringify(first), place);
      append(this.byKey, first[0], place);
    }
  }

  /** All that may govern pods, and few others. */
  public candidates(pods: PodSet): readonly GoverningPolicy[] {
    if (pods.hasOpenLabels) {
      return this.all;
    }
    const places = new Set([
      ...this.others,
      ...Object.entries(pods.labels).flatMap(([key, value]) => this.byLabel.get(JSON.stringify([key, asShown(value)])) ?? []),
      ...Object.keys(pods.added).flatMap(key => this.byKey.get(key) ?? []),
    ]);
    return [...places].sort((one, other) => one - other).map(place => this.all[place]);
  }
}

function append(places: Map<string, number[]>, key: string, place: number): void {
  const known = places.get(key);
  known === undefined ? places.set(key, [place]) : known.push(place);
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
