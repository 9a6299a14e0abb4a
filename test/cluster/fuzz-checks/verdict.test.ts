import { agrees, namesAlike, ourVerdict, serverVerdict, Verdict } from '../../../cluster/fuzz-checks/verdict';

const answer = (status: number, body: object) => ({ status, body, warnings: [] });
const claim = (spec: object) => ({ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'a' }, spec });
const rejected = (field: string, message: string): Verdict => ({ is: 'rejected', fields: [field], messages: [message] });

describe('the answer of a server', () => {
  test('that brings everything back accepts', () => {
    const sent = claim({ accessModes: ['ReadWriteOnce'] });
    expect(serverVerdict(sent, answer(201, { ...sent, status: { phase: 'Pending' } })).valueOf()).toEqual({ is: 'accepted', fields: [], messages: [] });
  });

  test('that leaves something out drops it', () => {
    const sent = claim({ dataSource: { kind: 'Model', name: 'x' } });
    expect(serverVerdict(sent, answer(201, claim({})))).toMatchObject({ is: 'dropped', fields: ['spec.dataSource'] });
  });

  test('that leaves out what says nothing accepts, unless a gate decides about it', () => {
    const pod = (spec: object) => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec });
    expect(serverVerdict(claim({ selector: {} }), answer(201, claim({})))).toMatchObject({ is: 'accepted' });
    expect(serverVerdict(pod({ hostNetwork: false }), answer(201, pod({})))).toMatchObject({ is: 'accepted' });
    expect(serverVerdict(pod({ schedulingGroup: {} }), answer(201, pod({})))).toMatchObject({ is: 'accepted', emptied: ['spec.schedulingGroup'] });
    expect(serverVerdict(pod({ hostUsers: false }), answer(201, pod({})))).toMatchObject({ is: 'dropped', fields: ['spec.hostUsers'] });
  });

  test('names the fields that it refuses, of validation and of the decoder', () => {
    const invalid = { message: 'x', details: { causes: [{ field: 'spec.a' }, { field: 'spec.b' }, { field: 'spec.a' }] } };
    expect(serverVerdict(claim({}), answer(422, invalid))).toMatchObject({ is: 'rejected', fields: ['spec.a', 'spec.b'] });
    const unknown = { message: 'strict decoding error: unknown field "spec.foo"' };
    expect(serverVerdict(claim({}), answer(400, unknown))).toMatchObject({ is: 'rejected', fields: ['spec.foo'] });
  });

  test.each([
    [403, 'pods "a" is forbidden: no PriorityClass with name high was found', 'objects'],
    [404, 'namespaces "ml" not found', 'objects'],
    [422, 'Service "a" is invalid: spec.clusterIPs[0]: Invalid value: ["fd00::1"]: IPv6 is not configured on this cluster', 'configuration'],
    [500, 'runtime error: invalid memory address', 'broken'],
  ])('%d %s is not about the manifest alone', (status, message, why) => {
    expect(serverVerdict(claim({}), answer(status, { message }))).toBe(why);
  });
});

describe('what the checks say', () => {
  test('is what lint says of the object, by class', () => {
    expect(ourVerdict(claim({ accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } }), '1.36')).toEqual({ is: 'accepted', fields: [], messages: [] });
    expect(ourVerdict(claim({ accessModes: [], resources: { requests: { storage: '1Gi' } } }), '1.36')).toMatchObject({ is: 'rejected', fields: ['spec.accessModes'] });
    expect(ourVerdict({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec: { containers: [{ name: 'a', image: 'a' }], hostnameOverride: 'b' } }, '1.33')).toMatchObject({ is: 'rejected' });
  });

  test('agrees with a server that behaves as an older minor and drops what that minor does not know', () => {
    const newer = rejected('spec.x', 'AIW1107 spec.x: Invalid value: "x": unknown field in Kubernetes 1.33: it came with 1.34');
    expect(agrees(newer, { is: 'dropped', fields: ['spec.x'], messages: [] })).toBe(true);
    expect(agrees(newer, { is: 'accepted', fields: [], messages: [] })).toBe(false);
    const emptied: Verdict = { is: 'accepted', fields: [], messages: [], emptied: ['spec.x'] };
    expect([agrees(newer, emptied), agrees({ ...newer, is: 'dropped' }, emptied), agrees({ ...newer, is: 'dropped', fields: ['spec.y'] }, emptied)]).toEqual([true, true, false]);
    expect(agrees(rejected('spec.x', 'AIW1203 spec.x: Required value'), { is: 'dropped', fields: ['spec.x'], messages: [] })).toBe(false);
  });
});

describe('fields are alike', () => {
  test.each([
    ['the same one', 'spec.a[0].b', 'AIW1203 x', 'spec.a[0].b', 'x is invalid', true],
    ['another one', 'spec.a[0].c', 'AIW1203 x', 'spec.a[0].b', 'x is invalid', false],
    ['a key in two notations', 'spec.limits[nvidia.com/gpu]', 'AIW1202 x', 'spec.limits.nvidia.com/gpu', 'x is invalid', true],
    ['a type, which Go names without places', 'spec.a[0].b', 'AIW1102 x', 'spec.a.b', 'json: cannot unmarshal string into Go struct field', true],
    ['an unknown field inside a value of the wrong type', 'spec.a', 'AIW1102 x', 'spec.a.b', 'strict decoding error: unknown field "spec.a.b"', true],
    ['an unknown field inside another value', 'spec.a', 'AIW1203 x', 'spec.a.b', 'strict decoding error: unknown field "spec.a.b"', false],
  ])('%s', (_what, ourField, ourMessage, field, message, expected) => {
    expect(namesAlike(rejected(ourField, ourMessage), rejected(field, message))).toBe(expected);
  });
});
