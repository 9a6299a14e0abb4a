import * as fs from 'fs';
import * as path from 'path';
import { Finding } from '../../../src/base/findings/finding';
import { baselineOf, compareWithBaseline, readBaseline, renderBaseline } from '../../../src/lint/run/baseline';
import { temporaryFolder } from '../../hygiene/temporary';

const ROUTER = { apiVersion: 'v1', kind: 'Service', namespace: 'ml', name: 'router' };
const finding = (more: Partial<Finding> = {}): Finding => ({
  id: 'AIW2103',
  title: 't',
  class: 'broken',
  message: 'm',
  object: ROUTER,
  field: 'spec.selector',
  file: 'app.yaml',
  line: 3,
  ...more,
});
const entry = { id: 'AIW2103', object: 'Service ml/router', field: 'spec.selector' };

function written(text: string): string {
  const file = path.join(temporaryFolder('baseline'), 'known.json');
  fs.writeFileSync(file, text);
  return file;
}

describe('the entries of findings', () => {
  test('count findings that have one key, and leave out the count of a single one', () => {
    const twice = [finding({ line: 3 }), finding({ line: 9, message: 'other' })];

    expect(baselineOf([finding()], 'error')).toEqual([entry]);
    expect(baselineOf(twice, 'error')).toEqual([{ ...entry, count: 2 }]);
    expect(baselineOf([...twice, finding()], 'error')).toEqual([{ ...entry, count: 3 }]);
  });

  test.each<[string, Partial<Finding>, object]>([
    [
      'the group of an extension, without its version',
      { object: { ...ROUTER, apiVersion: 'leaderworkerset.x-k8s.io/v1', kind: 'LeaderWorkerSet' } },
      { object: 'LeaderWorkerSet.leaderworkerset.x-k8s.io ml/router' },
    ],
    ['no namespace where the object has none', { object: { ...ROUTER, namespace: '' } }, { object: 'Service router' }],
    ['the file where it is about no object', { object: undefined }, { object: undefined, file: 'app.yaml' }],
    [
      'the construct rather than the file',
      { object: undefined, construct: 'prod/llm' },
      { object: undefined, file: 'prod/llm' },
    ],
    [
      'no places in lists, of which a field may name two',
      { field: 'spec.containers[12].env[0].value' },
      { field: 'spec.containers[].env[].value' },
    ],
    ['no field where the finding has none', { field: undefined }, { field: undefined }],
  ])('name %s', (_, more, expected) => {
    expect(baselineOf([finding(more)], 'error')).toEqual([{ ...entry, ...expected }]);
  });

  test('are findings apart where id, object or field differ, sorted by them', () => {
    const found = [
      finding({ id: 'AIW2104' }),
      finding({ field: 'spec.ports' }),
      finding({ object: { ...ROUTER, name: 'a' } }),
      finding(),
    ];

    expect(baselineOf(found, 'error')).toEqual([
      { ...entry, object: 'Service ml/a' },
      { ...entry, field: 'spec.ports' },
      entry,
      { ...entry, id: 'AIW2104' },
    ]);
  });

  test.each<['error' | 'warning' | 'info', string[]]>([
    ['error', ['AIW2103', 'AIW3101']],
    ['warning', ['AIW2103', 'AIW3101']],
    ['info', ['AIW2103', 'AIW3101', 'AIW3201']],
  ])('are errors and warnings where %s fails the run, and infos where they count', (severity, ids) => {
    const found = [finding(), finding({ id: 'AIW3101', class: 'risky' }), finding({ id: 'AIW3201', class: 'advice' })];

    expect(baselineOf(found, severity).map(({ id }) => id)).toEqual(ids);
  });

  test('are none for what may not be accepted', () => {
    expect(
      baselineOf(
        ['AIW0003', 'AIW0004', 'AIW0005', 'AIW1001', 'AIW1002'].map(id => finding({ id })),
        'info',
      ),
    ).toEqual([]);
  });
});

