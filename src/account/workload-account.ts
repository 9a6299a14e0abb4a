import { ProgramAccount, Purpose, Range, Timeline, WayAccount, WorkloadAccount } from './account';
import { Manifest } from '../kubernetes/manifest';
import { workloadKindOf } from '../lint/kinds';
import { configurationObjects, configurationOf } from './around/configuration';
import { controlOf } from './around/control';
import { claimAccounts, claimsOf, templateClaims, volumesOf } from './around/storage';
import { wayAccount, Way, waysOf } from './around/ways';
import { zonesText } from './around/zones';
import { keyOfProgram, OpenProgram, Part, partsOf, programAccount } from './parts';
import { rangeOf, sum } from './pods/range';
import { rowsOf } from './pods/rows';
import { Workload } from './pods/workloads';
import { NumberOf, ofParts, OfPart, Said, statement, statementsOf, unique } from './said';
import { devicesInAll } from './sums/in-all';
import { groupsOf, totalsOf } from './sums/totals';
import { Course, keyOfCourse, timelineOf } from './time/course';
import { isPresent } from '../base/reading';
import { cut } from '../base/text/cut';
import { Facts } from '../lint/facts/facts';
import { repositoriesOf } from '../lint/facts/pod-set';

/** A workload without what was found about it. */
export interface UncheckedWorkload extends Omit<WorkloadAccount, 'findings' | 'objects' | 'id'> {
  readonly objects: readonly Manifest[];
  /** By each carrier the first one of its part. */
  readonly partsOfCarriers: ReadonlyMap<Manifest, Manifest>;
  /** The first carrier of each part. */
  readonly firstCarriers: readonly Manifest[];
}

/** Images of one workload that are listed. */
const MOST_IMAGES = 20;

/** All that is said of one workload. */
export function workloadAccount(facts: Facts, workload: Workload, numberOf: NumberOf): UncheckedWorkload {
  workload.members.forEach(numberOf);
  const parts = partsOf(facts, workload);
  const of = <Told>(told: (part: Part) => readonly Told[]): OfPart<Told>[] => parts.map(part => ({ part: part.name, told: told(part) }));
  const ways = waysOf(facts, parts);
  const placed = rowsOf(facts, parts);
  const { rows, unlisted } = placed;
  const totals = totalsOf(facts, workload, parts, groupsOf(rows, unlisted));
  const control = [...controlOf(facts, workload), ...parts.flatMap(part => part.sets.slice(0, 1)).flatMap(set => configurationOf(facts, set))];
  const pods = podsOf(facts, parts);
  return {
    name: cut(workload.name),
    namespace: cut(workload.members[0].place),
    purpose: purposeOf(workload, parts, ways),
    carriers: carriersOf(workload),
    because: workload.because.map(each => cut(each)),
    programs: programsOf(of(({ programs }) => programs), numberOf),
    images: repositoriesOf(workload.sets).slice(0, MOST_IMAGES).map(each => cut(each)),
    ...(pods && { pods }),
    parts: parts.map(part => ({ name: part.name, ...optionalPods(podsOf(facts, [part])) })),
    devices: devicesInAll(facts, parts),
    rows,
    unlisted,
    untold: parts.reduce((count, { sets, isMixed }) => count + (isMixed === true ? sets.length : 0), 0),
    sums: [...totals.map(said => statement(said, numberOf)), ...statementsOf(of(({ sums }) => sums), numberOf)],
    places: [...zonesText(rows).map(said => statement(said, numberOf)), ...statementsOf(of(({ places }) => places), numberOf)],
    ways: ways.map((way): WayAccount => wayAccount(way, placed, numberOf)),
    reach: ways.map(({ said }) => statement(said, numberOf)),
    claims: claimAccounts(facts, parts.filter(({ isMixed }) => isMixed !== true)),
    storage: statementsOf(storageOf(facts, parts), numberOf),
    control: unique(control).map(said => statement(said, numberOf)),
    start: timelinesOf(of(({ start, isMixed }) => (isMixed === true ? [] : [start])), numberOf),
    stop: timelinesOf(of(({ stop, isMixed }) => (isMixed === true ? [] : [stop])), numberOf),
    restarts: [...statementsOf(of(({ restarts }) => restarts), numberOf), ...changedTogether(workload).map(said => statement(said, numberOf))],
    objects: objectsOf(facts, workload, ways, control),
    firstCarriers: parts.map(({ sets }) => sets[0].carrier),
    partsOfCarriers: new Map(parts.flatMap(({ sets }) => sets.map(({ carrier }) => [carrier, sets[0].carrier]))),
  };
}

