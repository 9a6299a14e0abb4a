import { Finding } from '../../../src/base/findings/finding';
import { PlainObject } from '../../../src/base/plain';
import { DEFAULT_CLUSTER } from '../../../src/kubernetes/cluster';
import { Manifest, ObjectWithOrigin } from '../../../src/kubernetes/manifest';
import { awaitingChanges, separateAccepted } from '../../../src/lint/acknowledgements/accepted-findings';
import { ANNOTATION } from '../../../src/lint/acknowledgements/on-objects';
import { checkData } from '../../../src/lint/run/check-data';
import { check, LintOptions } from '../../../src/lint/run/lint';
import { eitherOutside, importedByName, NOTHING_OUTSIDE, Outside } from '../../../src/lint/run/outside';
import { inOthers, inputsOf, withRenderings } from '../../../src/lint/run/renderings';
import { problemOfSkip, withoutSkipped } from '../../../src/lint/run/skipped';
import { withoutConsequences } from '../../../src/lint/run/without-consequences';

const finding = (more: Partial<Finding> = {}): Finding => ({
  id: 'AIW2103',
  title: 't',
  class: 'broken',
  message: 'm',
  ...more,
});
const manifest = (kind: string, name: string, origin: object = {}, namespace = 'ml') =>
  new Manifest({ apiVersion: 'v1', kind, metadata: { name, namespace } }, origin);

describe('two versions in one run', () => {
  const pod = (name: string, annotations?: PlainObject): ObjectWithOrigin => ({
    origin: { file: 'a.yaml', lineOf: () => 1 },
    body: {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, namespace: 'ml', ...(annotations && { annotations }) },
      spec: {
        volumes: [{ name: 'm', image: { reference: 'registry.example/m:1' } }],
        containers: [{ name: 'c', image: 'registry.example/a:1' }],
        hostNam: 'x',
      },
    },
  });
  const run = (minors: string[], objects: ObjectWithOrigin[], more: Partial<LintOptions> = {}) =>
    check(objects, [], { clusters: minors.map(minor => ({ ...DEFAULT_CLUSTER, minor })), ...more });
  const told = ({ findings }: { readonly findings: readonly Finding[] }, field: string) =>
    findings.filter(each => each.field === field).map(({ object, kubernetes }) => [object!.name, kubernetes]);

  test('tell what holds for both once, and name the version of what holds for one', () => {
    const outcome = run(['1.33', '1.34', '1.36'], [pod('a'), pod('b')]);

    expect(told(outcome, 'spec.hostNam')).toEqual([
      ['a', undefined],
      ['b', undefined],
    ]);
    expect(told(outcome, 'spec.volumes[0].image')).toEqual([
      ['a', ['1.33', '1.34']],
      ['b', ['1.33', '1.34']],
    ]);
    expect(outcome).toMatchObject({ objects: 2, acknowledged: 0, minors: ['1.33', '1.34', '1.36'] });
  });

  test('name in the message the versions that it holds for', () => {
    const messages = (minors: string[]) =>
      run(minors, [pod('a')])
        .findings.filter(({ message }) => message.includes('Kubernetes 1.3'))
        .map(({ message }) => /Kubernetes [\d., ]*\d/.exec(message)![0]);

    expect(new Set(messages(['1.33', '1.34']))).toEqual(new Set(['Kubernetes 1.33, 1.34']));
    expect(new Set(messages(['1.34', '1.36']))).toEqual(new Set(['Kubernetes 1.34']));
  });

  test('count what is acknowledged once for all of them, by object and by options', () => {
    const options = {
      accepted: [{ id: 'AIW1101', reason: 'r', covers: ({ object }: Finding) => object?.name === 'b' }],
    };
    const outcome = run(['1.35', '1.36'], [pod('a', { [ANNOTATION]: 'AIW1101: r' }), pod('b'), pod('c')], options);

    expect([told(outcome, 'spec.hostNam'), outcome.acknowledged]).toEqual([[['c', undefined]], 2]);
  });
});

