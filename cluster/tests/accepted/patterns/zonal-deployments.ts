import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { BUDGET, DEVICES, POD } from './choices';
import { Table } from './table';
import { Memory, ZonalDeployments, ZonalDeploymentsProps } from '../../../../src';

const HTTP = 8080;
const container = { image: 'registry.example/embed:1', ports: [{ name: 'http', number: HTTP }], memory: Memory.of('24Gi'), cpu: '1' };
const { resourceCpu, resourceMemory, pods, external } = kplus.Metric;
const { averageUtilization, averageValue, value } = kplus.MetricTarget;

export const ZONAL_DEPLOYMENTS: Table<ZonalDeploymentsProps> = {
  pattern: 'ZonalDeployments',
  create: (chart, props) => new ZonalDeployments(chart, 'Embedder', props),
  factors: {
    scaling: {
      fixed: { props: { replicas: 2 } },
      cpu: {
        props: {
          autoscaling: { minReplicas: 2, maxReplicas: 8, metrics: [resourceCpu(averageUtilization(70))], scaleDownWindow: Duration.minutes(10) },
        },
      },
      several: {
        props: {
          autoscaling: {
            maxReplicas: 8,
            metrics: [resourceMemory(averageValue(2 ** 31)), pods({ name: 'requests', target: averageValue(8) }), external({ name: 'queue', target: value(1000) })],
          },
        },
      },
    },
    zones: { all: { props: {} }, two: { props: { zones: ['eu-1a', 'eu-1c'] } } },
    container: {
      plain: { props: { container } },
      probed: {
        props: {
          container: {
            ...container,
            readiness: kplus.Probe.fromHttpGet('/', { port: HTTP, scheme: kplus.ConnectionScheme.HTTPS, initialDelaySeconds: Duration.seconds(0) }),
            liveness: kplus.Probe.fromTcpSocket({ port: HTTP, failureThreshold: 5 }),
            startup: kplus.Probe.fromCommand(['ready'], { periodSeconds: Duration.seconds(5) }),
            preStopSleep: Duration.seconds(10),
            workingDir: '/srv',
            imagePullPolicy: kplus.ImagePullPolicy.ALWAYS,
          },
        },
      },
      variables: {
        props: {
          container: {
            ...container,
            envVariables: {
              EMPTY: kplus.EnvValue.fromValue(''),
              NODE: kplus.EnvValue.fromFieldRef(kplus.EnvFieldPaths.NODE_NAME),
              CPUS: kplus.EnvValue.fromResource(kplus.ResourceFieldPaths.CPU_LIMIT, { divisor: '1000m' }),
            },
          },
        },
      },
    },
    devices: { none: { props: {} }, ...DEVICES },
    budget: BUDGET,
    pod: POD,
  },
  conflicts: [],
};