function optionalPods(pods: Range | undefined): { readonly pods?: Range } {
  return pods === undefined ? {} : { pods };
}

function podsOf(facts: Facts, parts: readonly Part[]): Range | undefined {
  return sum(parts.flatMap(({ sets }) => sets.map(set => rangeOf(facts, set))));
}

/** Claims of each pod first. */
function storageOf(facts: Facts, parts: readonly Part[]): OfPart<Said>[] {
  const told = parts.filter(({ isMixed }) => isMixed !== true);
  const claims = claimsOf(told.map(part => ({ part: part.name, claims: templateClaims(part.sets[0]), pods: podsOf(facts, [part]) })));
  return claims.map(({ part, told: all }, index) => ({ part, told: [...all, ...volumesOf(facts, told[index].sets[0])] }));
}

/** What they are for, as far as programs, Services and kinds say. */
function purposeOf({ members }: Workload, parts: readonly Part[], ways: readonly Way[]): Purpose {
  const programs = parts.flatMap(part => part.programs);
  const ends = members.every(member => workloadKindOf(member).ends === true && member.kind !== 'DaemonSet' && member.kind !== 'Pod');
  if (programs.some(({ serves }) => serves) && !ends) {
    return 'serves';
  }
  if (programs.some(({ serves }) => !serves)) {
    return ends ? 'trains' : 'runs';
  }
  return ends ? 'ends' : ways.some(isForClients) ? 'serves' : 'runs';
}

/** Whether requests are meant to come on it: from outside, or once a pod says that it is ready for them. */
function isForClients({ object, sets, isHeadless, from }: Way): boolean {
  const isReady = sets.some(({ containers }) => containers.some(({ container }) => isPresent(container.readinessProbe)));
  return !isHeadless && (from.length > 0 || object.kind !== 'Service' || (object.spec.type ?? 'ClusterIP') !== 'ClusterIP' || isReady);
}

/** `2 StatefulSets`, `Deployment web`. */
function carriersOf({ members }: Workload): string {
  if (members.length === 1) {
    return cut(`${members[0].kind} ${members[0].name}`);
  }
  const kinds = new Map<string, number>();
  members.forEach(({ kind }) => kinds.set(kind, (kinds.get(kind) ?? 0) + 1));
  return [...kinds].map(([kind, count]) => `${count} ${cut(kind)}${count === 1 ? '' : 's'}`).join(', ');
}

function programsOf(parts: readonly OfPart<OpenProgram>[], numberOf: NumberOf): ProgramAccount[] {
  return ofParts(parts, keyOfProgram, (program, names) => programAccount(program, numberOf, names));
}

function timelinesOf(parts: readonly OfPart<Course>[], numberOf: NumberOf): Timeline[] {
  return ofParts(parts, keyOfCourse, (course, names) => timelineOf(course, numberOf, names));
}

/** Each set is rolled by itself. Source: measured: sets updated by one apply roll at once (docs/rules/AIW4005.md) */
function changedTogether({ members }: Workload): Said[] {
  const replacing = members.filter(member => workloadKindOf(member).pace !== undefined);
  return replacing.length < 2 ? [] : [{ topic: 'all templates change', text: `each of the ${replacing.length} is rolled by itself, and nothing waits for one before the next: budgets are not asked`, subject: replacing[0], field: 'spec' }];
}

/** Carriers first, then what is around them. */
function objectsOf(facts: Facts, { members, sets }: Workload, ways: readonly Way[], control: readonly Said[]): Manifest[] {
  const around = [
    ...ways.flatMap(({ object, from }) => [object, ...from.map(source => source.object)]),
    ...control.flatMap(({ subject }) => subject ?? []),
    ...sets.flatMap(set => [...volumesOf(facts, set).flatMap(({ subject }) => subject ?? []), ...configurationObjects(facts, set)]),
  ];
  return [...new Set([...members, ...around])];
}

