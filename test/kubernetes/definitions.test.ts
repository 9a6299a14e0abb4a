import { Plain } from '../../src/base/plain';
import { DefinitionsOfInput } from '../../src/kubernetes/definitions';
import { Manifest } from '../../src/kubernetes/manifest';
import { ObjectProblems } from '../../src/kubernetes/object-problems';
import { Work } from '../../src/kubernetes/schema/custom/work';

type Schema = { [key: string]: Plain };

function definition(value: Schema): Manifest {
  const openAPIV3Schema = { type: 'object', properties: { spec: { type: 'object', properties: { value } } } };
  return new Manifest({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'things.example.org' },
    spec: {
      group: 'example.org',
      names: { kind: 'Thing', plural: 'things' },
      scope: 'Namespaced',
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }],
    },
  });
}

const thing = (name: string, value: Plain) => new Manifest({ apiVersion: 'example.org/v1', kind: 'Thing', metadata: { name, namespace: 'ml' }, spec: { value } });

/** The steps that objects cost, and what is said of them. */
function checked(schema: Schema, things: readonly Manifest[], most = Infinity) {
  const work = new Work(most);
  const definitions = new DefinitionsOfInput([definition(schema), ...things], work);
  const problems: string[] = [];
  things.forEach(each => definitions.check(each, ({ id, field }) => problems.push(`${each.name} ${id} ${field}`)));
  return { steps: work.steps, problems, findings: definitions.findings() };
}

/** A different text for each, so that nothing is known of it from before. */
const HOSTILE = { type: 'string', pattern: '^(?:a?[ab]?){200}x$' };
const hostile = (count: number) => Array.from({ length: count }, (_, index) => thing(`t${index}`, index.toString(2).replaceAll('0', 'a').replaceAll('1', 'b').repeat(20)));

describe('definitions of the input cost a bounded amount of work', () => {
  test('what is left unchecked is said once, and what was found before is told', () => {
    const { problems, findings, steps } = checked(HOSTILE, [thing('wrong', 'c'), ...hostile(500)], 100_000);
    expect(problems[0]).toBe('wrong AIW1102 spec.value');
    expect(findings).toEqual([expect.objectContaining({ id: 'AIW0009', class: 'risky', object: expect.objectContaining({ kind: 'Thing' }) })]);
    expect(Number(/and (\d+) others were/.exec(findings[0].message)?.[1])).toBeGreaterThan(400);
    expect(steps).toBeLessThan(200_000);
  });

  test('an honest definition has enough for a large input', () => {
    const things = Array.from({ length: 2_000 }, (_, index) => thing(`t${index}`, `name-${index}`));
    const { steps, findings } = checked({ type: 'string', pattern: '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$', maxLength: 63 }, things);
    expect(findings).toEqual([]);
    expect(steps).toBeLessThan(2_000 * 100);
  });

  test.each<[what: string, schema: Schema, value: Plain]>([
    ['choices', { anyOf: Array.from({ length: 1_000 }, (_, index) => ({ enum: [`other-${index}`] })) }, 'x'],
    ['choices within choices', Array.from({ length: 40 }, () => 0).reduce<Schema>(inner => ({ allOf: [inner, { type: 'string' }] }), { type: 'string' }), 'x'],
    ['words', { type: 'string', enum: Array.from({ length: 10_000 }, (_, index) => `w${index}`) }, 'x'],
    ['names that must be there', { type: 'object', required: Array.from({ length: 10_000 }, (_, index) => `w${index}`) }, {}],
    ['large sets', { anyOf: Array.from({ length: 100 }, (_, index) => ({ 'x-kubernetes-list-type': 'set', 'type': 'array', 'maxItems': index })) }, Array.from({ length: 100 }, (_, index) => `item-${index}`)],
  ])('%s are paid for, so that objects times definitions end', (_, schema, value) => {
    const [once, ten] = [1, 10].map(count => checked(schema, Array.from({ length: count }, (__, index) => thing(`t${index}`, value))).steps);
    expect(ten).toBeGreaterThan(2 * once);
    expect(checked(schema, Array.from({ length: 100 }, (__, index) => thing(`t${index}`, value)), once * 5).findings).toHaveLength(1);
  });

  test('patterns are paid for, those that are known from before by their text', () => {
    const schema = { anyOf: Array.from({ length: 100 }, (_, index) => ({ pattern: `^(a|b){${index}}c$` })) };
    const steps = (count: number) => checked(schema, Array.from({ length: count }, (_, index) => thing(`t${index}`, 'abab'))).steps;
    const [first, one, ten] = [steps(1), steps(1), steps(10)];
    expect(first).toBeGreaterThan(10 * one);
    expect(one).toBeGreaterThan(100 * 'abab'.length);
    expect(ten).toBeGreaterThan(9 * one);
  });

  test('no object has more than a hundred problems', () => {
    const { problems } = checked({ type: 'object', required: Array.from({ length: 10_000 }, (_, index) => `w${index}`) }, [thing('t', {})]);
    expect(problems).toHaveLength(100);
  });

  test('a run has one account for all definitions', () => {
    const things = hostile(3);
    const findings = new ObjectProblems([definition(HOSTILE), ...things]).findings();
    expect(findings.map(({ id }) => id)).not.toContain('AIW0009');
    expect(findings.filter(({ field }) => field === 'spec.value')).toHaveLength(3);
  });
});

