import { configMap, deployment, findingsIn, onlyFinding, workload } from '../run/manifests';

const withValue = (value: string) => deployment('web', workload('web', { env: [{ name: 'A', value }] }));

describe('AIW2114 text that does not survive YAML', () => {
  test.each([
    ['a line separator, which the reader drops', '\u2028', '2028', '\\u2028'],
    ['a next line, which becomes a blank', 'a\u0085b', '0085', 'a\\u0085b'],
    ['a control character', '\u007f', '007F', '\\u007f'],
    ['half of a character', 'a\udc00', 'DC00', 'a\\udc00'],
    ['the other half', '\ud800a', 'D800', '\\ud800a'],
    ['no character', '\uffff', 'FFFF', '\\uffff'],
  ])('%s', (_, value, code, shown) => {
    expect(onlyFinding('AIW2114', withValue(value))).toMatchObject({
      class: 'broken',
      field: 'spec.template.spec.containers[0].env[0].value',
      message: `Invalid value: "${shown}": holds the character U+${code}, which kubectl refuses in YAML or reads as another`,
    });
  });

  test.each([['0o17', 15], ['-0O17', -15], ['+0o1_7', 15], ['1e1_0', 1e10], ['-_1', -1], ['1.e_5', 100000], ['1.5e1_0', 1.5e10], ['1e-1_0', 1e-10], ['1e_1', 10]])('%s is a number to kubectl', (value, number) => {
    expect(onlyFinding('AIW2114', withValue(value))).toMatchObject({
      message: `Invalid value: "${value}": cdk8s writes it without quotes, and kubectl reads the number ${number}`,
    });
  });

  test('a key as well as a value', () => {
    const finding = onlyFinding('AIW2114', { ...configMap('settings', undefined), spec: undefined, data: { '0o17': 'x' } } as never);
    expect(finding).toMatchObject({ field: 'data.0o17', message: expect.stringContaining('reads the number 15') });
  });

  test('a value below a key that cannot be written: both are told, and the key is shown as its code', () => {
    const findings = findingsIn('AIW2114', { ...configMap('settings', undefined), spec: undefined, data: { 'a\u2028b': '0o17' } } as never);
    expect(findings.map(({ field, message }) => [field, message.slice(0, 30)])).toEqual([
      ['data[a\\u2028b]', 'Invalid value: "a\\u2028b": hol'], ['data[a\\u2028b]', 'Invalid value: "0o17": cdk8s w'],
    ]);
  });

  test.each(['017', '0x1F', '1_000', '1e3', '12:30:45', 'yes', '~', '', '\u0000', '\u00a0', '\ufeff', '\ud83d\ude00', '0o8', 'x0o17', '_1', 'a\r\nb', '1_x0o17', '0o17z', '0o17\nb'])('passes: %j', value => {
    expect(findingsIn('AIW2114', withValue(value))).toEqual([]);
  });
});
