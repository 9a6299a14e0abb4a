import { Duration } from 'cdk8s';
import { CAPACITY, DEVICES, POD } from './choices';
import { against, Table } from './table';
import { Accelerator, Capacity, Memory, ParameterServer, ParameterServerFramework, ParameterServerProps } from '../../../../src';

const container = { image: 'registry.example/rank:1', command: ['python', 'train.py'], cpu: '4000m', memory: Memory.of('65536Mi') };
const tasks = { ps: { replicas: 2 }, worker: { replicas: 3 } };

export const PARAMETER_SERVER: Table<ParameterServerProps> = {
  pattern: 'ParameterServer',
  create: (chart, props) => new ParameterServer(chart, 'Ranker', props),
  factors: {
    framework: {
      own: { props: { container, ...tasks } },
      tensorFlow: { props: { container, ...tasks, framework: ParameterServerFramework.tensorFlow({ port: 3333 }) } },
      dmlc: { props: { container, ...tasks, framework: ParameterServerFramework.dmlc() } },
    },
    coordinator: {
      none: { props: {} },
      chief: { props: { chief: { priorityClassName: 'high', container: { image: 'registry.example/chief:1' } } } },
      scheduler: { props: { scheduler: { container: { memory: Memory.of('32Gi') } } } },
    },
    roles: {
      alike: { props: {} },
      apart: {
        props: {
          ps: { replicas: 1, nodeLabels: { pool: 'memory' }, container: { args: ['--ps'] } },
          worker: { replicas: 4, capacity: Capacity.spotKarpenter(), accelerator: Accelerator.nvidia(1) },
        },
      },
    },
    failure: { own: { props: {} }, said: { props: { restarts: 0, workerRestarts: 5 } }, whole: { props: { workerRestarts: 0 } } },
    run: { own: { props: {} }, second: { props: { runId: 'second', name: 'rank', ttlAfterFinished: Duration.hours(1), isolate: true } } },
    devices: { none: { props: {} }, ...DEVICES },
    capacity: CAPACITY,
    pod: POD,
  },
  conflicts: [
    ...against('framework=dmlc', 'coordinator', ['chief']),
    ...against('coordinator=scheduler', 'framework', ['own', 'tensorFlow']),
  ],
};
