import { ApiObject, Chart } from 'cdk8s';
import { WorkloadExport, WorkloadExportProps, WorkloadRoute } from '../../../src';
import { Ways } from '../ways';

export const WAYS: Ways = {
  'yes': (chart, workload) => exported(chart, { workload }),
  'with `port`': (chart, workload) => exported(chart, { workload, port: 8000 }),
  'with `part.role` and `port`': (chart, workload) => exported(chart, { workload, port: 8000, part: { role: workload.workload.roles[0].name } }),
};

/** An export, the route to all clusters, and an export of the pods themselves. */
function exported(chart: Chart, given: WorkloadExportProps): void {
  const around = new WorkloadExport(chart, 'around', given);
  new WorkloadRoute(chart, 'route', { workload: around, gateway: { name: 'public' } });
  new WorkloadExport(chart, 'pods', { ...given, headless: true, port: isNamed(given) ? undefined : given.port });
}

/** Whether a headless Service gives its pods their names, which says the port. */
function isNamed({ workload: { workload }, part }: WorkloadExportProps): boolean {
  const services = workload.apiObjects.flatMap(({ node }) => node.root.node.findAll().filter((each): each is ApiObject => ApiObject.isApiObject(each) && each.kind === 'Service'));
  return part === undefined && workload.groups === undefined && services.some(each => each.toJson().spec.clusterIP === 'None');
}