describe('findings compared with a baseline', () => {
  const other = { ...entry, field: 'spec.ports' };

  test.each<[string, Partial<Finding>[], object[], number, number, number]>([
    ['two entries of one key add up', [{}, {}, {}], [entry, { ...entry, count: 1 }], 1, 2, 0],
    ['a count is exactly as many', [{}, {}, {}], [{ ...entry, count: 3 }], 0, 3, 0],
    ['one more than the count is open', [{}, {}, {}], [{ ...entry, count: 2 }], 1, 2, 0],
    [
      'what is gone of two keys adds up',
      [{}],
      [
        { ...entry, count: 3 },
        { ...other, count: 2 },
      ],
      0,
      1,
      4,
    ],
    ['another field is another key', [{}, {}], [entry, other], 1, 1, 1],
    ['nothing is known of an empty baseline', [{}, {}], [], 2, 0, 0],
  ])('%s', (_, found, entries, open, known, gone) => {
    const compared = compareWithBaseline(found.map(finding), entries as never);

    expect(compared).toEqual({
      open: Array.from({ length: open }, () => expect.objectContaining({ id: 'AIW2103' }) as unknown),
      known,
      gone,
    });
  });

  test('the last of several findings of one key is the one that is new', () => {
    const [first, second] = [finding({ line: 3 }), finding({ line: 9 })];

    expect(compareWithBaseline([first, second], [entry]).open).toEqual([second]);
  });

  test('what may not be accepted stays open, and its entry is gone', () => {
    const unread = finding({ id: 'AIW0005', object: undefined, field: undefined });

    expect(compareWithBaseline([unread], [{ id: 'AIW0005', file: 'app.yaml' }])).toEqual({
      open: [unread],
      known: 0,
      gone: 1,
    });
  });

  test('files tell findings apart only where they are about no object', () => {
    const ofFile = { id: 'AIW3101', file: 'a.yaml', field: 'f' };
    const found = (file: string) => finding({ id: 'AIW3101', object: undefined, file, field: 'f' });

    expect(compareWithBaseline([found('a.yaml'), found('b.yaml')], [ofFile]).open).toEqual([found('b.yaml')]);
    expect(compareWithBaseline([finding({ file: 'b.yaml' })], [{ ...entry, file: 'a.yaml' }]).open).toEqual([]);
  });
});

describe('the file of a baseline', () => {
  test('holds an entry a line, and is read as it was written', () => {
    const entries = [entry, { ...entry, id: 'AIW2104', count: 2 }];
    const text = [...renderBaseline(entries)].join('');

    expect(text.split('\n').slice(2)).toEqual([
      '  "findings": [',
      '    {"id":"AIW2103","object":"Service ml/router","field":"spec.selector"},',
      '    {"id":"AIW2104","object":"Service ml/router","field":"spec.selector","count":2}',
      '  ]',
      '}',
      '',
    ]);
    expect(readBaseline(written(text))).toEqual(entries);
    expect(readBaseline(written([...renderBaseline([])].join('')))).toEqual([]);
  });

  test('names the second entry where that is the wrong one', () => {
    const file = written(JSON.stringify({ findings: [entry, { id: 'AIW21034' }] }));

    expect(() => readBaseline(file)).toThrow(`${file}: findings[1].id: takes the id of a finding: AIW2103`);
  });

  test.each([0, -1, 1.5, '2'])('takes no count of %j', count => {
    const file = written(JSON.stringify({ findings: [entry, { ...entry, count }] }));

    expect(() => readBaseline(file)).toThrow(`${file}: findings[1].count: takes a whole number from 1`);
  });

  test('takes a count of one', () => {
    expect(readBaseline(written(JSON.stringify({ findings: [{ id: 'AIW0012', file: 'a.yaml', count: 1 }] })))).toEqual([
      { id: 'AIW0012', file: 'a.yaml', count: 1 },
    ]);
  });
});
