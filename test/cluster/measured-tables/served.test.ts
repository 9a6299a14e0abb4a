import { readLifecycle } from '../../../cluster/measured-tables/lifecycle';
import { servedRows } from '../../../cluster/measured-tables/served';

const minor = (scopes: Record<string, boolean>, allScopes: Record<string, boolean>): any => ({ scopes, allScopes });

test('a row has a letter for each minor, the scope and the type', () => {
  const minors = [minor({}, { 'a/v1 A': true }), minor({ 'a/v1 A': true, 'v1 Node': false }, { 'a/v1 A': true })];
  const all = { types: {}, kinds: { 'a/v1 A': 'a.v1.A', 'v1 Node': 'core.v1.Node' } };
  expect(servedRows({ minors, all, retired: { 'a/v1beta1 A': '1.25 a/v1 A', 'a/v1 A': '1.99' } })).toEqual({
    'a/v1 A': 'ok n a.v1.A',
    'a/v1beta1 A': '-- 1.25 a/v1 A',
    'v1 Node': '-k c core.v1.Node',
  });
});

const LIFECYCLE = `
func (in *Deployment) APILifecycleReplacement() schema.GroupVersionKind {
	return schema.GroupVersionKind{Group: "apps", Version: "v1", Kind: "Deployment"}
}
func (in *Deployment) APILifecycleRemoved() (major, minor int) {
	return 1, 16
}
func (in *DeploymentList) APILifecycleRemoved() (major, minor int) {
	return 1, 16
}
func (in *Later) APILifecycleRemoved() (major, minor int) {
	return 1, 37
}
func (in *IngressClass) APILifecycleReplacement() schema.GroupVersionKind {
	return schema.GroupVersionKind{Group: "", Version: "v1", Kind: "IngressClassList"}
}
func (in *IngressClass) APILifecycleRemoved() (major, minor int) {
	return 1, 22
}
`;

test('kinds that ended before the first minor are read from the types, without their lists', () => {
  expect(readLifecycle(LIFECYCLE, '1.33')).toEqual({ Deployment: '1.16 apps/v1 Deployment', IngressClass: '1.22 v1 IngressClass' });
});
