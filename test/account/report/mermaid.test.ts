import { mermaidPieces, quoted } from '../../../src/account/report/mermaid';
import { accountOfObjects, carrier, groups, service } from '../made';
import { manyGroups } from '../many-groups';

const chart = (...objects: readonly object[]) => [...mermaidPieces(accountOfObjects(...objects))].join('');

/** Boxes by their first line, and edges between them. */
function drawn(text: string): { readonly boxes: string[]; readonly edges: string[] } {
  const names = new Map([...text.matchAll(/(w\d+(?:n\d+)?) ?(?:\[\(?|\(\[|\{\{)"([^"]*)"/g)].map(([, id, label]) => [id, label.split('<br/>')[0]]));
  const edges = [...text.matchAll(/^ {2}(w\d+(?:n\d+)?) (-->|---|-\.-) (w\d+(?:n\d+)?)$/gm)].map(([, from, edge, to]) => `${names.get(from)} ${edge} ${names.get(to)}`);
  return { boxes: [...names.values()], edges };
}

test('clients reach a Service, and that its pods', () => {
  const web = carrier('Deployment', { spec: { replicas: 2 }, container: { image: 'registry.example/web:1', resources: { limits: { 'nvidia.com/gpu': 1 } } } });
  expect(chart(web, service('front', { app: 'web' }))).toBe(`flowchart LR
  subgraph w0 ["ml/web<br/>runs registry.example/web"]
    w0n0["pods: 2 pods<br/>1 nvidia.com/gpu each"]
  end
  w0n1["Service front<br/>port 80"]
  w0n2(["clients"])
  w0n1 --> w0n0
  w0n2 --> w0n1
`);
});

test('a route stands before them, and no clients beside it', () => {
  const route = { apiVersion: 'gateway.networking.k8s.io/v1', kind: 'HTTPRoute', metadata: { name: 'r', namespace: 'ml' }, spec: { hostnames: ['llm.example'], rules: [{ backendRefs: [{ name: 'front', port: 80 }] }] } };
  expect(drawn(chart(carrier('Deployment'), service('front', { app: 'web' }), route)).edges).toEqual(['Service front --> pods: 1 pod', 'HTTPRoute r --> Service front']);
});

test('a Service leads to the part and the row that it selects', () => {
  const zoned = (zone: string) => carrier('StatefulSet', { name: `db-${zone}`, labels: { 'cdk8s-ai-workloads/name': 'db', zone }, pod: { nodeSelector: { 'topology.kubernetes.io/zone': zone } } });
  const { edges } = drawn(chart(zoned('a'), zoned('b'), service('b', { zone: 'b' }), service('names', { 'cdk8s-ai-workloads/name': 'db' }, { clusterIP: 'None' })));
  expect(edges.filter(edge => edge.startsWith('Service')).sort()).toEqual(['Service b --> db-b 0', 'Service names -.- ml/db']);
  expect(chart(zoned('a'), zoned('b'))).toContain('subgraph w0n2 ["db-b in b"]');
});

test('few groups are drawn one by one, many that are alike as one', () => {
  const { boxes } = drawn(chart(groups()));
  expect(boxes.filter(box => /group|leader|worker/.test(box))).toEqual(['group 0', 'leader 0', 'worker 1 to 3', 'group 1', 'leader 0', 'worker 1 to 3']);
  const many = drawn(chart(...manyGroups(40, 8)));
  expect(many.boxes.filter(box => box.startsWith('each of'))).toEqual([
    'each of 14 groups: group 0 to group 39 in eu-1a', 'each of 13 groups: group 1 to group 37 in eu-1b', 'each of 13 groups: group 2 to group 38 in eu-1c',
  ]);
  expect(many.edges.filter(edge => edge.startsWith('Service llama-405b-serving'))).toHaveLength(3);
});

test('what is kept and who decides hangs on it', () => {
  const claims = { volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: { storageClassName: 'ssd', resources: { requests: { storage: '10Gi' } } } }] };
  const budget = { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: { name: 'b', namespace: 'ml' }, spec: { maxUnavailable: 1, selector: { matchLabels: { app: 'web' } } } };
  const text = chart(carrier('StatefulSet', { spec: claims }), budget);
  expect(text).toContain('[("claim data<br/>10Gi of ssd<br/>one for each pod")]');
  expect(text).toContain('{{"budget<br/>PodDisruptionBudget ml/b<br/>maxUnavailable 1"}}');
  expect(drawn(text).edges).toEqual(['ml/web -.- claim data', 'budget --- ml/web']);
});

test('nothing is still a chart', () => {
  expect(chart()).toBe('flowchart LR\n  nothing["no workloads"]\n');
});

test('what means something to Mermaid, Markdown or HTML is a code', () => {
  expect(quoted('a"b', '<b>`x`</b>', '', '#1; [y] {z} | & é 😀')).toBe('"a#34;b<br/>#60;b#62;#96;x#96;#60;/b#62;<br/>#35;1#59; #91;y#93; #123;z#125; #124; #38; #233; #128512;"');
});
