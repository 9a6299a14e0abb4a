import { Construct } from 'constructs';
import * as fc from 'fast-check';
import { Expression, partsOf } from '../../../cluster/fuzz/expression';
import { cases, PATTERNS } from '../../../cluster/fuzz/generators/programs';
import { SURROUNDINGS } from '../../../cluster/fuzz/generators/surroundings/surroundings';
import * as library from '../../../src';

/*
 * That every property has a generator is a matter of types (`Fields`). What types do not say is whether every factory and every choice is ever made.
 */

/** `Accelerator.nvidia`, `Locality.SAME_ZONE`, `LeaderWorkerGroup`: everything of the public API that a program can name. */
function nameable(): string[] {
  return Object.entries(library).flatMap(([name, exported]) => {
    if (typeof exported !== 'function') {
      // What only types stand behind is exported as undefined.
      return Object.keys(exported ?? {}).map(member => `${name}.${member}`);
    }
    const statics = Object.getOwnPropertyNames(exported).filter(each => !['length', 'name', 'prototype'].includes(each) && !each.startsWith('_'));
    return statics.map(each => `${name}.${each}`);
  });
}

function notePaths(expression: Expression, paths: Set<string>): void {
  if (expression.is === 'get' && expression.of.is === 'name') {
    paths.add(`${expression.of.name}.${expression.property}`);
  }
  if (expression.is === 'new' && expression.type.is === 'name') {
    paths.add(`new ${expression.type.name}`);
  }
  partsOf(expression).forEach(part => notePaths(part, paths));
}

/** `new LeaderWorkerGroup`: every construct of the public API. */
function constructs(): string[] {
  return Object.entries(library).flatMap(([name, exported]) => typeof exported === 'function' && exported.prototype instanceof Construct ? [`new ${name}`] : []);
}

/** Choices that are answers alone. */
const ANSWERS = /^(?:FindingSeverity|ScaleUnit|ServingProtocol)\./;

/** What tests ask of the objects of a program. */
const OF_TESTS = /^(?:SynthesizedObjects|ObjectMatch|ObjectChanges)\./;

/** More than enough: what is rarest comes once in some hundred programs. */
const MOST_ROUNDS = 60;
const NAMES = Object.keys(PATTERNS);
const MINORS = Object.values(library.KubernetesVersion);

test('programs make every choice that the public API has', () => {
  // Made by others: of claims and patterns. Asked of a construct, not made: the target of everything below it. What checks and their answers are. And private ones.
  const notMade = ['Target.of', 'Checks.attach', 'Checks.findingsAbout', 'DeviceRequest.one', 'Target.defineOn', 'Target.ofWhatIsKnown', 'new DeviceClaim', 'new PodTemplate',
    // What a program is in, of which its own tests make many.
    'new FleetApp'];
  const wanted = [...nameable().filter(each => !ANSWERS.test(each) && !OF_TESTS.test(each)), ...constructs()].filter(each => !notMade.includes(each));
  const paths = new Set<string>();
  for (let round = 0; round < MOST_ROUNDS && !wanted.every(each => paths.has(each)); round++) {
    const minor = MINORS[Math.floor(round / 2) % MINORS.length];
    // Some choices are odd ones alone, and rare.
    const odd = round % 2 === 0 ? undefined : 300;
    // Each pattern and each surrounding has rounds of its own, so that another one takes none of theirs.
    const each = (runs: number) => ({ seed: round, numRuns: runs, unbiased: true });
    const programs = [
      ...NAMES.flatMap(name => fc.sample(cases(minor, name, undefined, odd), each(20))),
      ...Object.keys(SURROUNDINGS).flatMap(type => fc.sample(cases(minor, NAMES[round % NAMES.length], type, odd), each(5))),
    ].map(({ program }) => program);
    programs.flatMap(({ statements }) => statements).forEach(({ value }) => notePaths(value, paths));
  }
  expect(wanted.filter(each => !paths.has(each))).toEqual([]);
}, 180_000);
