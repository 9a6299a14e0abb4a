import * as fc from 'fast-check';
import { accountOfObjects, carrier } from './made';
import { tagsOf } from './report/tags';
import { Account } from '../../src/account/account';
import { htmlPieces } from '../../src/account/report/html/page';
import { jsonPieces } from '../../src/account/report/json';
import { markdownPieces } from '../../src/account/report/markdown';
import { mermaidPieces } from '../../src/account/report/mermaid';
import { textPieces } from '../../src/account/report/text';
import { PlainObject } from '../../src/base/plain';
import { guarded } from '../../src/base/text/printable';

/** What somebody may write to break out of a page, a picture, a table, a terminal or a build log. */
const ATTACKS = [
  '<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', "' onmouseover='alert(1)", '</style><script>', '</script>', '<!--', '-->', '&lt;script&gt;', 'javascript:alert(1)', '`', '```\n```', '| a | b |',
  '[x](https://evil.example)', '![x](https://evil.example/x.png)', '@everyone', '#1', 'https://evil.example', '"]\n  click w0 href "https://evil.example"', '"] --> x["', '%%{init: {}}%%', 'end', '\nend\n',
  '\u001b[31mred', '\u001b]8;;https://evil.example\u0007', '\u202e', '\u2066', '\u200b', '\u0000', '\u2028', '::error::x', '\n::error::x', '##[error]x', '##vso[task.complete]', '\ud800', '__proto__', 'constructor',
];
const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...ATTACKS) },
  { weight: 2, arbitrary: fc.array(fc.constantFrom(...ATTACKS, ' ', 'a', '-', '0'), { maxLength: 5 }).map(parts => parts.join('')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
);

/** Objects in which whatever is repeated by a report is somebody's text. */
const objects = fc.record({ one: text, two: text, three: text, kind: fc.constantFrom('StatefulSet', 'Deployment') }).map(({ one, two, three, kind }): PlainObject[] => [
  carrier(kind, {
    name: one,
    labels: { 'app': one, [two]: three, 'cdk8s-ai-workloads/role': two, 'cdk8s-ai-workloads/group': three },
    metadata: { namespace: two },
    spec: {
      replicas: 2,
      serviceName: three,
      volumeClaimTemplates: [
        { metadata: { name: one }, spec: { storageClassName: two, accessModes: [three], resources: { requests: { storage: one } } } },
      ],
    },
    pod: {
      nodeSelector: { 'topology.kubernetes.io/zone': two, [one]: three },
      tolerations: [{ key: three, value: one }],
      schedulerName: one,
      priorityClassName: two,
      topologySpreadConstraints: [{ topologyKey: three, whenUnsatisfiable: one, labelSelector: { matchLabels: { app: one } } }],
      initContainers: [{ name: three, image: one, restartPolicy: 'Always' }],
      volumes: [
        { name: one, hostPath: { path: two } }, { name: two, persistentVolumeClaim: { claimName: three } }, { name: three, csi: { driver: one } },
      ],
      containers: [{
        name: two,
        image: three,
        command: ['vllm', 'serve', one],
        args: ['--tensor-parallel-size', two],
        env: [{ name: one, value: two }, { name: two, valueFrom: { secretKeyRef: { name: three, key: one } } }],
        resources: { limits: { 'nvidia.com/gpu': 8, 'memory': one } },
        startupProbe: { httpGet: { path: one, port: two } },
        readinessProbe: { exec: { command: [one] } },
        livenessProbe: { httpGet: { path: two, port: one } },
        volumeMounts: [{ name: one, mountPath: three }],
      }],
    },
  }),
  { apiVersion: 'v1', kind: 'Service', metadata: { name: two, namespace: two }, spec: { selector: { app: one }, type: three, ports: [{ port: 80, targetPort: one }], trafficDistribution: two } },
  { apiVersion: 'gateway.networking.k8s.io/v1', kind: 'HTTPRoute', metadata: { name: three, namespace: two }, spec: { hostnames: [one, two], rules: [{ backendRefs: [{ name: two, port: 80 }] }] } },
  { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: { name: one, namespace: two }, spec: { maxUnavailable: three, selector: { matchLabels: { app: one } } } },
  { apiVersion: one, kind: two, metadata: { name: three }, spec: {} },
] as PlainObject[]);

const checked = (check: (account: Account) => void) => fc.assert(fc.property(objects, bodies => check(accountOfObjects(...bodies))), { numRuns: 30 });
/** What Markdown reads as such: without code, and without signs that a backslash makes plain. Source: CommonMark 0.31, 2.4 and 6.1 */
function outsideOfCode(markdown: string): string {
  let [shown, at] = ['', 0];
  while (at < markdown.length) {
    const [ticks] = /^`*/.exec(markdown.slice(at, at + 400))!;
    if (/^\\[!-/:-@[-`{-~]/.test(markdown.slice(at, at + 2))) {
      at += 2;
    } else if (ticks === '') {
      shown += markdown[at++];
    } else {
      const end = new RegExp(`(?<!\`)${ticks}(?!\`)`, 'g');
      end.lastIndex = at + ticks.length;
      at = end.test(markdown) ? end.lastIndex : at + ticks.length;
    }
  }
  return shown;
}

