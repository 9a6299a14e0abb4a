import { Duration } from 'cdk8s';
import { CAPACITY } from './choices';
import { against, Table } from './table';
import {
  Accelerator, DeviceRequest, Memory, RayBackend, RayCluster, RayClusterProps, RayJobSubmission, RayRecovery, RayServiceUpgrade, SecretKey,
  SecurityProfile, SharedMemory,
} from '../../../../src';

const container = { image: 'rayproject/ray:2.53.0-py312', cpu: '8000m', memory: Memory.of('65536Mi') };
const serveConfig = 'applications:\n  - name: llm\n    import_path: app:llm\n';
const redis = (credentials: object) => RayRecovery.redis('rediss://redis.databases:6379', credentials);

export const RAY_CLUSTER: Table<RayClusterProps> = {
  pattern: 'RayCluster',
  create: (chart, props) => new RayCluster(chart, 'Lab', props),
  factors: {
    backend: {
      own: { props: { container } },
      rayCluster: { props: { container, backend: RayBackend.rayCluster() } },
      rayJob: { props: { container, backend: RayBackend.rayJob({ entrypoint: 'python tune.py' }) } },
      rayJobWhole: {
        props: {
          container,
          backend: RayBackend.rayJob({
            entrypoint: 'python tune.py', runId: 'b', retries: 2, deadline: Duration.hours(6), keepCluster: Duration.minutes(5), runtimeEnvironment: 'pip: [torch]\n', submission: RayJobSubmission.SIDECAR,
          }),
        },
      },
      rayService: { props: { container, backend: RayBackend.rayService({ serveConfig }) } },
      rayServiceKept: { props: { container, backend: RayBackend.rayService({ serveConfig, upgrade: RayServiceUpgrade.NONE }) } },
    },
    workers: {
      one: { props: { workers: [{ replicas: 3 }] } },
      groups: { props: { workers: [{ name: 'cpu', replicas: 0, objectStoreMemory: '4Gi' }, { name: 'gpu', replicas: 2, accelerator: Accelerator.nvidia(8), priorityClassName: 'low' }] } },
      ranges: {
        props: {
          workers: [{ name: 'cpu', replicas: 2, firstOrdinal: 10, lastOrdinal: 109 }, { name: 'gpu', replicas: 1, firstOrdinal: 200 }],
          reserved: [{ first: 900, last: 909, purpose: 'restore' }],
        },
      },
      autoscaled: { props: { workers: [{ replicas: 1, maxReplicas: 4 }] } },
      claimed: { props: { workers: [{ replicas: 2, accelerator: Accelerator.claim(DeviceRequest.nvidia({ product: 'H100' }), { count: 8 }) }] }, since: '1.34' },
      other: { props: { workers: [{ replicas: 1, accelerator: Accelerator.gaudi(8) }] } },
    },
    head: {
      own: { props: {} },
      said: { props: { head: { runsTasks: true, nodeLabels: { pool: 'head' }, container: { memory: Memory.of('48Gi') } } } },
      devices: { props: { head: { accelerator: Accelerator.nvidia(1) } } },
    },
    recovery: {
      empty: { props: {} },
      redis: { props: { recovery: redis({}) } },
      credentials: { props: { recovery: redis({ password: SecretKey.fromName('redis', 'password'), username: SecretKey.fromName('redis', 'user') }) } },
    },
    serving: { none: { props: {} }, port: { props: { servingPort: 8000 } } },
    sharing: { own: { props: {} }, given: { props: { sharedMemory: SharedMemory.of('40Gi') } }, isolated: { props: { isolate: true } } },
    capacity: CAPACITY,
    pod: {
      plain: { props: {} },
      hardened: { props: { security: SecurityProfile.hardened({ user: 1000, group: 100 }) } },
      helped: { props: { sidecars: [{ name: 'logs', image: 'registry.example/logs:1' }], schedulerName: 'bin-packing', registryMirror: 'mirror.example' } },
    },
  },
  conflicts: [
    ...against('workers=autoscaled', 'backend', ['own']),
    ...against('workers=ranges', 'backend', ['rayCluster', 'rayJob', 'rayJobWhole', 'rayService', 'rayServiceKept']),
    ...against('workers=autoscaled', 'sharing', ['isolated']),
    ...against('serving=port', 'backend', ['rayJob', 'rayJobWhole']),
    ...against('sharing=isolated', 'backend', ['rayJob', 'rayJobWhole', 'rayService', 'rayServiceKept']),
    ...against('sharing=isolated', 'recovery', ['redis', 'credentials']),
  ],
};
