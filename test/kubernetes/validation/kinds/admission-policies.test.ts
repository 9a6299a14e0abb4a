import { ADMISSION_SAMPLES } from './samples/admission';
import { changed, rowsOf, said } from './subject';

const sampleOf = (kind: string) => ({ apiVersion: 'admissionregistration.k8s.io/v1', kind, ...ADMISSION_SAMPLES[`admissionregistration.k8s.io/v1 ${kind}`][0] });
const [validation, audit, mutation] = ['spec.validations[0]', 'spec.auditAnnotations[0]', 'spec.mutations[0]'];

test.each(rowsOf([
  ['spec.failurePolicy', 'Warn', 'spec.failurePolicy: Unsupported value'],
  ['spec.matchConstraints', undefined, 'spec.matchConstraints: Required value'],
  ['spec.matchConstraints.resourceRules', [], 'spec.matchConstraints.resourceRules: Required value'],
  ['spec.matchConstraints.resourceRules[0].resourceNames', ['a', 'a', 'b/c'],
    'spec.matchConstraints.resourceRules[0].resourceNames[1]: Duplicate value', 'spec.matchConstraints.resourceRules[0].resourceNames[2]: Invalid value'],
  ['spec.paramKind.apiVersion', 'a/b/c', 'spec.paramKind.apiVersion: Invalid value'],
  ['spec.paramKind.apiVersion', '', 'spec.paramKind.apiVersion: Required value'],
  ['spec.paramKind.apiVersion', 'a/', 'spec.paramKind.apiVersion: Invalid value'],
  ['spec.paramKind.kind', 'a b', 'spec.paramKind.kind: Invalid value'],
  ['spec.paramKind.kind', '', 'spec.paramKind.kind: Required value'],
  ['spec.paramKind', undefined, `${validation}.expression: Invalid value`, 'spec.validations[1].messageExpression: Invalid value'],
  ['spec.variables[0].name', 'in', 'spec.variables[0].name: Invalid value', `${validation}.expression: Invalid value`, `${audit}.valueExpression: Invalid value`,
    'spec.variables[1].expression: Invalid value'],
  ['spec.variables[1].name', ' ', 'spec.variables[1].name: Required value'],
  ['spec.variables[1].expression', 'variables.many', 'spec.variables[1].expression: Invalid value'],
  ['spec.variables[1].expression', ' ', 'spec.variables[1].expression: Required value'],
  [`${validation}.expression`, 'variables.none == 1', `${validation}.expression: Invalid value`],
  [`${validation}.expression`, ' ', `${validation}.expression: Required value`],
  [`${validation}.message`, ' ', `${validation}.message: Invalid value`],
  [`${validation}.message`, 'a\nb', `${validation}.message: Invalid value`],
  [`${validation}.reason`, 'Unauthorized', `${validation}.reason: Unsupported value`],
  [`${validation}.messageExpression`, ' ', `${validation}.messageExpression: Invalid value`],
  [`${validation}.messageExpression`, '1', `${validation}.messageExpression: Invalid value`],
  [`${validation}.messageExpression`, 'string(authorizer == 1)', `${validation}.messageExpression: Invalid value`],
  [`${audit}.key`, 'a b', `${audit}.key: Invalid value`],
  [`${audit}.key`, 'none', 'spec.auditAnnotations[1].key: Duplicate value'],
  [`${audit}.valueExpression`, ' ', `${audit}.valueExpression: Required value`],
  [`${audit}.valueExpression`, '1', `${audit}.valueExpression: Invalid value`],
  [`${audit}.valueExpression`, `"${'x'.repeat(5 * 1024)}"`, `${audit}.valueExpression: Required value`],
  ['spec.auditAnnotations', Array.from({ length: 21 }, (_, index) => ({ key: `k${index}`, valueExpression: 'null' })), 'spec.auditAnnotations: Invalid value'],
]))('a validating policy with %s', (_, path, value, expected) => {
  expect(said(changed(sampleOf('ValidatingAdmissionPolicy'), path, value))).toEqual(expected);
});

test('a policy without anything to do', () => {
  const body = changed(changed(sampleOf('ValidatingAdmissionPolicy'), 'spec.validations', []), 'spec.auditAnnotations', []);
  expect(said(body)).toEqual(['spec.auditAnnotations: Required value', 'spec.validations: Required value']);
});

test.each(rowsOf([
  ['spec.mutations', [], 'spec.mutations: Required value'],
  ['spec.reinvocationPolicy', '', 'spec.reinvocationPolicy: Required value'],
  ['spec.reinvocationPolicy', 'Always', 'spec.reinvocationPolicy: Unsupported value'],
  ['spec.matchConstraints.resourceRules[0].operations', ['DELETE'], 'spec.matchConstraints.resourceRules.operations: Unsupported value'],
  [`${mutation}.patchType`, '', `${mutation}.patchType: Required value`],
  [`${mutation}.patchType`, 'Merge', `${mutation}.patchType: Unsupported value`],
  [`${mutation}.jsonPatch`, undefined, `${mutation}.jsonPatch: Required value`],
  [`${mutation}.jsonPatch.expression`, '', `${mutation}.jsonPatch.expression: Required value`],
  [`${mutation}.jsonPatch.expression`, '[JSONPatch{op: "test"}]é', `${mutation}.jsonPatch.expression: Invalid value`],
  [`${mutation}.jsonPatch.expression`, '"a"', `${mutation}.jsonPatch.expression: Invalid value`],
  [`${mutation}.applyConfiguration`, { expression: 'x' }, `${mutation}.applyConfiguration: Invalid value`],
  ['spec.mutations[1].applyConfiguration.expression', '1', 'spec.mutations[1].applyConfiguration.expression: Invalid value'],
]))('a mutating policy with %s', (_, path, value, expected) => {
  expect(said(changed(sampleOf('MutatingAdmissionPolicy'), path, value))).toEqual(expected);
});

test.each(rowsOf([
  ['spec.policyName', '', 'spec.policyName: Required value'],
  ['spec.policyName', 'A', 'spec.policyName: Invalid value'],
  ['spec.validationActions', [], 'spec.validationActions: Required value'],
  ['spec.validationActions', ['Deny', 'Warn'], 'spec.validationActions: Invalid value'],
  ['spec.validationActions', ['Deny', 'Deny'], 'spec.validationActions[1]: Duplicate value'],
  ['spec.validationActions', ['Stop'], 'spec.validationActions[0]: Unsupported value'],
  ['spec.paramRef.name', 'a/b', 'spec.paramRef.name: Invalid value'],
  ['spec.paramRef.name', undefined, 'spec.paramRef: Required value'],
  ['spec.paramRef.selector', {}, 'spec.paramRef.name: Forbidden', 'spec.paramRef.selector: Forbidden'],
  ['spec.paramRef.parameterNotFoundAction', undefined, 'spec.paramRef.parameterNotFoundAction: Required value'],
  ['spec.paramRef.parameterNotFoundAction', 'Fail', 'spec.paramRef.parameterNotFoundAction: Unsupported value'],
  ['spec.matchResources.matchPolicy', 'x', 'spec.matchResources.matchPolicy: Unsupported value'],
]))('a binding with %s', (_, path, value, expected) => {
  expect(said(changed(sampleOf('ValidatingAdmissionPolicyBinding'), path, value))).toEqual(expected);
});

test('a binding of a mutating policy has no deletions', () => {
  const body = changed(sampleOf('MutatingAdmissionPolicyBinding'), 'spec.matchResources.resourceRules[0].operations', ['DELETE']);
  expect(said(body)).toEqual(['spec.matchResources.resourceRules.operations: Unsupported value']);
});
