import { Yaml } from 'cdk8s';
import * as fc from 'fast-check';
import { hostile, hostileTexts } from './documents';
import { printYaml } from '../../../src/base/yaml/printer';

test.each([['any', hostile], ['of hostile texts', hostileTexts]])('twenty thousand documents %s are printed as the library prints them', (_what, document) => {
  fc.assert(fc.property(document, each => {
    expect(printYaml([each])).toBe(Yaml.stringify(each));
  }), { numRuns: 5_000 });
}, 300_000);
