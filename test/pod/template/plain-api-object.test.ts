import { ApiObject, App, Chart, IResolver, JsonPatch, Lazy, ResolutionContext } from 'cdk8s';
import * as fc from 'fast-check';
import { Plain, PlainObject } from '../../../src/base/plain';
import { PlainApiObject } from '../../../src/pod/template/plain-api-object';
import { runs } from '../../hygiene/runs';

/** What cdk8s itself renders for the same object. */
function byCdk8s(object: ApiObject): any {
  return ApiObject.prototype.toJson.call(object);
}

function objectOf(spec: PlainObject | (() => PlainObject), app = new App()): PlainApiObject {
  const chart = new Chart(app, 'prod', { namespace: 'ml', labels: { team: 'llm' } });
  return new PlainApiObject(chart, 'Thing', { apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: { name: 'thing', labels: { b: '2', a: '1' } } }, { spec });
}

/** What comes out, or the message: cdk8s refuses a map with the key `constructor`, and so do we. */
function outcome(render: () => any): string {
  try {
    return JSON.stringify(render());
  } catch (error) {
    return (error as Error).message;
  }
}

/** Equal down to the order of keys, which is the order in the YAML. */
function expectSame(object: PlainApiObject): void {
  expect(outcome(() => object.toJson())).toBe(outcome(() => byCdk8s(object)));
}

const plainValue: fc.Arbitrary<Plain> = fc.letrec<{ value: Plain; map: PlainObject }>(tie => ({
  map: fc.dictionary(fc.string({ minLength: 1 }).filter(key => key !== '__proto__'), tie('value'), { noNullPrototype: true }),
  value: fc.oneof({ maxDepth: 4 }, fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.constant(undefined), fc.array(tie('value').filter(each => each !== undefined)), tie('map')),
})).value;

test('any plain data renders as cdk8s renders it', () => {
  const specs = fc.dictionary(fc.constantFrom('a', 'z', 'template', 'x-1'), plainValue, { noNullPrototype: true });
  let rendered = 0;
  fc.assert(fc.property(specs, fc.boolean(), (spec, isLazy) => {
    const object = objectOf(isLazy ? () => spec as PlainObject : spec as PlainObject);
    expectSame(object);
    rendered += outcome(() => object.toJson()).startsWith('{') ? 1 : 0;
  }), { numRuns: runs(300) });
  expect(rendered).toBeGreaterThan(runs(100));
});

test('an element that is none has its path, and does not become null', () => {
  const object = objectOf({ template: { containers: [{ args: ['--model', undefined] }] } });
  expect(outcome(() => object.toJson())).toBe('spec.template.containers[0].args[1]: Invalid value: undefined is no entry of a list\n'
    + '  help: leave the entry out, or give it a value; is an environment variable not set?');
});

describe('a patch that is none', () => {
  const circle: { [key: string]: unknown } = {};
  circle.circle = circle;
  test.each<[string, unknown, string]>([
    ['its content', { op: 'remove', path: '/spec' }, "addJsonPatch: Invalid value: {\"op\":\"remove\",\"path\":\"/spec\"}: expected JsonPatch of cdk8s\n  help: use JsonPatch.add('/spec/…', value), "],
    ['nothing', undefined, 'addJsonPatch: Invalid value: expected JsonPatch of cdk8s'],
    ['null', null, 'addJsonPatch: Invalid value: null: expected JsonPatch of cdk8s'],
    ['text', '[]', 'addJsonPatch: Invalid value: "[]": expected JsonPatch of cdk8s'],
    ['a path without a slash', JsonPatch.add('spec', 1), 'addJsonPatch(path): Invalid value: "spec": is no path of a JSON patch'],
    ['no path', JsonPatch.remove(undefined as never), 'addJsonPatch(path): Invalid value: is no path of a JSON patch'],
    ['no value', JsonPatch.add('/spec/x', undefined), 'addJsonPatch(/spec/x): Required value: the patch has no value'],
    ['a function', JsonPatch.add('/spec/x', () => 1), 'addJsonPatch(/spec/x): Invalid value: "a function": expected data'],
    ['a function below', JsonPatch.add('/spec/x', { a: [() => 1] }), 'addJsonPatch(/spec/x).a[0]: Invalid value: "a function": expected data'],
    ['a circle', JsonPatch.add('/spec/x', circle), 'addJsonPatch(/spec/x).circle: Invalid value: holds itself'],
    ['a path that leads nowhere', JsonPatch.remove('/nowhere/x'), 'addJsonPatch: Invalid value: "/nowhere/x": leads nowhere in this object'],
  ])('%s', (_, patch, expected) => {
    const object = objectOf({ replicas: 1 });
    expect(outcome(() => {
      object.addJsonPatch(patch as JsonPatch);
      return object.toJson();
    })).toContain(expected);
  });
});

test('what cdk8s refuses is refused alike', () => {
  const object = objectOf({ a: { constructor: '' } as never });
  expect(outcome(() => object.toJson())).toMatch(/can't render non-simple object/);
  expectSame(object);
});

test('a value made late inside the data is left to cdk8s', () => {
  const object = objectOf({ replicas: Lazy.any({ produce: () => 3 }) as never, names: [Lazy.any({ produce: () => 'late' }) as never] });
  expect(object.toJson().spec).toEqual({ names: ['late'], replicas: 3 });
  expectSame(object);
});

test('resolvers of the app are asked', () => {
  const shout: IResolver = {
    resolve(context: ResolutionContext) {
      if (context.value === 'quiet') {
        context.replaceValue('LOUD');
      }
    },
  };
  const object = objectOf({ voice: 'quiet' }, new App({ resolvers: [shout] }));
  expect(object.toJson().spec).toEqual({ voice: 'LOUD' });
});

test('a patch on any path is final, and the head of the manifest stays first', () => {
  const object = objectOf(() => ({ replicas: 1, template: { spec: { containers: [{ name: 'main' }] } } }));
  object.addJsonPatch(
    JsonPatch.add('/spec/template/spec/containers/0/unknownField', { 'nvidia.com/gpu': 8 }),
    JsonPatch.remove('/spec/replicas'),
    JsonPatch.add('/aaa', 'top'),
    JsonPatch.replace('/metadata', { name: 'thing', namespace: 'ml' }),
  );
  expect(object.toJson().spec).toEqual({ template: { spec: { containers: [{ name: 'main', unknownField: { 'nvidia.com/gpu': 8 } }] } } });
  expect(Object.keys(object.toJson()).slice(0, 3)).toEqual(['apiVersion', 'kind', 'metadata']);
  expectSame(object);
});

test('the unsorted rendering that cdk8s offers still works', () => {
  process.env.CDK8S_DISABLE_SORT = '1';
  try {
    const object = objectOf({ b: 1, a: 2 });
    expect(Object.keys(object.toJson().spec)).toEqual(['b', 'a']);
  } finally {
    delete process.env.CDK8S_DISABLE_SORT;
  }
});

test('what cannot be rendered fails with the message of cdk8s, which names the object', () => {
  const object = objectOf(() => ({ when: new Date(0) as never }));
  expect(() => object.toJson()).toThrow(/Failed serializing construct at path 'prod\/Thing' with name 'thing'.*Date/);
  const broken = objectOf(() => { throw new Error('no such group'); });
  expect(() => broken.toJson()).toThrow(/prod\/Thing.*no such group/);
});
