import { changed, messages, META, POD } from './subject';
import { scheduleProblem } from '../../../../src/kubernetes/validation/kinds/cron-schedule';
import { isTimeZone } from '../../../../src/kubernetes/validation/kinds/time-zones';

test.each([
  '* * * * *', '? ? ? ? ?', '0 0 1 1 0', '59 23 31 12 6', '0-59 0-23 1-31 1-12 0-6', '*/5 * * * *', '*/60 * * * *', '5/10 * * * *', '1-5/2 * * * *', '1,2,3-5 * * * *', '1,,2 * * * *', ', * * * *',
  '*-3 * * * *', '*-3-4 * * * *', '*-x * * * *', '+5 * * * *', '007 * * * *', '  0   3 *\t* *  ', '* * * dec/1 *', '* * * jan-dec sun-sat', '* * * Feb,MAR,apr,May,jun,Jul,aug,sep,oct,Nov mon,TUE,wed,thu,FRI',
  '0 0 * 5-jun 3-Thu', '5-5 * * * *', 'TZ=UTC 0 3 * *', 'CRON_TZ=UTC 0 3 * *',
  '@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly',
  '@every 0', '@every -0', '@every 1h', '@every 1h30m', '@every -1m', '@every +1m', '@every 90s', '@every 1.5h', '@every 1.25h', '@every 1.h', '@every .5h', '@every .25h', '@every 10ms', '@every 1us',
  '@every 1µs', '@every 1μs', '@every 100ns',
])('"%s" is a schedule', schedule => {
  expect(scheduleProblem(schedule)).toBeUndefined();
});

const syntax = (text: string) => `failed to parse int from ${text}: strconv.Atoi: parsing "${text}": invalid syntax`;

test.each([
  ['* * * *', 'expected exactly 5 fields, found 4: [* * * *]'],
  ['', 'expected exactly 5 fields, found 0: []'],
  ['  1  2 ', 'expected exactly 5 fields, found 2: [1 2]'],
  ['* * * * * *', 'expected exactly 5 fields, found 6: [* * * * * *]'],
  ['60 * * * *', 'end of range (60) above maximum (59): 60'],
  ['* 24 * * *', 'end of range (24) above maximum (23): 24'],
  ['* * 0 * *', 'beginning of range (0) below minimum (1): 0'],
  ['* * 32 * *', 'end of range (32) above maximum (31): 32'],
  ['* * * 0 *', 'beginning of range (0) below minimum (1): 0'],
  ['* * * 13 *', 'end of range (13) above maximum (12): 13'],
  ['* * * * 7', 'end of range (7) above maximum (6): 7'],
  ['1,60 * * * *', 'end of range (60) above maximum (59): 60'],
  ['50-60 * * * *', 'end of range (60) above maximum (59): 50-60'],
  ['50-60/5 * * * *', 'end of range (60) above maximum (59): 50-60/5'],
  ['60/5 * * * *', 'beginning of range (60) beyond end of range (59): 60/5'],
  ['5-3 * * * *', 'beginning of range (5) beyond end of range (3): 5-3'],
  ['5-3/2 * * * *', 'beginning of range (5) beyond end of range (3): 5-3/2'],
  ['* * * mar-feb *', 'beginning of range (3) beyond end of range (2): mar-feb'],
  ['* * * * sat-sun', 'beginning of range (6) beyond end of range (0): sat-sun'],
  ['*/0 * * * *', 'step of range should be a positive number: */0'],
  ['*/1/2 * * * *', 'too many slashes: */1/2'],
  ['*/x * * * *', syntax('x')],
  ['*/ * * * *', syntax('')],
  ['*/-1 * * * *', 'negative number (-1) not allowed: -1'],
  ['1-2-3 * * * *', 'too many hyphens: 1-2-3'],
  ['1-x-3 * * * *', 'too many hyphens: 1-x-3'],
  ['x-2-3 * * * *', syntax('x')],
  ['x * * * *', syntax('x')],
  ['1-x * * * *', syntax('x')],
  ['1-x/2/3 * * * *', syntax('x')],
  ['-1 * * * *', syntax('')],
  ['1.5 * * * *', syntax('1.5')],
  ['jan * * * *', syntax('jan')],
  ['* * * january *', syntax('january')],
  ['* * * sun *', syntax('sun')],
  ['* * * */jan *', syntax('jan')],
  ['@never', 'unrecognized descriptor: @never'],
  ['@', 'unrecognized descriptor: @'],
  ['@Daily', 'unrecognized descriptor: @Daily'],
  ['@every', 'unrecognized descriptor: @every'],
  ['0 0 * * CRON_TZ=', syntax('CRON_TZ=')],
  ['0 0 * * TZ=', syntax('TZ=')],
])('"%s" is no schedule', (schedule, expected) => {
  expect(scheduleProblem(schedule)).toBe(expected);
});

