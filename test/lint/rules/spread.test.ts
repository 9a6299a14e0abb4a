import { deployment, findingsIn, onlyFinding, template } from '../run/manifests';

const spread = (labels: { [key: string]: any }, ...constraints: object[]) => deployment('web', {
  replicas: 2, selector: { matchLabels: labels }, template: template(labels, {}, { topologySpreadConstraints: constraints }),
});

describe('AIW2140 spread that does not count its own pods', () => {
  const ELSEWHERE = { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'ScheduleAnyway', labelSelector: { matchLabels: { app: 'other' } } };
  const offered = (labels: object) => onlyFinding('AIW2140', spread(labels, ELSEWHERE)).help;

  test.each([
    ['the usual label of a name', { 'a/tier': 'a', 'app.kubernetes.io/name': 'web' }, 'app.kubernetes.io/name: web'],
    ['the short one', { aaa: 'a', app: 'web' }, 'app: web'],
    ['the first of others', { team: 'a', tier: 'b' }, 'team: a'],
    ['the first that is a text', { replica: 1, team: 'b' }, 'team: b'],
  ])('the help names a label that the template has: %s', (_, labels, label) => {
    expect(offered(labels)).toBe(`the template carries ${label}; write labelSelector: {matchLabels: {${label}}}`);
  });

  test('a template without labels cannot be counted', () => {
    expect(onlyFinding('AIW2140', spread({}, ELSEWHERE))).toMatchObject({
      notes: ['the template carries no labels'], help: 'label the template, and write the same labels under labelSelector',
    });
  });

  test('the constraint that misses is named, and what it spreads over', () => {
    const own = { ...ELSEWHERE, labelSelector: { matchLabels: { app: 'web' } } };
    const without = { maxSkew: 1, whenUnsatisfiable: 'ScheduleAnyway' };
    expect(findingsIn('AIW2140', spread({ app: 'web' }, own, ELSEWHERE, without)).map(({ field, message, notes }) => [field, message, notes])).toEqual([
      ['spec.template.spec.topologySpreadConstraints[1].labelSelector', 'Invalid value: {"app":"other"}: matches no pod of this template, so they are not spread over zone', []],
      ['spec.template.spec.topologySpreadConstraints[2]', 'Required value: labelSelector: without it no pod counts, so the pods are not spread over the topology', []],
    ]);
  });
});
