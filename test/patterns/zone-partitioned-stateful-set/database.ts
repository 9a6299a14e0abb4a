import { App, Chart, Testing } from 'cdk8s';
import { ZonePartitionedStatefulSetProps } from '../../../src/patterns/zone-partitioned-stateful-set/props';
import { ZonePartition } from '../../../src/patterns/zone-partitioned-stateful-set/zone-partition';
import { ZonePartitionedStatefulSet } from '../../../src/patterns/zone-partitioned-stateful-set/zone-partitioned-stateful-set';
import { Target, TargetProps } from '../../../src/target-cluster/target';

/** A manifest, as loosely as tests read it. */
export type Manifest = any;

export const THREE_ZONES: ZonePartition[] = ['eu-1a', 'eu-1b', 'eu-1c'].map(zone => ({ zone, replicas: 3 }));

export function propsOf(props: Partial<ZonePartitionedStatefulSetProps> = {}): ZonePartitionedStatefulSetProps {
  return { zones: THREE_ZONES, container: { image: 'registry.example/db:17', portNumber: 5432 }, ...props };
}

/** A database in a chart of its own. */
export function database(props: Partial<ZonePartitionedStatefulSetProps> = {}, target?: TargetProps, id: string = 'Db') {
  const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
  if (target) {
    Target.define(chart, target);
  }
  const db = new ZonePartitionedStatefulSet(chart, id, propsOf(props));
  const synth = () => Testing.synth(chart) as Manifest[];
  return { chart, db, synth, object: (kind: string, name: string) => find(synth(), kind, name) };
}

export function find(manifests: Manifest[], kind: string, name: string): Manifest {
  return manifests.find(each => each.kind === kind && each.metadata.name === name);
}

export function ofKind(manifests: Manifest[], kind: string): Manifest[] {
  return manifests.filter(each => each.kind === kind);
}
