import { Lifetime } from './api-types';
import { Measured, keyOf, marksOf, switchedOf } from './measurements';
import { FieldType } from './schema';
import { servedRows } from './served';
import { Entry, Table, tableOf } from './table';
import { POD_PATHS } from '../../src/kubernetes/release/measured/rows';

/** Everything that is committed. */
export interface Tables {
  /** Fields that a minor or a gate decides about: `<marks> [<gates> <marks with the gates switched>]`. */
  readonly fields: Table;
  /** Fields that no minor keeps as they are sent, and no gate decides about: what becomes of them; `=` where the server sets the value that was sent by itself. */
  readonly always: Table;
  /** Gates, with one letter for each minor. */
  readonly gates: Table;
  /** Groups and versions, with one letter for each minor. */
  readonly apis: Table;
  /** Fields of each type. */
  readonly types: Table;
  /** Type of each kind. */
  readonly kinds: Table;
  /** Kinds and versions: where they are served, their scope, their type; or since when they are gone. */
  readonly served: Table;
  /** Required fields and closed lists, by `<type>.<field>` and `<type>.<field>=`: `r` the server insists, `k` it does not. */
  readonly demands: Table;
}

export function tablesOf(measured: Measured): Tables {
  return {
    fields: tableOf(measured.probes.map((_, index) => fieldEntry(measured, index)), POD_PATHS),
    always: tableOf(measured.probes.map((_, index) => alwaysEntry(measured, index)), POD_PATHS),
    gates: { all: gateLetters(measured) },
    apis: { all: apiLetters(measured) },
    types: Object.fromEntries(Object.entries(measured.all.types).map(([type, fields]) =>
      [type, Object.fromEntries(Object.entries(fields).map(([field, of]) => [field, typeText(of, measured.lifetime(type, field))]))])),
    kinds: { all: measured.all.kinds },
    served: { all: servedRows(measured) },
    demands: { all: measured.demands },
  };
}

/** Same at all minors that serve the kind, and moved by no gate. */
function isConstant(measured: Measured, index: number): boolean {
  return new Set(marksOf(measured, index).replace(/-/g, '')).size === 1 && measured.attribution[keyOf(measured.probes[index])] === undefined;
}

function fieldEntry(measured: Measured, index: number): Entry {
  const { object: { kind }, path } = measured.probes[index];
  const marks = marksOf(measured, index);
  const gates = measured.attribution[`${kind} ${path}`];
  return { kind, path, text: gates === undefined ? marks : `${marks} ${gates.join('+')} ${switchedOf(measured, index)}`, assumed: isConstant(measured, index) };
}

function alwaysEntry(measured: Measured, index: number): Entry {
  const probe = measured.probes[index];
  const { kind } = probe.object;
  const assumed = !isConstant(measured, index) || (marksOf(measured, index).endsWith('k') && !measured.given[index]);
  return { kind, path: probe.path, text: assumed ? 'k' : outcome(measured, index), assumed };
}

/** What becomes of a field that no minor takes as it is: of a refusal the reason, and the field it names if that is another one. */
function outcome(measured: Measured, index: number): string {
  const { object: { kind }, path } = measured.probes[index];
  const { mark, reason = '' } = measured.minors.at(-1)!.verdicts[index];
  if (mark !== 'r') {
    return mark === 'k' ? '=' : mark;
  }
  const [why, field = ''] = reason.split(' ');
  const named = field.replace(/\[\d+\]/g, '[*]');
  const pods = POD_PATHS[kind] ?? '';
  // Below the pod it is named from there, since all kinds share the row.
  return named === '' || path.startsWith(named) ? `r ${why}` : `r ${why} ${named.startsWith(pods) ? named.slice(pods.length) : named}`;
}

/** `n` off, `y` on, in capitals when it cannot be moved, `-` unknown. */
function gateLetters({ minors }: Measured): Record<string, string> {
  const names = [...new Set(minors.flatMap(minor => Object.keys(minor.gates)))].sort();
  return Object.fromEntries(names.map(name => [name, minors.map(({ gates, locked }) => {
    const letter = gates[name] === undefined ? '-' : gates[name] ? 'y' : 'n';
    return locked.includes(name) ? letter.toUpperCase() : letter;
  }).join('')]));
}

function apiLetters({ minors }: Measured): Record<string, string> {
  const names = [...new Set(minors.flatMap(minor => minor.apis))].sort();
  return Object.fromEntries(names.map(name => [name, minors.map(minor => minor.apis.includes(name) ? 'k' : '-').join('')]));
}

/** `[]core.v1.Container!`: a list, required; `string=A|B`: closed values; `@1` behind: the types of the first minor lack the field, `@0-4`: those of the fifth and later do. */
function typeText({ shape, of, required, values }: FieldType, { since, until }: Lifetime): string {
  const prefix = { value: '', list: '[]', map: '{}' }[shape];
  return `${prefix}${of}${required ? '!' : ''}${values ? `=${values.join('|')}` : ''}${until !== undefined ? `@${since}-${until}` : since > 0 ? `@${since}` : ''}`;
}
