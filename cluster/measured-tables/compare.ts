import { Table } from './table';
import { Tables } from './tables';
import { MEASURED_MINORS, Minor } from '../harness/api-server';

const WORDS: Readonly<Record<string, string>> = {
  'k': 'kept',
  'd': 'dropped',
  'o': 'overwritten',
  'r': 'refused',
  'u': 'unknown',
  '-': 'absent',
  '.': 'unmoved',
  'n': 'off',
  'y': 'on',
  'N': 'locked off',
  'Y': 'locked on',
};

/** What differs between committed and measured tables, one line for each difference, with the minor where letters differ. */
export function differences(committed: Tables, measured: Tables): string[] {
  return (Object.keys(measured) as (keyof Tables)[]).flatMap(name => differencesOf(name, committed[name], measured[name]));
}

function differencesOf(name: string, committed: Table, measured: Table): string[] {
  const sections = [...new Set([...Object.keys(committed), ...Object.keys(measured)])].sort();
  return sections.flatMap(section => {
    const [was, is] = [committed[section] ?? {}, measured[section] ?? {}];
    return [...new Set([...Object.keys(was), ...Object.keys(is)])].sort()
      .filter(key => was[key] !== is[key])
      .map(key => `${name}: ${section === 'all' ? '' : `${section} `}${key}: ${change(was[key], is[key])}`);
  });
}

function change(was: string | undefined, is: string | undefined): string {
  if (was === undefined || is === undefined) {
    return was === undefined ? `is now "${is}", had no row` : `has no row now, was "${was}"`;
  }
  const [before, after] = [was.split(' '), is.split(' ')];
  const isMarks = (marks: string) => marks.length === MEASURED_MINORS.length && [...marks].every(mark => WORDS[mark] !== undefined);
  const areMarks = [before[0], after[0]].every(isMarks);
  if (!areMarks || before[1] !== after[1]) {
    return `"${is}", was "${was}"`;
  }
  return [...minorByMinor(before[0], after[0], ''), ...minorByMinor(before[2] ?? '', after[2] ?? '', ` with ${after[1]} switched`)].join('; ');
}

function minorByMinor(before: string, after: string, how: string): string[] {
  const told = (minor: Minor, index: number) => `${minor}: ${WORDS[after[index]]}, was ${WORDS[before[index]]}${how}`;
  return MEASURED_MINORS.flatMap((minor, index) => (before[index] === after[index] ? [] : [told(minor, index)]));
}
