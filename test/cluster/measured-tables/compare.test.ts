import { differences } from '../../../cluster/measured-tables/compare';
import { committedShapes, committedText, print, printShapes, readTables } from '../../../cluster/measured-tables/files';
import { Tables } from '../../../cluster/measured-tables/tables';

const NOTHING: Tables = {
  fields: {}, always: {}, gates: { all: {} }, apis: { all: {} }, types: {}, kinds: { all: {} }, served: { all: {} }, demands: { all: {} },
};
const fields = (rows: Record<string, string>): Tables => ({ ...NOTHING, fields: { Service: rows } });

test('equal tables have no differences', () => {
  expect(differences(fields({ 'spec.a': 'ddkk' }), fields({ 'spec.a': 'ddkk' }))).toEqual([]);
});

test.each([
  ['a minor', fields({ 'spec.a': 'ddkk' }), fields({ 'spec.a': 'dkkk' }), 'fields: Service spec.a: 1.34: kept, was dropped'],
  ['two minors', fields({ 'spec.a': 'dddd' }), fields({ 'spec.a': 'rddo' }), 'fields: Service spec.a: 1.33: refused, was dropped; 1.36: overwritten, was dropped'],
  ['what a gate does', fields({ 'spec.a': 'ddkk X kk..' }), fields({ 'spec.a': 'ddkk X dk..' }), 'fields: Service spec.a: 1.33: dropped, was kept with X switched'],
  ['the gate', fields({ 'spec.a': 'ddkk X kk..' }), fields({ 'spec.a': 'ddkk Y kk..' }), 'fields: Service spec.a: "ddkk Y kk..", was "ddkk X kk.."'],
  ['a new row', NOTHING, fields({ 'spec.a': 'ddkk' }), 'fields: Service spec.a: is now "ddkk", had no row'],
  ['a row that went', fields({ 'spec.a': 'ddkk' }), NOTHING, 'fields: Service spec.a: has no row now, was "ddkk"'],
  ['a gate', { ...NOTHING, gates: { all: { X: '-nny' } } }, { ...NOTHING, gates: { all: { X: '-nyY' } } }, 'gates: X: 1.35: on, was off; 1.36: locked on, was on'],
  ['a type', { ...NOTHING, types: { 'core.v1.Pod': { spec: 'a!' } } }, { ...NOTHING, types: { 'core.v1.Pod': { spec: 'b!' } } }, 'types: core.v1.Pod spec: "b!", was "a!"'],
])('%s that changed is named', (_, committed, measured, line) => {
  expect(differences(committed, measured)).toEqual([line]);
});

test.each(Object.keys(NOTHING) as (keyof Tables)[])('the committed table of %s is as the command writes it', name => {
  const table = readTables()[name];
  expect(Object.keys(table).length).toBeGreaterThan(0);
  expect(committedText(name)).toBe(print(name, table));
});

test('the packed types are those of the committed tables', () => {
  expect(committedShapes()).toBe(printShapes(readTables()));
});
