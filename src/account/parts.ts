import { createHash } from 'crypto';
import { ProgramAccount } from './account';
import { asText } from '../base/reading';
import { placesOf } from './around/places';
import { templateClaims, volumesOf } from './around/storage';
import { PartPods } from './pods/rows';
import { NO_ROLE, roleOf, Workload } from './pods/workloads';
import { changeRestarts } from './restarts/changes';
import { containerRestarts } from './restarts/containers';
import { podRestarts } from './restarts/pods';
import { bounded, named, NumberOf, Said } from './said';
import { sumsOfPod } from './sums/sums';
import { commandsOf } from './sums/world';
import { Course, keyOfCourse } from './time/course';
import { startOf } from './time/start';
import { stopOf } from './time/stop';
import { cut } from '../base/text/cut';
import { Facts } from '../lint/facts/facts';
import { PodSet } from '../lint/facts/pod-set';
import { toldModel } from '../lint/facts/told-model';

/** Pods of a workload that are alike in all that is said of them. */
export interface Part extends PartPods {
  readonly sums: readonly Said[];
  readonly places: readonly Said[];
  readonly start: Course;
  readonly stop: Course;
  readonly restarts: readonly Said[];
  readonly programs: readonly OpenProgram[];
  /** Whether its sets differ, and nothing is said of them. */
  readonly isMixed?: boolean;
}

/** A program before objects have numbers. */
export interface OpenProgram extends Omit<ProgramAccount, 'object' | 'parts'> {
  readonly set: PodSet;
}

/** Parts by role; pods of one role that differ in what is said of them are parts of their own. */
export function partsOf(facts: Facts, workload: Workload): Part[] {
  const roles = new Map<string, Map<string, PodSet[]>>();
  for (const set of workload.sets) {
    const role = roleOf(workload, set);
    const kinds = roles.get(role) ?? new Map<string, PodSet[]>();
    roles.set(role, kinds);
    const key = keyOf(facts, set);
    const alike = kinds.get(key) ?? [];
    kinds.set(key, alike);
    alike.push(set);
  }
  const all = [...roles].flatMap(([role, kinds]) => [...kinds.values()].map(sets => ({ name: nameOf(role, kinds.size === 1, sets), sets })));
  const others = all.slice(MOST_PARTS).flatMap(({ sets }) => sets);
  const parts = all.slice(0, MOST_PARTS).map(({ name, sets }): Part => ({ name, sets, ...toldOf(facts, sets[0]) }));
  return others.length === 0 ? parts : [...parts, { name: 'others', sets: others, isMixed: true, ...NOTHING_TOLD }];
}

/** Of more parts of one workload nobody reads. */
const MOST_PARTS = 200;

function nameOf(role: string, isOnlyOne: boolean, sets: readonly PodSet[]): string {
  const carriers = named([...new Set(sets.map(({ carrier }) => carrier.name))], 3);
  return cut(isOnlyOne ? role : role === NO_ROLE ? carriers : `${role} of ${carriers}`);
}

type Told = Omit<Part, 'name' | 'sets' | 'isMixed'>;

const NOTHING: Course = { stretches: [], sum: '', notes: [] };
const NOTHING_TOLD: Told = { sums: [], places: [], start: NOTHING, stop: NOTHING, restarts: [], programs: [] };

function toldOf(facts: Facts, set: PodSet): Told {
  return {
    sums: sumsOfPod(facts, set).map(bounded),
    places: placesOf(set).map(bounded),
    start: startOf(facts, set),
    stop: stopOf(facts, set),
    restarts: [...containerRestarts(set), ...podRestarts(facts, set), ...changeRestarts(facts, set)].map(bounded),
    programs: programsOf(facts, set),
  };
}

/** What makes two sets of one role the same part. */
function keyOf(facts: Facts, set: PodSet): string {
  const { sums, places, start, stop, restarts, programs } = toldOf(facts, set);
  const texts = (all: readonly Said[]) => all.map(({ topic, text }) => [topic, text]);
  const kept = [texts(volumesOf(facts, set)), templateClaims(set).map(({ said, kept: when }) => [said.topic, said.text, when])];
  const told = [texts(sums), texts(places), keyOfCourse(start), keyOfCourse(stop), texts(restarts), programs.map(keyOfProgram), kept];
  // Thousands of sets may differ, and each of these texts is long.
  return createHash('sha256').update(JSON.stringify(told)).digest('base64');
}

export function keyOfProgram({ container, engine, model, image }: OpenProgram): string {
  return JSON.stringify([container, engine, model, image]);
}

function programsOf(facts: Facts, set: PodSet): OpenProgram[] {
  return commandsOf(facts, set).map(command => {
    const { placed, engine, field } = command;
    const model = toldModel(command);
    const image = asText(placed.container.image);
    return {
      set,
      container: cut(placed.name),
      engine: engine.title,
      serves: engine.serves !== undefined,
      field,
      ...(model !== undefined && { model: cut(model) }),
      ...(image !== undefined && { image: cut(image) }),
    };
  });
}

export function programAccount({ set, ...program }: OpenProgram, numberOf: NumberOf, parts?: readonly string[]): ProgramAccount {
  return { ...program, object: numberOf(set.carrier), ...(parts && { parts }) };
}
