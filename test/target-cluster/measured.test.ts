import { APIS } from '../../src/kubernetes/release/measured/apis.generated';
import { FIELDS } from '../../src/kubernetes/release/measured/fields.generated';
import { GATES } from '../../src/kubernetes/release/measured/gates.generated';
import { measured } from '../../src/kubernetes/release/measured/measured';
import { rowFor, Rows } from '../../src/kubernetes/release/measured/rows';

const ROWS: Rows = {
  any: { 'metadata.uid': 'ooooo' },
  pod: { 'spec.resources': 'dkkkk', 'spec.resources.claims': 'drrrr', 'spec.volumes[*].image': 'ddkkk', 'spec.restartPolicy=Never': 'kkkkk' },
  Deployment: { 'spec.template.spec.restartPolicy=Never': 'rrrrr', 'spec.template.spec.resources': 'rrrrr' },
};

describe('the row for a field', () => {
  test.each([
    ['is the one with its path', 'Pod', 'spec.resources.claims', 'drrrr'],
    ['is the nearest one above', 'Pod', 'spec.resources.limits', 'dkkkk'],
    ['speaks for all below it', 'Pod', 'spec.resources.claims[*].name', 'drrrr'],
    ['is the one of the pod in a template', 'CronJob', 'spec.jobTemplate.spec.template.spec.volumes[*].image.reference', 'ddkkk'],
    ['is the own one of the kind before that of all pods, even if the other is nearer', 'Deployment', 'spec.template.spec.resources.claims', 'rrrrr'],
    ['is that of one value', 'Deployment', 'spec.template.spec.restartPolicy=Never', 'rrrrr'],
    ['is not that of another value', 'Deployment', 'spec.template.spec.restartPolicy=Always', undefined],
    ['is shared by all kinds for metadata', 'Service', 'metadata.uid', 'ooooo'],
    ['is not shared with the metadata of a template', 'Job', 'spec.template.metadata.uid', undefined],
    ['is none where nobody drops anything', 'Service', 'spec.ports[*].port', undefined],
    ['is none for a name that only begins alike', 'Pod', 'spec.resourcesX', undefined],
  ])('%s', (_, kind, path, row) => {
    expect(rowFor(ROWS, kind, path)).toBe(row);
  });
});

describe('what was measured', () => {
  test.each([
    ['a field that all keep, moved by a gate', ['Pod spec.hostUsers'], { since: 33, gate: 'UserNamespacesSupport' }],
    ['a field that a gate gives before it is on by default', ['HorizontalPodAutoscaler spec.behavior.scaleUp.tolerance'], { since: 35, gate: 'HPAConfigurableTolerance', gateSince: 33 }],
    ['a field that a gate gives for long', ['StatefulSet spec.updateStrategy.rollingUpdate.maxUnavailable'], { since: 37, gate: 'MaxUnavailableStatefulSet', gateSince: 33 }],
    ['one value of a field', ['Service spec.trafficDistribution=PreferSameNode'], { since: 34, gate: 'PreferSameTrafficDistribution', gateSince: 33 }],
    ['a value that nobody doubts', ['Service spec.trafficDistribution=PreferClose'], { since: 33 }],
    ['an API', ['resource.k8s.io/v1'], { since: 34 }],
    ['an API that is not served', ['resource.k8s.io/v1alpha3'], {}],
    ['a field and the API it needs: the gate does not bring the API', ['resource.k8s.io/v1', 'Pod spec.resourceClaims'], { since: 34, gate: 'DynamicResourceAllocation' }],
    ['a field that an older release does not have, whatever its gate does', ['Pod spec.schedulingGroup'], { gate: 'GenericWorkload', gateSince: 36 }],
  ])('%s', (_, needed, facts) => {
    expect(measured(needed)).toEqual(facts);
  });
});

/** What real servers had corrected in hand-written knowledge before these tables were measured; they have to say the same. */
describe('the tables say what single measurements said', () => {
  const marks = (kind: string, path: string) => (rowFor(FIELDS, kind, path) ?? 'kkkkk').split(' ')[0];

  test.each(['Job', 'Pod', 'Deployment', 'StatefulSet'])('restartPolicy of a main container is dropped at 1.33 and 1.34 and kept from 1.35: %s', kind => {
    const pods = kind === 'Pod' ? '' : 'spec.template.';
    expect(marks(kind, `${pods}spec.containers[*].restartPolicy`)).toBe('ddkkk');
  });

  test('a matchLabelKeys key that the selector has too is refused at 1.33 in a template, passes it from 1.34, and is refused in pods', () => {
    expect(marks('Deployment', 'spec.template.spec.topologySpreadConstraints[*].matchLabelKeys=app')).toBe('rkkkk');
    expect(marks('Pod', 'spec.topologySpreadConstraints[*].matchLabelKeys=app')).toMatch(/^r/);
    expect(marks('Deployment', 'spec.template.spec.topologySpreadConstraints[*].matchLabelKeys')).toBe('kkkkk');
  });

  test('device claims: no v1 API at 1.33, where the fields of pods are dropped', () => {
    expect(APIS['resource.k8s.io/v1']).toBe('-kkkk');
    expect(marks('Pod', 'spec.resourceClaims[*].resourceClaimName')).toBe('dkkkk');
    expect(marks('Pod', 'spec.containers[*].resources.claims[*].name')).toBe('dkkkk');
    expect(marks('StatefulSet', 'spec.template.spec.resourceClaims')).toBe('dkkkk');
  });

  test('maxUnavailable of a StatefulSet is dropped up to 1.36', () => {
    expect(marks('StatefulSet', 'spec.updateStrategy.rollingUpdate.maxUnavailable')).toBe('ddddk');
  });

  test.each(['scaleUp', 'scaleDown'])('tolerance of %s is dropped at 1.33 and 1.34 and kept from 1.35', direction => {
    expect(marks('HorizontalPodAutoscaler', `spec.behavior.${direction}.tolerance`)).toBe('ddkkk');
  });

  test('schedulingGroup of pods is kept by none', () => {
    expect(marks('Pod', 'spec.schedulingGroup.podGroupName')).toBe('uuudd');
    expect(marks('Job', 'spec.template.spec.schedulingGroup')).toBe('uuudd');
  });
});

describe('the committed tables', () => {
  const rows = Object.entries(FIELDS).flatMap(([section, paths]) => Object.entries(paths).map(([path, row]) => [`${section} ${path}`, row]));

  test.each(rows)('%s has a mark for each minor, and gates that servers know', (_, row) => {
    expect(row).toMatch(/^[kdoru-]{5}( \w+(\+\w+)* [kdoru.-]{5})?$/);
    const gates = row.split(' ')[1]?.split('+') ?? [];
    expect(gates.filter(gate => GATES[gate] === undefined)).toEqual([]);
  });

  test('gates have a letter for each minor, APIs a mark', () => {
    expect(Object.values(GATES).filter(letters => !/^[nyNY-]{5}$/.test(letters))).toEqual([]);
    expect(Object.values(APIS).filter(letters => !/^[k-]{5}$/.test(letters))).toEqual([]);
  });
});
