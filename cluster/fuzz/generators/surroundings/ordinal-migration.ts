import * as fc from 'fast-check';
import { MigrationClusters, OrdinalMigrationProps } from '../../../../src';
import { Expression, Statement, construct, list, literal, object, path } from '../../expression';
import { Expressions, Setting, calls, oneOf, rarely, sometimes, struct } from '../combinators';
import { counts } from '../numbers';
import { fresh } from '../references';
import { formed } from '../texts';

/** A store of its own, in another namespace than the chart: patterns of a program have most often no set that may move. */
export function migration(setting: Setting, _: Expressions, constant: string): fc.Arbitrary<Statement[]> {
  const name = `moved-${constant}`;
  return fc.tuple(fresh, fresh, struct<OrdinalMigrationProps>({
    workload: fc.constant(path(`${constant}Moved`)),
    set: sometimes(fc.constant(literal(`${name}-eu-1a`))),
    firstMoved: counts(setting, 0, 2),
    stage: counts(setting, 0, 5),
    atOnce: sometimes(counts(setting, 1, 2)),
    volumes: movedVolumes([0, 1, 2].map(ordinal => `data-${name}-eu-1a-${ordinal}`)),
    clusters: rarely(struct<MigrationClusters>({ source: formed(setting, fc.constantFrom('blue')), target: formed(setting, fc.constantFrom('green')) })),
  })).map(([store, id, props]) => [
    { name: `${constant}Moved`, value: construct('ZonePartitionedStatefulSet', path('chart'), store, movedStore(name)) },
    { value: construct('OrdinalMigration', path('chart'), id, props) },
  ]);
}

const ELSEWHERE = 'elsewhere';

function movedStore(name: string): Expression {
  return object({
    name: literal(name),
    metadata: object({ namespace: literal(ELSEWHERE) }),
    zones: list([object({ zone: literal('eu-1a'), replicas: literal(3) })]),
    container: object({ image: literal('registry.example/store:1'), portNumber: literal(5432) }),
    claims: list([object({ name: literal('data'), size: literal('1Gi'), mountPath: literal('/data') })]),
  });
}

function movedVolumes(claims: readonly string[]): Expressions {
  return oneOf(
    calls('MovedVolumes.named', fc.constant(object(Object.fromEntries(claims.map(claim => [claim, literal(`of-${claim}`)]))))),
    calls('MovedVolumes.fromManifests', fc.constant(list(claims.map(boundVolume)))));
}

function boundVolume(claim: string): Expression {
  return object({
    kind: literal('PersistentVolume'),
    metadata: object({ name: literal(`of-${claim}`) }),
    spec: object({
      capacity: object({ storage: literal('1Gi') }),
      accessModes: list([literal('ReadWriteOnce')]),
      persistentVolumeReclaimPolicy: literal('Delete'),
      csi: object({ driver: literal('disk.example'), volumeHandle: literal(claim) }),
      claimRef: object({ namespace: literal(ELSEWHERE), name: literal(claim) }),
    }),
  });
}
