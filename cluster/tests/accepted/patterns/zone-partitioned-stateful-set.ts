import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { DEVICES, POD } from './choices';
import { Table } from './table';
import {
  ClaimPolicy, DisruptionBudget, Locality, Memory, Rollout, ZonePartitionedStatefulSet, ZonePartitionedStatefulSetProps, ZoneStorage,
} from '../../../../src';

const SQL = 5432;
const previous = { image: 'postgres:16', variables: { WAL: 'replica' } };
const data = { name: 'data', size: '0.5Ti', mountPath: '/var/lib/postgresql' };
const zones = ['eu-1a', 'eu-1b', 'eu-1c'].map(zone => ({ zone, replicas: 2 }));

/** Properties, and a Service for clients beside them. */
type Props = ZonePartitionedStatefulSetProps & { readonly clients?: Locality | 'anywhere' };

export const ZONE_PARTITIONED_STATEFUL_SET: Table<Props> = {
  pattern: 'ZonePartitionedStatefulSet',
  create: (chart, { clients, ...props }) => {
    const container = { image: 'postgres:17', portNumber: SQL, memory: Memory.of('24Gi'), envVariables: { WAL: kplus.EnvValue.fromValue('logical') } };
    const database = new ZonePartitionedStatefulSet(chart, 'Db', { ...props, container });
    database.addOrdinalService(database.zone('eu-1b').pods[0].ordinal, [{ port: SQL }], 'db-backup');
    if (clients) {
      database.addClientService({ ports: [{ port: SQL }], prefer: clients === 'anywhere' ? undefined : clients });
    }
  },
  factors: {
    zones: {
      three: { props: { zones } },
      ranges: { props: { zones: [{ zone: 'eu-1a', replicas: 0, firstOrdinal: 10, lastOrdinal: 19 }, { zone: 'eu-1b', replicas: 3, firstOrdinal: 20, lastOrdinal: 29, nameSuffix: 'two' }] } },
      oneBased: { props: { zones, stride: 20, oneBased: true, reserved: [{ first: 90, last: 99, purpose: 'restore' }] } },
    },
    storage: {
      none: { props: {} },
      claim: { props: { claims: [data] } },
      deleted: { props: { claims: [data], claimRetention: { whenDeleted: ClaimPolicy.DELETE, whenScaled: ClaimPolicy.DELETE } } },
      perZone: {
        props: {
          claims: [{ ...data, accessMode: kplus.PersistentVolumeAccessMode.READ_WRITE_ONCE_POD }],
          storage: ZoneStorage.perZoneClass({ driver: 'ebs.csi.aws.com', topologyKey: 'topology.kubernetes.io/zone', parameters: { type: 'gp3' }, allowVolumeExpansion: true }),
        },
      },
    },
    clients: {
      none: { props: {} },
      anywhere: { props: { clients: 'anywhere' } },
      sameZone: { props: { clients: Locality.SAME_ZONE } },
      sameNode: { props: { clients: Locality.SAME_NODE }, since: '1.34' },
    },
    rollout: {
      allAtOnce: { props: {} },
      staged: { props: { rollout: Rollout.staged({ stage: 1, previous }) } },
      canary: { props: { rollout: Rollout.canary({ parts: ['eu-1b'], previous }) } },
      onDelete: { props: { rollout: Rollout.onDelete() } },
    },
    policy: {
      own: { props: {} },
      ordered: { props: { podManagementPolicy: kplus.PodManagementPolicy.ORDERED_READY, minReady: Duration.seconds(30) } },
      parallel: { props: { podManagementPolicy: kplus.PodManagementPolicy.PARALLEL, minReady: Duration.seconds(0) } },
    },
    budget: {
      own: { props: {} },
      perZone: { props: { disruptionBudget: DisruptionBudget.perZone(1) } },
      none: { props: { disruptionBudget: DisruptionBudget.none() } },
    },
    ports: { own: { props: {} }, named: { props: { ports: [{ name: 'sql', port: SQL }, { name: 'admin', port: 8080, targetPort: SQL, protocol: kplus.Protocol.TCP }] } } },
    devices: { none: { props: {} }, ...DEVICES },
    pod: POD,
  },
  conflicts: [],
};
