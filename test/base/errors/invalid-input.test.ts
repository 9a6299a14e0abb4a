import { Construct } from 'constructs';
import { InvalidInput, InputProblem, atField, duplicate, forbidden, inConstruct, invalid, refuse, renderProblem, required, wholeNumber } from '../../../src/base/errors/invalid-input';
import { checkArguments } from '../../../src/pod/container/environment';
import { carry, chartIn, messageOf } from '../../pod/carrier';

const thrown = (body: () => unknown): InvalidInput => {
  try {
    body();
  } catch (error) {
    return error as InvalidInput;
  }
  throw new Error('nothing was refused');
};

describe('the grammar of the API server', () => {
  test.each([
    [invalid('size', 0, 'must be more', 'give 1'), 'size: Invalid value: 0: must be more\n  help: give 1'],
    [invalid('size', NaN, 'must be more', 'give 1'), 'size: Invalid value: NaN: must be more\n  help: give 1'],
    [invalid('name', 'A "b"', 'bad', 'change it'), 'name: Invalid value: "A \\"b\\"": bad\n  help: change it'],
    [invalid('list', ['a', 1], 'bad', 'change it'), 'list: Invalid value: ["a",1]: bad\n  help: change it'],
    [required('ports', 'at least one', 'give one'), 'ports: Required value: at least one\n  help: give one'],
    [forbidden('backend', 'no', 'yes'), 'backend: Forbidden: no\n  help: yes'],
    [duplicate('zones[1]', 'a', 'twice', 'drop one'), 'zones[1]: Duplicate value: "a": twice\n  help: drop one'],
    [new InvalidInput({ field: 'name', reason: 'Too long', value: 'n', detail: 'd', help: 'cut it' }), 'name: Too long: "n": d\n  help: cut it'],
  ])('%s', (error, message) => {
    expect(error.message).toBe(message);
    expect(renderProblem(error.problem)).toBe(message.split('\n')[0]);
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe('InvalidInput');
  });
});

describe('several problems in one error', () => {
  const problems: InputProblem[] = [
    { field: 'size', reason: 'Required value', detail: 'pods in a group', help: 'set size' },
    { field: '[HF_TOKEN]', reason: 'Invalid value', value: 'hf_x', detail: 'bad', help: 'change it' },
  ];

  test('each has its own lines and its help', () => {
    const error = thrown(() => refuse(problems));
    expect(error.message).toBe('size: Required value: pods in a group\n  help: set size\n[HF_TOKEN]: Invalid value: "hf_x": bad\n  help: change it');
    expect(error.problems).toEqual(problems);
    expect(error.problem).toBe(problems[0]);
  });

  test('all of them get the construct and the prefix', () => {
    expect(messageOf(() => inConstruct(chartIn(), 'Llm', () => atField('container', () => refuse(problems))))).toBe([
      'prod/Llm: container.size: Required value: pods in a group',
      '  help: set size',
      'prod/Llm: container[HF_TOKEN]: Invalid value: "hf_x": bad',
      '  help: change it',
    ].join('\n'));
  });

  test('none are no error', () => {
    expect(() => refuse([])).not.toThrow();
  });
});

describe('where it happened', () => {
  test('a construct adds its path once, the innermost one', () => {
    const chart = chartIn();
    const inner = new Construct(chart, 'Llm');
    const error = thrown(() => inConstruct(chart, 'Outer', () => inConstruct(inner, 'Pods', () => { throw invalid('size', 0, 'bad', 'more'); })));
    expect(error.message).toBe('prod/Llm/Pods: size: Invalid value: 0: bad\n  help: more');
    expect(error.constructPath).toBe('prod/Llm/Pods');
    expect(error.problem.field).toBe('size');
  });

  test('the root has no path, so it is named', () => {
    expect(messageOf(() => inConstruct(chartIn().node.root, '', () => { throw invalid('size', 0, 'bad', 'more'); }))).toBe('the app: size: Invalid value: 0: bad\n  help: more');
  });

  test('a nested property gets its prefix, over several levels', () => {
    expect(messageOf(() => atField('claims[0]', () => { throw invalid('name', 'A', 'bad', 'lower'); }))).toBe('claims[0].name: Invalid value: "A": bad\n  help: lower');
    expect(messageOf(() => atField('storage', () => atField('claims', () => { throw invalid('[1]', 'A', 'bad', 'help'); })))).toBe('storage.claims[1]: Invalid value: "A": bad\n  help: help');
  });

  test('a prefix does not reach an error that already has its construct', () => {
    expect(messageOf(() => atField('outer', () => inConstruct(chartIn(), '', () => { throw invalid('size', 0, 'bad', 'more'); })))).toBe('prod: size: Invalid value: 0: bad\n  help: more');
  });

  test('results pass, and other errors keep their identity', () => {
    const chart = chartIn();
    const bug = new TypeError('a bug');
    expect(inConstruct(chart, '', () => 7)).toBe(7);
    expect(atField('x', () => 7)).toBe(7);
    expect(thrown(() => inConstruct(chart, '', () => atField('x', () => { throw bug; })))).toBe(bug);
  });
});

describe('the stack holds at most the line of the caller', () => {
  const frames = (error: Error) => error.stack!.slice(`InvalidInput: ${error.message}`.length).split('\n').filter(line => line !== '');

  test('which is this file, for plain functions and for constructs', () => {
    for (const error of [invalid('a', 1, 'b', 'c'), thrown(() => carry({ container: { image: '' } }))]) {
      expect(error.stack!.startsWith(`InvalidInput: ${error.message}`)).toBe(true);
      expect(frames(error)).toHaveLength(1);
      expect(frames(error)[0]).toMatch(/(invalid-input\.test|carrier)\.ts:\d+:\d+/);
    }
  });

  test('frames of Node between ours are not taken for the caller', () => {
    const [frame] = frames(thrown(() => checkArguments('args', [`hf_${'a'.repeat(30)}`])));
    expect(frame).not.toContain('<anonymous>');
    expect(frame).toContain('invalid-input.test.ts');
  });

  test('a caller deep below the first ten frames is found, and the limit of the process is left as it was', () => {
    const limit = Error.stackTraceLimit;
    const deep = (levels: number): InvalidInput => levels === 0 ? invalid('a', 1, 'b', 'c') : [levels].map(level => deep(level - 1))[0];
    Error.stackTraceLimit = 1;
    try {
      expect(frames(deep(2))).toHaveLength(1);
      expect(Error.stackTraceLimit).toBe(1);
    } finally {
      Error.stackTraceLimit = limit;
    }
  });
});

describe('whole numbers', () => {
  test.each([[1, { min: 1 }], [0, { min: 0 }], [5, { min: 1, max: 5 }], [-3, { min: -3 }]])('%d within %j', (value, bounds) => {
    expect(wholeNumber('size', value, bounds)).toBe(value);
  });

  test.each([
    [0, { min: 1 }, 'size: Invalid value: 0: must be a whole number of at least 1'],
    [6, { min: 1, max: 5, help: 'less' }, 'size: Invalid value: 6: must be a whole number between 1 and 5\n  help: less'],
    [1.5, { min: 1 }, 'size: Invalid value: 1.5: must be'],
    [NaN, { min: 1 }, 'size: Invalid value: NaN: must be'],
    [Infinity, { min: 1 }, 'size: Invalid value: Infinity: must be'],
    ['3' as unknown as number, { min: 1 }, 'size: Invalid value: "3": must be'],
  ])('%d is refused by %j', (value, bounds, message) => {
    expect(messageOf(() => wholeNumber('size', value, bounds))).toContain(message);
  });
});
