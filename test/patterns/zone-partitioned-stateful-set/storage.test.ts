import { App, Chart, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { database, find, ofKind, propsOf } from './database';
import { ZonePartitionedStatefulSet } from '../../../src/patterns/zone-partitioned-stateful-set/zone-partitioned-stateful-set';
import { ZoneStorage } from '../../../src/patterns/zone-partitioned-stateful-set/zone-storage';

const NAME = 'cdk8s-ai-workloads/name';
const ZONE = 'cdk8s-ai-workloads/zone';
const data = { name: 'data', size: '10Gi', mountPath: '/data' };

describe('a class for each zone', () => {
  const storage = ZoneStorage.perZoneClass({ driver: 'pd.csi.storage.gke.io', topologyKey: 'topology.gke.io/zone', parameters: { type: 'hyperdisk-balanced' } });

  test('makes volumes in its zone, late, and belongs to no namespace', () => {
    const { object } = database({ claims: [data], storage });
    expect(object('StorageClass', 'db-eu-1b')).toEqual({
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: { name: 'db-eu-1b', labels: { 'app.kubernetes.io/name': 'db', [NAME]: 'db', [ZONE]: 'eu-1b' } },
      provisioner: 'pd.csi.storage.gke.io',
      parameters: { type: 'hyperdisk-balanced' },
      reclaimPolicy: 'Retain',
      volumeBindingMode: 'WaitForFirstConsumer',
      allowedTopologies: [{ matchLabelExpressions: [{ key: 'topology.gke.io/zone', values: ['eu-1b'] }] }],
    });
  });

  test('is what every claim of the zone asks for', () => {
    const { object } = database({ claims: [data, { ...data, name: 'wal', mountPath: '/wal' }], storage });
    expect(object('StatefulSet', 'db-eu-1c').spec.volumeClaimTemplates.map((each: any) => each.spec.storageClassName)).toEqual(['db-eu-1c', 'db-eu-1c']);
  });

  test('takes another prefix, reclaim policy and growth', () => {
    const { object } = database({
      claims: [data],
      storage: ZoneStorage.perZoneClass({
        driver: 'ebs.csi.aws.com',
        topologyKey: 'topology.kubernetes.io/zone',
        classPrefix: 'ml-db',
        reclaimPolicy: kplus.PersistentVolumeReclaimPolicy.DELETE,
        allowVolumeExpansion: true,
      }),
    });
    expect(object('StorageClass', 'ml-db-eu-1a')).toMatchObject({ reclaimPolicy: 'Delete', allowVolumeExpansion: true });
    expect(object('StatefulSet', 'db-eu-1a').spec.volumeClaimTemplates[0].spec.storageClassName).toBe('ml-db-eu-1a');
  });

  test('is not made for existing classes', () => {
    const { synth } = database({ claims: [{ ...data, storageClassName: 'ssd' }], storage: ZoneStorage.existingClass() });
    expect(ofKind(synth(), 'StorageClass')).toEqual([]);
    expect(find(synth(), 'StatefulSet', 'db-eu-1a').spec.volumeClaimTemplates[0].spec.storageClassName).toBe('ssd');
  });

  test('stands in a chart without a namespace as well', () => {
    const chart = new Chart(new App(), 'test');
    new ZonePartitionedStatefulSet(chart, 'Db', propsOf({ claims: [data], storage }));
    expect(find(Testing.synth(chart), 'StorageClass', 'db-eu-1a').metadata.namespace).toBeUndefined();
  });
});
