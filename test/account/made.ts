import { App } from 'cdk8s';
import { Account, Statement, WorkloadAccount } from '../../src/account/account';
import { Accounted, accountOf } from '../../src/account/account-of';
import { PlainObject } from '../../src/base/plain';
import { DEFAULT_CLUSTER } from '../../src/kubernetes/cluster';
import { readFile } from '../../src/lint/input/documents';
import { check } from '../../src/lint/run/lint';

/** The account of a file. */
export function accountOfText(text: string, more: Partial<Accounted> = {}): Account {
  const { objects, findings } = readFile('app.yaml', Buffer.from(text));
  const outcome = check(objects, findings, { clusters: [DEFAULT_CLUSTER] });
  return accountOf({ objects, outcome, cluster: DEFAULT_CLUSTER, ...more });
}

/** The account of objects, as of a file that lists them. */
export function accountOfObjects(...items: readonly object[]): Account {
  return accountOfText(JSON.stringify({ apiVersion: 'v1', kind: 'List', items }, undefined, 1));
}

/** The account of what an app writes. */
export function accountOfApp(app: App): Account {
  return accountOfObjects(...app.charts.flatMap(chart => chart.toJson() as PlainObject[]));
}

/** The only workload of objects. */
export function workloadOf(...items: readonly object[]): WorkloadAccount {
  const { workloads } = accountOfObjects(...items);
  expect(workloads).toHaveLength(1);
  return workloads[0];
}

/** What is said under a topic, with the parts in front of it. */
export function said(statements: readonly Statement[], topic: string): string[] {
  return statements.filter(each => each.topic === topic).map(({ text, parts }) => `${parts === undefined ? '' : `${parts.join(', ')}: `}${text}`);
}

export interface Made {
  readonly name?: string;
  readonly labels?: object;
  readonly pod?: object;
  readonly spec?: object;
  readonly metadata?: object;
  /** Of the one container. */
  readonly container?: object;
}

/** An object of `apps/v1` whose pods have one container. */
export function carrier(kind: string, { name = 'web', labels = { app: name }, pod = {}, spec = {}, metadata = {}, container = {} }: Made = {}): PlainObject {
  return {
    apiVersion: 'apps/v1',
    kind,
    metadata: { name, namespace: 'ml', ...metadata },
    spec: { selector: { matchLabels: labels }, ...spec, template: template({ labels, pod, container }) },
  } as PlainObject;
}

export function template({ labels = {}, pod = {}, container = {} }: Made): object {
  return { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'registry.example/app:1', ...container }], ...pod } };
}

export function job(spec: object = {}, made: Made = {}): PlainObject {
  const { name = 'train', metadata = {} } = made;
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name, namespace: 'ml', ...metadata },
    spec: { completionMode: 'Indexed', completions: 4, parallelism: 4, ...spec, template: template({ ...made, pod: { restartPolicy: 'Never', ...made.pod } }) },
  } as PlainObject;
}

export function service(name: string, selector: object, spec: object = {}): PlainObject {
  return { apiVersion: 'v1', kind: 'Service', metadata: { name, namespace: 'ml' }, spec: { selector, ports: [{ port: 80 }], ...spec } } as PlainObject;
}

export function groups(spec: object = {}, groupTemplate: object = {}): PlainObject {
  const pod = { spec: { containers: [{ name: 'main', image: 'registry.example/app:1', resources: { limits: { 'nvidia.com/gpu': 8 } } }] } };
  return {
    apiVersion: 'leaderworkerset.x-k8s.io/v1',
    kind: 'LeaderWorkerSet',
    metadata: { name: 'llm', namespace: 'ml' },
    spec: { replicas: 2, ...spec, leaderWorkerTemplate: { size: 4, workerTemplate: pod, ...groupTemplate } },
  } as PlainObject;
}
