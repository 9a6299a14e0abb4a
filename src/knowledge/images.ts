import { RAY_IMAGES } from './engines/ray';

/*
 * What the entry points of published images need, and where their programs keep what must not be lost. Facts of things that others own, as data.
 *
 * Sources, read 2026-11: docker-library/{postgres,mysql,mongo,redis}, MariaDB/mariadb-docker, and for the rest the Dockerfile and entry point of the
 * project that publishes the image.
 */

/** One of several settings that an entry point is content with. */
export interface ImageSetting {
  readonly variable: string;
  /** Only this value counts; absent: any that is not empty. */
  readonly value?: string;
  /** Whether `1`, `yes` and `true` are one, in any case. */
  readonly isSwitch?: boolean;
  /** Whether `<variable>_FILE`, with the path of a file, does as well. */
  readonly orFile?: boolean;
}

/** What a program does not start without. */
export interface ImageNeed {
  /** Any of these. */
  readonly anyOf: readonly ImageSetting[];
  /** Versions that surely ask for it, by major; absent: all. */
  readonly since?: number;
  /** Only a data folder without a database asks. */
  readonly onlyWhenEmpty: boolean;
  /** What is said on the container's log. */
  readonly says: string;
}

/** Where a program keeps its data. */
export interface DataFolder {
  /** Majors that this is true of; absent: no bound. */
  readonly since?: number;
  readonly until?: number;
  /** `<major>` stands for the major version. */
  readonly path: string;
  /** VOLUMEs of the image: without a mount on exactly this path the runtime puts an empty volume there, which goes with the container. */
  readonly volumes: readonly string[];
  /** A mount here keeps the program from starting. */
  readonly refusedMount?: string;
}

/** One published image, or several that are built on it. */
export interface ImageFact {
  /** Repositories: a bare name is one of Docker's official images, with a folder it is found under any registry. */
  readonly repositories: readonly string[];
  readonly title: string;
  /** What the entry point starts when the arguments are flags or begin with this; other arguments start something else. */
  readonly program?: string;
  readonly needs: readonly ImageNeed[];
  readonly data: readonly DataFolder[];
  /** Variable that moves the data folder. */
  readonly dataVariable?: string;
  /** Others that may move it, or a part of it, or name a file that does. */
  readonly otherVariables?: readonly string[];
  /** Arguments that may move it, or name a file that does. */
  readonly dataArguments?: RegExp;
  /** Whether the program takes a folder only that is empty when it makes its database: a fresh ext4 volume holds lost+found. */
  readonly wantsEmptyFolder?: boolean;
  readonly source: string;
}

const CONFIGURED = /^(--?(config|conf|defaults-file|defaults-extra-file|f)\b|.*\.(conf|cnf|ya?ml)$)/;

