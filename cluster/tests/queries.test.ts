import * as fs from 'fs';
import * as path from 'path';
import { App, Yaml } from 'cdk8s';
import { allApps } from '../../build-tools/examples';
import { knownSeries } from '../../src/knowledge/series/catalogue';
import { Manifest } from '../../src/kubernetes/manifest';
import { Facts } from '../../src/lint/facts/facts';
import { readQuery } from '../../src/lint/facts/promql';
import { writtenQueries } from '../../src/lint/facts/queries';
import { objectsIn } from '../../src/workloads/objects-of-app';
import { temporaryFolder } from '../../test/hygiene/temporary';
import { ALL, SURROUNDINGS, classOf, tried } from '../../test/surroundings/ways';
import { moduleDirectory } from '../harness/binaries';
import { ParsedQuery, Telemetry } from '../harness/telemetry';

/*
 * Every query that the library writes, wherever it stands, is one that Prometheus reads, and asks for series of the catalogue; and what checks read out of queries of
 * others is what Prometheus' own parser finds.
 */

let telemetry: Telemetry;

// Cases are made before the tests begin.
process.env.CDK8S_AI_WORKLOADS_FAIL_FAST = '1';

beforeAll(async () => {
  telemetry = await Telemetry.build();
}, 900_000);

interface Found {
  readonly where: string;
  readonly text: string;
}

/** What another tool puts in before Prometheus reads it. Source: grafana docs, flagger docs/gitbook/usage/metrics.md, prometheus-adapter docs/config.md */
const COMPLETED: ReadonlyArray<readonly [pattern: RegExp, value: string]> = [
  [/\$__rate_interval|\{\{ interval \}\}/g, '5m'],
  [/<<\.LabelMatchers>>/g, 'namespace="ml",pod="llama-0"'],
  [/<<\.GroupBy>>/g, 'pod'],
];

function completed(text: string): string {
  return COMPLETED.reduce((query, [pattern, value]) => query.replace(pattern, value), text);
}

/** Without the checks of a synth: a monitor of a port that no workload has is none of this. */
function objectsOf(app: App): any[] {
  return objectsIn(app).map(object => object.toJson());
}

function queriesOf(name: string, objects: readonly any[]): Found[] {
  const facts = new Facts(objects.map(object => new Manifest(object)));
  return [
    ...facts.get(writtenQueries).map(({ object, field, text }) => ({ where: `${name}: ${object.toString()} ${field}`, text: completed(text) })),
    ...objects.flatMap(object => Object.values(object.kind === 'ConfigMap' ? object.data ?? {} : {}).flatMap(text => adapterQueries(`${name}: ${object.metadata.name}`, String(text)))),
  ];
}

/** Rules for the Prometheus adapter, in YAML or as a text in JSON. */
function adapterQueries(where: string, text: string): Found[] {
  if (!text.includes('seriesQuery')) {
    return [];
  }
  const nested = text.startsWith('{') ? (JSON.parse(text) as { rules: string }).rules : text;
  const rules: { seriesQuery: string; metricsQuery: string }[] = (Yaml.load(fileWith(nested))[0] as { rules: [] }).rules;
  return rules.flatMap(({ seriesQuery, metricsQuery }) => {
    const name = seriesQuery.slice(0, seriesQuery.indexOf('{'));
    return [{ where, text: seriesQuery }, { where, text: completed(metricsQuery.replace('<<.Series>>', name)) }];
  });
}

function fileWith(text: string): string {
  const file = path.join(temporaryFolder('adapter'), 'rules.yaml');
  fs.writeFileSync(file, text);
  return file;
}

/** What an example and a form of workloads say of a server of their own, and what a gateway exports. */
const DECLARED: ReadonlySet<string> = new Set(['llamacpp:requests_deferred', 'own_waiting', 'gateway_errors_total', 'gateway_waiting_requests']);

async function check(found: readonly Found[]): Promise<void> {
  const answers = await telemetry.queries(found.map(({ text }) => text));
  const refused = answers.flatMap((answer, index) => (typeof answer === 'string' ? [`${found[index].where}: ${found[index].text}: ${answer}`] : []));
  expect(refused).toEqual([]);
  const parsed = answers as ParsedQuery[];
  const unknown = parsed.flatMap(({ selectors }, index) => selectors.filter(({ name }) => knownSeries(name) === undefined && !DECLARED.has(name)).map(({ name }) => `${found[index].where}: ${name}`));
  expect([...new Set(unknown)]).toEqual([]);
  // Our own reader finds the same names, and nothing against any of them.
  expect(found.map(({ text }) => readQuery(text)).map(({ series, problem }) => ({ series: [...series].sort(), problem })))
    .toEqual(parsed.map(({ selectors }) => ({ series: selectors.map(({ name }) => name).sort(), problem: undefined })));
}

