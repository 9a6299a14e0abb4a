import { Chart } from 'cdk8s';
import { DISAGGREGATED_INFERENCE } from './disaggregated-inference';
import { GPU_INFERENCE_DEPLOYMENT } from './gpu-inference-deployment';
import { INDEXED_TRAINING_JOB } from './indexed-training-job';
import { LEADER_WORKER_GROUP } from './leader-worker-group';
import { LOCALITY_SERVICE } from './locality-service';
import { PARAMETER_SERVER } from './parameter-server';
import { RAY_CLUSTER } from './ray-cluster';
import { SPOT_INFERENCE } from './spot-inference';
import { SWEEP } from './sweep';
import { merged, Table } from './table';
import { ZONAL_DEPLOYMENTS } from './zonal-deployments';
import { ZONE_PARTITIONED_STATEFUL_SET } from './zone-partitioned-stateful-set';
import { KubernetesVersion, Target } from '../../../../src';
import { Minor } from '../../../harness/api-server';
import { synthesise } from '../../../harness/cluster';
import { Manifest } from '../../../harness/manifest';
import { pairwise, Row } from '../pairwise';

/** The patterns with the choices of their props; of LocalityService also the pods that it makes. */
export const TABLES: readonly Table[] = [
  LEADER_WORKER_GROUP, INDEXED_TRAINING_JOB, ZONE_PARTITIONED_STATEFUL_SET, LOCALITY_SERVICE, ZONAL_DEPLOYMENTS, GPU_INFERENCE_DEPLOYMENT,
  DISAGGREGATED_INFERENCE, PARAMETER_SERVER, RAY_CLUSTER, SPOT_INFERENCE, SWEEP,
];

const ZONES = ['eu-1a', 'eu-1b', 'eu-1c'];
const APIS = ['leaderworkerset.x-k8s.io/v1', 'jobset.x-k8s.io/v1alpha2', 'ray.io/v1', 'monitoring.coreos.com/v1', 'inference.networking.k8s.io/v1', 'disaggregatedset.x-k8s.io/v1'];

/** Rows in which every two choices of a pattern meet that a minor has. */
export function rowsOf({ factors, conflicts }: Table, minor: Minor): Row[] {
  const known = Object.entries(factors).map(([factor, levels]) =>
    [factor, Object.fromEntries(Object.entries(levels).filter(([, { since }]) => !isNewer(since, minor)))]);
  return pairwise(Object.fromEntries(known), conflicts);
}

/** For each choice that a minor does not have a row with it, and the first minor that has it. */
export function refusedRowsOf(table: Table, minor: Minor): { readonly row: Row; readonly since: Minor }[] {
  const newer = Object.entries(table.factors).flatMap(([factor, levels]) =>
    Object.entries(levels).filter(([, { since }]) => isNewer(since, minor)).map(([level, { since }]) => ({ factor, level, since: since! })));
  const [plain] = rowsOf(table, minor);
  return newer.map(({ factor, level, since }) => ({ row: { ...plain, [factor]: level }, since }));
}

function isNewer(since: Minor | undefined, minor: Minor): boolean {
  return since !== undefined && since > minor;
}

/** Objects of one row, written for one minor. */
export function objectsOf({ factors, create }: Table, row: Row, minor: Minor): Manifest[] {
  return synthesise(app => {
    const chart = new Chart(app, 'prod', { namespace: 'ml' });
    Target.define(chart, { kubernetes: minor as KubernetesVersion, zones: ZONES, apis: APIS });
    // In the order of the table: a later choice may say again what an earlier one said.
    create(chart, merged(Object.keys(factors).map(factor => factors[factor][row[factor]])));
  });
}