test('data of two objects is checked for the options, the worst first', () => {
  const service = {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 's' },
    spec: { selector: { app: 'x' }, ports: [{ port: 80 }] },
  };
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p', labels: { app: 'y' } },
    spec: { containers: [{ name: 'c', image: 'a:latest' }], hostNam: 1 },
  };

  const found = checkData([pod, service, 1 as never], {});

  expect(found.map(({ severity }) => severity)).toEqual([...found.map(({ severity }) => severity)].sort());
  expect(found.find(({ id }) => id === 'AIW2103')).toMatchObject({
    subject: { kind: 'Service', name: 's' },
    severity: 'error',
    findingClass: 'broken',
    notes: expect.any(Array),
  });
  expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining(['AIW1101', 'AIW0005', 'AIW2103']));
});

describe('acknowledgements', () => {
  const accepted = (id: string, reason: string, covers: (finding: Finding) => boolean) => ({
    id,
    reason,
    covers,
    stale: () => finding({ id: 'AIW0003', message: reason }),
  });

  test('of which two take one finding are both used, and those that take none are told each', () => {
    const all = [
      accepted('AIW2103', 'one', () => true),
      accepted('AIW2103', 'two', ({ file }) => file === 'a'),
      accepted('AIW2103', 'three', () => false),
      accepted('AIW2104', 'four', () => true),
    ];

    const { open, acknowledged } = separateAccepted(
      [finding({ file: 'a' }), finding({ file: 'b' }), finding({ id: 'AIW2105' })],
      all,
    );

    expect([open.map(({ id, message }) => [id, message]), acknowledged.map(({ file }) => file)]).toEqual([
      [
        ['AIW2105', 'm'],
        ['AIW0003', 'three'],
        ['AIW0003', 'four'],
      ],
      ['a', 'b'],
    ]);
  });

  test('of changes are never told as unused where nothing is compared', () => {
    const stale = awaitingChanges(['AIW4001', 'AIW2103', 'AIW3401'].map(id => accepted(id, id, () => false))).map(
      each => each.stale !== undefined,
    );

    expect(stale).toEqual([false, true, true]);
  });
});

describe('objects outside of the input', () => {
  const only = (kind: string, place: string, name: string): Outside => ({
    has: (...asked) => asked.join() === [kind, place, name].join(),
  });

  test('are those of either, or of none', () => {
    const both = eitherOutside(only('Secret', 'a', 'x'), only('Secret', 'b', 'x'));

    expect([
      both.has('Secret', 'a', 'x'),
      both.has('Secret', 'b', 'x'),
      both.has('Secret', 'c', 'x'),
      NOTHING_OUTSIDE.has('Secret', 'a', 'x'),
    ]).toEqual([true, true, false, false]);
  });

  test('that an app imports are known by kind and name, in any namespace', () => {
    const imported = importedByName(new Set(['Secret/x', 'ConfigMap/y']));

    expect([
      imported.has('Secret', 'a', 'x'),
      imported.has('ConfigMap', '', 'y'),
      imported.has('Secret', 'a', 'y'),
    ]).toEqual([true, true, false]);
  });

  test('are what the other inputs have, not what one has alone', () => {
    const [one, other] = [
      { manifests: [manifest('Secret', 'mine'), manifest('Secret', 'both')] },
      { manifests: [manifest('Secret', 'theirs'), manifest('Secret', 'both')] },
    ];
    const elsewhere = inOthers([one, other])(one);

    expect(['mine', 'theirs', 'both', 'none'].map(name => elsewhere.has('Secret', 'ml', name))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect([elsewhere.has('Secret', 'other', 'theirs'), elsewhere.has('ConfigMap', 'ml', 'theirs')]).toEqual([
      false,
      false,
    ]);
  });
});

test('inputs are all as one, or those of each file; what was rendered is always one of its own', () => {
  const all = [
    manifest('A', 'a', { file: 'x' }),
    manifest('A', 'b', { file: 'y' }),
    manifest('A', 'c', { file: 'y', rendered: 'k' }),
    manifest('A', 'd', { file: 'x' }),
    manifest('A', 'e', { file: 'z', rendered: 'k' }),
  ];
  const named = (isEach: boolean) =>
    inputsOf(all, isEach).map(({ rendered, manifests }) => [rendered, ...manifests.map(({ name }) => name)]);

  expect(named(false)).toEqual([
    [undefined, 'a', 'b', 'd'],
    ['k', 'c', 'e'],
  ]);
  expect(named(true)).toEqual([
    [undefined, 'a', 'd'],
    [undefined, 'b'],
    ['k', 'c', 'e'],
  ]);
  expect(inputsOf([], true)).toEqual([{ manifests: [] }]);
});

describe('what several renderings have', () => {
  const at = (file: string, line = 1) => finding({ file, line });
  const renderings = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ rendered: `k${index}`, findings: [at('base.yaml')] }));

  test.each([
    [1, 'rendered by k0'],
    [2, 'rendered by k0, k1'],
    [3, 'rendered by k0, k1, k2'],
    [5, 'rendered by k0, k1, k2 and 2 more'],
  ])('%i of one place are told once', (count, note) => {
    expect(withRenderings(renderings(count))).toEqual([{ ...at('base.yaml'), notes: [note] }]);
  });

  test('are as many as one of them has, and stay apart by line, kind and what was not rendered', () => {
    const twice = [at('base.yaml'), at('base.yaml')];

    expect(
      withRenderings([
        { rendered: 'k', findings: twice },
        { rendered: 'l', findings: twice },
      ]).map(({ notes }) => notes),
    ).toEqual([['rendered by k, l'], ['rendered by k, l']]);
    expect(
      withRenderings([
        { rendered: 'k', findings: [at('base.yaml', 1)] },
        { rendered: 'l', findings: [at('base.yaml', 2)] },
      ]),
    ).toHaveLength(2);
    expect(withRenderings([{ findings: [at('a')] }, { findings: [at('a')] }])).toEqual([at('a'), at('a')]);
    expect(
      withRenderings([
        { rendered: 'k', findings: [at('k')] },
        { rendered: 'l', findings: [at('l')] },
      ]),
    ).toEqual([at('k'), at('l')]);
  });
});

