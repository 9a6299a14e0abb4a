import * as kplus from 'cdk8s-plus-28';
import { Accelerator } from './accelerator';
import { duplicate, forbidden, invalid } from '../../base/errors/invalid-input';
import { PlainObject, compact } from '../../base/plain';

/** How pods call the claim behind their accelerator. */
export const ACCELERATOR_CLAIM = 'accelerator';

/** Where the claim of a pod comes from: a template that gives each pod its own, or one claim that pods share. */
export type ClaimSource = { readonly resourceClaimTemplateName: string } | { readonly resourceClaimName: string };

/** One entry of `resources.claims` of a container. */
interface ContainerClaim {
  readonly name: string;
  readonly request?: string;
}

const OWNERS = new WeakMap<kplus.Container, PodClaims>();

/** The claims of the pods that a container belongs to; undefined for a container that no pattern of this library made. */
export function claimsOfPod(container: kplus.Container): PodClaims | undefined {
  return OWNERS.get(container);
}

/** What a pod claims at one moment: names of claims, and how many of them each container uses. */
export interface ClaimsState {
  readonly declared: ReadonlySet<string>;
  readonly uses: ReadonlyMap<kplus.Container, number>;
}

/** The device claims of one pod template, and which container uses which. */
export class PodClaims {
  private readonly declared = new Map<string, ClaimSource>();
  private readonly uses = new Map<kplus.Container, ContainerClaim[]>();

  /** Containers of the pod say so when they are made, so that a claim finds its pod by the container. */
  public adopt(container: kplus.Container): void {
    OWNERS.set(container, this);
  }

  public has(name: string): boolean {
    return this.declared.has(name);
  }

  public owns(container: kplus.Container): boolean {
    return OWNERS.get(container) === this;
  }

  /** The main container gets what the pattern's template gives each pod. */
  public claimAccelerator(main: kplus.Container, template: string | undefined): void {
    if (template === undefined) {
      throw new Error('a pattern whose accelerator is a claim must create its template first: createClaimTemplate');
    }
    this.declare('accelerator', ACCELERATOR_CLAIM, { resourceClaimTemplateName: template });
    this.give('accelerator', main, ACCELERATOR_CLAIM);
  }

  /** Names a claim of the pod. The same one may be declared again, for a further container. */
  public declare(field: string, name: string, source: ClaimSource): void {
    const known = this.declared.get(name);
    if (known && JSON.stringify(known) !== JSON.stringify(source)) {
      throw duplicate(field, name, 'names two different device claims of one pod', 'give one of them another name');
    }
    this.declared.set(name, source);
  }

  /**
   * Gives a container a claim of the pod, or one request of it.
   *
   * Source: pkg/apis/core/validation/validation.go validateResourceClaimNames (v1.36): a whole claim and a request of it may not meet in a container
   */
  public give(field: string, container: kplus.Container, name: string, request?: string): void {
    const own = this.uses.get(container) ?? [];
    const other = own.find(use => use.name === name);
    if (other && (other.request === request || other.request === undefined || request === undefined)) {
      throw duplicate(field, request === undefined ? name : `${name}/${request}`,
        `the container "${container.name}" has ${other.request === undefined ? 'the whole claim' : `its request "${other.request}"`} already`,
        'attach each request once, or the whole claim once');
    }
    this.uses.set(container, [...own, { name, request }]);
  }

  public state(): ClaimsState {
    return { declared: new Set(this.declared.keys()), uses: new Map([...this.uses].map(([container, own]) => [container, own.length])) };
  }

  /** Gives another pod what was added here since; asked again, only what is new. */
  public carryTo(other: PodClaims, since: ClaimsState, counterpart: (container: kplus.Container) => kplus.Container): void {
    for (const [name, source] of this.declared) {
      if (!since.declared.has(name)) {
        other.declare('attachTo', name, source);
      }
    }
    for (const [container, own] of this.uses) {
      const known = other.uses.get(counterpart(container)) ?? [];
      const added = own.slice(since.uses.get(container) ?? 0).filter(use => !known.includes(use));
      if (added.length > 0) {
        other.uses.set(counterpart(container), [...known, ...added]);
      }
    }
  }

  /** `resources.claims` of a container. */
  public of(container: kplus.Container): PlainObject[] {
    return (this.uses.get(container) ?? []).map(({ name, request }) => compact({ name, request }));
  }

  /** `spec.resourceClaims` of the pod. */
  public render(): PlainObject[] {
    return [...this.declared].map(([name, source]) => ({ name, ...source }));
  }
}

/** The pods that a container belongs to, or what to do instead. */
export function requirePod(field: string, container: kplus.Container): PodClaims {
  const pod = claimsOfPod(container);
  if (!pod) {
    throw invalid(field, container.name, 'belongs to no pod of this library, and cdk8s-plus-28 drops device claims of its own pods',
      'attach the claim to a container of a pattern: group.leader.mainContainer, or what addContainer and addSidecar return');
  }
  return pod;
}

/** Devices of a device plugin belong to one container. Source: kubernetes docs, concepts/extend-kubernetes/compute-storage-net/device-plugins */
export function refuseUnclaimed(pod: PodClaims, container: kplus.Container, accelerator: Accelerator | undefined): void {
  if (!pod.has(ACCELERATOR_CLAIM)) {
    throw forbidden('shareAccelerator', accelerator === undefined
      ? 'these pods have no accelerator'
      : `${accelerator.resourceName} comes from a device plugin, whose devices belong to one container`,
    'use Accelerator.claim(...), whose devices all containers with the claim see');
  }
  if (!pod.owns(container)) {
    throw invalid('shareAccelerator', container.name, 'is no container of these pods', 'pass what addSidecar or addContainer returned');
  }
}
