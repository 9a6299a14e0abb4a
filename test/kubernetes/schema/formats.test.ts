import { isBase64, isMicroTime, isQuantity, isTime } from '../../../src/kubernetes/schema/formats';
import { triedIn } from '../../hygiene/backtracking';

// What each text is, was asked of the API server's decoders: cluster/tests/schema.test.ts sends them all.

test.each(['0', '1', '1.5', '.5', '5.', '.', '+', '-', '+1', '-1Gi', ' 1Gi ', '1Gi ', '1k', '1Ki', '1m', '1e3', '1E3', '1E', '1Ei', '1e-3', '1u', '1n', 'Gi', 'k', '00', '123456789012345678901234567890'])('"%s" is a quantity', text => {
  expect(isQuantity(text)).toBe(true);
});

test.each(['', ' ', '1 Gi', '1gi', '1K', '1KI', '1MB', '1e', '1e3Gi', '0x10', '1_000', '1,5', '1.2.3', '--1', 'Ei', 'Pi', '+Ei', '100%', 'NaN', 'e5x', '1ee5', '1e5.5', '1\n', '\t1', '١'])('"%s" is none', text => {
  expect(isQuantity(text)).toBe(false);
});

test.each(['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.123Z', '2026-01-02T03:04:05,1Z', '2026-01-02T3:04:05Z', '2026-01-02T03:04:05+24:60', '2028-02-29T00:00:00Z', '0000-01-01T00:00:00Z'])('%s is a time', text => {
  expect(isTime(text)).toBe(true);
});

test.each(['', '2026-01-02', '2026-01-02t03:04:05z', '2026-01-02 03:04:05Z', '2026-01-02T03:04:05', '2026-01-02T03:04:05+0100', '2026-02-29T00:00:00Z', '2100-02-29T00:00:00Z', '2026-13-01T00:00:00Z', '2026-01-02T24:00:00Z',
  '2026-01-02T23:59:60Z', '2026-01-02T03:04:05+25:00', '2026-1-2T03:04:05Z'])('%s is none', text => {
  expect(isTime(text)).toBe(false);
});

test('a time with microseconds has six digits of a second', () => {
  expect(['.000000Z', ',123456+01:00', 'Z', '.123Z', '.1234567Z'].map(rest => isMicroTime(`2026-01-02T03:04:05${rest}`))).toEqual([true, true, false, false, false]);
});

test('base64 is padded, and may be broken into lines', () => {
  expect(['', 'YQ==', 'YQ==\n', 'Y\nQ==', 'YR==', 'ab+/'].map(isBase64)).toEqual([true, true, true, true, true, true]);
  expect(['YQ', 'YQ=', 'Y Q==', 'YQ==YQ==', '====', '-_==', 'ä'].map(isBase64)).toEqual([false, false, false, false, false, false, false]);
});

test('long texts are read in linear time', () => {
  const tried = triedIn(() => expect(
    [isQuantity(`${'0'.repeat(500)}x`), isQuantity(`${' '.repeat(500)}x`), isBase64(`${'A'.repeat(499)}!`), isTime('2'.repeat(64)), isTime('2'.repeat(500))],
  ).toEqual([false, false, false, false, false]));
  expect(tried.length).toBeGreaterThanOrEqual(4);
  expect(tried.filter(({ steps }) => steps > 10 * 500)).toEqual([]);
});
