import { textPieces, wrap } from '../../../src/account/report/text';
import { accountOfObjects, accountOfText, carrier, groups, service } from '../made';
import { manyGroups } from '../many-groups';

const text = (account: ReturnType<typeof accountOfObjects>, width = 100) => [...textPieces(account, { width })].join('');

test('an account is read from the whole to the parts', () => {
  const startupProbe = { httpGet: { path: '/health', port: 8000 }, failureThreshold: 30 };
  const container = { image: 'vllm/vllm-openai:v0.18.0', command: ['vllm', 'serve', 'org/model', '--shutdown-timeout', '60'], startupProbe, lifecycle: { preStop: { sleep: { seconds: 15 } } } };
  const shown = text(accountOfObjects(carrier('StatefulSet', { spec: { replicas: 2, serviceName: 'web' }, container, pod: { terminationGracePeriodSeconds: 80 } }), service('web', { app: 'web' }, { clusterIP: 'None' })));
  expect(shown).toMatchInlineSnapshot(`
"1 workload, 2 pods
0 errors, 0 warnings, 0 infos; 2 objects for Kubernetes 1.36

ml/web  serves org/model with vLLM
  StatefulSet web, 2 pods

  Pods
    web  pods 0, 1: web-0, web-1

  Sums
    pods  2 pods

  How they are reached
    Service web  no address of its own: names under web.ml.svc for 2 pods

  Start of a pod  at most 300 s (5 min), once node, volumes and images are there
    node     [...                     ] a node takes the pod
    images   [...                     ] vllm/vllm-openai:v0.18.0 is there, or pulled
    main     [  ======================] has until then to answer its startup probe: 10 s x 30 =
             300 s
    loading  vLLM needs 180 s and more to load and compile all but the smallest models, beside the
             download
    order    one after the other: each waits until the one before it is ready

  Stop of a pod  preStop 15 s + drain 60 s = 75 s, of 80 s; 5 s to spare
    main preStop  [>>>>>                   ] sleeps 15 s before the stop signal, and still serves
    main          [    =================== ] finishes running requests, for at most 60 s
                  (--shutdown-timeout)
    spare         [                      --] nothing is planned for it
    grace         80 s: what still runs then is killed

  What restarts when
    a container fails     the kubelet starts it again in its pod, at once the first time, then after
                          10 s, 20 s, 40 s and so on up to 300 s where it fails again and again,
                          also when it ended well
    a node is drained     nothing stands in the way of a drain; a pod of the same name takes its
                          place when it has ended
    a node fails          its pods count as not ready after 50 s; they are told to stop after 50 +
                          300 = 350 s, and replaced once the node answers, is deleted, or has the
                          taint node.kubernetes.io/out-of-service
    the template changes  all 2 pods are replaced, one at a time, the highest ordinal first; each
                          next one when the one before is ready
    the number changes    the highest ordinals go first, and come back under the same names
"
`);
});

test('no line is wider than the terminal, unless a word is', () => {
  for (const width of [60, 80, 120]) {
    const lines = text(accountOfObjects(...manyGroups(3, 4)), width).split('\n').filter(line => !/\S{24}/.test(line));
    expect(lines.filter(line => line.length > width)).toEqual([]);
  }
});

test('of many groups the first are listed, and the last', () => {
  const shown = text(accountOfObjects(...manyGroups(40, 8)));
  expect(shown.match(/^ {4}group \d+ in eu-1[abc]/gm)).toHaveLength(11);
  expect(shown).toContain('    29 more rows, the last one group 39 in eu-1a\n');
  expect(text(accountOfObjects(carrier('StatefulSet', { spec: { replicas: 3000 } })))).toContain('    2000 more pods\n');
});

test('what holds for some parts only names them', () => {
  const leaderTemplate = { spec: { nodeSelector: { pool: 'cpu' }, containers: [{ name: 'main', image: 'a:1' }] } };
  expect(text(accountOfObjects(groups({}, { leaderTemplate })))).toContain('    nodes  leader: only with pool cpu\n');
});

test('colours are those of the style, and nothing without one', () => {
  const style = { severity: (_: string, part: string) => `<s>${part}</s>`, place: (part: string) => `<p>${part}</p>`, label: (part: string) => `<l>${part}</l>` };
  const account = accountOfObjects(carrier('Deployment', { container: { image: 'a:latest' } }));
  const shown = [...textPieces(account, { width: 100, style })].join('');
  expect(shown).toContain('<p>ml/web</p>');
  expect(shown).toContain('<s>info[AIW2906]</s>');
  expect(shown).toContain('<l>Sums</l>');
  expect(text(account)).not.toContain('<');
});

test('objects of no workload and findings about none are there, too', () => {
  const shown = text(accountOfText('apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n---\napiVersion: v1\nkind: Service\nmetadata: {name: s}\nspec: {selector: {a: b}, ports: [{port: 1}], trafficDistribution: Nowhere}\n---\na: [\n'));
  expect(shown.indexOf('error[AIW0005]')).toBeLessThan(shown.indexOf('Beside the workloads'));
  expect(shown).toMatch(/Beside the workloads\n {2}1 ConfigMap, 1 Service\n\n {2}About them\n {4}error\[/);
});

test('words are kept whole', () => {
  expect(wrap('a bb ccc dddddddd e', 6)).toEqual(['a bb', 'ccc', 'dddddddd', 'e']);
  expect(wrap('aa bb', 6, 4)).toEqual(['aa', 'bb']);
  expect(wrap('', 6)).toEqual(['']);
});