/** Images whose program keeps data or insists on settings. */
export const IMAGES: readonly ImageFact[] = [
  {
    repositories: ['postgres', 'pgvector/pgvector', 'postgis/postgis', 'timescale/timescaledb'],
    title: 'PostgreSQL',
    program: 'postgres',
    needs: [{
      anyOf: [{ variable: 'POSTGRES_PASSWORD', orFile: true }, { variable: 'POSTGRES_HOST_AUTH_METHOD', value: 'trust' }],
      // Releases of 2020-02 began to; 12.1 and those before it do not.
      since: 13,
      onlyWhenEmpty: true,
      says: 'Database is uninitialized and superuser password is not specified',
    }],
    data: [
      { until: 17, path: '/var/lib/postgresql/data', volumes: ['/var/lib/postgresql/data'] },
      { since: 18, path: '/var/lib/postgresql/<major>/docker', volumes: ['/var/lib/postgresql'], refusedMount: '/var/lib/postgresql/data' },
    ],
    dataVariable: 'PGDATA',
    dataArguments: /^(-D|-c$|--?data[-_]directory|--?config[-_]file|.*(data_directory|config_file)\s*=)/,
    wantsEmptyFolder: true,
    source: 'docker-library/postgres docker-entrypoint.sh (docker_verify_minimum_env, docker_error_old_databases), Dockerfile of 17 and 18; docker-library/postgres#1259',
  },
  {
    repositories: ['mysql'],
    title: 'MySQL',
    program: 'mysqld',
    needs: [{
      anyOf: [{ variable: 'MYSQL_ROOT_PASSWORD', orFile: true }, { variable: 'MYSQL_ALLOW_EMPTY_PASSWORD' }, { variable: 'MYSQL_RANDOM_ROOT_PASSWORD' }],
      onlyWhenEmpty: true,
      says: 'Database is uninitialized and password option is not specified',
    }],
    data: [{ path: '/var/lib/mysql', volumes: ['/var/lib/mysql'] }],
    dataArguments: /^(--?datadir\b|--?defaults)/,
    source: 'docker-library/mysql docker-entrypoint.sh (docker_verify_minimum_env), Dockerfile',
  },
  {
    repositories: ['mariadb'],
    title: 'MariaDB',
    program: 'mariadbd',
    needs: [{
      anyOf: [
        { variable: 'MARIADB_ROOT_PASSWORD', orFile: true }, { variable: 'MYSQL_ROOT_PASSWORD', orFile: true }, { variable: 'MARIADB_ROOT_PASSWORD_HASH', orFile: true },
        { variable: 'MARIADB_ALLOW_EMPTY_ROOT_PASSWORD' }, { variable: 'MYSQL_ALLOW_EMPTY_PASSWORD' },
        { variable: 'MARIADB_RANDOM_ROOT_PASSWORD' }, { variable: 'MYSQL_RANDOM_ROOT_PASSWORD' },
      ],
      onlyWhenEmpty: true,
      says: 'Database is uninitialized and password option is not specified',
    }],
    data: [{ path: '/var/lib/mysql', volumes: ['/var/lib/mysql'] }],
    dataArguments: /^(--?datadir\b|--?defaults)/,
    source: 'MariaDB/mariadb-docker docker-entrypoint.sh (docker_verify_minimum_env), Dockerfile',
  },
  {
    repositories: ['mongo'],
    title: 'MongoDB',
    program: 'mongod',
    needs: [],
    data: [{ path: '/data/db', volumes: ['/data/db', '/data/configdb'] }],
    dataArguments: /^(--?dbpath\b|--?config\b|-f$)/,
    source: 'docker-library/mongo Dockerfile, docker-entrypoint.sh',
  },
  {
    repositories: ['redis', 'valkey/valkey', 'redis/redis-stack-server'],
    title: 'Redis',
    program: 'redis-server',
    needs: [],
    data: [{ path: '/data', volumes: ['/data'] }],
    dataArguments: /^--?dir\b|\.conf$/,
    source: 'docker-library/redis Dockerfile (WORKDIR and VOLUME /data); valkey-io/valkey-container Dockerfile',
  },
  {
    repositories: ['cassandra'],
    title: 'Cassandra',
    program: 'cassandra',
    needs: [],
    data: [{ path: '/var/lib/cassandra', volumes: ['/var/lib/cassandra'] }],
    source: 'docker-library/cassandra Dockerfile',
  },
  {
    repositories: ['rabbitmq'],
    title: 'RabbitMQ',
    program: 'rabbitmq-server',
    needs: [],
    data: [{ path: '/var/lib/rabbitmq', volumes: ['/var/lib/rabbitmq'] }],
    dataVariable: 'RABBITMQ_MNESIA_BASE',
    source: 'docker-library/rabbitmq Dockerfile',
  },
  {
    repositories: ['neo4j'],
    title: 'Neo4j',
    program: 'neo4j',
    needs: [],
    data: [{ path: '/data', volumes: ['/data', '/logs'] }],
    otherVariables: ['NEO4J_server_directories_data', 'NEO4J_dbms_directories_data', 'NEO4J_CONF'],
    source: 'neo4j/docker-neo4j Dockerfile',
  },
  {
    repositories: ['influxdb'],
    title: 'InfluxDB',
    needs: [],
    data: [
      { until: 1, path: '/var/lib/influxdb', volumes: ['/var/lib/influxdb'] },
      { since: 2, until: 2, path: '/var/lib/influxdb2', volumes: ['/var/lib/influxdb2', '/etc/influxdb2'] },
    ],
    otherVariables: ['INFLUXDB_DATA_DIR', 'INFLUXDB_CONFIG_PATH', 'INFLUXD_BOLT_PATH', 'INFLUXD_ENGINE_PATH', 'INFLUXD_CONFIG_PATH'],
    dataArguments: CONFIGURED,
    source: 'influxdata/influxdata-docker Dockerfile of 1.8 and 2.7',
  },
  {
    repositories: ['clickhouse', 'clickhouse/clickhouse-server'],
    title: 'ClickHouse',
    needs: [],
    data: [{ path: '/var/lib/clickhouse', volumes: ['/var/lib/clickhouse'] }],
    dataArguments: CONFIGURED,
    source: 'ClickHouse/ClickHouse docker/server/Dockerfile.ubuntu',
  },
  {
    repositories: ['elasticsearch/elasticsearch', 'elasticsearch'],
    title: 'Elasticsearch',
    needs: [],
    data: [{ path: '/usr/share/elasticsearch/data', volumes: [] }],
    dataVariable: 'path.data',
    dataArguments: /path\.data/,
    source: 'elastic/elasticsearch distribution/docker; elastic.co guide: install Elasticsearch with Docker',
  },
  {
    repositories: ['opensearchproject/opensearch'],
    title: 'OpenSearch',
    needs: [],
    data: [{ path: '/usr/share/opensearch/data', volumes: [] }],
    dataVariable: 'path.data',
    dataArguments: /path\.data/,
    source: 'opensearch-project/opensearch-build docker/release',
  },
  {
    repositories: ['qdrant/qdrant'],
    title: 'Qdrant',
    needs: [],
    data: [{ path: '/qdrant/storage', volumes: [] }],
    dataVariable: 'QDRANT__STORAGE__STORAGE_PATH',
    dataArguments: CONFIGURED,
    source: 'qdrant/qdrant Dockerfile (WORKDIR /qdrant), config/config.yaml (storage_path: ./storage)',
  },
  {
    repositories: ['milvusdb/milvus'],
    title: 'Milvus',
    needs: [],
    data: [{ path: '/var/lib/milvus', volumes: [] }],
    source: 'milvus-io/milvus configs/milvus.yaml, scripts/standalone_embed.sh',
  },
  {
    repositories: ['ollama/ollama'],
    title: 'Ollama',
    program: 'serve',
    needs: [],
    data: [{ path: '/root/.ollama', volumes: [] }],
    dataVariable: 'OLLAMA_MODELS',
    otherVariables: ['HOME'],
    source: 'ollama/ollama Dockerfile, docs/docker.md',
  },
  {
    repositories: ['grafana/grafana', 'grafana/grafana-oss', 'grafana/grafana-enterprise'],
    title: 'Grafana',
    needs: [],
    data: [{ path: '/var/lib/grafana', volumes: [] }],
    dataVariable: 'GF_PATHS_DATA',
    dataArguments: CONFIGURED,
    source: 'grafana/grafana Dockerfile (GF_PATHS_DATA)',
  },
  {
    repositories: ['prom/prometheus', 'prometheus/prometheus'],
    title: 'Prometheus',
    needs: [],
    data: [{ path: '/prometheus', volumes: ['/prometheus'] }],
    dataArguments: /^--storage\.(tsdb|agent)\.path/,
    source: 'prometheus/prometheus Dockerfile (WORKDIR and VOLUME /prometheus)',
  },
  {
    repositories: ['bitnami/postgresql', 'bitnamilegacy/postgresql'],
    title: 'PostgreSQL of Bitnami',
    needs: [{
      anyOf: [{ variable: 'POSTGRESQL_PASSWORD', orFile: true }, { variable: 'POSTGRES_PASSWORD', orFile: true }, { variable: 'ALLOW_EMPTY_PASSWORD', value: 'yes', isSwitch: true }],
      onlyWhenEmpty: false,
      says: 'The POSTGRESQL_PASSWORD environment variable is empty or not set',
    }],
    data: [{ path: '/bitnami/postgresql/data', volumes: ['/bitnami/postgresql'] }],
    dataVariable: 'POSTGRESQL_DATA_DIR',
    otherVariables: ['PGDATA', 'POSTGRESQL_VOLUME_DIR'],
    source: 'bitnami/containers bitnami/postgresql: libpostgresql.sh (postgresql_validate), postgresql-env.sh; is_boolean_yes of prebuildfs libvalidations.sh',
  },
  {
    repositories: ['bitnami/redis', 'bitnamilegacy/redis'],
    title: 'Redis of Bitnami',
    needs: [{
      anyOf: [{ variable: 'REDIS_PASSWORD', orFile: true }, { variable: 'ALLOW_EMPTY_PASSWORD', value: 'yes', isSwitch: true }],
      onlyWhenEmpty: false,
      says: 'The REDIS_PASSWORD environment variable is empty or not set',
    }],
    data: [{ path: '/bitnami/redis/data', volumes: ['/bitnami/redis/data'] }],
    dataVariable: 'REDIS_DATA_DIR',
    otherVariables: ['REDIS_VOLUME_DIR'],
    source: 'bitnami/containers bitnami/redis: libredis.sh (redis_validate), redis-env.sh; is_boolean_yes of prebuildfs libvalidations.sh',
  },
];

