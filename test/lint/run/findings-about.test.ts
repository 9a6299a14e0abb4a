import { Manifest } from '../../../src/kubernetes/manifest';
import { findingsAbout } from '../../../src/lint/run/findings-about';

test('what a rule and the API server say of one field is told once, though the server names the field by its own type', () => {
  const isolated = { hostUsers: false, hostPID: true, hostIPC: true, containers: [{ name: 'main', image: 'registry.example/i:1' }] };
  const pod = new Manifest({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', namespace: 'b' }, spec: isolated });
  const refusals = findingsAbout([pod]).filter(finding => finding.class === 'rejected').map(({ id, field }) => `${id} ${field}`);
  expect(refusals.sort()).toEqual(['AIW3107 spec.hostIPC', 'AIW3107 spec.hostPID']);
});
