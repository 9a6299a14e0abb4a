import { Finding } from '../../base/findings/finding';
import { Account, DeviceAccount, PodCell, ProgramAccount, Purpose, Range, Statement, WorkloadAccount } from '../account';
import { countedRange, rangeInWords } from '../pods/range';
import { counted, named } from '../said';

/* What all reports say in the same words. */

/** The sections of a workload that are lists of statements, in the order of reports. */
export const SECTIONS = [
  { key: 'sums', title: 'Sums' },
  { key: 'places', title: 'Where they may stand' },
  { key: 'reach', title: 'How they are reached' },
  { key: 'storage', title: 'What they keep' },
  { key: 'control', title: 'Who else decides' },
] as const;

export const START = 'Start of a pod';
export const STOP = 'Stop of a pod';
export const RESTARTS = 'What restarts when';
export const ABOUT_OBJECTS = 'About its objects';

const PURPOSES: { readonly [purpose in Purpose]: string } = { serves: 'serves', trains: 'trains', ends: 'runs to its end', runs: 'runs' };

/** `serves meta-llama/Llama-3.1-70B-Instruct with vLLM`; the images where no engine is known. */
export function purposeInWords({ purpose, programs, images }: Pick<WorkloadAccount, 'purpose' | 'programs' | 'images'>): string {
  const main = mainPrograms(programs, purpose);
  const models = unique(main.flatMap(({ model }) => model ?? []));
  const engines = unique(main.map(({ engine }) => engine));
  const known = images.filter(image => image !== '');
  if (engines.length === 0) {
    return `${PURPOSES[purpose]}${known.length === 0 ? '' : ` ${named(known, 2)}`}`;
  }
  return `${PURPOSES[purpose]}${models.length === 0 ? '' : ` ${named(models, 2)}`} with ${named(engines, 3)}`;
}

/** Those that do what the workload is for: what only starts them is left out. */
function mainPrograms(programs: readonly ProgramAccount[], purpose: Purpose): readonly ProgramAccount[] {
  const serving = programs.filter(({ serves }) => serves);
  return purpose === 'serves' && serving.length > 0 ? serving : programs;
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}

/** `4 StatefulSets, 4 pods, 32 nvidia.com/gpu`. */
export function sizeInWords({ carriers, pods, devices }: Pick<WorkloadAccount, 'carriers' | 'pods' | 'devices'>): string {
  return [carriers, ...(pods ? [countedRange(pods, 'pod')] : []), ...devices.map(deviceInWords)].join(', ');
}

export function deviceInWords({ name, count }: DeviceAccount): string {
  return `${count === undefined ? 'some' : rangeInWords(count)} ${name}`;
}

/** `3 workloads, 10 pods, 80 nvidia.com/gpu`. */
export function summaryInWords({ summary: { workloads, pods, devices } }: Account): string {
  return [counted(workloads, 'workload'), countedRange(pods, 'pod'), ...devices.map(deviceInWords)].join(', ');
}

/** `0 errors, 1 warning, 2 infos`. */
export function findingsInWords({ summary: { errors, warnings, infos, acknowledged } }: Account): string {
  return [counted(errors, 'error'), counted(warnings, 'warning'), counted(infos, 'info'), ...(acknowledged > 0 ? [`${acknowledged} acknowledged`] : [])].join(', ');
}

/** `leader and worker: `; nothing where it holds for all parts. */
export function partsInWords({ parts }: Pick<Statement, 'parts'>): string {
  return parts === undefined ? '' : `${named(parts, 4)}: `;
}

/** ` (leader)`. */
export function inBrackets(parts: readonly string[] | undefined): string {
  return parts === undefined ? '' : ` (${named(parts, 4)})`;
}

/** Findings that say the same of several objects. */
export interface AlikeFindings {
  /** The first of them. */
  readonly number: number;
  readonly finding: Finding;
  /** The objects of the others: `StatefulSet llm-1-leader`. */
  readonly others: readonly string[];
}

/** Findings, those that say the same together: what is wrong in forty groups is said once, with where it is. */
export function alikeFindings({ findings }: Account, numbers: readonly number[]): AlikeFindings[] {
  const found = new Map<string, { readonly number: number; readonly finding: Finding; readonly others: string[] }>();
  for (const number of numbers) {
    const finding = findings[number];
    const { id, class: kind, message, help, notes } = finding;
    const key = JSON.stringify([id, kind, message, help, notes]);
    const known = found.get(key);
    if (known === undefined) {
      found.set(key, { number, finding, others: [] });
    } else {
      known.others.push(objectInWords(finding));
    }
  }
  return [...found.values()];
}

function objectInWords({ object, file }: Finding): string {
  return object === undefined ? file ?? 'the input' : `${object.kind} ${object.name}`;
}

/** `and the same of StatefulSet a, StatefulSet b and 37 more`; nothing where there are no others. */
export function othersInWords({ others }: AlikeFindings): string {
  return others.length === 0 ? '' : `the same of ${named(others, 4)}`;
}

/** Pods of one part: `leader 0`, `worker 1 to 7`, `inference: 2 to 12 pods`. */
export function runInWords(part: string, cells: readonly PodCell[]): string {
  const counts = cells.flatMap(({ count }) => count ?? []);
  const [first, last] = [cells[0], cells[cells.length - 1]];
  if (counts.length > 0) {
    return `${part}: ${counts.map(podsInWords).join(' + ')}`;
  }
  if (first.index === undefined) {
    return first.name === undefined ? `${part}: ${counted(cells.length, 'pod')}` : part;
  }
  return `${part} ${cells.length === 1 ? first.index : cells.length === 2 ? `${first.index}, ${last.index}` : `${first.index} to ${last.index}`}`;
}

/** `4 pods`. */
function podsInWords(count: Range): string {
  return count.least === 0 && count.most === undefined ? 'any number of pods' : countedRange(count, 'pod');
}

/** `llama-0-leader-0`, `llama-0-worker-1 to 7`; empty where all letters are drawn. */
export function namesInWords(cells: readonly PodCell[]): string {
  const names = cells.map(nameInWords);
  const [first, last] = [names[0], names[names.length - 1]];
  if (first === undefined || last === undefined) {
    return '';
  }
  const dash = sharedStart(first, last);
  const end = dash > 0 && /^[0-9]+(-…)?$/.test(last.slice(dash)) ? last.slice(dash) : last;
  return names.length === 1 ? first : names.length === 2 ? `${first}, ${last}` : `${first} to ${end}`;
}

/** Where what two names share ends, at a dash. */
function sharedStart(one: string, other: string): number {
  let end = 0;
  while (end < one.length && one[end] === other[end]) {
    end++;
  }
  return one.lastIndexOf('-', end - 1) + 1;
}

/** The name of a pod, with a sign where letters are drawn behind it. */
export function nameInWords({ name, isDrawn }: PodCell): string | undefined {
  return name === undefined ? undefined : isDrawn ? `${name}-…` : name;
}
