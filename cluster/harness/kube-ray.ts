import { ApiServer } from './api-server';
import { binaries } from './binaries';

/**
 * The KubeRay operator, as its chart installs it: without webhooks, so what it refuses stands in events and in the status.
 *
 * It makes pods, Services and, of a RayJob, a Job; it asks Ray itself for the state of jobs and of Serve, which nobody answers here.
 */
export async function startKubeRay(server: ApiServer): Promise<void> {
  const name = 'kuberay-operator';
  await server.processes.start({
    name,
    command: (await binaries(undefined, [name])).path(name),
    args: [`--kubeconfig=${server.kubeconfig}`, '--enable-leader-election=false', '--metrics-addr=0', '--health-probe-bind-address=0', '--reconcile-concurrency=4'],
  });
}
