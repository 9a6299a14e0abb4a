import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Table } from './table';
import { Locality, LocalityService, LocalityServiceProps } from '../../../../src';

const HTTP = 8080;

/** Properties of the Service, and what stands behind it. */
type Props = LocalityServiceProps & { readonly pods: 'deployment' | 'labels' };

export const LOCALITY_SERVICE: Table<Props> = {
  pattern: 'LocalityService',
  create: (chart, { pods, ...props }) => {
    const target = {
      deployment: () => ({ target: new kplus.Deployment(chart, 'Pods', { replicas: 3, containers: [{ image: 'registry.example/embed:1', ports: [{ name: 'http', number: HTTP }] }], spread: true }) }),
      labels: () => ({ selector: { app: 'elsewhere' }, replicas: 3 }),
    }[pods]();
    new LocalityService(chart, 'Embeddings', { ...props, ...target });
  },
  factors: {
    pods: { deployment: { props: { pods: 'deployment' } }, labels: { props: { pods: 'labels' } } },
    prefer: {
      own: { props: {} },
      sameZone: { props: { prefer: Locality.SAME_ZONE } },
      sameNode: { props: { prefer: Locality.SAME_NODE }, since: '1.34' },
      strict: { props: { strictNodeLocal: true } },
    },
    ports: {
      one: { props: { port: 80, targetPort: HTTP } },
      named: { props: { port: 80, targetPortName: 'http' } },
      several: { props: { ports: [{ name: 'http', port: 80, targetPort: HTTP }, { name: 'again', port: 81, targetPort: HTTP }] } },
    },
    affinity: { none: { props: {} }, minutes: { props: { clientAffinity: Duration.minutes(10) } } },
    name: { own: { props: {} }, given: { props: { name: 'embed', metadata: { labels: { team: 'search' }, annotations: { 'example.com/owner': 'search' } } } } },
  },
  conflicts: [],
};
