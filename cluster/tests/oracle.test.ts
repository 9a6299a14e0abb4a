import { X509Certificate } from 'crypto';
import { EXPRESSIONS } from '../../test/kubernetes/cel/evaluation/expressions';
import { CelOutcome, Oracle, OracleError } from '../harness/oracle';

let oracle: Oracle;

beforeAll(async () => {
  oracle = await Oracle.start();
});

afterAll(() => oracle?.stop());

describe('YAML as Go reads it', () => {
  // Behind each is what YAML 1.2 makes of it: these are the traps for a writer that knows only one of the two.
  test.each([
    ['yes', true], // the text "yes" in YAML 1.2
    ['off', false], // the text "off"
    ['y', true], // the text "y"
    ['0644', 420], // 644
    ['0o644', 420], // 420: YAML 1.2's own octal
    ['0b11', 3], // the text "0b11"
    ['1_000', 1000], // the text "1_000"
    ['1:30', '1:30'], // YAML 1.1 says 90, in base 60; the library does not
    ['1e3', 1000],
    ['~', null],
    ['2026-11-20', '2026-11-20'], // a time in YAML 1.1; JSON has none, so the text stays
    ['"yes"', 'yes'],
  ])('the plain scalar %s is %j', async (scalar, expected) => {
    await expect(oracle.yaml(`value: ${scalar}\n`)).resolves.toEqual([{ value: expected }]);
  });

  test('a number that JSON cannot write is refused', async () => {
    await expect(oracle.yaml('value: .inf\n')).rejects.toThrow(OracleError);
  });

  test('a key that is not text becomes the text of what it is', async () => {
    await expect(oracle.yaml('n: 1\n2: two\n')).resolves.toEqual([{ false: 1, 2: 'two' }]);
  });

  test('a key given twice is refused, with the line', async () => {
    await expect(oracle.yaml('a: 1\nb: 2\na: 3\n')).rejects.toThrow(/line 3: key "a" already set in map/);
  });

  test('a tab is no indentation', async () => {
    await expect(oracle.yaml('a:\n\tb: 1\n')).rejects.toThrow(/found character that cannot start any token/);
  });

  test('documents are split at lines of three dashes, and empty ones are left out', async () => {
    await expect(oracle.yaml('# head\n---\na: 1\n---\n# nothing\n---\nb: |\n  x\n   ---\n')).resolves.toEqual([{ a: 1 }, { b: 'x\n ---\n' }]);
  });

  test('an error in one document is the error of the text, and the next text is answered', async () => {
    await expect(oracle.yaml('a: 1\n---\nb: [\n')).rejects.toThrow(OracleError);
    await expect(oracle.yaml('a: 1\n')).resolves.toEqual([{ a: 1 }]);
  });
});

describe('variables as the kubelet puts them in', () => {
  const env = [{ name: 'A', value: 'a' }, { name: 'B', value: '$(A)-$(C)' }, { name: 'C', value: 'c' }];

  test('a literal sees what is declared before it, and a reference that nothing answers stays as it is', async () => {
    await expect(oracle.environment(env)).resolves.toEqual([{ name: 'A', value: 'a' }, { name: 'B', value: 'a-$(C)' }, { name: 'C', value: 'c' }]);
  });

  test('a command sees the whole environment, put in once', async () => {
    await expect(oracle.expand(['$(A)', '$(B)', '$(C)', '$(NONE)'], env)).resolves.toEqual(['a', 'a-$(C)', 'c', '$(NONE)']);
  });

  test('two dollar signs are one, and what follows is no reference', async () => {
    await expect(oracle.expand(['$$(A)', '$$$(A)', '$A', '$$', '$(A', '$(A) $((A))'], env))
      .resolves.toEqual(['$(A)', '$a', '$A', '$', '$(A', 'a $((A))']);
  });

  test('a value from elsewhere is not expanded, and one that refers to it gets it whole', async () => {
    const secret = [{ name: 'A', value: 'a' }, { name: 'S', value: '$(A)', from: true }, { name: 'D', value: 'x$(S)' }];
    await expect(oracle.environment(secret)).resolves.toEqual([{ name: 'A', value: 'a' }, { name: 'S', value: '$(A)' }, { name: 'D', value: 'x$(A)' }]);
  });

  test('of two with one name the last wins, and it sees the first', async () => {
    await expect(oracle.environment([{ name: 'A', value: 'a' }, { name: 'A', value: '$(A)b' }])).resolves.toEqual([{ name: 'A', value: 'ab' }]);
  });
});

describe('a certificate', () => {
  test('serves the hosts that it was made for and is signed by the authority behind it', async () => {
    const { cert, key } = await oracle.certificate(['127.0.0.1', 'webhook.example']);
    const [serving, authority] = cert.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)!.map(pem => new X509Certificate(pem));
    expect(serving.subjectAltName).toBe('DNS:webhook.example, IP Address:127.0.0.1');
    // Server and client.
    expect(serving.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2']);
    expect(serving.verify(authority.publicKey)).toBe(true);
    expect(key).toContain('PRIVATE KEY');
  });
});

describe('expressions in CEL', () => {
  test.each(Object.entries(EXPRESSIONS))('%s have the values that are held to ours', async (_, expressions) => {
    const outcomes = await Promise.all(Object.keys(expressions).map(async expression => [expression, shown(await oracle.cel(expression))]));
    expect(Object.fromEntries(outcomes)).toEqual(expressions);
  });

  test('that the compiler refuses have no value', async () => {
    await expect(oracle.cel('1 == "a"')).resolves.toEqual({ refused: expect.stringContaining('no matching overload') });
  });
});

function shown({ type, value, refused, failure }: CelOutcome): string | undefined {
  return refused !== undefined ? `refused: ${refused}` : failure !== undefined ? 'failure' : value === undefined ? type : JSON.stringify(value);
}

describe('the process', () => {
  test('answers requests that were asked at once, each with its own', async () => {
    const texts = Array.from({ length: 200 }, (_, index) => `number: ${index}\n`);
    const answers = await Promise.all(texts.map(text => oracle.yaml(text)));
    expect(answers).toEqual(texts.map((_, index) => [{ number: index }]));
  });

  test('takes a request of megabytes', async () => {
    const text = 'x'.repeat(5_000_000);
    await expect(oracle.yaml(`text: ${text}\n`)).resolves.toEqual([{ text }]);
  });

  test('says after its end that it has ended, instead of never answering', async () => {
    const other = await Oracle.start();
    const last = other.yaml('a: 1\n');
    await other.stop();
    await expect(last).resolves.toEqual([{ a: 1 }]);
    await expect(other.yaml('a: 1\n')).rejects.toThrow('the oracle has ended');
  });
});
