import { ApiObjectMetadataDefinition } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Labels } from '../../base/labels';
import { PlainObject } from '../../base/plain';
import { ClaimsState, PodClaims } from '../devices/pod-claims';

/** The containers of a pod by the way they were added. */
export interface PodContainers {
  readonly beside: readonly kplus.Container[];
  readonly init: readonly kplus.Container[];
  readonly sidecars: readonly kplus.Container[];
}

/** A pod as far as users add to it after its pattern has made it. */
export interface GrowingPod {
  readonly pod: kplus.AbstractPod;
  readonly containers: PodContainers;
  /** Adds a container that is there already, in another pod. */
  readonly attach: (kind: keyof PodContainers, container: kplus.Container) => void;
  readonly claims: PodClaims;
  /** Labels and annotations, where somebody asked for them. */
  readonly metadata?: ApiObjectMetadataDefinition;
}

interface ContainerState {
  readonly variables: { readonly [name: string]: kplus.EnvValue };
  readonly sources: number;
  readonly mounts: number;
  readonly ports: number;
}

const DNS = [
  ['nameservers', 'addNameserver'], ['searches', 'addSearch'], ['options', 'addOption'],
] as const;

/**
 * What users add to a pod after its pattern has made it: containers, volumes, variables, mounts, ports, labels, aliases, claims. It was added to the pods
 * of before in the same way, so a template that is kept during a roll-out takes it over.
 */
export class PodAdditions {
  private readonly containers: ReadonlyMap<kplus.Container, ContainerState>;
  private readonly volumes: ReadonlySet<kplus.Volume>;
  private readonly aliases: number;
  private readonly dns: readonly (readonly unknown[])[];
  private readonly claims: ClaimsState;

  /** What the origin has now is not added: what it gets from here on is. `fixed` are variables of the main container that were given for the template of before. */
  constructor(private readonly origin: () => GrowingPod, private readonly fixed: ReadonlySet<string> = new Set()) {
    const { pod, containers, claims } = origin();
    this.containers = new Map(allOf(containers).map(container => [container, stateOf(container)]));
    this.volumes = new Set(pod.volumes);
    this.aliases = pod.hostAliases.length;
    this.dns = DNS.map(([list]) => [...pod.dns[list]]);
    this.claims = claims.state();
  }

  /** Adds what is missing; asked again, it adds what came since. */
  public carryTo(target: GrowingPod): void {
    const origin = this.origin();
    const counterparts = this.counterparts(origin, target);
    for (const kind of ['beside', 'init', 'sidecars'] as const) {
      const known = target.containers[kind];
      origin.containers[kind].filter(container => !this.containers.has(container) && !known.includes(container))
        .forEach(container => target.attach(kind, container));
    }
    const volumes = new Set(target.pod.volumes);
    origin.pod.volumes.filter(volume => !this.volumes.has(volume) && !volumes.has(volume)).forEach(volume => target.pod.addVolume(volume));
    counterparts.forEach((counterpart, container) => this.carryContainer(container, counterpart, container === origin.containers.beside[0]));
    this.carryNetwork(origin.pod, target.pod);
    origin.claims.carryTo(target.claims, this.claims, container => counterparts.get(container) ?? container);
  }

  /** Labels and annotations beyond those given as properties. */
  public labelsBeyond(given: PlainObject | undefined): { readonly labels: Labels; readonly annotations: Labels } {
    const rendered = this.origin().metadata?.toJson() as PlainObject | undefined;
    const beyond = (field: 'labels' | 'annotations') => Object.fromEntries(Object.entries((rendered?.[field] ?? {}) as Labels)
      .filter(([key, value]) => (given?.[field] as Labels | undefined)?.[key] !== value));
    return { labels: beyond('labels'), annotations: beyond('annotations') };
  }

  /** Containers of the origin by those of the same name that the target has from its own properties; the main one whatever it is called. */
  private counterparts(origin: GrowingPod, target: GrowingPod): Map<kplus.Container, kplus.Container> {
    const byName = new Map(allOf(target.containers).map(container => [container.name, container]));
    const pairs = [...this.containers.keys()].flatMap((container): [kplus.Container, kplus.Container][] => {
      const counterpart = container === origin.containers.beside[0] ? target.containers.beside[0] : byName.get(container.name);
      return counterpart ? [[container, counterpart]] : [];
    });
    return new Map(pairs);
  }

  private carryContainer(from: kplus.Container, to: kplus.Container, isMain: boolean): void {
    const state = this.containers.get(from)!;
    for (const [name, value] of Object.entries(from.env.variables)) {
      if (state.variables[name] !== value && !(isMain && this.fixed.has(name))) {
        to.env.addVariable(name, value);
      }
    }
    const sources = to.env.sources;
    from.env.sources.slice(state.sources).filter(source => !sources.includes(source)).forEach(source => to.env.copyFrom(source));
    to.mounts.push(...from.mounts.slice(state.mounts).filter(mount => !to.mounts.includes(mount)));
    const ports = to.ports;
    from.ports.slice(state.ports).filter(port => !ports.includes(port)).forEach(port => to.addPort(port));
  }

  private carryNetwork(from: kplus.AbstractPod, to: kplus.AbstractPod): void {
    const aliases = to.hostAliases;
    from.hostAliases.slice(this.aliases).filter(alias => !aliases.includes(alias)).forEach(alias => to.addHostAlias(alias));
    DNS.forEach(([list, add], index) => {
      const known: readonly unknown[] = to.dns[list];
      const added = (from.dns[list] as unknown[]).filter(entry => !this.dns[index].includes(entry) && !known.includes(entry));
      (to.dns[add] as (...entries: unknown[]) => void)(...added);
    });
  }
}

function allOf({ beside, init, sidecars }: PodContainers): kplus.Container[] {
  return [...beside, ...init, ...sidecars];
}

function stateOf(container: kplus.Container): ContainerState {
  const { env, mounts, ports } = container;
  return { variables: env.variables, sources: env.sources.length, mounts: mounts.length, ports: ports.length };
}