/** Images that start a shell, which ends at once where nobody types: they are made to be given a command. */
export interface ShellImage {
  readonly repositories: readonly string[];
  readonly starts: string;
  /** What one gives it. */
  readonly example: string;
  /** Tags that start something else. */
  readonly otherTags?: RegExp;
}

/** Source: CMD of each Dockerfile; nvcr.io images: nvidia_entrypoint.sh execs its arguments, else a shell. */
export const SHELL_IMAGES: readonly ShellImage[] = [
  { repositories: ['pytorch/pytorch', 'nvidia/pytorch'], starts: 'bash', example: 'torchrun … train.py' },
  { repositories: RAY_IMAGES.repositories, starts: 'bash', example: 'ray start --head --block' },
  { repositories: ['nvidia/tritonserver'], starts: 'bash', example: 'tritonserver --model-repository=…' },
  { repositories: ['lmsysorg/sglang'], starts: 'bash', example: 'python3 -m sglang.launch_server --model-path …' },
  { repositories: ['rocm/vllm', 'rocm/pytorch'], starts: 'bash', example: 'vllm serve …' },
  { repositories: ['nvidia/cuda', 'nvidia/nemo', 'nvidia/jax', 'nvidia/tensorflow'], starts: 'bash', example: 'the program to run' },
  { repositories: ['tensorflow/tensorflow'], starts: 'bash', example: 'python train.py', otherTags: /jupyter/ },
  { repositories: ['ubuntu', 'debian', 'fedora', 'rockylinux', 'almalinux', 'amazonlinux'], starts: 'bash', example: 'the program to run' },
  { repositories: ['alpine', 'busybox'], starts: 'sh', example: 'the program to run' },
  { repositories: ['python'], starts: 'python3', example: 'python -m …' },
  { repositories: ['node'], starts: 'node', example: 'node server.js' },
];
