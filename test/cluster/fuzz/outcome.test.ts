import { Program, call, construct, list, literal, object, path } from '../../../cluster/fuzz/expression';
import { Thrown } from '../../../cluster/fuzz/interpreter';
import { mustBe, outcomeOf } from '../../../cluster/fuzz/outcome';
import { Failure, judged } from '../../../cluster/fuzz/refusal';
import { Tally } from '../../../cluster/fuzz/tally';
import { inConstruct, invalid } from '../../../src/base/errors/invalid-input';

function program(props: ReturnType<typeof object>, namespace = 'ml'): Program {
  return {
    statements: [
      { name: 'app', value: construct('App') },
      { name: 'chart', value: construct('Chart', path('app'), literal('prod'), object({ namespace: literal(namespace) })) },
      { name: 'first', value: construct('IndexedTrainingJob', path('chart'), literal('Pretrain'), props) },
    ],
  };
}

const container = object({ image: literal('train:1') });

function failureOf(body: () => unknown): string {
  try {
    body();
  } catch (error) {
    if (error instanceof Failure) {
      return `${error.kind}: ${error.message.split('\n')[0]}`;
    }
    throw error;
  }
  return 'none';
}

describe('a program', () => {
  test('that works gives its YAML and its objects', () => {
    const outcome = outcomeOf(program(object({ workers: literal(2), container })));
    expect(outcome.is === 'accepted' && outcome.objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`))
      .toEqual(['Service pretrain', 'Job pretrain-1', 'PodDisruptionBudget pretrain']);
  });

  test.each<[string, ReturnType<typeof object>, string]>([
    ['a property', object({ workers: literal(0), container }), 'workers'],
    ['an entry of a list', object({ workers: literal(1), container, hostAliases: list([object({ ip: literal('x'), hostnames: list([]) })]) }), 'hostAliases[].ip'],
    ['a finding of the checks', object({ workers: literal(1), container: object({ image: literal('train:1'), args: list([literal('\u2028')]) }) }), 'AIW2114'],
    ['an object of cdk8s', object({ workers: literal(1), container, leaderTimeout: call('Duration.seconds', literal(-1)) }), 'cdk8s'],
  ])('that is refused says why: %s', (_, props, reason) => {
    expect(outcomeOf(program(props))).toEqual({ is: 'refused', reason });
  });
});

test('what a program did wrong before it was refused is not told of the next one', () => {
  delete process.env.CDK8S_AI_WORKLOADS_FAIL_FAST;
  try {
    const wrong = program(object({ workers: literal(1), container, leaderTimeout: call('Duration.seconds', literal(-1)) }));
    const unused = { name: 'unused', value: call('Accelerator.nvidia', literal(-1)) };
    expect(outcomeOf({ statements: [unused, ...wrong.statements] })).toEqual({ is: 'refused', reason: 'cdk8s' });
    expect(outcomeOf(program(object({ workers: literal(2), container }))).is).toBe('accepted');
  } finally {
    process.env.CDK8S_AI_WORKLOADS_FAIL_FAST = '1';
  }
});

describe('what was thrown is a failure', () => {
  test.each<[string, unknown, string]>([
    ['that is raw', new Thrown(new TypeError('x is not a function'), 'library', 0), 'raw TypeError'],
    ['that is no error', new Thrown('text', 'library', 0), 'raw string'],
    ['that names no property', invalid('', 1, 'is wrong', 'change it'), 'no property path'],
    ['that shows what was not there', invalid('size', 3, 'must be less than undefined', 'change it'), 'unclear detail of size'],
    ['that has an internal error in its report', Object.assign(new Error('error[AIW1002] x\n  --> prod/A\n      Internal error: y'), { name: 'ValidationFailed' }), 'report'],
    ['that has a finding without a place', Object.assign(new Error('error[AIW2101] x\n      Duplicate value'), { name: 'ValidationFailed' }), 'report'],
  ])('%s', (_, thrown, kind) => {
    expect(failureOf(() => judged(thrown))).toContain(kind);
  });

  test('but not what a construct says of its property, or cdk8s of its own', () => {
    const scope = { node: { path: 'prod/Llm' } } as never;
    const judgedThere = () => {
      try {
        return inConstruct(scope, '', () => { throw invalid('zones[1].slot', 2, 'overlaps', 'move it'); });
      } catch (error) {
        return judged(error);
      }
    };
    expect(judgedThere()).toEqual({ reason: 'zones[].slot' });
    expect(judged(new Thrown(new Error('Duration amounts cannot be negative'), 'cdk8s', 0))).toEqual({ reason: 'cdk8s' });
  });
});

describe('what was read back', () => {
  const written = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { mode: '0o17', other: 'x' } };

  test('must be what was written, in any order', () => {
    const second = { ...written, metadata: { name: 'b' } };
    expect(failureOf(() => mustBe('Go', [written, second], [second, JSON.parse(JSON.stringify(written))]))).toBe('none');
    expect(failureOf(() => mustBe('Go', [written], []))).toBe('Go: count: 1 objects were written as 0 documents');
  });

  test('the first difference is named', () => {
    expect(() => mustBe('Go', [written], [{ ...written, data: { mode: 15, other: 'x' } }])).toThrow('.data.mode: written "0o17", read 15');
    expect(() => mustBe('Go', [written], [{ ...written, data: { mode: '0o17' } }])).toThrow('.data.other: written "x", read undefined');
  });
});

test('a tally says the shares of each pattern, and the reasons given most', () => {
  const tally = new Tally();
  tally.note('B', 'accepted');
  tally.note('A', 'refused', 'size');
  tally.note('A', 'refused', 'groups');
  tally.note('A', 'refused', 'groups');
  tally.note('A', 'failed');
  expect(tally.lines(1)).toEqual([
    'A: 4 cases, 0 % accepted, 75 % refused for 2 reasons, 1 failed',
    '  refused: groups 2, …',
    'B: 1 cases, 100 % accepted, 0 % refused for 0 reasons, 0 failed',
  ]);
  expect([tally.cases, tally.count('failed')]).toEqual([5, 1]);
});
