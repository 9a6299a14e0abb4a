import { isGroup, isLabel, isSegment, RequestPath } from '../../../src/cli/server/request-path';

const PODS = { group: '', version: 'v1', plural: 'pods', isNamespaced: true };
const CLASSES = { group: 'scheduling.k8s.io', version: 'v1', plural: 'priorityclasses', isNamespaced: false };

test('paths are those of Kubernetes, each part escaped', () => {
  expect(String(RequestPath.resources(PODS))).toBe('api/v1');
  expect(String(RequestPath.resources(CLASSES))).toBe('apis/scheduling.k8s.io/v1');
  expect(String(RequestPath.collection(PODS, 'ml'))).toBe('api/v1/namespaces/ml/pods');
  expect(String(RequestPath.object(PODS, 'ml', 'system:a b?#&ä'))).toBe('api/v1/namespaces/ml/pods/system%3Aa%20b%3F%23%26%C3%A4');
  expect(String(RequestPath.object(CLASSES, 'counts for nothing/', 'high'))).toBe('apis/scheduling.k8s.io/v1/priorityclasses/high');
});

test.each([
  () => RequestPath.resources({ group: '../x', version: 'v1' }), () => RequestPath.resources({ group: 'a', version: 'v1/../..' }), () => RequestPath.resources({ group: '', version: '' }),
  () => RequestPath.collection(PODS, '..'), () => RequestPath.collection({ ...PODS, plural: 'pods/a' }, 'ml'), () => RequestPath.object(PODS, 'ml', 'a/proxy'),
])('what got past all that looked before is stopped at the last door: %s', make => expect(make).toThrow('is no part of a path'));

test.each(['a', 'kueue.x-k8s.io', '1.a', `${'a'.repeat(63)}.b`])('%j is a group', text => expect(isGroup(text)).toBe(true));
test.each(['', '.', 'a.', '.a', 'a..b', 'A', 'a/b', '-a', 'a-', 'a b', 'a\n', 'ä', `${'a.'.repeat(127)}a`, 7, null, ['a']])('%j is none', text => expect(isGroup(text)).toBe(false));
test.each(['v1', 'v1beta1', 'pods', 'a-b', 'a'.repeat(63)])('%j is a version or a resource', text => expect(isLabel(text)).toBe(true));
test.each(['', '1v', 'pods/proxy', 'Pods', 'a.b', 'a-', '__proto__', 'pods?', 'a'.repeat(64), 7, undefined, { toString: () => 'pods' }])('%j is neither', text => expect(isLabel(text)).toBe(false));
test.each(['a', 'a.b', '...', 'system:node', 'A_b c', 'a'.repeat(253)])('%j may stand in a path', text => expect(isSegment(text)).toBe(true));
test.each(['', '.', '..', '/', 'a/b', '%2e', 'a\\b', '\n', '\u0000', '\u0085', '\ud800', 'a'.repeat(254)])('%j may not', text => expect(isSegment(text)).toBe(false));
