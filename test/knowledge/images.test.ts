import { PlainObject } from '../../src/base/plain';
import { Manifest } from '../../src/kubernetes/manifest';
import { findingsAbout } from '../../src/lint/run/findings-about';

/* The documented ways of running each image, one after the other: what the page of the image says is enough must be enough here. */

const SETTING_MISSING = 'AIW2921';
const STARTS_NOTHING = 'AIW2923';
const DATA_OUTSIDE = 'AIW2922';

/** Ids of the image rules that speak of a StatefulSet with one container. */
function said(container: PlainObject, mounted?: string): string[] {
  const volumeMounts = mounted === undefined ? [] : [{ name: 'data', mountPath: mounted, subPath: 'pgdata' }];
  const body = {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name: 'db' },
    spec: {
      serviceName: 'db',
      selector: { matchLabels: { app: 'db' } },
      template: { metadata: { labels: { app: 'db' } }, spec: { containers: [{ name: 'db', volumeMounts, ...container }] } },
      volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '10Gi' } } } }],
    },
  };
  return findingsAbout([new Manifest(body)], { isWhole: true }).map(({ id }) => id)
    .filter(id => [SETTING_MISSING, STARTS_NOTHING, DATA_OUTSIDE].includes(id));
}

function variable(setting: string): PlainObject {
  const [name, value = 'something'] = setting.split('=');
  return { name, value };
}

/* Source: docker-entrypoint.sh of each image; libpostgresql.sh and libredis.sh of bitnami/containers. */
describe.each([
  ['postgres:17', ['POSTGRES_PASSWORD', 'POSTGRES_PASSWORD_FILE', 'POSTGRES_HOST_AUTH_METHOD=trust']],
  ['pgvector/pgvector:pg17', ['POSTGRES_PASSWORD']],
  ['postgis/postgis:17-3.5', ['POSTGRES_PASSWORD']],
  ['timescale/timescaledb:2.18.0-pg17', ['POSTGRES_PASSWORD']],
  ['mysql:9', ['MYSQL_ROOT_PASSWORD', 'MYSQL_ROOT_PASSWORD_FILE', 'MYSQL_ALLOW_EMPTY_PASSWORD', 'MYSQL_RANDOM_ROOT_PASSWORD']],
  ['mariadb:11', [
    'MARIADB_ROOT_PASSWORD', 'MARIADB_ROOT_PASSWORD_FILE', 'MYSQL_ROOT_PASSWORD', 'MYSQL_ROOT_PASSWORD_FILE',
    'MARIADB_ROOT_PASSWORD_HASH', 'MARIADB_ROOT_PASSWORD_HASH_FILE',
    'MARIADB_ALLOW_EMPTY_ROOT_PASSWORD', 'MYSQL_ALLOW_EMPTY_PASSWORD', 'MARIADB_RANDOM_ROOT_PASSWORD', 'MYSQL_RANDOM_ROOT_PASSWORD',
  ]],
  ['bitnami/postgresql:17', ['POSTGRESQL_PASSWORD', 'POSTGRESQL_PASSWORD_FILE', 'POSTGRES_PASSWORD', 'ALLOW_EMPTY_PASSWORD=yes', 'ALLOW_EMPTY_PASSWORD=1']],
  ['bitnamilegacy/redis:7', ['REDIS_PASSWORD', 'REDIS_PASSWORD_FILE', 'ALLOW_EMPTY_PASSWORD=true']],
])('%s', (image, settings) => {
  test('does not start by itself', () => {
    expect(said({ image })).toContain(SETTING_MISSING);
  });

  test.each(settings)('starts with %s', setting => {
    expect(said({ image, env: [variable(setting)] })).not.toContain(SETTING_MISSING);
  });
});

/* Source: VOLUME and WORKDIR of each Dockerfile, and the configuration that the image carries. */
test.each([
  ['postgres:17', '/var/lib/postgresql/data'], ['postgres:18', '/var/lib/postgresql'], ['mysql:9', '/var/lib/mysql'], ['mariadb:11', '/var/lib/mysql'], ['mongo:8', '/data/db'],
  ['redis:8', '/data'], ['valkey/valkey:8', '/data'], ['cassandra:5', '/var/lib/cassandra'], ['rabbitmq:4', '/var/lib/rabbitmq'], ['neo4j:5', '/data'],
  ['influxdb:1.8', '/var/lib/influxdb'], ['influxdb:2.7', '/var/lib/influxdb2'], ['clickhouse:25', '/var/lib/clickhouse'], ['elasticsearch:8', '/usr/share/elasticsearch/data'],
  ['opensearchproject/opensearch:3', '/usr/share/opensearch/data'], ['qdrant/qdrant:v1.15.0', '/qdrant/storage'], ['milvusdb/milvus:v2.6.0', '/var/lib/milvus'],
  ['ollama/ollama:0.12', '/root/.ollama'], ['grafana/grafana:12', '/var/lib/grafana'], ['prom/prometheus:v3', '/prometheus'],
  ['bitnami/postgresql:17', '/bitnami/postgresql'], ['bitnami/redis:7', '/bitnami/redis/data'],
])('%s keeps its data with a claim at %s, and beside it without', (image, folder) => {
  expect(said({ image }, folder)).not.toContain(DATA_OUTSIDE);
  expect(said({ image }, '/somewhere/else')).toContain(DATA_OUTSIDE);
});

/* Source: CMD of each Dockerfile. */
describe.each([
  ['bash', [
    'pytorch/pytorch:2.9', 'nvcr.io/nvidia/pytorch:25.09-py3', 'rayproject/ray:2.51', 'rayproject/ray-ml:2.9', 'rayproject/ray-llm:2.51', 'nvcr.io/nvidia/tritonserver:25.09-py3',
    'lmsysorg/sglang:v0.5', 'rocm/vllm:latest', 'rocm/pytorch:latest', 'nvidia/cuda:13.0.0-base', 'nvcr.io/nvidia/nemo:25.09', 'nvcr.io/nvidia/jax:25.08',
    'nvcr.io/nvidia/tensorflow:24.12', 'tensorflow/tensorflow:2.20', 'ubuntu:24.04', 'debian:13', 'fedora:43', 'rockylinux:9', 'almalinux:10', 'amazonlinux:2023',
  ]],
  ['sh', ['alpine:3.22', 'busybox:1.37']],
  ['python3', ['python:3.14']],
  ['node', ['node:24']],
])('%s', (starts, images) => {
  test.each(images)('is all that %s starts', image => {
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec: { containers: [{ name: 'main', image }] } };
    const [finding] = findingsAbout([new Manifest(pod)], { isWhole: true }).filter(({ id }) => id === STARTS_NOTHING);
    expect(finding.message).toContain(`: starts ${starts}, which ends at once`);
  });
});

test('a notebook server of TensorFlow starts something', () => {
  expect(said({ image: 'tensorflow/tensorflow:2.20-jupyter' })).toEqual([]);
});
