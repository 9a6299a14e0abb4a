import { ADVICE, ALIASES } from '../../src/given/aliases';
import { parametersOf, namedType } from '../../src/given/named';
import { CLASSES, ENUMS, INTERFACES, STRUCTS } from '../../src/given/types.generated';

test('everything that a row names is in the table', () => {
  const texts = [
    ...Object.values(STRUCTS).flatMap(rows => Object.values(rows)).map(row => /^\??(\S+)/.exec(row)![1]),
    ...Object.values(CLASSES).flatMap(rows => Object.values(rows)).flatMap(row => [...row.matchAll(/: \??([^;]+)/g)].map(([, type]) => type)),
  ];
  expect(texts.length).toBeGreaterThan(400);
  for (const text of texts) {
    expect(namedType(text).title).toEqual(expect.any(String));
  }
});

test('structs of other libraries, inherited properties, enums, factories and methods are in it', () => {
  expect(STRUCTS.RoleContainer).toMatchObject({ image: '?string', memory: '?Memory', envVariables: '?kplus.EnvValue{}', resources: '?kplus.ContainerResources' });
  expect(STRUCTS['cdk8s.ApiObjectMetadata']).toMatchObject({ 'name': '?string', '*': '?any' });
  expect(STRUCTS.LeaderWorkerGroupProps.size).toBe('number Pods in a group, the leader included.');
  expect(ENUMS.Locality.SAME_ZONE).toBe('SameZone');
  expect(INTERFACES['kplus.IPodSelector']).toHaveProperty('toPodSelectorConfig');
  expect(CLASSES['kplus.Volume']).toHaveProperty('fromEmptyDir');
  expect(parametersOf('Accelerator', 'nvidia').map(({ name, isOptional }) => [name, isOptional])).toEqual([['count', false], ['options', true]]);
  expect(parametersOf('LeaderWorkerGroup', '#addService').map(({ name }) => name)).toEqual(['id', 'options']);
});

test('what is internal is not', () => {
  const names = Object.values({ ...CLASSES, ...STRUCTS }).flatMap(rows => Object.keys(rows));
  expect(names.filter(name => /^#?_/.test(name))).toEqual([]);
});

test.each(['string', 'boolean', 'string[]', 'string{}', 'LeaderWorkerGroupProps'])('%s explains nothing where it accepts', name => {
  const type = namedType(name);
  const accepted = ['', 'text', 1, true, [], ['a'], { a: 'b' }, { size: 2 }].filter(value => type.accepts(value));
  expect(accepted).not.toEqual([]);
  expect(accepted.flatMap(value => type.explain(value, 'field'))).toEqual([]);
});

test('an object tells some of its properties, and whether there are more', () => {
  expect(namedType('Parallelism').help({})).toBe(`give an object with ${Object.keys(STRUCTS.Parallelism).join(', ')}`);
  expect(namedType('LeaderWorkerGroupProps').help({})).toBe(`give an object with ${Object.keys(STRUCTS.LeaderWorkerGroupProps).slice(0, 6).join(', ')}, …`);
});

test('further properties of an open object are data, whatever they are called', () => {
  const metadata = namedType('cdk8s.ApiObjectMetadata');
  expect(metadata.accepts({ name: 'a', finalizers: ['example.com/a'], generation: 1 })).toBe(true);
  expect(metadata.accepts({ name: 'a', further: () => 'text' })).toBe(false);
  expect(namedType('Parallelism').accepts({ tensor: 2, further: 1 })).toBe(false);
});

test('aliases lead to properties that exist, under keys that the lookup can find', () => {
  const properties = new Set(Object.values(STRUCTS).flatMap(rows => Object.keys(rows)));
  for (const [theirs, ours] of Object.entries(ALIASES)) {
    expect(theirs).toBe(theirs.toLowerCase().replace(/[-_]/g, ''));
    expect(ours.filter(name => !properties.has(name))).toEqual([]);
    expect(ours).not.toEqual([]);
  }
  for (const key of Object.keys(ADVICE)) {
    const [, struct, name] = /^((?:kplus\.)?\w+)\.(.+)$/.exec(key)!;
    expect(STRUCTS).toHaveProperty([struct]);
    expect(STRUCTS[struct]).not.toHaveProperty([name]);
  }
});