test.each([
  '@every ', '@every soon', '@every 1', '@every 1d', '@every h', '@every .h', '@every 1h ', '@every  1h', '@every 1h30', '@every --1h', '@every x1h',
])('"%s" is no schedule for its duration', schedule => {
  expect(scheduleProblem(schedule)).toMatch(new RegExp(`^failed to parse duration ${schedule.replace('+', '.')}: time: `));
});

test.each([
  'UTC', 'CET', 'Zulu', 'GB-Eire', 'Africa/Abidjan', 'Africa/Windhoek', 'America/New_York', 'America/Argentina/Ushuaia', 'America/Indiana/Knox', 'America/Kentucky/Louisville',
  'America/North_Dakota/New_Salem', 'Antarctica/Troll', 'Arctic/Longyearbyen', 'Asia/Tokyo', 'Atlantic/Azores', 'Australia/ACT', 'Brazil/Acre', 'Canada/Yukon', 'Chile/EasterIsland', 'Etc/GMT+12',
  'Europe/Berlin', 'Indian/Mahe', 'Mexico/General', 'Pacific/Yap', 'US/Samoa',
])('%s is a time zone', zone => {
  expect(isTimeZone(zone)).toBe(true);
});

test.each(['', 'utc', '/UTC', 'New_York', 'America', 'America/', 'America/Ushuaia', 'Europe/Berlin/', 'Etc/GMT+13', 'Nowhere/UTC', 'Stryker'])('"%s" is no time zone', zone => {
  expect(isTimeZone(zone)).toBe(false);
});

const cronJob = {
  apiVersion: 'batch/v1', kind: 'CronJob', metadata: META, spec: { schedule: '@daily', jobTemplate: { spec: { template: { ...POD, spec: { ...POD.spec, restartPolicy: 'Never' } } } } },
};
const inCronJob = (path: string, value: unknown) => messages(changed(cronJob, path, value));

test.each<[unknown, string[]]>([
  [null, []], ['UTC', []], ['America/Argentina/ComodRivadavia', []],
  ['', ['Invalid value: "": timeZone must be nil or non-empty string']],
  ...['..', 'Etc/..', 'Etc/.', '-UTC', 'Etc/-UTC', 'Etc//UTC', 'UTC/', '/UTC', 'Etc/Wörgl', ' UTC', 'UTC ', 'Europe/Llanfairpwllgwyn', 'UTC-', 'Berlin', 'A'.repeat(14)]
    .map((zone): [string, string[]] => [zone, [`Invalid value: ${JSON.stringify(zone)}: unknown time zone ${zone}`]]),
  ['Local', ['Invalid value: "Local": timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones']],
  // Go has only one spelling of it.
  ['LOCAL', ['Invalid value: "LOCAL": timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones', 'Invalid value: "LOCAL": unknown time zone LOCAL']],
])('a CronJob in the time zone %j', (zone, expected) => {
  expect(inCronJob('spec.timeZone', zone)).toEqual(expected.map(text => `spec.timeZone: ${text}`));
});

const TZ = 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead';

test.each([
  ['TZ=UTC * * * * *', [TZ]], ['CRON_TZ=UTC * * * * *', [TZ]], ['* * * * TZ', [syntax('TZ'), TZ]], ['* * * *', ['expected exactly 5 fields, found 4: [* * * *]']],
])('a CronJob at %j', (schedule, expected) => {
  expect(inCronJob('spec.schedule', schedule)).toEqual(expected.map(text => `spec.schedule: Invalid value: ${JSON.stringify(schedule)}: ${text}`));
});

test.each(['Allow', 'Forbid', 'Replace', '', null])('a CronJob whose concurrency policy is %j', policy => {
  expect(inCronJob('spec.concurrencyPolicy', policy)).toEqual([]);
});

test('what a CronJob refuses of its Jobs, in words', () => {
  expect(inCronJob('spec.concurrencyPolicy', 'Wait')).toEqual(['spec.concurrencyPolicy: Unsupported value: "Wait": supported values: "Allow", "Forbid", "Replace"']);
  expect(inCronJob('spec.jobTemplate.spec.manualSelector', true))
    .toEqual(['spec.jobTemplate.spec.manualSelector: Unsupported value: true: supported values: "nil", "false"']);
  expect(inCronJob('spec.jobTemplate.spec.manualSelector', false)).toEqual([]);
  for (const name of ['startingDeadlineSeconds', 'successfulJobsHistoryLimit', 'failedJobsHistoryLimit']) {
    expect([inCronJob(`spec.${name}`, -1), inCronJob(`spec.${name}`, 0)]).toEqual([[`spec.${name}: Invalid value: -1: must be greater than or equal to 0`], []]);
  }
  expect(inCronJob('metadata.name', 'a'.repeat(53))).toEqual([`metadata.name: Invalid value: "${'a'.repeat(53)}": must be no more than 52 characters`]);
});
