import { CLASSES, MutationClass, Mutator } from './mutate';
import { isServed, METADATA, Subject, SUBJECTS } from './subjects';
import { NAMESPACE } from '../facts/measure';
import { Probe } from '../facts/probe';
import { Minor, MINORS } from '../harness/api-server';
import { Manifest } from '../harness/manifest';
import { Random } from '../tests/server-kinds/random';

/** One manifest for one server. */
export interface Case {
  readonly subject: string;
  readonly mutation: MutationClass;
  /** What was done to the sample. */
  readonly what: string;
  readonly body: Manifest;
  readonly minor: Minor;
}

export interface Plan {
  readonly cases: number;
  /** The same seed gives the same cases. */
  readonly seed: number;
  /** @default all */
  readonly minors?: readonly Minor[];
  /** Names of subjects, or kinds. @default all */
  readonly kinds?: readonly string[];
  /** Manifests with each field of each kind, for "other minors". */
  readonly probes: readonly Probe[];
}

/** How often another draw is made for a case that was there before. */
const DRAWS = 6;

/** Mutations in equal numbers for each kind and class. */
export function casesOf({ cases, seed, minors = MINORS, kinds, probes }: Plan): Case[] {
  const subjects = SUBJECTS.filter(({ name }) => kinds === undefined || kinds.some(kind => name === kind || name.endsWith(` ${kind}`)));
  const share = Math.ceil(cases / subjects.length);
  return subjects.flatMap((subject, index) => new Draw(subject, new Random(seed + 7919 * index), minors).cases(share, probes));
}

class Draw {
  private readonly mutators: readonly Mutator[];
  private readonly drawn = new Set<string>();

  constructor(private readonly subject: Subject, private readonly random: Random, private readonly minors: readonly Minor[]) {
    this.mutators = subject.samples.map(sample => new Mutator(sample, subject.isMutable));
  }

  public cases(count: number, probes: readonly Probe[]): Case[] {
    const classes = CLASSES.filter(each => each === 'other minors' || this.mutators.some(mutator => mutator.classes.includes(each)));
    const share = Math.ceil(count / classes.length);
    return classes.flatMap(mutation => mutation === 'other minors' ? this.otherMinors(share, probes) : this.mutations(mutation, share));
  }

  private mutations(mutation: MutationClass, count: number): Case[] {
    return Array.from({ length: count }, () => this.mutated(mutation)).filter(each => each !== undefined);
  }

  /** Undefined when everything that is drawn was there before: some kinds have few places. */
  private mutated(mutation: MutationClass): Case | undefined {
    const { name, samples } = this.subject;
    const able = this.mutators.flatMap((mutator, index) => mutator.classes.includes(mutation) ? [index] : []);
    for (let draw = 0; draw < DRAWS; draw++) {
      const index = this.random.of(able);
      const minor = this.random.of(this.minors.filter(each => isServed(samples[index], each)));
      const { body, what } = this.mutators[index].mutated(mutation, this.random);
      const key = `${index} ${minor} ${what}`;
      if (minor !== undefined && !this.drawn.has(key)) {
        this.drawn.add(key);
        return { subject: name, mutation, what: `${samples[index].kind} #${index}: ${what}`, body, minor };
      }
    }
    return undefined;
  }

  /** The same manifest at every minor. */
  private otherMinors(count: number, probes: readonly Probe[]): Case[] {
    const objects = count / this.minors.length;
    const own = this.ownProbes(probes);
    const chosen = own.map(each => ({ each, at: this.random.next() })).sort((one, other) => one.at - other.at).slice(0, Math.ceil(objects)).map(({ each }) => each);
    return chosen.flatMap(({ what, body }) => this.minors.map(minor => ({ subject: this.subject.name, mutation: 'other minors' as const, what, body, minor })));
  }

  private ownProbes(probes: readonly Probe[]): { readonly what: string; readonly body: Manifest }[] {
    const { name, samples } = this.subject;
    const own = name === METADATA ? [] : probes.filter(({ object: { apiVersion, kind } }) => `${apiVersion} ${kind}` === name);
    return [
      ...samples.map((body, index) => ({ what: `${body.kind} #${index} as it is`, body })),
      ...own.map(({ path, object }) => ({ what: `with ${path}`, body: { ...object, metadata: { ...object.metadata, namespace: NAMESPACE } } })),
    ];
  }
}
