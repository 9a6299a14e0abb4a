import * as fc from 'fast-check';
import { options } from '../given/options';
import { anything, mostly, withKeys } from '../given/values';
import { text } from '../given/words';
import { programKind } from '../trial';

/** Hostile CustomResourceDefinitions, and resources of their kinds. */

const PATTERNS = [
  '^(a+)+$', '^(a|aa)+$', '^(a|a?)+$', '(x+x+)+y', '^(([a-z])+.)+[A-Z]([a-z])+$', '(a*)*b', '(a{0,30}){0,30}b', 'a{1000}{1000}', '(a?){200}a{200}', '(.*)(.*)(.*)(.*)(.*)=', '(?i)a', '(?<=a)b', '(?=a)', '\\1', '(a)\\1',
  '[', '(', '*', '\\', '\\p{L}+', '\\p{Nonsense}', '[[:alpha:]]+', '[z-a]', '\\x{10ffff}', '(?P<n>a)', '(?P<__proto__>a)', '\\C', '\\Qa.b', '', '^$', '[^\\s\\S]', '\\b\\B', '(?s).(?-s).', 'a{2,1}', 'a{99999999999}', '\ud800',
];
const { pattern } = fc.letrec<{ pattern: string }>(tie => ({
  pattern: fc.oneof(
    { maxDepth: 5 },
    { weight: 3, arbitrary: fc.constantFrom('a', 'b', '.', '\\w', '[a-z]', '[^a]', 'a|b', '^', '$', ' ') },
    { weight: 1, arbitrary: fc.constantFrom(...PATTERNS) },
    { weight: 2, arbitrary: fc.tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '{2,}', '{0,50}', '{900}', '*?')).map(([inner, count]) => `(${inner})${count}`) },
    { weight: 1, arbitrary: fc.array(tie('pattern'), { maxLength: 4 }).map(parts => parts.join('')) },
    { weight: 1, arbitrary: fc.array(tie('pattern'), { maxLength: 4 }).map(parts => `(${parts.join('|')})`) },
  ),
}));

const RULES = ['self.a == self.b', 'self.all(x, self.all(y, x == y))', 'has(self.__proto__)', 'size(self) < 9223372036854775808', '"', '(', 'self.matches("(a+)+$")', '[', 'true ||', 'oldSelf', '(('.repeat(2000), 'a.'.repeat(3000), '!'.repeat(5000), '::error::x'];
const rule = fc.record({ rule: fc.oneof(fc.constantFrom(...RULES), text), message: text, messageExpression: text }, { requiredKeys: ['rule'] });
const key = fc.oneof({ weight: 3, arbitrary: fc.constantFrom('a', 'b', 'spec', 'status', 'metadata', 'replicas') }, { weight: 1, arbitrary: text });

const { schema } = fc.letrec<{ schema: unknown }>(tie => ({
  schema: fc.oneof({ maxDepth: 5 }, { weight: 1, arbitrary: mostly(fc.record({ type: fc.constantFrom('string', 'integer', 'object', 'array', 'x') })) }, {
    weight: 3,
    arbitrary: mostly(fc.record({
      'type': mostly(fc.constantFrom('string', 'object', 'array', 'integer', 'number', 'boolean', '')),
      'properties': mostly(fc.array(fc.tuple(key, tie('schema')), { maxLength: 3 }).map(withKeys)),
      'items': tie('schema'),
      'additionalProperties': fc.oneof(tie('schema'), fc.boolean()),
      'pattern': mostly(pattern),
      'enum': mostly(fc.array(anything, { maxLength: 5 })),
      'required': mostly(fc.array(key, { maxLength: 3 })),
      'format': mostly(fc.constantFrom('date-time', 'uri', 'email', 'hostname', 'ipv6', 'cidr', 'byte', 'duration', 'uuid', 'isbn', 'creditcard', 'k8s-short-name', 'int32')),
      'allOf': mostly(fc.array(tie('schema'), { maxLength: 2 })),
      'anyOf': mostly(fc.array(tie('schema'), { maxLength: 3 })),
      'oneOf': mostly(fc.array(tie('schema'), { maxLength: 3 })),
      'not': tie('schema'),
      'default': anything,
      '$ref': mostly(fc.constantFrom('#', '#/definitions/a', 'http://x.example/schema', 'file:///etc/passwd')),
      'minLength': mostly(fc.integer()),
      'maxItems': mostly(fc.integer()),
      'multipleOf': mostly(fc.constantFrom(0, 1e-300, 3)),
      'minimum': mostly(fc.double()),
      'maxProperties': mostly(fc.nat(3)),
      'nullable': fc.boolean(),
      'description': text,
      'x-kubernetes-validations': mostly(fc.array(rule, { maxLength: 2 })),
      'x-kubernetes-int-or-string': fc.boolean(),
      'x-kubernetes-preserve-unknown-fields': fc.boolean(),
      'x-kubernetes-embedded-resource': fc.boolean(),
      'x-kubernetes-list-type': mostly(fc.constantFrom('map', 'set', 'atomic')),
      'x-kubernetes-list-map-keys': mostly(fc.array(key, { maxLength: 2 })),
    }, { requiredKeys: [] })),
  }),
}));

/** Texts that regular expressions are slow on. */
const long = fc.tuple(fc.constantFrom('a', 'ab', 'x', ' ', 'aA'), fc.nat(3000), fc.constantFrom('', '!', 'b')).map(([part, times, end]) => part.repeat(times) + end);
const value = fc.oneof(anything, long);
const { resourceValue } = fc.letrec<{ resourceValue: unknown }>(tie => ({
  resourceValue: fc.oneof(
    { maxDepth: 4 },
    value,
    fc.array(tie('resourceValue'), { maxLength: 3 }),
    fc.array(fc.tuple(key, tie('resourceValue')), { maxLength: 3 }).map(withKeys),
  ),
}));

const definition = fc.record({ schema, kind: mostly(fc.constant('Thing')), scope: mostly(fc.constant('Namespaced')), served: mostly(fc.constant(true)), version: mostly(fc.constant('v1')), replicas: mostly(fc.constant('.spec.replicas')) })
  .map(given => ({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'things.fuzz.example' },
    spec: {
      group: 'fuzz.example',
      scope: given.scope,
      names: { kind: given.kind, plural: 'things', singular: 'thing' },
      versions: [{
        name: given.version,
        served: given.served,
        storage: true,
        schema: { openAPIV3Schema: given.schema },
        subresources: { status: {}, scale: { specReplicasPath: given.replicas } },
      }],
    },
  }));
const resource = fc.array(fc.tuple(key, resourceValue), { maxLength: 4 }).map(entries => withKeys([
  ['apiVersion', 'fuzz.example/v1'],
  ['kind', 'Thing'],
  ['metadata', { name: 'x', namespace: 'ml' }],
  ...entries.filter(([name]) => !['apiVersion', 'kind'].includes(name)),
]));
const resources = fc.array(resource, { minLength: 1, maxLength: 4 });

export const definitions = programKind(fc.record({ definition, resources, options }).map(given => ({
  args: ['lint', 'app.json', ...given.options],
  files: [{ name: 'app.json', content: [given.definition, ...given.resources].map(each => JSON.stringify(each)).join('\n') }],
})));
