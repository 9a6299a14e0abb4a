import { App, Chart } from 'cdk8s';
import * as fc from 'fast-check';
import { BASES, Plain, makerOf, propsOf, put } from './hostile-constructs';
import { SHAPES, typedPaths, typedValues } from './typed-values';
import { isStruct } from '../../src/given/mistakes/field-path';
import { findingsOf } from '../../src/lint/synth/validate-at-synth';
import { withVariables } from '../hygiene/variables';

/*
 * Whoever is told of a mistake looks for its path in what he wrote: the path of each refusal is in the props, or its parent is where a value is required,
 * whatever the pattern made of it (a container of a role, the ports of a Service, metadata of an object).
 */

withVariables({ CDK8S_AI_WORKLOADS_FAIL_FAST: undefined });

/** `container.envVariables[HF_TOKEN]` in parts; what stands behind a colon or in brackets of a call is of a value's own factory. */
function partsOf(field: string): string[] {
  return [...field.replace(/: .*$|\(.*$/, '').matchAll(/\[([^\]]*)\]|([^.[\]]+)/g)].map(([, entry, name]) => entry ?? name);
}

/** Whether there is something at a path. Inside an instance of a class everything may be. */
function lies(value: unknown, [part, ...rest]: readonly string[]): boolean {
  if (part === undefined || typeof value === 'object' && value !== null && !isStruct(value)) {
    return value !== undefined;
  }
  return isStruct(value) && Object.hasOwn(value, part) && lies((value as Plain)[part], rest);
}

/** Refusals that name what nobody gave, or no path at all. */
function lost(owner: string, props: Plain): string[] {
  const app = new App();
  new (makerOf(owner))(new Chart(app, 'prod', { namespace: 'ml' }), 'Odd', props);
  return findingsOf(app).filter(({ id }) => id === 'AIW1001' || id === 'AIW1002').filter(({ field = '', message }) => {
    const path = partsOf(field);
    const isMissing = message.startsWith('Required value');
    return field !== 'id' && (path.length === 0 || !(isMissing || lies(props, path)));
  }).map(({ id, field, message }) => `${id} ${field}: ${message}`);
}

// The first mistake may hide what others would give: one at a time.
test.each(Object.keys(BASES))('every refusal of %s names a property as it was given', owner => {
  const paths = typedPaths(propsOf(owner), 2).filter(({ type }) => typedValues(new Chart(new App(), 'values'), type).length > 0);
  fc.assert(fc.property(fc.nat(SHAPES[owner].length - 1), fc.nat(paths.length - 1), fc.nat(), (shape, way, which) => {
    const { path, type } = paths[way];
    const values = typedValues(new Chart(new App(), 'values'), type);
    const props = SHAPES[owner][shape]();
    put(props, [...path], values[which % values.length]);
    expect({ path, props, lost: lost(owner, props) }).toMatchObject({ lost: [] });
  }), { numRuns: 60 });
});

test.each([
  ['container.envVariables[HF_TOKEN]', true],
  ['container.envVariables[OTHER]', false],
  ['container.probe.port', true],
  ['leader.image', false],
  ['list[1]', true],
  ['list[2]', false],
  ['accelerator: Accelerator.nvidia(count)', true],
])('%s lies in the props: %s', (field, expected) => {
  const props = { container: { envVariables: { HF_TOKEN: 'x' }, probe: new (class Probe {})() }, list: [1, 2], accelerator: new (class Accelerator {})() };
  expect(lies(props, partsOf(field))).toBe(expected);
});
