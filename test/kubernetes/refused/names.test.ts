import * as fc from 'fast-check';
import { kebabCase } from '../../../src/base/names';
import { checkNamePart, checkPortName, workloadName } from '../../../src/kubernetes/refused/names';
import { messageOf } from '../../pod/carrier';

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
