import * as fc from 'fast-check';
import { SecretKey } from '../../../src';
import { shellProblem, literalTokenProblem, argumentTokenProblem, hideSecret } from '../../../src/knowledge/environment-problems';
import { checkArguments, checkEnvironment } from '../../../src/pod/container/environment';
import { messageOf } from '../carrier';

const HF = `hf_${'aB3'.repeat(12)}`;
const PEM = '-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nIBAAKC\n-----END RSA PRIVATE KEY-----';

/** Kubernetes' own expansion, where every well-formed name is known and empty. Source: third_party/forked/golang/expansion/expand.go (v1.36) */
function expand(text: string): string {
  let result = '';
  for (let at = 0; at < text.length; at++) {
    const next = text[at + 1];
    const end = text.indexOf(')', at);
    if (text[at] !== '$' || next === undefined) {
      result += text[at];
    } else if (next === '$') {
      result += '$';
      at++;
    } else if (next === '(' && end >= 0) {
      const name = text.slice(at + 2, end);
      result += /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? '' : `$(${name})`;
      at = end;
    } else {
      result += text[at];
    }
  }
  return result;
}

describe('shell syntax in a value', () => {
  test.each([
    ['$([ "$A" -eq 0 ] && echo x)', '"$([ \\"$A\\" -eq 0 ] && echo x)" is shell syntax'],
    ['$(hostname -f)', '"$(hostname -f)" is shell syntax'],
    ['node-$(cat /etc/hostname):80', '"$(cat /etc/hostname)" is shell syntax'],
    ['$((1 + 2))', '"$((1 + 2)" is shell syntax'],
    ['$()', '"$()" is shell syntax'],
    ['$$$(date +%s)', '"$$$(date +%s)" is shell syntax'],
    ['http://$(POD_IP:80', '"$(POD_IP:80" is shell syntax'],
    ['http://$(POD_IP', '"$(POD_IP" is not closed'],
    ['${HF_TOKEN}', 'is passed on as it stands'],
    ['$HF_TOKEN', 'is passed on as it stands'],
    ['/opt/lib:$LD_LIBRARY_PATH', '"$LD_LIBRARY_PATH" in it is passed on as it stands'],
    ['`hostname`', 'is shell syntax'],
  ])('%s is refused', (value, detail) => {
    expect(shellProblem(value)?.detail).toContain(detail);
  });

  test.each([
    '', 'plain', '$(POD_NAME)', '$(POD_NAME).svc:$(PORT)', '$$(x)', '$$(not shell)', '$$(open', 'a$b', '5$', '$', '$$', '/data/${USER}/cache', 'price: $5', '{"a": "(b)"}', '$(a.b-c)', 'x `y` z',
  ])('%s is data', value => {
    expect(shellProblem(value)).toBeUndefined();
  });

  test('what is let through is expanded by the kubelet, and what is refused reaches the process as shell', () => {
    const word = fc.constantFrom('$', '(', ')', 'A', '$(A)', ' ', 'x', '&&', '$$', '1');
    fc.assert(fc.property(fc.array(word, { maxLength: 8 }).map(words => words.join('')), value => {
      const references = [...value.matchAll(/\$\(/g)].length;
      const expanded = expand(value);
      // A reference that nothing replaces leaves "$(" behind, unless it was written with a doubled dollar.
      const leftover = expanded.includes('$(') && !value.includes('$$(');
      if (references > 0 && !value.includes('$$(')) {
        expect(shellProblem(value) !== undefined).toBe(leftover);
      }
    }));
  });

  test('the help of a shell variable says what to write', () => {
    expect(shellProblem('${MODEL}')!.help).toBe('write $(MODEL), or use secretEnv for a secret');
  });
});

describe('a credential in a value', () => {
  test.each([
    ['HF_TOKEN', 'abc'],
    ['HF_TOKEN', HF],
    ['MODEL', HF],
    ['HUGGING_FACE_HUB_TOKEN', 'x'],
    ['OPENAI_API_KEY', 'x'],
    ['VLLM_APIKEY', 'x'],
    ['AWS_SECRET_ACCESS_KEY', 'x'],
    ['DB_PASSWORD', 'x'],
    ['password', 'x'],
    ['NOTE', `see sk-${'a'.repeat(40)}`],
    ['NOTE', `ghp_${'a'.repeat(36)}`],
    ['NOTE', 'AKIAABCDEFGHIJKLMNOP'],
    ['NOTE', `nvapi-${'a'.repeat(30)}`],
    ['SSH', PEM],
    ['AUTH_TOKEN', 'Bearer $$(HF_TOKEN)'],
    ['DB_PASSWORD', 'changeme'],
    ['DB_PASSWORD', 'emptyhanded'],
    ['API_KEY', 'nothing'],
    ['API_KEY', 'https://user:pass@db.example'],
    ['NOTE', `${HF} for https://your-hub.example`],
    ['NOTE', `hf_${'x'.repeat(20)} or ${HF}`],
    ['SSH', `-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----\n${PEM}`],
  ])('%s=%s is refused', (name, value) => {
    expect(literalTokenProblem(name, value)?.help).toContain('secretEnv');
  });

  test.each([
    ['TOKENIZERS_PARALLELISM', 'false'],
    ['EOS_TOKEN', '</s>'],
    ['PAD_TOKEN', 'pad'],
    ['END_TOKEN', '<|eot_id|>'],
    ['UNUSUAL_TOKEN', '<|fim_middle|>'],
    ['UNUSUAL_TOKEN', '[GMASK]'],
    ['MAX_TOKENS', '4096'],
    ['HF_HUB_DISABLE_IMPLICIT_TOKEN', '1'],
    ['HF_TOKEN_PATH', '/secrets/token'],
    ['HF_TOKEN', '$(SECRET)'],
    ['HF_TOKEN', ''],
    ['AUTH_TOKEN', 'Bearer $(HF_TOKEN)'],
    ['AWS_ACCESS_KEY_ID_FILE', '/x'],
    ['KEY', 'value'],
    ['MODEL', 'meta-llama/Llama-3.1-70B'],
    ['OPENAI_API_KEY', 'EMPTY'],
    ['OPENAI_API_KEY', 'not-needed'],
    ['OPENAI_API_KEY', 'no_key'],
    ['WANDB_API_KEY', 'your-wandb-key'],
    ['HF_TOKEN', '{{ .Values.token }}'],
    ['HF_TOKEN', 'xxx'],
    ['NOTE', `hf_${'x'.repeat(30)}`],
    ['NOTE', `hf_${'aB3'.repeat(8)}...`],
    ['NOTE', 'sk-your-openai-api-key-goes-here'],
    ['NOTE', 'AKIAIOSFODNN7EXAMPLE'],
    ['SSH', '-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----'],
    ['SERVICE_ACCOUNT_TOKEN', '/var/run/secrets/tokens/api'],
    ['ISSUER_TOKEN', 'https://issuer.example/token'],
    ['DB_PASSWORD', 'vault:secret/data/db#password'],
    ['DB_PASSWORD', 'ref+awssecrets://db'],
    ['DB_PASSWORD', 'op://vault/db/password'],
  ])('%s=%s is no credential', (name, value) => {
    expect(literalTokenProblem(name, value)).toBeUndefined();
  });

  test('in a command line, by its shape', () => {
    expect(messageOf(() => checkArguments('container.args', ['serve', `--token=${HF}`]))).toContain('container.args[1]: Invalid value: "--token=hf_aB…": holds a credential in plain text');
    expect(argumentTokenProblem('--max-tokens=100')).toBeUndefined();
    expect(argumentTokenProblem(`key: ${PEM}`)).toBeDefined();
  });
});

describe('errors never print a whole secret', () => {
  const refuse = (name: string, value: string) => messageOf(() => checkEnvironment('container.envVariables', [{ name, value }], new Set()));

  test.each([
    ['DB_PASSWORD', 'correct horse battery staple'],
    ['DB_PASSWORD', 'short'],
    ['DB_PASSWORD', '$ecret-with-dollar'],
    ['DB_PASSWORD', 'S3cret$(unclosed shell'],
    ['MODEL', HF],
    ['SSH_KEY', PEM],
    ['SSH_PRIVATE_KEY', PEM],
  ])('%s', (name, value) => {
    const message = refuse(name, value);
    expect(message).toContain(`container.envVariables[${name}]: Invalid value: `);
    expect(message).not.toContain(value);
    expect(message).not.toContain('MIIE');
    expect(message).not.toContain(value.slice(6, 40) || value);
  });

  test('whatever the value of a variable with the name of a secret', () => {
    fc.assert(fc.property(fc.string({ minLength: 8, maxLength: 40 }).filter(value => literalTokenProblem('DB_PASSWORD', value) !== undefined && shellProblem(value) === undefined), value => {
      expect(refuse('DB_PASSWORD', value)).not.toContain(value);
    }));
  });

  test('shell is shown, since it has to be found', () => {
    expect(refuse('HF_TOKEN', '${HF_TOKEN}')).toContain('Invalid value: "${HF_TOKEN}": is passed on as it stands');
    expect(refuse('IS_LEADER', '$([ "$A" -eq 0 ] && echo x)')).toContain('help: the kubelet runs no shell');
  });

  test('several secrets in one text, and a key without an end', () => {
    expect(hideSecret(`a ${HF} b ${HF}`)).toBe('a hf_aB… b hf_aB…');
    expect(hideSecret('x -----BEGIN PRIVATE KEY-----\nMIIE')).toBe('x -----BEGIN PRIVATE KEY-----…');
    expect(hideSecret('nothing here')).toBe('nothing here');
  });
});

test('a reference to a Secret needs its name and a key', () => {
  expect(messageOf(() => SecretKey.fromName('', 'token'))).toContain('SecretKey.fromName: Invalid value: {"secretName":"","key":"token"}');
  expect(messageOf(() => SecretKey.fromName('hf', ''))).toContain('needs the name of the Secret and the key inside it');
});

test('a variable name is printable ASCII without an equals sign', () => {
  const check = (name: string) => checkEnvironment('container.envVariables', [{ name, value: 'x' }], new Set());
  expect(messageOf(() => check('A=B'))).toContain('container.envVariables: Invalid value: "A=B": a valid environment variable name must consist only of printable ASCII characters other than');
  expect(messageOf(() => check(''))).toContain('container.envVariables: Required value: is not there, or empty');
  expect(() => check('my.var-1')).not.toThrow();
});
