import { App, Chart } from 'cdk8s';
import { LeaderWorkerGroup } from '../../src';
import { PlainObject } from '../../src/base/plain';
import { Manifest } from '../../src/kubernetes/manifest';
import { ObjectProblems } from '../../src/kubernetes/object-problems';
import { findingsOf } from '../../src/lint/synth/validate-at-synth';

/*
 * The figures were measured with an API server of 1.36 and its etcd: what they took stands beside what they refused.
 */

const pod = (container: object) => ({ containers: [{ name: 'main', image: 'a:1', ...container }] });
const template = (container: object) => ({ metadata: { labels: { a: 'b' } }, spec: pod(container) });

function set(container: object, more: object = {}): PlainObject {
  return {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name: 's', namespace: 'default' },
    spec: { serviceName: 's', replicas: 0, selector: { matchLabels: { a: 'b' } }, template: template(container) },
    ...more,
  } as unknown as PlainObject;
}

function group(container: object, more: object = {}): PlainObject {
  return {
    apiVersion: 'leaderworkerset.x-k8s.io/v1',
    kind: 'LeaderWorkerSet',
    metadata: { name: 's', namespace: 'default' },
    spec: { replicas: 1, leaderWorkerTemplate: { size: 1, workerTemplate: template(container) } },
    ...more,
  } as unknown as PlainObject;
}

function sizeOf(body: PlainObject): string[] {
  return new ObjectProblems([new Manifest(body)]).findings().filter(each => each.id === 'AIW1205').map(({ field, class: kind, message }) => `${kind} ${field}: ${message}`);
}

const many = (count: number, text: string) => Array.from({ length: count }, () => text);
const BIG = 1_700_000;
const ARGS = 'spec.template.spec.containers[0].args';

describe('what etcd does not store', () => {
  test.each([
    ['one argument that fits', set({ args: ['x'.repeat(1_572_326)] })],
    ['short arguments that fit', set({ args: many(524_123, 'x') })],
    ['arguments that fit', set({ args: many(71_471, 'x'.repeat(20)) })],
    ['many variables, whose names of fields are not stored', set({ env: Array.from({ length: 62_000 }, (_, index) => ({ name: `N${index}`, value: 'v' })) })],
    ['a custom resource that fits', group({ args: ['x'.repeat(1_572_203)] })],
    ['a status, which a new object has not', set({}, { status: { conditions: [{ message: 'x'.repeat(BIG) }] } })],
    ['a status of a custom resource', group({}, { status: { note: 'x'.repeat(BIG) } })],
    ['a Secret whose text is longer than what it holds', { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' }, data: { a: Buffer.alloc(1_200_000).toString('base64') } }],
  ])('is not said of %s', (_, body) => {
    expect(sizeOf(body)).toEqual([]);
  });

  test.each([
    ['one argument', set({ args: ['x'.repeat(1_573_000)] }), `rejected ${ARGS}[0]: Too long: the texts of the object have 1,573,056 bytes, and etcd stores at most 1,572,864, unless it was set up with more`],
    ['short arguments', set({ args: many(525_000, 'x') }), `rejected ${ARGS}: Too long: the texts of the object have 1,575,054 bytes`],
    ['letters of three bytes', set({ args: ['漢'.repeat(525_000)] }), `rejected ${ARGS}[0]: Too long: the texts of the object have 1,575,056 bytes`],
    ['several containers, none of which is the heaviest', set({}, { spec: { ...set({}).spec as object, template: { spec: { containers: many(4, 'x'.repeat(500_000)).map((text, index) => ({ name: `c${index}`, image: 'a:1', args: [text] })) } } } }),
      'rejected spec.template.spec.containers: Too long: the texts'],
    ['a custom resource', group({ args: many(393_500, 'x') }), 'rejected spec.leaderWorkerTemplate.workerTemplate.spec.containers[0].args: Too long: the object has 1,574,'],
    ['a kind that nobody knows', { apiVersion: 'example.com/v1', kind: 'Thing', metadata: { name: 't' }, spec: { text: 'x'.repeat(BIG) } }, 'rejected spec.text: Too long: the object has 1,700,'],
  ])('is said of %s', (_, body, text) => {
    expect(sizeOf(body).map(each => each.slice(0, text.length))).toEqual([text]);
  });
});

describe('what the API server does not read', () => {
  const env = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `NAME_${index}`, value: 'v' }));

  test.each([
    ['variables that were read', set({ env: env(92_839) }), 'spec.template.spec.containers[0].env', 'etcd'],
    ['more variables', set({ env: env(95_000) }), 'spec.template.spec.containers[0].env', 'the API server reads at most 3,145,728'],
    ['a status', set({}, { status: { conditions: many(1000, 'x'.repeat(4000)) } }), 'status.conditions', 'the API server reads'],
    ['a Secret', { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' }, stringData: { a: 'x'.repeat(4_000_000) } }, 'stringData.a', 'the API server reads'],
  ])('%s', (_, body, field, text) => {
    const found = sizeOf(body);
    expect(found.every(each => each.includes(field) && each.includes(text))).toBe(true);
    expect(found).toHaveLength(text === 'etcd' ? 0 : 1);
  });
});

test('a construct with too many arguments is told at synth', () => {
  const app = new App();
  new LeaderWorkerGroup(new Chart(app, 'prod'), 'Llm', { size: 1, container: { image: 'a:1', args: many(100_000, 'x'.repeat(20)) } });
  expect(findingsOf(app).filter(each => each.id === 'AIW1205')).toMatchObject([{ construct: expect.stringContaining('prod/Llm'), field: ARGS, help: expect.stringContaining('ConfigMap') }]);
});
