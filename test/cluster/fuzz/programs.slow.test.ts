import { App } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import * as fc from 'fast-check';
import * as ts from 'typescript';
import { Program, call, construct, list, literal, object, path } from '../../../cluster/fuzz/expression';
import { cases } from '../../../cluster/fuzz/generators/programs';
import { Thrown, run } from '../../../cluster/fuzz/interpreter';
import { print } from '../../../cluster/fuzz/printer';
import { TypeChecker } from '../../../cluster/fuzz/type-check';
import * as library from '../../../src';

const PARTS = [
  { name: 'app', value: construct('App') },
  { name: 'chart', value: construct('Chart', path('app'), literal('prod'), object({ namespace: literal('ml') })) },
];

/** What a program writes, or the message of what it throws. */
function written(program: Program): string {
  try {
    return (run(program).get('app') as App).synthYaml();
  } catch (error) {
    return `threw: ${(error as Error).message}`;
  }
}

/** The same of its printed source, run as somebody would who copied it into a file. */
function writtenBySource(program: Program): string {
  const { outputText } = ts.transpileModule(print(program), { compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 } });
  let output = '';
  const modules: { [name: string]: unknown } = { 'cdk8s': jest.requireActual('cdk8s'), 'cdk8s-plus-28': kplus, 'cdk8s-ai-workloads': library };
  try {
    new Function('require', 'exports', 'process', outputText)((name: string) => modules[name], {}, { stdout: { write: (text: string) => output += text } });
    return output;
  } catch (error) {
    return `threw: ${(error as Error).message}`;
  }
}

describe('a program', () => {
  const program: Program = {
    statements: [
      ...PARTS,
      {
        name: 'first',
        value: construct('IndexedTrainingJob', path('chart'), literal('Pretrain'), object({
          workers: literal(2),
          placement: call('Placement.anywhere'),
          container: object({
            image: literal("it's:1"),
            command: list([literal('a\nb'), literal('\u00e9')]),
            envVariables: object({ 'A-B': call('kplus.EnvValue.fromValue', literal('x')) }),
          }),
        })),
      },
      { value: call('first.pods.mainContainer.addPort', object({ number: literal(-0) })) },
    ],
  };

  test('is printed with its imports, one statement a line, and nothing that cannot be seen', () => {
    expect(print(program)).toBe(`import { App, Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { IndexedTrainingJob, Placement } from 'cdk8s-ai-workloads';

const app = new App();
const chart = new Chart(app, 'prod', { namespace: 'ml' });
const first = new IndexedTrainingJob(chart, 'Pretrain', {
  workers: 2,
  placement: Placement.anywhere(),
  container: { image: 'it\\'s:1', command: ['a\\nb', '\\u00e9'], envVariables: { 'A-B': kplus.EnvValue.fromValue('x') } },
});
first.pods.mainContainer.addPort({ number: -0 });

process.stdout.write(app.synthYaml());
`);
  });

  test('that throws says whose code did', () => {
    const thrown = (value: ReturnType<typeof call>) => {
      try {
        run({ statements: [...PARTS, { value }] });
      } catch (error) {
        return error instanceof Thrown ? [error.owner, error.statement] : error;
      }
      return undefined;
    };
    expect(thrown(call('Accelerator.nvidia', literal(0)))).toEqual(['library', 2]);
    expect(thrown(call('Duration.seconds', literal(-1)))).toEqual(['cdk8s', 2]);
    expect(thrown(call('nobody.knows'))).toEqual(new Error('the program names nobody, which nothing declares'));
  });

  test('may have a property called __proto__, in both ways of running it', () => {
    const labels = { is: 'object', entries: [{ key: '__proto__', value: literal('x') }] } as const;
    const given: Program = { statements: [...PARTS, { value: call('Capacity.spot', object({ nodeLabels: labels, notice: call('Duration.seconds', literal(1)) })) }] };
    expect(written(given)).toContain('"__proto__": name part must consist of');
    expect(writtenBySource(given)).toBe(written(given));
  });
});

describe('every generated program', () => {
  const minors = ['1.33', '1.34', '1.35', '1.36'];

  test.each(minors)('prints source that writes the same manifests, or throws the same message, for %s', minor => {
    const seen = { written: 0, threw: 0 };
    fc.assert(fc.property(cases(minor), ({ program }) => {
      const expected = written(program);
      seen[expected.startsWith('threw') ? 'threw' : 'written']++;
      expect(writtenBySource(program)).toBe(expected);
      // A kind of expression that is printed wrongly is so wherever it stands, and there are few kinds: nearly every program has all of them.
    }), { numRuns: 30, endOnFailure: true, unbiased: true });
    expect(Math.min(seen.written, seen.threw)).toBeGreaterThan(4);
  });

  test('is one that the compiler takes', () => {
    const checker = new TypeChecker();
    fc.assert(fc.property(cases('1.35'), ({ program }) => {
      expect(checker.problems(program)).toEqual([]);
      // Of the programs above only the types are left to show; the compiler takes a second for each.
    }), { numRuns: 15, endOnFailure: true, unbiased: true });
  }, 120_000);

  test('what the compiler does not take is noticed', () => {
    const noProps: Program = { statements: [...PARTS, { value: construct('IndexedTrainingJob', path('chart'), literal('a')) }] };
    expect(new TypeChecker().problems(noProps)).toEqual([expect.stringContaining('Expected 3 arguments')]);
  }, 60_000);
});
