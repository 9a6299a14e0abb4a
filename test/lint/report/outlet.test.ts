import * as fs from 'fs';
import * as path from 'path';
import { inspect } from 'util';
import { finding } from './made';
import { failSynth, printFindings } from '../../../src/lint/report/outlet';
import { renderReport } from '../../../src/lint/report/text';
import { setVariables } from '../../hygiene/variables';

const SRC = path.join(__dirname, '../../../src');
const outcome = { findings: [finding({ class: 'risky' })], acknowledged: 0, objects: 1 };
const { CDK8S_AI_WORKLOADS_QUIET, JEST_WORKER_ID } = process.env;
const variables = { CDK8S_AI_WORKLOADS_QUIET, JEST_WORKER_ID };
let told: jest.SpyInstance;

beforeEach(() => {
  told = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(() => {
  told.mockRestore();
  setVariables(variables);
});

const written = () => told.mock.calls.map(([text]) => String(text)).join('');

test.each([
  ['under jest', { CDK8S_AI_WORKLOADS_QUIET: undefined, JEST_WORKER_ID: '1' }, false],
  ['under jest, with an empty setting', { CDK8S_AI_WORKLOADS_QUIET: '', JEST_WORKER_ID: '1' }, false],
  ['elsewhere', { CDK8S_AI_WORKLOADS_QUIET: undefined, JEST_WORKER_ID: undefined }, true],
  ['elsewhere, with an empty setting', { CDK8S_AI_WORKLOADS_QUIET: '', JEST_WORKER_ID: undefined }, true],
  ['where it was asked for', { CDK8S_AI_WORKLOADS_QUIET: '0', JEST_WORKER_ID: '1' }, true],
  ['where it was silenced', { CDK8S_AI_WORKLOADS_QUIET: '1', JEST_WORKER_ID: undefined }, false],
])('warnings %s', (_, settings, shown) => {
  setVariables(settings);
  printFindings(outcome);
  expect(written()).toBe(shown ? `${renderReport(outcome)}\n` : '');
});

test('nothing is said of a synth without findings', () => {
  process.env.CDK8S_AI_WORKLOADS_QUIET = '0';
  printFindings({ ...outcome, findings: [] });
  expect(told).not.toHaveBeenCalled();
});

test('the error of a synth is the report, also where it is printed', () => {
  const listeners = process.listenerCount('uncaughtException');
  const error = failure();
  expect(error).toMatchObject({ name: 'ValidationFailed', message: `the checks of cdk8s-ai-workloads found errors\n\n${renderReport(outcome)}\n` });
  const [before, after] = error.stack!.split(/^ {4}at .*outlet\.test\.ts:.*\n/m);
  expect([before, after]).toEqual(['ValidationFailed: the checks of cdk8s-ai-workloads found errors\n', `\n${renderReport(outcome)}\n`]);
  expect(inspect(error)).toBe(error.stack);
  expect(Object.keys(error)).toEqual([]);
  expect(process.listenerCount('uncaughtException')).toBe(listeners);
});

function failure(): Error {
  try {
    return failSynth(outcome);
  } catch (error) {
    return error as Error;
  }
}

test.each(['process.exit(', 'uncaughtException', 'unhandledRejection'])('a library leaves it to its program how it ends: no %s', call => {
  const files = fs.readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.ts') && !file.startsWith('cli'));
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter(file => fs.readFileSync(path.join(SRC, file), 'utf8').includes(call))).toEqual([]);
});
