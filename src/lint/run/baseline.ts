import { existsSync } from 'fs';
import { Finding, severityOf, Severity } from '../../base/findings/finding';
import { asObject, asText } from '../../base/reading';
import { NOT_ACCEPTABLE } from '../acknowledgements/accepted-findings';
import { contentOf, UnusableInput } from '../input/paths';
import { isAsBadAs } from '../report/outcome';

/*
 * The findings of a repository at some time, so that only new ones are told from then on. A finding is known again by its rule, its object and its field without
 * the places in lists, and by how many there are: lines move with every change, and a container that is put in front moves all places.
 */

const LARGEST = 64 * 1024 * 1024;
const ABOUT = 'What cdk8s-ai lint found when this was written. --baseline passes over it, --write-baseline writes it anew.';

interface Entry {
  readonly id: string;
  /** `Service ml/router`, `LeaderWorkerSet.leaderworkerset.x-k8s.io ml/llm`. */
  readonly object?: string;
  /** Where it is about no object. */
  readonly file?: string;
  readonly field?: string;
  /** More than one of them. */
  readonly count?: number;
}

/** What is left of a run, and of the baseline. */
export interface Compared {
  readonly open: readonly Finding[];
  /** Findings of the run that the baseline has. */
  readonly known: number;
  /** Findings of the baseline that the run does not have. */
  readonly gone: number;
}

export function compareWithBaseline(findings: readonly Finding[], entries: readonly Entry[]): Compared {
  const left = new Map<string, number>();
  for (const entry of entries) {
    const key = keyOf(entry);
    left.set(key, (left.get(key) ?? 0) + (entry.count ?? 1));
  }
  const open = findings.filter(finding => {
    const key = keyOf(entryOf(finding));
    const count = left.get(key) ?? 0;
    if (count === 0 || finding.id in NOT_ACCEPTABLE) {
      return true;
    }
    left.set(key, count - 1);
    return false;
  });
  return { open, known: findings.length - open.length, gone: [...left.values()].reduce((sum, count) => sum + count, 0) };
}

/** The entries of findings: errors and warnings, and infos where they count. What may not be accepted is left out. */
export function baselineOf(findings: readonly Finding[], severity: Severity): readonly Entry[] {
  const least = isAsBadAs('warning', severity) ? severity : 'warning';
  const entries = new Map<string, Entry>();
  for (const finding of findings.filter(each => !(each.id in NOT_ACCEPTABLE) && isAsBadAs(severityOf(each.class), least))) {
    const entry = entryOf(finding);
    const key = keyOf(entry);
    const known = entries.get(key);
    entries.set(key, known ? { ...known, count: (known.count ?? 1) + 1 } : entry);
  }
  return [...entries].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, entry]) => entry);
}

/** One line for each, in an order that does not change, so that a change of the file shows what came and went. */
export function* renderBaseline(entries: readonly Entry[]): Generator<string> {
  yield `{\n  "about": ${JSON.stringify(ABOUT)},\n  "findings": [`;
  for (const [index, entry] of entries.entries()) {
    yield `${index === 0 ? '' : ','}\n    ${JSON.stringify(entry)}`;
  }
  yield `${entries.length === 0 ? '' : '\n  '}]\n}\n`;
}

export function readBaseline(file: string): readonly Entry[] {
  if (!existsSync(file)) {
    throw new UnusableInput(`${file}: no such file: --write-baseline writes it`);
  }
  const { findings } = asObject(parsed(file));
  if (!Array.isArray(findings)) {
    throw new UnusableInput(`${file}: findings: a baseline has a list of them, as --write-baseline writes it`);
  }
  return (findings as unknown[]).map((each, index) => entryIn(each, `${file}: findings[${index}]`));
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(contentOf(file, LARGEST).toString());
  } catch (error) {
    if (error instanceof SyntaxError) {
      throw new UnusableInput(`${file}: it is no JSON: ${error.message}`);
    }
    throw error;
  }
}

function entryIn(given: unknown, place: string): Entry {
  const { id, object, file, field, count } = asObject(given);
  if (!/^AIW\d{4}$/.test(asText(id) ?? '')) {
    throw new UnusableInput(`${place}.id: takes the id of a finding: AIW2103`);
  }
  if (count !== undefined && !(Number.isSafeInteger(count) && Number(count) > 0)) {
    throw new UnusableInput(`${place}.count: takes a whole number from 1`);
  }
  return { id: asText(id)!, object: asText(object), file: asText(file), field: asText(field), count: count as number | undefined };
}

function entryOf({ id, object, file, construct, field }: Finding): Entry {
  const group = object?.apiVersion.includes('/') ? `.${object.apiVersion.split('/')[0]}` : '';
  const of = object ? { object: `${object.kind}${group} ${object.namespace ? `${object.namespace}/` : ''}${object.name}` } : { file: construct ?? file };
  return { id, ...of, field: field?.replace(/\[\d+\]/g, '[]') };
}

function keyOf({ id, object, file, field }: Entry): string {
  return JSON.stringify([id, object, object === undefined ? file : undefined, field]);
}
