import { differences } from '../../../cluster/measured-tables/compare';
import { committedShapes, committedText, print, printShapes, readTables } from '../../../cluster/measured-tables/files';
import { Tables } from '../../../cluster/measured-tables/tables';

const NOTHING: Tables = {
  fields: {}, always: {}, gates: { all: {} }, apis: { all: {} }, types: {}, kinds: { all: {} }, served: { all: {} }, demands: { all: {} },
};
const fields = (rows: Record<string, string>): Tables => ({ ...NOTHING, fields: { Service: rows } });

test('equal tables have no differences', () => {
  expect(differences(fields({ 'spec.a': 'ddkkk' }), fields({ 'spec.a': 'ddkkk' }))).toEqual([]);
});

test.each([
  ['a minor', fields({ 'spec.a': 'ddkkk' }), fields({ 'spec.a': 'dkkkk' }), 'fields: Service spec.a: 1.34: kept, was dropped'],
  ['two minors', fields({ 'spec.a': 'ddddd' }), fields({ 'spec.a': 'rddod' }), 'fields: Service spec.a: 1.33: refused, was dropped; 1.36: overwritten, was dropped'],
  ['what a gate does', fields({ 'spec.a': 'ddkkk X kk...' }), fields({ 'spec.a': 'ddkkk X dk...' }), 'fields: Service spec.a: 1.33: dropped, was kept with X switched'],
  ['the gate', fields({ 'spec.a': 'ddkkk X kk...' }), fields({ 'spec.a': 'ddkkk Y kk...' }), 'fields: Service spec.a: "ddkkk Y kk...", was "ddkkk X kk..."'],
  ['a new row', NOTHING, fields({ 'spec.a': 'ddkkk' }), 'fields: Service spec.a: is now "ddkkk", had no row'],
  ['a row that went', fields({ 'spec.a': 'ddkkk' }), NOTHING, 'fields: Service spec.a: has no row now, was "ddkkk"'],
  ['a gate', { ...NOTHING, gates: { all: { X: '-nnyy' } } }, { ...NOTHING, gates: { all: { X: '-nyYy' } } }, 'gates: X: 1.35: on, was off; 1.36: locked on, was on'],
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