const EXAMPLES = allApps().map(({ name, build }) => {
  const app = new App();
  build(app);
  return { name, found: queriesOf(name, objectsOf(app)) };
});

test.each(EXAMPLES.filter(({ found }) => found.length > 0))('$name: Prometheus reads its queries, and their series are of the catalogue', async ({ found }) => {
  await check(found);
});

test('examples have queries of every kind', () => {
  const all = EXAMPLES.flatMap(({ found }) => found.map(({ where }) => where));
  for (const kind of ['PrometheusRule', 'ConfigMap', 'MetricTemplate', 'adapter-rules']) {
    expect({ kind, isThere: all.some(where => where.includes(kind)) }).toEqual({ kind, isThere: true });
  }
});

const AROUND = SURROUNDINGS.map(surrounding => [classOf(surrounding), Object.entries(ALL).flatMap(([name, make]) => {
  const { way, app } = tried(surrounding, make);
  return way === undefined ? [] : queriesOf(name, objectsOf(app));
})] as const);

test.each(AROUND.filter(([, found]) => found.length > 0))('%s around every workload: Prometheus reads its queries', async (_, found) => {
  await check(found);
});

test.each(Object.entries(ALL).filter(([name]) => name !== 'a name and labels'))('%s: Grafana’s own library reads its dashboard', async (_, make) => {
  const { app } = tried('workload-dashboard', make);
  const boards = objectsOf(app).filter(({ metadata: { labels = {} } }) => labels.grafana_dashboard === '1').flatMap(({ data }) => Object.values(data as { [file: string]: string }));
  expect(await telemetry.dashboards(boards)).toEqual(boards.map(text => ({ title: (JSON.parse(text) as { title: string }).title })));
  // It would say so.
  const [odd] = await telemetry.dashboards([boards[0].replace('"refId"', '"refid"')]);
  expect(odd).toContain("unexpected field 'refid'");
});

describe('what checks read of queries is what Prometheus reads', () => {
  /** Queries of Prometheus' own tests: of its parser, and of its language. */
  async function theirs(): Promise<string[]> {
    const folder = await moduleDirectory('github.com/prometheus/prometheus', 'v0.316.0');
    const parser = fs.readFileSync(path.join(folder, 'promql/parser/parse_test.go'), 'utf8');
    const language = path.join(folder, 'promql/promqltest/testdata');
    return [
      ...[...parser.matchAll(/^\t\tinput: +("(?:[^"\\]|\\.)*"),?$/gm)].flatMap(([, quoted]) => decoded(quoted)),
      ...fs.readdirSync(language).flatMap(file => [...fs.readFileSync(path.join(language, file), 'utf8').matchAll(/^\s*eval\w* (?:instant at \S+|range from \S+ to \S+ step \S+) (.*)$/gm)].map(([, query]) => query)),
    ];
  }

  /** Go has escapes that JSON has not; those few are left out. */
  function decoded(quoted: string): string[] {
    try {
      return [JSON.parse(quoted) as string];
    } catch {
      return [];
    }
  }

  test('in all queries of its own tests that it takes', async () => {
    const queries = await theirs();
    const answers = await telemetry.queries(queries);
    const taken = queries.flatMap((text, index) => (typeof answers[index] === 'string' ? [] : [{ text, parsed: answers[index] as ParsedQuery }]));
    expect(taken.length).toBeGreaterThan(2000);
    const differing = taken.flatMap(({ text, parsed }) => {
      const { series, problem } = readQuery(text);
      const [ours, theirs_] = [series, parsed.selectors.map(({ name }) => name).filter(name => name !== '')].map(names => [...names].sort().join());
      return problem === undefined && ours === theirs_ ? [] : [`${text}: ${problem ?? ''} ${ours} not ${theirs_}`];
    });
    // An escape in a quoted name is read as it is written.
    expect(differing.filter(each => !each.startsWith('{"o\\u0308"}'))).toEqual([]);
  });
});
