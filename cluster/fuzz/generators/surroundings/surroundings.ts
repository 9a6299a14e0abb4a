import * as fc from 'fast-check';
import { packing } from './bin-packing-scheduler';
import { chaos } from './chaos-experiment';
import { snapshot } from './claim-group-snapshot';
import { monitor } from './engine-monitor';
import { fabricNetworks } from './fabric-networks';
import { flagger } from './flagger-canary';
import { gang } from './gang-scheduling';
import { gpuMonitor } from './gpu-monitor';
import { indexCanary } from './index-canary';
import { inferencePool } from './inference-pool';
import { nodePool } from './karpenter-node-pool';
import { variants } from './model-variants';
import { migration } from './ordinal-migration';
import { queue } from './queued-workload';
import { team } from './team-queue';
import { alerts } from './workload-alerts';
import { autoscaler } from './workload-autoscaler';
import { backup } from './workload-backup';
import { dashboard } from './workload-dashboard';
import { workloadExport } from './workload-export';
import { networkPolicy } from './workload-network-policy';
import { route } from './workload-route';
import { deployment, named } from './workloads';
import { Statement, path } from '../../expression';
import { Expressions, Setting, calls } from '../combinators';
import { inOrder } from '../pod-methods';

/** What is put around the pattern of a program, or around the workload of somebody else: any of them, or the one that is named. */
export function surroundings(setting: Setting, constant: string, type?: string): fc.Arbitrary<Statement[]> {
  const makers = type === undefined ? Object.values(SURROUNDINGS) : [SURROUNDINGS[type]];
  const around = (workload: Expressions) => fc.oneof(...makers.map(make => make(setting, workload, constant)));
  return fc.oneof(
    { weight: 3, arbitrary: around(fc.constant(path(constant))) },
    { weight: 1, arbitrary: around(calls('Workload.named', named(setting))) },
    { weight: 1, arbitrary: inOrder(deployment(`${constant}Other`), around(calls('Workload.of', fc.constant(path(`${constant}Other`))))) });
}

/** Generators by the class that they make: of a folder of src/surroundings each. Programs get each as often as the others. */
export const SURROUNDINGS: { readonly [type: string]: (setting: Setting, workload: Expressions, constant: string) => fc.Arbitrary<Statement[]> } = {
  BinPackingScheduler: packing,
  ClaimGroupSnapshot: snapshot,
  EngineMonitor: monitor,
  ChaosExperiment: chaos,
  FabricNetworks: fabricNetworks,
  FlaggerCanary: flagger,
  GangScheduling: gang,
  GpuMonitor: gpuMonitor,
  IndexCanary: indexCanary,
  InferencePool: inferencePool,
  KarpenterNodePool: nodePool,
  ModelVariants: variants,
  OrdinalMigration: migration,
  QueuedWorkload: queue,
  TeamQueue: team,
  WorkloadAlerts: alerts,
  WorkloadAutoscaler: autoscaler,
  WorkloadBackup: backup,
  WorkloadDashboard: dashboard,
  WorkloadExport: workloadExport,
  WorkloadNetworkPolicy: networkPolicy,
  WorkloadRoute: route,
};
