import { Yaml } from 'cdk8s';
import * as fc from 'fast-check';
import { hostile, hostileTexts } from './documents';
import { printYaml } from '../../../src/base/yaml/printer';
import { runs } from '../../hygiene/runs';

test.each([['any', fc.oneof(hostile, fc.constantFrom(undefined, null, '', 'a\n', 1))], ['of hostile texts', hostileTexts]])('documents %s are printed as the library prints them', (_what, document) => {
  fc.assert(fc.property(fc.array(document, { maxLength: 3 }), documents => {
    expect(printYaml(documents)).toBe(Yaml.stringify(...documents));
  }), { numRuns: runs(1_000) });
});

test('an object that stands in two places is printed with an anchor, as by the library', () => {
  const shared = { a: [1] };
  const documents = [{ one: shared, two: shared }, { three: shared }, { empty: [shared.a, shared.a] }];
  expect(printYaml(documents)).toBe(Yaml.stringify(...documents));
  expect(printYaml(documents)).toContain('*a1');
});

test('plain data is printed without the library', () => {
  printYaml([{}]);
  const library = jest.spyOn(Yaml, 'stringify');
  const text = printYaml([{ kind: 'ConfigMap', spec: { args: ['--port=8080', '$(A)'], replicas: 2, memory: '16Gi' }, data: { 'run.sh': '#!/bin/sh\n\nexec "$@"\n' } }]);
  expect(library).not.toHaveBeenCalled();
  expect(text).toContain('    - --port=8080\n');
  library.mockRestore();
});

test('a library that prints otherwise prints everything', () => {
  jest.isolateModules(() => {
    const { Yaml: others } = jest.requireActual<{ Yaml: typeof Yaml }>('cdk8s');
    const other = jest.spyOn(others, 'stringify').mockImplementation((...documents) => `other: ${documents.length}\n`);
    const { printYaml: print } = jest.requireActual<{ printYaml: typeof printYaml }>('../../../src/base/yaml/printer');
    expect(print([{ a: 1 }, { b: 2 }])).toBe('other: 2\n');
    other.mockRestore();
  });
});
