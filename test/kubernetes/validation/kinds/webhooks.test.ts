import { ADMISSION_SAMPLES } from './samples/admission';
import { changed, messages, rowsOf, said } from './subject';

const sampleOf = (kind: string) => ({ apiVersion: 'admissionregistration.k8s.io/v1', kind, ...ADMISSION_SAMPLES[`admissionregistration.k8s.io/v1 ${kind}`][0] });
const hook = 'webhooks[0]';

test.each(Object.entries(ADMISSION_SAMPLES).flatMap(([type, list]) => list.map((sample, index) => [`${type} ${index}`, type, sample] as const)))('%s is fine', (_, type, sample) => {
  const [apiVersion, kind] = type.split(' ');
  expect(messages({ apiVersion, kind, ...sample })).toEqual([]);
});

test.each(rowsOf([
  [`${hook}.name`, 'pods', `${hook}.name: Invalid value`],
  [`${hook}.name`, '', `${hook}.name: Required value`],
  ['webhooks[1].name', 'pods.example.com', 'webhooks[1].name: Duplicate value'],
  [`${hook}.sideEffects`, 'Some', `${hook}.sideEffects: Unsupported value`],
  [`${hook}.sideEffects`, undefined, `${hook}.sideEffects: Required value`],
  [`${hook}.timeoutSeconds`, 31, `${hook}.timeoutSeconds: Invalid value`],
  [`${hook}.failurePolicy`, 'fail', `${hook}.failurePolicy: Unsupported value`],
  [`${hook}.matchPolicy`, 'Some', `${hook}.matchPolicy: Unsupported value`],
  [`${hook}.reinvocationPolicy`, 'Always', `${hook}.reinvocationPolicy: Unsupported value`],
  [`${hook}.objectSelector.matchLabels`, { 'a b': 'c' }, `${hook}.objectSelector.matchLabels: Invalid value`],
  [`${hook}.admissionReviewVersions`, [], `${hook}.admissionReviewVersions: Required value`],
  [`${hook}.admissionReviewVersions`, ['v2'], `${hook}.admissionReviewVersions: Invalid value`],
  [`${hook}.admissionReviewVersions`, ['v1', 'v1'], `${hook}.admissionReviewVersions[1]: Invalid value`],
  [`${hook}.clientConfig`, {}, `${hook}.clientConfig: Required value`],
  [`${hook}.clientConfig.url`, 'https://a', `${hook}.clientConfig: Required value`],
  ['webhooks[1].clientConfig.url', 'http://a', 'webhooks[1].clientConfig.url: Invalid value'],
  ['webhooks[1].clientConfig.url', 'https://me@a/b', 'webhooks[1].clientConfig.url: Invalid value'],
  ['webhooks[1].clientConfig.url', 'https://a/b?c=d', 'webhooks[1].clientConfig.url: Invalid value'],
  ['webhooks[1].clientConfig.url', 'https://a/b#c', 'webhooks[1].clientConfig.url: Invalid value'],
  [`${hook}.clientConfig.service.port`, 0, `${hook}.clientConfig.service.port: Invalid value`],
  [`${hook}.clientConfig.service.name`, '', `${hook}.clientConfig.service.name: Required value`],
  [`${hook}.clientConfig.service.path`, 'a', `${hook}.clientConfig.service.path: Invalid value`],
  [`${hook}.clientConfig.service.path`, '/a//b', `${hook}.clientConfig.service.path: Invalid value`],
  [`${hook}.clientConfig.service.path`, '/a/'],
  [`${hook}.rules[0].operations`, [], `${hook}.rules[0].operations: Required value`],
  [`${hook}.rules[0].operations`, ['*', 'CREATE'], `${hook}.rules[0].operations: Invalid value`],
  [`${hook}.rules[0].operations`, ['PATCH'], `${hook}.rules[0].operations[0]: Unsupported value`],
  [`${hook}.rules[0].apiGroups`, ['*', 'a'], `${hook}.rules[0].apiGroups: Invalid value`],
  [`${hook}.rules[0].apiVersions`, [''], `${hook}.rules[0].apiVersions[0]: Required value`],
  [`${hook}.rules[0].resources`, ['pods/*', 'pods/exec'], `${hook}.rules[0].resources[1]: Invalid value`],
  [`${hook}.rules[0].resources`, ['*/scale', 'pods/scale'], `${hook}.rules[0].resources[1]: Invalid value`],
  [`${hook}.rules[0].resources`, ['*/*', 'pods'], `${hook}.rules[0].resources: Invalid value`],
  [`${hook}.rules[0].resources`, ['*', 'pods'], `${hook}.rules[0].resources: Invalid value`],
  [`${hook}.rules[0].resources`, ['*', 'pods/exec']],
  [`${hook}.rules[0].scope`, 'All', `${hook}.rules[0].scope: Unsupported value`],
  [`${hook}.matchConditions`, [{ name: 'a', expression: 'true' }, { name: 'a', expression: 'true' }], `${hook}.matchConditions[1].name: Duplicate value`],
  [`${hook}.matchConditions`, [{ name: '', expression: ' ' }], `${hook}.matchConditions[0].expression: Required value`, `${hook}.matchConditions[0].name: Required value`],
  [`${hook}.matchConditions`, Array.from({ length: 65 }, (_, index) => ({ name: `n${index}`, expression: 'true' })), `${hook}.matchConditions: Too many`],
]))('a webhook configuration with %s', (_, path, value, expected) => {
  expect(said(changed(sampleOf('MutatingWebhookConfiguration'), path, value))).toEqual(expected);
});

test.each([
  ['request.operation == ', 'ends where'],
  ['object.spec.replicas', 'must evaluate to bool but got dyn'],
  ['"a"', 'must evaluate to bool but got string'],
  ['params.x == 1', "undeclared reference to 'params'"],
  ['variables.x == 1', "undeclared reference to 'variables'"],
  ['self.x == 1', "undeclared reference to 'self'"],
  ['request.user.username == "a"', "undefined field 'user'"],
  ['1 == "a"', "no matching overload for '=='"],
  ['object.a && 1', "expected type 'bool'"],
  ['!"a"', "expected type 'bool'"],
  ['-true == 1', "no matching overload for '-'"],
])('the condition %s is refused', (expression, text) => {
  const found = messages(changed(sampleOf('ValidatingWebhookConfiguration'), `${hook}.matchConditions[0].expression`, expression));
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(text);
});

test.each([
  'object.spec.containers.exists(c, c.name == "x")', 'object.?spec.orValue(false)', 'cel.bind(x, object.a, x == 1)', 'isQuantity("1")', 'type(object.a) == string',
  'object.a ? true : object.b == 2', 'authorizer.requestResource.check("get").allowed()', 'namespaceObject.metadata.name == "a"', 'object.m.exists(k, v, k == v)',
])('the condition %s is taken', expression => {
  expect(messages(changed(sampleOf('ValidatingWebhookConfiguration'), `${hook}.matchConditions[0].expression`, expression))).toEqual([]);
});
