import { CLASSES, MutationClass, Mutator } from './mutate';
import { Random } from './random';
import { isServed, METADATA, Subject, SUBJECTS } from './subjects';
import { Minor, MINORS } from '../harness/api-server';
import { Manifest } from '../harness/manifest';
import { NAMESPACE } from '../measured-tables/measure';
import { Probe } from '../measured-tables/probe';

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
  return subjects.flatMap((subject, index) => new Draw(subject, new Random(seed + 7919 * index), minors, probes).cases(share));
}

/** A valid manifest, and what can be done to it. */
interface Source {
  readonly what: string;
  readonly body: Manifest;
  readonly mutator: Mutator;
}

/** How often a mutation is made at the one field that a small manifest is about, and not anywhere in a rich one. */
const AT_A_FIELD = 0.4;

class Draw {
  private readonly samples: readonly Source[];
  private readonly probes: readonly Probe[];
  private readonly drawn = new Set<string>();

  constructor(
    private readonly subject: Subject, private readonly random: Random, private readonly minors: readonly Minor[], probes: readonly Probe[],
  ) {
    const { name, samples, isMutable } = subject;
    this.samples = samples.map((body, index) => ({ what: `${body.kind} #${index}`, body, mutator: new Mutator(body, othersOf(subject, index), isMutable) }));
    this.probes = name === METADATA ? [] : probes.filter(({ object: { apiVersion, kind } }) => `${apiVersion} ${kind}` === name);
  }

  public cases(count: number): Case[] {
    const classes = CLASSES.filter(each => each === 'other minors' || this.samples.some(({ mutator }) => mutator.classes.includes(each)));
    const share = Math.ceil(count / classes.length);
    return classes.flatMap(mutation => mutation === 'other minors' ? this.otherMinors(share) : this.mutations(mutation, share));
  }

  private mutations(mutation: MutationClass, count: number): Case[] {
    const able = this.samples.filter(({ mutator }) => mutator.classes.includes(mutation));
    return Array.from({ length: count }, () => this.mutated(mutation, able)).filter(each => each !== undefined);
  }

  /** Undefined when everything that is drawn was there before: some kinds have few places. */
  private mutated(mutation: MutationClass, able: readonly Source[]): Case | undefined {
    for (let draw = 0; draw < DRAWS; draw++) {
      const source = this.atAField(mutation) ?? this.random.of(able);
      const minor = this.random.of(this.minors.filter(each => isServed(source.body, each)));
      const { body, what } = source.mutator.mutated(mutation, this.random);
      const key = `${source.what} ${minor} ${what}`;
      if (minor !== undefined && !this.drawn.has(key)) {
        this.drawn.add(key);
        return { subject: this.subject.name, mutation, what: `${source.what}: ${what}`, body, minor };
      }
    }
    return undefined;
  }

  private atAField(mutation: MutationClass): Source | undefined {
    if (this.probes.length === 0 || !this.random.chance(AT_A_FIELD)) {
      return undefined;
    }
    const probe = this.random.of(this.probes);
    const [field] = probe.path.split('=');
    const body = placed(probe.object);
    const mutator = new Mutator(body, [], path => path.replace(/\[\d+\]/g, '[*]').startsWith(field));
    return mutator.classes.includes(mutation) ? { what: withField(probe), body, mutator } : undefined;
  }

  /** The same manifest at every minor. */
  private otherMinors(count: number): Case[] {
    const asTheyAre = [
      ...this.samples.map(({ what, body }) => ({ what: `${what} as it is`, body })),
      ...this.probes.map(probe => ({ what: withField(probe), body: placed(probe.object) })),
    ];
    const drawn = asTheyAre.map(each => ({ each, at: this.random.next() })).sort((one, other) => one.at - other.at);
    const chosen = drawn.slice(0, Math.ceil(count / this.minors.length));
    return chosen.flatMap(({ each }) => this.minors.map(minor => ({ ...each, subject: this.subject.name, mutation: 'other minors' as const, minor })));
  }
}

function withField({ path, object: { kind } }: Probe): string {
  return `${kind} with ${path}`;
}

/** Where the objects are that probes name. */
function placed(object: Manifest): Manifest {
  return { ...object, metadata: { ...object.metadata, namespace: NAMESPACE } };
}

/** A few of the other samples, so that all of them meet. */
function othersOf({ samples, isMutable }: Subject, index: number): Manifest[] {
  return isMutable !== undefined ? [] : [1, 2, 5].filter(step => step < samples.length).map(step => samples[(index + step) % samples.length]);
}
