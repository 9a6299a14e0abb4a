import { App, Chart } from 'cdk8s';
import { Accelerator, KubernetesVersion, LeaderWorkerGroup, Parallelism, SynthesizedObjects, Target } from '../../src';

/** An app with one group of a leader and workers. */
export function groupApp(props: { readonly size?: number; readonly image?: string; readonly groups?: number; readonly name?: string } = {}): App {
  const { size = 3, image = 'registry.example/serve:1.4', groups = 1, name } = props;
  const app = new App();
  const chart = new Chart(app, 'prod', { namespace: 'ml' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_34 });
  new LeaderWorkerGroup(chart, 'Llm', {
    name, size, groups, accelerator: Accelerator.nvidia(8), parallelism: { tensor: 8, pipeline: size } as Parallelism, container: { image, command: ['serve'] },
  });
  return app;
}

export const SERVICE = `
apiVersion: v1
kind: Service
metadata: { name: web, namespace: ml, labels: { team: a } }
spec:
  selector: { app: web }
  ports: [{ name: http, port: 80 }, { name: metrics, port: 9090, targetPort: 9091 }]
`;
export const DEPLOYMENT = `
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: ml }
spec:
  replicas: 2
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: main, image: "registry.example/web:1" }] }
`;

export const web = () => SynthesizedObjects.fromYaml([SERVICE, DEPLOYMENT].join('---\n'));

/** The message that something ends with. */
export function messageOf(body: () => unknown): string {
  try {
    body();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('it did not fail');
}