const joined = (pieces: Iterable<string>) => [...pieces].join('');

/* eslint-disable no-control-regex */
const UNSEEN = /[\0-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]|\p{Cs}/u;
/* eslint-enable no-control-regex */
const COMMAND = /^[^\S\n]*::|##\[|##vso\[/m;

const ELEMENTS = new Set([
  'html', 'head', 'meta', 'title', 'style', 'body', 'a', 'header', 'h1', 'h2', 'h3', 'h4', 'p', 'nav', 'div', 'label', 'input', 'button', 'span', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'bdi', 'details', 'summary', 'ul', 'ol', 'li',
  'main', 'article', 'section', 'dl', 'dt', 'dd', 'strong', 'code', 'svg', 'rect', 'footer', 'script',
]);
const ATTRIBUTES = new Set([
  'lang', 'charset', 'http-equiv', 'content', 'name', 'class', 'href', 'hidden', 'for', 'id', 'type', 'autocomplete', 'spellcheck', 'aria-expanded', 'role', 'scope', 'data-of', 'aria-label', 'aria-labelledby', 'aria-hidden', 'focusable', 'viewBox',
  'preserveAspectRatio', 'x', 'y', 'width', 'height', 'rel', 'open',
]);

test('of a page nothing is an element, an attribute or an address that was not meant', () => {
  checked(account => {
    const { tags } = tagsOf(joined(htmlPieces(account)));
    expect(tags.filter(({ name }) => !ELEMENTS.has(name))).toEqual([]);
    expect(tags.flatMap(({ attributes }) => [...attributes.keys()]).filter(key => !ATTRIBUTES.has(key))).toEqual([]);
    expect(tags.flatMap(({ attributes }) => attributes.get('href') ?? []).filter(link => !/^(#[a-z0-9-]+|https:\/\/github\.com\/cdk8s-ai-workloads\/[^"<>]*\.md)$/.test(link))).toEqual([]);
  });
});

test('of a picture every label is letters and codes, and nothing ends it', () => {
  checked(account => {
    const lines = joined(mermaidPieces(account)).trimEnd().split('\n');
    const line = /^(flowchart LR| +end| +subgraph w\d+(n\d+)? \["[^"]*"\]| +w\d+n\d+(\[|\(\[|\[\(|\{\{)"[^"]*"(\]|\]\)|\)\]|\}\})| {2}w\d+(n\d+)? (-->|---|-\.-) w\d+(n\d+)?)$/;
    expect(lines.filter(each => !line.test(each))).toEqual([]);
    const labels = lines.flatMap(each => each.match(/"([^"]*)"/)?.[1].split('<br/>') ?? []);
    expect(labels.filter(label => !/^([A-Za-z0-9 .,:/()_-]|#\d+;)*$/.test(label))).toEqual([]);
  });
});

test('of Markdown nobody is notified, nothing is loaded, and tables stay tables', () => {
  checked(account => {
    const markdown = joined(markdownPieces(account));
    const written = outsideOfCode(markdown);
    expect(written).not.toMatch(/@\w|#\d|<(?!br>|\/?details>|\/?summary>|!-- -->)/);
    const links = [...written.matchAll(/(!?)\[[^\]]*\]\(([^)]*)\)/g)];
    expect(links.filter(([, image, link]) => image !== '' || !/^https:\/\/github\.com\/cdk8s-ai-workloads\/[^"<>() ]*\.md$/.test(link))).toEqual([]);
    expect(written.replace(/\]\(https:\/\/github\.com\/cdk8s-ai-workloads\/[^)]*\)/g, '')).not.toMatch(/(https?|ftp|mailto):\S|www\./i);
    for (const [, table] of markdown.matchAll(/((?:^\|.*\n)+)/gm)) {
      expect(new Set(table.trimEnd().split('\n').map(row => row.replace(/\\\\/g, '').replace(/\\\|/g, '').match(/\|/g)!.length)).size).toBe(1);
    }
  });
});

test('nothing unseen and no command of a build log is in any report, and JSON stays JSON', () => {
  checked(account => {
    const reports = [htmlPieces(account), mermaidPieces(account), markdownPieces(account), textPieces(account, { width: 80 })];
    for (const report of reports.map(pieces => guarded(joined(pieces)))) {
      expect(UNSEEN.exec(report)).toBeNull();
      expect(COMMAND.exec(report)).toBeNull();
    }
    expect(() => JSON.parse(joined(jsonPieces(account)))).not.toThrow();
  });
});
