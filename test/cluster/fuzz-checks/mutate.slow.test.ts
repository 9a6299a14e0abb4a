import { casesOf } from '../../../cluster/fuzz-checks/cases';
import { CLASSES, Mutator, SINGLE_CLASSES, SingleClass } from '../../../cluster/fuzz-checks/mutate';
import { Random } from '../../../cluster/fuzz-checks/random';
import { SUBJECTS } from '../../../cluster/fuzz-checks/subjects';

const SERVICE = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'llm', namespace: 'ml', labels: { app: 'llm' } },
  spec: { type: 'ClusterIP', publishNotReadyAddresses: true, selector: { app: 'llm' }, ports: [{ name: 'http', port: 80 }] },
};

const OTHER = { ...SERVICE, metadata: { name: 'llm', namespace: 'ml' }, spec: { type: 'ExternalName', externalName: 'a.example.com' } };

function draws(mutation: SingleClass, count = 200): { readonly body: any; readonly what: string }[] {
  const [mutator, random] = [new Mutator(SERVICE, [OTHER]), new Random(7)];
  return Array.from({ length: count }, () => mutator.mutated(mutation, random));
}

describe('a mutation', () => {
  test.each(SINGLE_CLASSES)('of class %s changes a copy, never its apiVersion, kind or namespace', mutation => {
    const before = JSON.stringify(SERVICE);
    for (const { body, what } of draws(mutation)) {
      expect({ what, same: JSON.stringify(body) === before }).toEqual({ what, same: what === 'spec.ports = [{"name":"http","port":80}]' });
      expect([body.apiVersion, body.kind, body.metadata?.namespace ?? 'ml']).toEqual(['v1', 'Service', 'ml']);
    }
    expect(JSON.stringify(SERVICE)).toBe(before);
  });

  test('drops each field that there is', () => {
    expect(new Set(draws('drop').map(({ what }) => what))).toEqual(new Set([
      'drop metadata', 'drop metadata.name', 'drop metadata.labels', 'drop metadata.labels.app', 'drop spec', 'drop spec.type', 'drop spec.publishNotReadyAddresses', 'drop spec.selector',
      'drop spec.selector.app', 'drop spec.ports', 'drop spec.ports[0]', 'drop spec.ports[0].name', 'drop spec.ports[0].port',
    ]));
  });

  test('misspells fields and gives other forms to keys of maps', () => {
    const done = draws('rename').map(({ what }) => what);
    expect(done.some(what => /^spec: ports renamed to "(port|portss?|Ports|portst?)"$/.test(what))).toBe(true);
    expect(done.some(what => what.startsWith('metadata.labels: app renamed to "Bad Key"') || what.startsWith('metadata.labels: app renamed to "a/b/c"'))).toBe(true);
    expect(done.some(what => what.startsWith('spec.selector: app renamed to "app'))).toBe(false);
  });

  test('combines with another manifest of the kind', () => {
    expect(new Set(draws('combine').map(({ what }) => what))).toEqual(new Set([
      'metadata = {"name":"llm","namespace":"ml"}', 'spec = {"type":"ExternalName","externalName":"a.example.com"}', 'spec with externalName', 'spec.type = "ExternalName"',
    ]));
    expect(draws('combine').find(({ what }) => what === 'spec with externalName')!.body.spec).toEqual({ ...SERVICE.spec, externalName: 'a.example.com' });
  });

  test('puts a key called __proto__ into the object itself', () => {
    const renamed = draws('rename', 2000).find(({ what }) => what === 'metadata.labels: app renamed to "__proto__"')!;
    expect(JSON.stringify(renamed.body.metadata.labels)).toBe('{"__proto__":"llm"}');
  });

  test('stays within the places that may be changed', () => {
    const mutator = new Mutator(SERVICE, [], path => path.startsWith('metadata.'));
    const random = new Random(3);
    expect(Array.from({ length: 100 }, () => mutator.mutated('retype', random).body.spec)).toEqual(Array.from({ length: 100 }, () => SERVICE.spec));
  });

  test('is not offered where there is nothing to change', () => {
    expect(new Mutator({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }).classes).toEqual(['drop', 'rename', 'retype', 'longer names', 'text', 'two at once']);
  });
});

describe('the cases of a run', () => {
  const plan = { cases: 1900, seed: 5, probes: [] };

  test('are the same for a seed and others for another', () => {
    const whats = (seed: number) => casesOf({ ...plan, cases: 400, seed }).map(({ what, minor }) => `${minor} ${what}`);
    expect(whats(5)).toEqual(whats(5));
    expect(whats(6)).not.toEqual(whats(5));
  });

  test('are spread over kinds and classes alike, and none comes twice', () => {
    const cases = casesOf(plan);
    const perSubject = SUBJECTS.map(({ name }) => cases.filter(({ subject }) => subject === name).length);
    expect(Math.min(...perSubject)).toBeGreaterThan(70);
    expect(Math.max(...perSubject)).toBeLessThan(130);
    expect(new Set(cases.map(({ mutation }) => mutation))).toEqual(new Set(CLASSES));
    expect(new Set(cases.map(({ subject, minor, what }) => `${subject} ${minor} ${what}`)).size).toBe(cases.length);
  });

  test('can be narrowed to a kind and a minor', () => {
    const cases = casesOf({ ...plan, cases: 100, kinds: ['Job'], minors: ['1.34'] });
    expect(new Set(cases.map(({ subject, minor }) => `${subject} ${minor}`))).toEqual(new Set(['batch/v1 Job 1.34']));
  });

  test('send one manifest to every minor in the class of other minors', () => {
    const cases = casesOf({ ...plan, kinds: ['Secret'] }).filter(({ mutation }) => mutation === 'other minors');
    const minors = new Map<string, string[]>();
    cases.forEach(({ what, minor }) => minors.set(what, [...minors.get(what) ?? [], minor]));
    expect([...minors.values()].every(each => each.join() === '1.33,1.34,1.35,1.36')).toBe(true);
    expect(minors.size).toBeGreaterThan(3);
  });
});
