import { Access } from './access';
import { Coming } from './coming';
import { Patience } from './connection';
import { Failures } from './failures';
import { LiveServer } from './live-server';
import { askReferences, Known, Reference } from './references';
import { findingsOfVerdict } from './verdict';
import { Finding } from '../../base/findings/finding';
import { Manifest, ObjectWithOrigin } from '../../kubernetes/manifest';

/** Limit of findings of a run: a server may return any number. */
export const MOST_FINDINGS = 10_000;

const ANSWER_MS = 30_000;
const RUN_MS = 600_000;
const OBJECT_MS = 100;

/** The answers of a live API server. */
export interface Answered extends Known {
  readonly findings: readonly Finding[];
  /** Requests that failed, and why. */
  readonly unusable: readonly string[];
}

/** The objects and references to ask a server about. */
export interface Question {
  readonly objects: readonly ObjectWithOrigin[];
  readonly references: readonly Reference[];
  readonly progress: (done: number) => void;
  /** Time limits: for each answer, and for all of them, which grows with the number of objects. */
  readonly patience?: Patience;
}

/** Asks a live API server about objects, several at a time, and whether the objects that they refer to exist. Findings come in the order of the objects. */
export async function askServer(access: Access, { objects, references, progress, patience }: Question): Promise<Answered> {
  const server = new LiveServer(access, patience ?? { answer: ANSWER_MS, run: RUN_MS + OBJECT_MS * objects.length });
  try {
    await server.greet();
    const failures = new Failures();
    const coming = new Coming(objects);
    const said = new Said(objects.length);
    let done = 0;
    await failures.forEach(objects, async ({ body, origin }, index) => {
      said.put(index, await findingsOfVerdict(server, new Manifest(body, origin), coming));
      progress(++done);
    });
    const known = await askReferences(server, references, failures);
    return { ...known, findings: said.findings, notes: [...said.notes, ...known.notes], unusable: failures.texts };
  } finally {
    server.close();
  }
}

/** Collects findings in the order of the objects, up to the limit. */
class Said {
  private readonly found: (readonly Finding[])[];
  private all = 0;

  constructor(objects: number) {
    this.found = Array.from({ length: objects }, () => []);
  }

  public get findings(): readonly Finding[] {
    return this.found.flat();
  }

  public get notes(): readonly string[] {
    return this.all > MOST_FINDINGS ? [`the API server said more than is told: ${this.all - MOST_FINDINGS} of its findings are left out`] : [];
  }

  public put(index: number, findings: readonly Finding[]): void {
    this.found[index] = findings.slice(0, Math.max(0, MOST_FINDINGS - this.all));
    this.all += findings.length;
  }
}
