import * as fc from 'fast-check';
import { APP } from '../given/fixtures';
import { options } from '../given/options';
import { anything, mostly, withKeys } from '../given/values';
import { fileName, text } from '../given/words';
import { programKind } from '../trial';

/** Hostile configurations, as a pull request may contain. */

const GLOBS = [
  '*a'.repeat(30), '+(a*|a)b', '+(+(a|a)|a)b', '*'.repeat(500), '!(!(!(a)))', '{a,b}'.repeat(20), '{1..100000}', '[!a-z]*', '**/**/**/**/x', '/etc/**', '../../**', '?'.repeat(300), '(a+)+$', '@(a|ab)*', '[[:alpha:]]', '{{{{', '((((', 'a'.repeat(70000), '[', '\\',
];
const glob = fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...GLOBS) }, { weight: 2, arbitrary: text }, {
  weight: 2,
  arbitrary: fc.array(fc.constantFrom(...'*?)|aml/{,}[]!', '**', '+(', '!(', '@(', '..'), { maxLength: 40 }).map(parts => parts.join('')),
});
const id = fc.oneof(fc.constantFrom('AIW2103', 'AIW2101', 'AIW0005', 'AIW9999', 'AIW4005'), text);
const list = <T>(item: fc.Arbitrary<T>) => mostly(fc.array(mostly(item), { maxLength: 3 }));

const settings = fc.record({
  kubernetes: list(fc.constantFrom('1.33', '1.34', 'all', '1.36.2')),
  featureGates: mostly(fc.array(fc.tuple(fc.oneof(fc.constantFrom('DRADeviceTaints', 'JobManagedBy'), text), mostly(fc.boolean())), { maxLength: 2 }).map(withKeys)),
  apis: list(fc.oneof(fc.constant('leaderworkerset.x-k8s.io/v1'), text)),
  zones: list(text),
  spareGpus: mostly(fc.nat()),
  gpusPerNode: mostly(fc.nat(16)),
  outside: list(fc.record({ kind: fc.oneof(fc.constantFrom('Secret', 'ConfigMap'), text), name: glob, namespace: glob }, { requiredKeys: ['kind'] })),
  acknowledge: list(fc.record({ id, reason: text, object: fc.oneof(glob, glob.map(each => `Service/${each}`), glob.map(each => `Service/ml/${each}`)), file: glob }, { requiredKeys: ['id', 'reason'] })),
  ignore: list(glob),
}, { requiredKeys: [] });
const other = fc.array(fc.tuple(text, anything), { maxLength: 2 }).map(withKeys);

const content = fc.oneof(
  { weight: 6, arbitrary: settings.map(each => JSON.stringify(each)) },
  { weight: 1, arbitrary: fc.tuple(settings, other).map(([known, unknown]) => JSON.stringify({ ...known, ...unknown })) },
  { weight: 1, arbitrary: anything.map(each => JSON.stringify(each)) },
  { weight: 1, arbitrary: text },
);

export const configurations = programKind(fc.record({ content, options, app: fileName, beside: fileName, isNamed: fc.boolean() }).map(given => ({
  args: ['lint', '.', ...given.options, ...given.isNamed ? ['--config', 'elsewhere/settings'] : []],
  files: [
    { name: given.isNamed ? 'elsewhere/settings' : '.cdk8s-ai.yaml', content: given.content },
    { name: given.app, content: APP },
    { name: `charts/x/${given.beside}`, content: APP },
  ],
})));