test('a kind stays in its line where a version of it is not served', () => {
  const kind = 'Thing\n  help: none';
  const { body } = definition({ type: 'string' });
  const named = new Manifest({ ...body, spec: { ...body.spec as Schema, names: { kind, plural: 'things' } } });
  const old = new Manifest({ apiVersion: 'example.org/v0', kind, metadata: { name: 'a', namespace: 'ml' } });
  const problems: string[] = [];
  new DefinitionsOfInput([named, old], new Work(Infinity)).check(old, ({ message }) => problems.push(message));
  expect(problems).toEqual([expect.stringContaining('serves no Thing\\n  help: none of this version')]);
});

describe('several definitions of one kind', () => {
  const released = (versions: { readonly [name: string]: Plain }, value: Schema = { type: 'integer' }) => {
    const { body } = definition(value);
    const [only] = (body.spec as unknown as { versions: { [key: string]: Plain }[] }).versions;
    return new Manifest({
      ...body,
      spec: {
        ...(body.spec as Schema),
        versions: Object.entries(versions).map(([name, served]) => ({ ...only, name, served })),
      },
    });
  };
  const old = released({ v1alpha1: true });
  const now = released({ v1alpha1: true, v1beta1: true, v1: false });
  const of = (version: string, value: Plain) => new Manifest({ apiVersion: `example.org/${version}`, kind: 'Thing', metadata: { name: 'a', namespace: 'ml' }, spec: { value } });
  const problemsOf = (definitions: readonly Manifest[], object: Manifest) => {
    const problems: string[] = [];
    new DefinitionsOfInput([...definitions, object]).check(object, ({ id, field, help }) => problems.push(`${id} ${field} ${help ?? ''}`.trim()));
    return problems;
  };

  test.each([[[old, now]], [[now, old]]])('serve what any of them serves, in any order', definitions => {
    expect([problemsOf(definitions, of('v1alpha1', 1)), problemsOf(definitions, of('v1beta1', 1))]).toEqual([[], []]);
  });

  test.each([[[old, now]], [[now, old]]])('reject a version that none of them serves, and a value that the version does not have', definitions => {
    expect(problemsOf(definitions, of('v1', 1))).toEqual(['AIW1106 apiVersion use example.org/v1alpha1 or example.org/v1beta1']);
    expect(problemsOf(definitions, of('v1beta1', 'big'))).toEqual(['AIW1102 spec.value']);
  });

  test('accept an object that one of them accepts', () => {
    const text = released({ v1beta1: true }, { type: 'string' });

    expect([problemsOf([now, text], of('v1beta1', 'big')), problemsOf([now, text], of('v1beta1', 1)), problemsOf([now, text], of('v1beta1', true))]).toEqual([[], [], ['AIW1102 spec.value']]);
  });
});
