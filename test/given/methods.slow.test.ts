import { App, Chart } from 'cdk8s';
import { BASES, DEFECT, makerOf } from './hostile-constructs';
import { HOSTILE } from './hostile-values';
import { METHODS, callsOf, receiverOf } from './receivers';
import { Finding } from '../../src/base/findings/finding';
import { checkGivenArguments } from '../../src/given/given';
import { CheckOptions, ChecksValidation } from '../../src/index';
import { findingsOf } from '../../src/lint/synth/validate-at-synth';
import { withVariables } from '../hygiene/variables';

/*
 * Whatever a method is given: it answers, and the synth tells what was wrong by the names of method and argument. Never a failure of our code.
 */

withVariables({ CDK8S_AI_WORKLOADS_FAIL_FAST: undefined });

/** Methods that are not of a construct have nothing that could keep a mistake. */
const THROWING = ['ChecksValidation#validate', ...METHODS.filter(title => /^(SynthesizedObjects|ObjectChanges)#/.test(title))];

/** A property gets one of so many values; another property others. */
const EACH = 20;

/** What the parts of a pod are called, whether they were given as properties or added later. */
const PARTS: { readonly [method: string]: RegExp } = {
  addContainer: /^containers\[/,
  addInitContainer: /^(initContainers|sidecars)\[/,
  addSidecar: /^sidecars\[/,
  addVolume: /^volumes/,
};

test('the methods are there', () => {
  expect(METHODS).toEqual(expect.arrayContaining(['LeaderWorkerGroup#group', 'PodTemplate#addSidecar', 'DeviceRequest#named', 'Checks#acknowledge']));
  expect(METHODS.length).toBeGreaterThan(35);
});

test.each(METHODS.filter(title => !THROWING.includes(title)))('%s answers whatever it is given, and says what was wrong with it', title => {
  const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
  const receiver = receiverOf(title, chart);
  const method = title.split('#')[1];
  const failures: string[] = [];
  const expected: string[] = [];
  for (const [index, call] of callsOf(title).entries()) {
    for (const { title: what, make } of call.property === undefined ? HOSTILE : HOSTILE.filter((_, at) => at % EACH === index % EACH)) {
      const given = call.given(chart, make());
      expected.push(...checkGivenArguments(title, given).map(({ field }) => field));
      try {
        receiver[method](...given);
      } catch (error) {
        failures.push(`${call.parameter}.${call.property ?? ''} is ${what}: ${(error as Error).stack}`);
      }
    }
  }
  expect(failures).toEqual([]);
  const told = findingsOf(chart.node.root);
  expect(told.filter(isFailure)).toEqual([]);
  const fields = new Set(told.filter(({ id }) => id === 'AIW1001').map(({ field }) => field ?? ''));
  expect([...new Set(expected)].filter(field => !fields.has(field))).toEqual([]);
  expect([...fields].filter(field => !field.startsWith(`${method}(`) && !PARTS[method]?.test(field))).toEqual([]);
});

test.each(METHODS)('what has %s is well by itself', title => {
  const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
  receiverOf(title, chart);
  expect(findingsOf(chart.node.root).filter(({ class: kind }) => kind === 'broken')).toEqual([]);
});

test('the plugin of cdk8s synth refuses whatever is no context, and properties of another type', async () => {
  for (const { make } of HOSTILE) {
    await expect(new ChecksValidation().validate(make())).rejects.toMatchObject({ name: 'InvalidInput', message: expect.stringMatching(/^validate\(context\.manifests\): /) });
  }
  await expect(new ChecksValidation().validate({ manifests: [], report: {} })).rejects.toThrow('validate(context.report): Invalid value: {}: has not the methods');
  const wrong = new ChecksValidation({ zones: 'eu-1a' } as unknown as CheckOptions);
  await expect(wrong.validate({ manifests: [] })).rejects.toThrow('ChecksValidation(zones): Invalid value: "eu-1a": expected a list of');
});

test.each(METHODS.filter(title => title.startsWith('SynthesizedObjects#')))('%s fails a test with a message about what it was given, and never by our code', title => {
  const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
  const receiver = receiverOf(title, chart);
  const failures = callsOf(title).flatMap(call => HOSTILE.flatMap(({ title: what, make }) => {
    try {
      receiver[title.split('#')[1]](...call.given(chart, make()));
      return [];
    } catch (error) {
      const { name, message, stack } = error as Error;
      return name === 'InvalidInput' || (name === 'AssertionError' && message.length < 20_000) ? [] : [`${call.parameter} is ${what}: ${stack}`];
    }
  }));
  expect(failures).toEqual([]);
});

test.each(['constructor', '__proto__', 'toString'])('the id %s is refused in a place without children too', id => {
  for (const owner of Object.keys(BASES)) {
    const chart = new Chart(new App(), 'prod');
    expect(() => new (makerOf(owner))(chart, id, BASES[owner]())).toThrow(/^\w+\(id\): Invalid value: "\w+": is taken in every place/);
  }
});

function isFailure({ message, help }: Finding): boolean {
  return DEFECT.test(message) || !help;
}
