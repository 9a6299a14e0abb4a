import { App, Chart, Duration, Size, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import * as fc from 'fast-check';
import { BASES, Make, Plain, complaintsAbout, makerOf, pathFrom, propsOf, put } from './hostile-constructs';
import { HOSTILE } from './hostile-values';
import { checkProps } from '../../src/given/given';
import { CLASSES, STRUCTS } from '../../src/given/types.generated';
import * as library from '../../src/index';
import { findingsOf } from '../../src/lint/synth/validate-at-synth';
import { withVariables } from '../hygiene/variables';

/*
 * Whatever stands at whatever property: either the manifests come out, or an error names the property. No stack trace of ours, ever.
 */

const { Accelerator, Capacity, InferenceEngine, Memory, Placement } = library;

/** Values that belong nowhere, or not here. */
const wrong = (chart: Chart): unknown[] => [
  null, NaN, Infinity, -1, 0, 1.5, 1e12, 3, '', 'x', 'A b', '3', '80Gi', true, false, [], [null], [undefined], ['x'], [1], [{}], {}, { a: null }, { a: 1 }, { a: {} }, { name: 'x' },
  Symbol('x'), () => 1, 10n, new Date(0), new Map(), new (class Other {})(), Object.create(null), chart, kplus.Probe.fromCommand(['true']), kplus.EnvValue.fromValue('x'),
  Duration.seconds(3), Duration.millis(1), Size.gibibytes(1), Accelerator.nvidia(8), Accelerator.nvidia(3), Capacity.onDemand(), Memory.of('1Gi'), Placement.anywhere(), InferenceEngine.vllm({ version: '0.11', model: 'm' }),
  kplus.Volume.fromEmptyDir(chart, 'Scratch', 'scratch'), kplus.Cpu.units(1), 'TCP', 'Always', library.Locality.SAME_ZONE,
];

function failureOf(body: () => unknown): Error | undefined {
  try {
    body();
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

describe.each(Object.keys(BASES))('%s', owner => {
  const struct = propsOf(owner);

  test('its base is well', () => {
    const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
    new (makerOf(owner))(chart, 'Odd', BASES[owner]());
    // One that only writes onto others makes no object of its own.
    expect(() => Testing.synth(chart)).not.toThrow();
  });

  test('with anything anywhere gives manifests, or an error that names the property', () => {
    fc.assert(fc.property(fc.array(fc.nat(), { minLength: 12, maxLength: 12 }), fc.nat(), (choices, which) => {
      const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
      const values = wrong(chart);
      let next = 0;
      const path = pathFrom(struct, () => choices[next++ % choices.length]);
      const props = BASES[owner]();
      put(props, path, values[which % values.length]);
      const problems = checkProps(owner, props);
      const error = failureOf(() => {
        new (makerOf(owner))(chart, 'Odd', props);
        Testing.synth(chart);
      });
      if (problems.length > 0) {
        expect(error?.message).toContain(`prod/Odd: ${problems[0].field}: ${problems[0].reason}`);
      }
      if (error) {
        expect(`${error.name} ${error.name === 'InvalidInput' || error.name === 'ValidationFailed' ? '' : error.stack}`).toMatch(/^(InvalidInput|ValidationFailed) $/);
        expect(error.message).not.toContain('Internal error');
      }
    }), { numRuns: 70 });
  });
});

describe('in one run with all other mistakes', () => {
  withVariables({ CDK8S_AI_WORKLOADS_FAIL_FAST: undefined });

  test.each(Object.keys(BASES))('%s tells every property that is wrong', owner => {
    const struct = propsOf(owner);
    fc.assert(fc.property(fc.array(fc.nat(), { minLength: 36, maxLength: 36 }), choices => {
      const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
      const values = wrong(chart);
      let next = 0;
      const choose = () => choices[next++ % choices.length];
      const props = BASES[owner]();
      for (let count = 0; count < 3; count++) {
        put(props, pathFrom(struct, choose), values[choose() % values.length]);
      }
      const problems = checkProps(owner, props);
      new (makerOf(owner))(chart, 'Odd', props);
      const findings = findingsOf(chart.node.root);
      expect(JSON.stringify(findings)).not.toContain('Internal error');
      for (const { field, help } of problems) {
        expect(findings).toContainEqual(expect.objectContaining({ id: 'AIW1001', field, help, construct: 'prod/Odd' }));
      }
      expect(findings.filter(({ help }) => !help)).toEqual([]);
      // Three mistakes each: 45 for every construct, beside the 70 above that come alone.
    }), { numRuns: 15 });
  });
});

describe('hostile values', () => {
  withVariables({ CDK8S_AI_WORKLOADS_FAIL_FAST: undefined });

  // 30 runs give some of the values one place in each construct; all places of all values, 45,000 for a group alone, are for the long runs.
  test.each(Object.keys(BASES))('at any property of %s are manifests or findings with a help, and never a failure of code', owner => {
    const struct = propsOf(owner);
    fc.assert(fc.property(fc.array(fc.nat(), { minLength: 12, maxLength: 12 }), fc.nat(HOSTILE.length - 1), (choices, which) => {
      let next = 0;
      const path = pathFrom(struct, () => choices[next++ % choices.length]);
      const props = BASES[owner]();
      put(props, path, HOSTILE[which].make());
      expect({ where: path.join('.'), what: HOSTILE[which].title, complaints: complaintsAbout(owner, props) }).toMatchObject({ complaints: [] });
    }), { numRuns: 30 });
  });

  test.each(HOSTILE.map(({ title, make }) => [title, make] as const))('in place of all props: %s', (_, make) => {
    for (const owner of Object.keys(BASES)) {
      expect(complaintsAbout(owner, make())).toEqual([]);
    }
  });
});

describe('static factories', () => {
  const factories = Object.entries(CLASSES).filter(([owner]) => owner in library)
    .flatMap(([owner, rows]) => Object.keys(rows).filter(name => /^[a-z]/.test(name) && name !== 'new').map(name => [owner, name] as const));

  test.each(factories)('%s.%s with anything gives a value, or an error that names it', (owner, name) => {
    const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
    const values = [...wrong(chart), undefined].map(value => () => value).concat(HOSTILE.map(({ make }) => make));
    const factory = (library as unknown as { [owner: string]: { [name: string]: (...given: unknown[]) => unknown } })[owner];
    const text = CLASSES[owner][name];
    fc.assert(fc.property(fc.array(fc.nat(), { minLength: 8, maxLength: 8 }), choices => {
      let next = 0;
      const choose = () => choices[next++ % choices.length];
      const given = text.split('; ').filter(Boolean).map(parameter => {
        const type = /: \??([\w.]+)/.exec(parameter)![1];
        if (!STRUCTS[type] || choose() % 2 === 0) {
          return values[choose() % values.length]();
        }
        const options: Plain = {};
        put(options, pathFrom(type, choose), values[choose() % values.length]());
        return options;
      });
      let made: unknown;
      const error = failureOf(() => { made = factory[name](...given); });
      expect(made).toEqual(error || `${owner}.${name}` === 'Checks.attach' ? undefined : expect.anything());
      if (error) {
        expect(`${error.name} ${error.name === 'InvalidInput' ? '' : error.stack}`).toBe('InvalidInput ');
        expect(error.message).toMatch(/^[\w/ ]*[:.]? ?\S+: (Invalid|Required|Unsupported|Duplicate) value|^\S+.*: (Forbidden|Too long)/);
      }
    }), { numRuns: 25 });
  });
});

describe('where a construct is to be', () => {
  const nowhere: [string, unknown, unknown, string][] = [
    ['no scope', undefined, 'Llm', 'LeaderWorkerGroup(scope): Required value: expected Construct'],
    ['null', null, 'Llm', 'LeaderWorkerGroup(scope): Invalid value: null: expected Construct'],
    ['text', 'prod', 'Llm', 'LeaderWorkerGroup(scope): Invalid value: "prod": expected Construct'],
    ['an object', {}, 'Llm', 'LeaderWorkerGroup(scope): Invalid value: {}: expected Construct'],
    ['an app', new App(), 'Llm', 'LeaderWorkerGroup(scope): Invalid value: "an App": is no chart and in none'],
    ['no id', new Chart(new App(), 'prod'), undefined, 'LeaderWorkerGroup(id): Required value: expected text'],
    ['an empty id', new Chart(new App(), 'prod'), '', 'LeaderWorkerGroup(id): Invalid value: "": is empty'],
    ['a number as id', new Chart(new App(), 'prod'), 3, 'LeaderWorkerGroup(id): Invalid value: 3: expected text'],
  ];

  test('an id that is taken', () => {
    const chart = new Chart(new App(), 'prod');
    new Chart(chart, 'Llm');
    expect(failureOf(() => new library.LeaderWorkerGroup(chart, 'Llm', { size: 2 }))?.message)
      .toMatch(/^LeaderWorkerGroup\(id\): Duplicate value: "Llm": prod has a construct with this id already/);
  });

  test.each(nowhere)('%s', (_, scope, id, message) => {
    const error = failureOf(() => new (library.LeaderWorkerGroup as unknown as Make)(scope as Construct, id as string, { size: 2 }));
    expect(error?.name).toBe('InvalidInput');
    expect(error?.message.startsWith(message)).toBe(true);
  });

  test('every construct says so', () => {
    for (const owner of [...Object.keys(BASES), 'ResourceClaim']) {
      const error = failureOf(() => new (makerOf(owner))(new App(), 'Odd', {}));
      expect(error?.message).toMatch(/^\w+\(scope\): Invalid value: "an App": is no chart/);
    }
  });
});
