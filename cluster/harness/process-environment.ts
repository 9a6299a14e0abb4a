import { Manifest } from './manifest';
import { Oracle, Variable } from './oracle';

/** What a container starts with. */
export interface Started {
  readonly env: Readonly<Record<string, string>>;
  /** Command and arguments, with their `$(NAME)` put in. */
  readonly words: readonly string[];
}

/**
 * What the process of a container would be started with: fields read from the pod as the server holds it, then Kubernetes' own expansion. The
 * kubelet reads secrets and config maps too; here they stand as the reference that they are.
 *
 * Source: pkg/kubelet/kubelet_pods.go makeEnvironmentVariables, pkg/fieldpath/fieldpath.go (1.36)
 */
export async function startedWith(oracle: Oracle, pod: Manifest, container: string = pod.spec.containers[0].name): Promise<Started> {
  const all = [...pod.spec.containers, ...pod.spec.initContainers ?? []];
  const { env: given = [], command = [], args = [] } = all.find(({ name }) => name === container);
  const declared: Variable[] = given.map(({ name, value = '', valueFrom }: any) =>
    valueFrom === undefined ? { name, value } : { name, value: valueOf(pod, valueFrom), from: true });
  const env = await oracle.environment(declared);
  return {
    env: Object.fromEntries(env.map(({ name, value }) => [name, value])),
    words: await oracle.expand([...command, ...args], declared),
  };
}

function valueOf(pod: Manifest, source: any): string {
  if (source.fieldRef === undefined) {
    return JSON.stringify(source);
  }
  const path: string = source.fieldRef.fieldPath;
  const keyed = /^metadata\.(labels|annotations)\['(.+)'\]$/.exec(path);
  const value = keyed ? pod.metadata[keyed[1]]?.[keyed[2]] : path.split('.').reduce((at: any, part) => at?.[part], pod);
  if (value === undefined && !keyed) {
    throw new Error(`pod ${pod.metadata.name} has no ${path}`);
  }
  return value ?? ''; // A label that is not there is an empty text to the kubelet.
}
