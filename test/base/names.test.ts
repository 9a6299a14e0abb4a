import * as fc from 'fast-check';
import { checkNameBudget, indexedJobNames, kebabCase, serviceName, statefulSetNames } from '../../src/base/names';
import { checkNamePart, checkPortName, workloadName } from '../../src/kubernetes/refused/names';
import { messageOf } from '../pod/carrier';

describe('the default name is the construct id in kebab case', () => {
  test.each([
    ['Llama405', 'llama405'],
    ['MyLLMGroup', 'my-llm-group'],
    ['llm', 'llm'],
    ['GPT4oMini', 'gpt4o-mini'],
    ['Llama3.1_70B', 'llama3-1-70-b'],
    ['already-kebab', 'already-kebab'],
    ['--Edge--Case--', 'edge-case'],
    ['HTTPServer', 'http-server'],
    ['A', 'a'],
  ])('%s gives %s', (id, name) => {
    expect(kebabCase(id)).toBe(name);
    expect(workloadName(id)).toBe(name);
  });

  test('any id gives a DNS label or an error that shows the id', () => {
    fc.assert(fc.property(fc.string({ minLength: 1, maxLength: 20 }), id => {
      try {
        expect(workloadName(id)).toMatch(/^[a-z]([-a-z0-9]*[a-z0-9])?$/);
      } catch (error) {
        expect((error as Error).message).toContain(`id: Invalid value: ${JSON.stringify(id)}: must give a DNS label`);
      }
    }));
  });
});

describe('names that cannot become Services and DNS', () => {
  test('an id with a leading digit shows what it gives and how to override it', () => {
    expect(messageOf(() => workloadName('70bChat'))).toMatch(/^id: Invalid value: "70bChat": must give a DNS label.* \(it gives "70b-chat"\)\n {2}help: change the id, or set name$/);
  });

  test.each([
    ['Llama', 'llama'],
    ['405b', 'b'],
    ['llm_a', 'llm-a'],
    ['llm.a', 'llm-a'],
    ['-llm', 'llm'],
    ['llm-', 'llm'],
    ['', 'llm'],
    ['123', 'llm'],
  ])('the given name "%s" is refused, with "%s" as an example', (name, example) => {
    expect(messageOf(() => workloadName('X', name))).toMatch(new RegExp(`^name: Invalid value: "${name}": must give a DNS label: lower-case letters.*\\n {2}help: for example "${example}"$`));
  });

  test('parts inside names are labels of at most 63 characters', () => {
    expect(checkNamePart('runId', '3')).toBe('3');
    expect(messageOf(() => checkNamePart('runId', 'Run_1'))).toContain('runId: Invalid value: "Run_1": a lowercase RFC 1123 label must consist of');
    expect(checkNamePart('runId', 'a'.repeat(63))).toHaveLength(63);
    expect(messageOf(() => checkNamePart('runId', 'a'.repeat(64)))).toContain('must be no more than 63 characters\n  help: shorten it by 1');
  });

  test.each(['http', 'a', '8-http', 'grpc-metrics-15'])('port name %s', name => expect(checkPortName('name', name)).toBe(name));
  test.each([
    ['', 'must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-); must contain at least one letter (a-z)'],
    ['8080', 'must contain at least one letter (a-z)'],
    ['HTTP', 'must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-); must contain at least one letter (a-z)'],
    ['-a', 'must not begin or end with a hyphen'],
    ['a-', 'must not begin or end with a hyphen'],
    ['a--b', 'must not contain consecutive hyphens'],
    ['a_b', 'must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)'],
    ['abcdefghijklmnop', 'must be no more than 15 characters'],
  ])('no port name: "%s"', (name, why) => {
    expect(messageOf(() => checkPortName('ports[0].name', name))).toBe(`ports[0].name: Invalid value: "${name}": ${why}\n  help: for example http or metrics`);
  });
});

describe('one budget over every derived name', () => {
  test('the child that exceeds its limit most is named, with the sum and how much to cut', () => {
    const name = 'n'.repeat(50);
    const message = messageOf(() => checkNameBudget('name', name, [serviceName(`${name}-serving`), ...statefulSetNames(`${name}-0-leader`, 0), ...indexedJobNames(name, 9)]));
    expect(message).toBe(`name: Too long: "${name}": has 50 characters; the longest derived name, label controller-revision-hash "${name}-0-leader-xxxxxxxxxx", then has 70 of at most 63`
      + ' (a StatefulSet puts its name and a hash of up to 10 characters into a label value of at most 63, so its name has 52)'
      + '\n  help: use at most 43 characters; name: overrides the one made from the construct id');
  });

  test('a StatefulSet name has 52 characters: the 53rd never gets pods', () => {
    expect(() => checkNameBudget('name', 'n'.repeat(52), statefulSetNames('n'.repeat(52), 999))).not.toThrow();
    expect(messageOf(() => checkNameBudget('name', 'n'.repeat(53), statefulSetNames('n'.repeat(53), 999)))).toContain('use at most 52 characters');
  });

  test('a 64-character name is refused', () => {
    expect(messageOf(() => checkNameBudget('name', 'n'.repeat(64), [serviceName('n'.repeat(64))]))).toContain('has 64 characters; the longest derived name, Service');
  });

  test('a Job name leaves room for the last index', () => {
    expect(() => checkNameBudget('name', 'j'.repeat(60), indexedJobNames('j'.repeat(60), 99))).not.toThrow();
    expect(messageOf(() => checkNameBudget('name', 'j'.repeat(60), indexedJobNames('j'.repeat(60), 100)))).toContain(`pod hostname "${'j'.repeat(60)}-100", then has 64 of at most 63`);
  });

  test('what the message says to cut is exactly enough', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 80 }), fc.integer({ min: 0, max: 12000 }), (length, ordinal) => {
      const budget = (size: number) => checkNameBudget('name', 'n'.repeat(size), [serviceName(`${'n'.repeat(size)}-serving`), ...statefulSetNames('n'.repeat(size), ordinal)]);
      try {
        budget(length);
      } catch (error) {
        const allowed = Number(/use at most (\d+)/.exec((error as Error).message)![1]);
        expect(() => budget(allowed)).not.toThrow();
        expect(() => budget(allowed + 1)).toThrow(`use at most ${allowed}`);
      }
    }));
  });
});
