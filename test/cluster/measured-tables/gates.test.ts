import * as fc from 'fast-check';
import { explain, groups, readGates, readRefusal, withNeeded } from '../../../cluster/measured-tables/gates';

test('gates are read from the metrics of a server, sorted and without the groups of gates', () => {
  const metrics = [
    '# TYPE kubernetes_feature_enabled gauge',
    'kubernetes_feature_enabled{name="ImageVolume",stage="BETA"} 1',
    'kubernetes_feature_enabled{name="AllAlpha",stage="ALPHA"} 0',
    'kubernetes_feature_enabled{name="HPAScaleToZero",stage="ALPHA"} 0',
    'kubernetes_feature_enabled{name="APIServerTracing",stage=""} 1',
    'other{name="X"} 1',
  ].join('\n');
  expect(Object.entries(readGates(metrics))).toEqual([['APIServerTracing', true], ['HPAScaleToZero', false], ['ImageVolume', true]]);
});

describe('a server that refuses its gates', () => {
  const error = '"command failed" err="[cannot set feature gate SidecarContainers to false, feature is locked to true, '
    + 'DRAAdminAccess is enabled, but depends on features that are disabled: [DynamicResourceAllocation], '
    + 'B is enabled, but depends on features that are disabled: [C D]]"';

  test('says which are locked and which need others', () => {
    expect(readRefusal(error)).toEqual({
      locked: ['SidecarContainers'],
      needed: [{ by: 'DRAAdminAccess', gate: 'DynamicResourceAllocation' }, { by: 'B', gate: 'C' }, { by: 'B', gate: 'D' }],
    });
  });

  test('gets the needed gate switched on, or the dependent one off where the needed one shall be off', () => {
    expect(withNeeded({ B: true, DynamicResourceAllocation: false }, readRefusal(error)))
      .toEqual({ B: true, C: true, D: true, DynamicResourceAllocation: false, DRAAdminAccess: false });
  });

  test('and something else is no refusal of gates', () => {
    expect(readRefusal('bind: address already in use')).toEqual({ locked: [], needed: [] });
  });
});

describe('groups of gates', () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `G${index}`);
  /** What servers would show of a field that needs the given gates. */
  const seen = (needed: readonly string[], sets: readonly ReadonlySet<string>[], on: boolean) =>
    sets.map(set => on ? needed.every(gate => set.has(gate)) : needed.some(gate => set.has(gate)));

  const all = (gates: readonly string[]) => groups(gates).map(group => new Set(group));

  test('name any one gate, in few starts', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 130 }), fc.nat(), fc.boolean(), (count, pick, on) => {
      const gates = names(count);
      const sets = all(gates);
      const needed = [gates[pick % count]];
      expect(sets.length).toBeLessThanOrEqual(16);
      expect(explain(gates, { on, sets, changed: [seen(needed, sets, on)] })).toEqual([needed]);
    }));
  });

  test('name two gates that each decide about another field, and never a wrong pair', () => {
    fc.assert(fc.property(fc.uniqueArray(fc.nat(99), { minLength: 2, maxLength: 12 }), fc.boolean(), (deciders, on) => {
      const gates = names(100);
      const sets = all(gates);
      const alone = deciders.map(index => [gates[index]]);
      const both = [gates[deciders[0]], gates[deciders[1]]].sort();
      const found = explain(gates, { on, sets, changed: [...alone, both].map(needed => seen(needed, sets, on)) });
      expect(found.slice(0, -1)).toEqual(alone);
      expect([both, undefined]).toContainEqual(found.at(-1));
    }));
    const sets = all(names(8));
    expect(explain(names(8), { on: false, sets, changed: [['G1'], ['G6'], ['G1', 'G6']].map(needed => seen(needed, sets, false)) }).at(-1))
      .toEqual(['G1', 'G6']);
  });

  test('name nothing when nothing explains the change', () => {
    const sets = all(names(8));
    expect(explain(names(8), { on: true, sets, changed: [sets.map((_, index) => index === 0)] })).toEqual([undefined]);
  });
});
