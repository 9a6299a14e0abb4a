import { Samples } from '../../../cluster/measured-tables/example';
import { fieldsOf } from '../../../cluster/measured-tables/fields';
import { judge, Probe, probesOf, withoutField } from '../../../cluster/measured-tables/probe';
import { FieldType, Types } from '../../../cluster/measured-tables/schema';

const value = (of: string, more: Partial<FieldType> = {}): FieldType => ({ shape: 'value', of, required: false, ...more });
const TYPES: Types = {
  Pod: { spec: value('Spec') },
  Spec: { volumes: value('Volume', { shape: 'list' }), tier: value('string', { values: ['', 'Gold', 'Iron'] }), labels: value('string', { shape: 'map' }), limit: value('int32') },
  Volume: { name: value('string', { required: true }), disk: value('Disk'), empty: value('boolean') },
  Disk: { id: value('string', { required: true }), size: value('quantity', { required: true }), modes: value('string', { shape: 'list' }) },
};
const SAMPLES: Samples = {
  fields: {
    'Spec.limit': { value: 5, others: [0] },
    'Disk.modes': { value: ['rw'], beside: around => { around('Spec').tier = 'Gold'; } },
    'Volume.disk': { beside: around => { delete around('Volume').empty; } },
    'disk.Disk.size': { value: '9Gi' },
  },
  siblings: { Volume: field => field === 'disk' || field === 'name' ? { empty: true } : {} },
};
const BASE = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec: {} };

const probes = fieldsOf(TYPES, 'Pod').flatMap(field => probesOf(field, BASE, TYPES, SAMPLES));
const probe = (path: string): Probe => probes.find(each => each.path === path)!;

describe('a probe', () => {
  test('adds one field and what its objects must have', () => {
    expect(probe('spec.volumes[*].disk.id').object.spec).toEqual({ volumes: [{ name: 'a', disk: { id: 'a', size: '7' } }] });
    expect(probe('spec.volumes[*].name').object.spec).toEqual({ volumes: [{ name: 'a', empty: true }] });
  });

  test('takes the sample for the place before the one for the type', () => {
    expect(probe('spec.volumes[*].disk.size').value).toBe('9Gi');
  });

  test('sets what must stand beside the field, near and far', () => {
    expect(probe('spec.volumes[*].disk.modes').object.spec).toEqual({ tier: 'Gold', volumes: [{ name: 'a', disk: { id: 'a', size: '7', modes: ['rw'] } }] });
  });

  test('is made for every value of a closed list, but not for the empty one', () => {
    expect(probes.filter(({ path }) => path.startsWith('spec.tier')).map(({ path, value: sent }) => [path, sent])).toEqual([['spec.tier=Gold', 'Gold'], ['spec.tier=Iron', 'Iron']]);
  });

  test('is made for a value that is another matter, beside the ordinary one', () => {
    expect(probes.filter(({ path }) => path.startsWith('spec.limit')).map(({ path, value: sent }) => [path, sent])).toEqual([['spec.limit', 5], ['spec.limit=0', 0]]);
  });

  test('leaves the base as it is', () => {
    expect(BASE).toEqual({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec: {} });
  });

  test('can be asked without its field', () => {
    expect(withoutField(probe('spec.volumes[*].disk.modes')).object.spec).toEqual({ tier: 'Gold', volumes: [{ name: 'a', disk: { id: 'a', size: '7' } }] });
  });
});

describe('the verdict', () => {
  const answer = (body: any, status = 201) => ({ status, body, warnings: [] });
  const modes = probe('spec.volumes[*].disk.modes');
  const labels = probe('spec.labels');

  test.each([
    ['kept', modes, { spec: { volumes: [{ disk: { modes: ['rw'] } }] } }, 'k'],
    ['kept beside an element of the server', modes, { spec: { volumes: [{ disk: { modes: ['x', 'rw'] } }] } }, 'k'],
    ['kept beside a key of the server', labels, { spec: { labels: { a: 'a', b: 'c' } } }, 'k'],
    ['another value', modes, { spec: { volumes: [{ disk: { modes: ['ro'] } }] } }, 'o'],
    ['gone', modes, { spec: { volumes: [{ disk: {} }] } }, 'd'],
    ['gone with what held it', modes, { spec: {} }, 'd'],
  ])('%s', (_, sent, body, mark) => {
    expect(judge(sent, answer(body))).toEqual({ mark });
  });

  test('of a refusal names reason and field', () => {
    const body = { reason: 'Invalid', message: 'no', details: { causes: [{ reason: 'FieldValueForbidden', field: 'spec.labels' }] } };
    expect(judge(labels, answer(body, 422))).toEqual({ mark: 'r', reason: 'FieldValueForbidden spec.labels', message: 'no' });
    expect(judge(labels, answer({ reason: 'BadRequest', message: 'no' }, 400))).toMatchObject({ mark: 'r', reason: 'BadRequest' });
  });
});
