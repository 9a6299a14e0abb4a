import { secondsOf, shortestPeriod } from '../../../../src/kubernetes/validation/kinds/cron-period';

const HOUR = 3600;

test.each<[string, number | undefined]>([
  ['* * * * *', 60],
  ['*/5 * * * *', 300],
  ['0 * * * *', HOUR],
  ['0,10 * * * *', 600],
  ['50 23,0 * * *', HOUR],
  ['0 10 * * *', 24 * HOUR],
  ['0 10 * * 1-5', 24 * HOUR],
  ['0 10 * * 1', 24 * HOUR],
  ['0 0,23 * * 1', 23 * HOUR],
  ['0 0,23 * * *', HOUR],
  ['0 0,23 * * mon', 23 * HOUR],
  ['7/20 3 * * *', 1200],
  ['10-20/5 3 * * *', 300],
  ['CRON_TZ=UTC */2 * * * *', 120],
  ['@hourly', HOUR],
  ['@daily', 24 * HOUR],
  ['@every 1h30m', 1.5 * HOUR],
  ['@every 90s', 90],
  ['nonsense', undefined],
  ['', undefined],
])('%s: %s s', (schedule, period) => {
  expect(shortestPeriod(schedule)).toBe(period);
});

test.each<[string, number | undefined]>([['5m', 300], ['1.5h', 5400], ['500ms', 0.5], ['1h2m3s', 3723], ['0', 0], ['', undefined], ['5', undefined], ['x5m', undefined], ['5m x', undefined]])('a duration of %s: %s s', (text, seconds) => {
  expect(secondsOf(text)).toBe(seconds);
});
