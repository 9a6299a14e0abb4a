import { Size } from 'cdk8s';
import { formatBytes, parseBytes, parseCores, quantityNumber, sizeToQuantity, storedQuantity } from '../../src/kubernetes/quantity';
import { messageOf } from '../pod/carrier';

test.each([
  ['0', 0], ['8', 8], ['1.5', 1.5], ['500m', 0.5], ['250u', 0.00025], ['7n', 7e-9], ['2k', 2000], ['3M', 3e6], ['4G', 4e9], ['5T', 5e12], ['1Ki', 1024], ['1.5Gi', 1.5 * 2 ** 30], ['2Ti', 2 ** 41], ['1e3', 1000],
])('%s is the number %d', (text, number) => {
  expect(quantityNumber('x', text)).toBe(number);
});

test.each([
  ['', 'is not a quantity'], ['Gi', 'is not a quantity'], [' 1', 'is not a quantity'], ['1 Gi', 'is not a quantity'], ['1GB', 'is not a quantity'], ['-1', 'must be greater than or equal to 0'],
  ['8Ei', 'is more than a quantity holds'],
])('"%s" is none: %s', (text, why) => {
  expect(messageOf(() => quantityNumber('memory', text))).toContain(`memory: Invalid value: ${JSON.stringify(text)}: ${why}`);
});

describe('bytes', () => {
  test.each([['1', 1], ['64Gi', 64 * 2 ** 30], ['0.5Ki', 512], ['1.5Gi', 1.5 * 2 ** 30], ['1G', 1e9]])('%s are %d', (text, bytes) => {
    expect(parseBytes('memory', text)).toBe(bytes);
  });

  test.each(['0', '0Gi', '0.5', '1500m', '1000m', '1u', '5n', '0.0001Ki'])('%s is no whole number of them', text => {
    expect(messageOf(() => parseBytes('memory', text))).toContain('must be a whole number of bytes greater than 0');
  });

  test.each([
    [1, '1'], [1023, '1023'], [1024, '1Ki'], [1536, '1536'], [2 ** 20, '1Mi'], [1536 * 2 ** 10, '1536Ki'], [2 ** 30, '1Gi'], [1.5 * 2 ** 30, '1536Mi'], [2 ** 40, '1Ti'], [3 * 2 ** 40, '3Ti'],
    [1000.2, '1001'], [0, '0'],
  ])('%d bytes are written %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });

  test('a size stays as it was given', () => {
    expect([Size.gibibytes(16), Size.kibibytes(500), Size.mebibytes(1024)].map(sizeToQuantity)).toEqual(['16Gi', '500Ki', '1024Mi']);
  });
});

describe('cores', () => {
  test.each([['8', 8], ['1m', 0.001], ['0.001', 0.001], ['1500m', 1.5], ['0', 0]])('%s are %d', (text, cores) => {
    expect(parseCores('cpu', text)).toBe(cores);
  });

  test.each(['500u', '0.0001', '1.0005', '1n'])('%s is finer than a thousandth', text => {
    expect(messageOf(() => parseCores('cpu', text))).toContain('is finer than a thousandth of a CPU');
  });
});

test.each([[8, '8'], ['1000m', '1'], ['1024Mi', '1Gi'], ['1536Mi', '1536Mi'], ['0.5', '500m'], ['1e3', '1e3'], ['none', 'none'], [null, null]])('%j is stored as %j', (written, stored) => {
  expect(storedQuantity(written)).toBe(stored);
});
