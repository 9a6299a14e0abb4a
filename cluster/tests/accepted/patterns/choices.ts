import { Duration } from 'cdk8s';
import { Level } from './table';
import {
  Accelerator, Capacity, DeviceRequest, DeviceSharing, DisruptionBudget, Memory, Placement, SecurityProfile, SharedMemory, TimeSlice,
  WorkloadPodProps,
} from '../../../../src';

/** Choices that more than one pattern has. */
export const DEVICES: Readonly<Record<string, Level<Pick<WorkloadPodProps, 'accelerator' | 'sharedMemory'>>>> = {
  plugin: { props: { accelerator: Accelerator.nvidia(8, { product: 'NVIDIA-H100-80GB-HBM3' }) } },
  mig: { props: { accelerator: Accelerator.nvidiaMig('1g.10gb+me', 8), sharedMemory: SharedMemory.of('2Gi') } },
  claim: { props: { accelerator: Accelerator.claim(DeviceRequest.nvidia({ product: 'H100', memoryAtLeast: '80G' }), { count: 8, taintKey: 'nvidia.com/gpu' }) }, since: '1.34' },
  alternatives: {
    props: {
      accelerator: Accelerator.claim(DeviceRequest.firstAvailable([
        DeviceRequest.nvidia({ name: 'large', product: 'H200', count: 8 }),
        DeviceRequest.nvidia({ name: 'small', product: 'H100', count: 8, driverVersionAtLeast: '570' }),
      ])),
    },
    since: '1.34',
  },
  shared: { props: { accelerator: Accelerator.claim(DeviceRequest.nvidia({ count: 8, sharing: DeviceSharing.timeSlicing(TimeSlice.SHORT) })) }, since: '1.34' },
};

export const CAPACITY = {
  onDemand: { props: {} },
  karpenter: { props: { capacity: Capacity.spotKarpenter() } },
  spot: { props: { capacity: Capacity.spot({ nodeLabels: { lifecycle: 'spot' }, tolerations: [{ key: 'lifecycle', value: 'spot' }], notice: Duration.seconds(120) }) } },
  preferred: { props: { capacity: Capacity.preferSpot(Capacity.spotKarpenter()) } },
  keptOff: { props: { capacity: Capacity.notOn(Capacity.spot({ nodeLabels: { lifecycle: 'spot', pool: 'gpu' }, notice: Duration.seconds(120) })) } },
};

export const BUDGET = {
  own: { props: {} },
  two: { props: { disruptionBudget: DisruptionBudget.atMost(2) } },
  none: { props: { disruptionBudget: DisruptionBudget.none() } },
};

export const PLACEMENT = {
  own: { props: {} },
  zone: { props: { placement: Placement.sameZone() } },
  rack: { props: { placement: Placement.sameDomain('example.com/rack') } },
  exclusiveRack: { props: { placement: Placement.exclusiveDomain('example.com/rack') } },
  anywhere: { props: { placement: Placement.anywhere() } },
};

export const POD: Readonly<Record<string, Level<WorkloadPodProps>>> = {
  plain: { props: {} },
  hardened: { props: { security: SecurityProfile.hardened({ user: 1000, group: 1000 }), hostUsers: false, automountServiceAccountToken: false } },
  helped: {
    props: {
      sidecars: [{ name: 'log-shipper', image: 'registry.example/logs:1', cpu: '500m', memory: Memory.of('1024Mi'), stopTime: Duration.seconds(5) }],
      priorityClassName: 'serving',
      runtimeClassName: 'nvidia',
      schedulerName: 'bin-packing',
      imagePullSecretNames: ['pull'],
      registryMirror: 'mirror.example',
    },
  },
  tolerant: {
    props: {
      nodeLabels: { pool: 'gpu' },
      tolerations: [{ key: 'reserved', value: 'training', effect: 'NoSchedule' }],
      deadNodeTolerance: Duration.seconds(30),
      podMetadata: { labels: { team: 'search' }, annotations: { 'example.com/owner': 'search' } },
    },
  },
};
