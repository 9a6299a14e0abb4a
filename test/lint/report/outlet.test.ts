import { finding } from './made';
import { endWithMistakes, fail, tell } from '../../../src/lint/report/outlet';
import { renderReport } from '../../../src/lint/report/text';

const outcome = { findings: [finding({ class: 'risky' })], acknowledged: 0, objects: 1 };
const kept = { ...process.env };
let told: jest.SpyInstance;

beforeEach(() => {
  told = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(async () => {
  told.mockRestore();
  process.env = { ...kept };
  // What was thrown is listened for until the turn ends.
  await new Promise(setImmediate);
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
  Object.entries(settings).forEach(([name, value]) => value === undefined ? delete process.env[name] : process.env[name] = value);
  tell(outcome);
  expect(written()).toBe(shown ? `${renderReport(outcome)}\n` : '');
});

test('nothing is said of a synth without findings', () => {
  process.env.CDK8S_AI_WORKLOADS_QUIET = '0';
  tell({ ...outcome, findings: [] });
  expect(told).not.toHaveBeenCalled();
});

test('the error of a synth is the report', () => {
  const before = process.listenerCount('uncaughtException');
  expect(() => fail(outcome)).toThrow(expect.objectContaining({
    name: 'ValidationFailed', message: `the checks of cdk8s-ai-workloads found errors\n\n${renderReport(outcome)}\n`,
  }));
  // Listens until the turn ends, and once however many fail in it.
  expect(() => fail(outcome)).toThrow('found errors');
  expect(process.listenerCount('uncaughtException')).toBe(before + 1);
});

test('what fails later has its own stack again', async () => {
  const before = process.listenerCount('uncaughtException');
  expect(() => fail(outcome)).toThrow('found errors');
  await new Promise(setImmediate);
  expect(process.listenerCount('uncaughtException')).toBe(before);
});

test('the error of another is thrown on', () => {
  expect(() => fail(outcome)).toThrow('found errors');
  const [print] = process.listeners('uncaughtException');
  const other = new Error('of another');
  expect(() => print(other, 'uncaughtException')).toThrow(other);
  expect(told).not.toHaveBeenCalled();
});

test('an error that nobody catches prints the report alone and exits with 1', async () => {
  const status = process.exitCode;
  const exited = new Promise(resolve => jest.spyOn(process, 'exit').mockImplementation(code => resolve(code) as never));
  told.mockImplementation((_text, done) => done?.() ?? true);
  let thrown: unknown;
  try {
    fail(outcome);
  } catch (error) {
    thrown = error;
  }
  process.listeners('uncaughtException')[0](thrown as Error, 'uncaughtException');
  const atOnce = process.exitCode;
  process.exitCode = status;
  expect(await exited).toBe(1);
  expect([atOnce, written()]).toEqual([1, `${renderReport(outcome)}\n`]);
});

test('an error that keeps its mistakes for the end prints nothing of its own', async () => {
  const status = process.exitCode;
  const exited = new Promise(resolve => jest.spyOn(process, 'exit').mockImplementation(code => resolve(code) as never));
  told.mockImplementation((_text, done) => done?.() ?? true);
  const [error, keep] = [new Error('mistakes'), jest.fn()];
  endWithMistakes(error, keep);
  process.listeners('uncaughtException')[0](error, 'uncaughtException');
  process.exitCode = status;
  expect(await exited).toBe(1);
  expect([keep.mock.calls.length, written()]).toEqual([1, '']);
});