describe('--skip', () => {
  const service = finding({ object: { apiVersion: 'v1', kind: 'Service', namespace: '', name: 's' } });

  test('leaves out ids and kinds, two of each', () => {
    const all = [
      service,
      finding({ id: 'AIW2104' }),
      finding({ id: 'AIW2105' }),
      finding({ id: 'AIW3101', object: { ...service.object!, kind: 'Job' } }),
    ];

    expect(withoutSkipped(all, ['Service', 'AIW2105'])).toEqual([all[1], all[3]]);
    expect(withoutSkipped(all, ['AIW2104', 'Job'])).toEqual([all[0], all[2]]);
    expect(withoutSkipped(all, [])).toEqual(all);
  });

  test('never leaves out that not everything was checked', () => {
    const unread = finding({ id: 'AIW0005', object: service.object });

    expect(withoutSkipped([unread, service], ['Service', 'AIW0005'])).toEqual([unread]);
  });

  test.each<[string, string | undefined]>([
    ['AIW2103', undefined],
    ['Service', undefined],
    ['AIW9999', 'there is no finding of this id; cdk8s-ai rules lists them'],
    ['AIW0005', 'it says that the input cannot be read'],
    ['AIW21', undefined],
    ['service', 'takes the id of a finding (AIW2103) or a kind (Service)'],
    ['aiw2103', 'takes the id of a finding (AIW2103) or a kind (Service)'],
  ])('%s: %s', (skip, problem) => {
    expect(problemOfSkip(skip, id => id !== 'AIW9999')).toBe(problem);
  });
});

test('what only follows from two mistakes is left out: what is missing, and what names it, unless the API server would say it', () => {
  const origin = (construct: string) => ({ construct });
  const absent = [manifest('Service', 'llm', origin('app/llm')), manifest('Secret', 'to.ken', origin('app/token'))];
  const using = (name: string, construct: string) =>
    new Manifest(
      { apiVersion: 'v1', kind: 'Pod', metadata: { name: construct }, spec: { uses: name } },
      origin(construct),
    );
  const objects = [using('llm', 'near'), using('to.ken', 'near2'), using('llm2', 'far'), using('toXken', 'far2')];
  const about = (construct: string, more: Partial<Finding> = {}) =>
    finding({ construct, object: { apiVersion: 'v1', kind: 'Pod', namespace: '', name: construct }, ...more });
  const all = [
    about('app/llm'),
    about('app/token'),
    about('near'),
    about('near2'),
    about('near', { class: 'rejected' }),
    about('near2', { class: 'dropped' }),
    about('far'),
    about('far2'),
    finding({ construct: 'near' }),
    finding({ id: 'AIW0003' }),
  ];

  expect(withoutConsequences(all, objects, absent)).toEqual(all.slice(4, 9));
  expect(withoutConsequences(all, objects, [])).toEqual(all);
});
