import { ApiObject, ApiObjectProps } from 'cdk8s';
import { Construct } from 'constructs';
import { Workload } from './workload';
import { ScaleUnit, WorkloadPurpose, WorkloadRole } from './workload-facts';
import { Fabric } from '../../pod/network/fabric';
import { Capacity } from '../../pod/scheduling/capacity';

const NAME = 'not-planned';

/** A workload around which anything may be put, for constructs that stand in for what was not planned. It is in no tree that is synthesised. */
export function anyWorkload(place: Construct): Workload {
  const object = new ApiObject(place, NAME, { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: NAME } });
  return Workload._of({
    name: NAME,
    namespace: NAME,
    purpose: WorkloadPurpose.UNKNOWN,
    roles: [],
    pods: { zones: [], count: () => ({ least: 1, most: 1 }), labels: () => ({ [NAME]: 'true' }) },
    scale: () => ({ unit: ScaleUnit.POD, target: { apiVersion: object.apiVersion, kind: object.kind, name: NAME, containers: [] } }),
    carriers: () => [object],
    templates: () => [],
  });
}

/** The same for what needs pods with indexes: two of a StatefulSet. */
export function anyNumberedWorkload(place: Construct): Workload {
  const object = new ApiObject(place, NAME, { apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: { name: NAME } });
  return Workload._of({
    name: NAME,
    namespace: NAME,
    purpose: WorkloadPurpose.UNKNOWN,
    roles: [],
    pods: { zones: [], members: () => [0, 1].map(index => ({ role: NAME, index, name: `${NAME}-${index}` })), labels: () => ({ [NAME]: 'true' }) },
    scale: () => ({ unit: ScaleUnit.POD, refusal: NAME }),
    carriers: () => [object],
    templates: () => [],
  });
}

/** The same for what needs pods that begin together. */
export function anyWorkloadInGroups(place: Construct): Workload {
  const object = new ApiObject(place, NAME, { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: NAME } });
  return Workload._of({
    name: NAME,
    namespace: NAME,
    purpose: WorkloadPurpose.UNKNOWN,
    roles: [],
    pods: { zones: [], count: () => ({ least: 2, most: 2 }), labels: () => ({ [NAME]: 'true' }) },
    scale: () => ({ unit: ScaleUnit.POD, refusal: NAME }),
    carriers: () => [object],
    templates: () => [],
    starts: () => ({ unit: 'run', because: NAME, units: [{ name: NAME, least: 2, pods: 2, objects: [object] }] }),
  });
}

/** The same for what reads a Deployment. */
export function anySelectingDeployment(place: Construct): Workload {
  const labels = { app: NAME };
  const spec = { selector: { matchLabels: labels } };
  const object = new ApiObject(place, NAME, { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: NAME }, spec } as ApiObjectProps);
  return Workload._of({
    name: NAME,
    namespace: NAME,
    purpose: WorkloadPurpose.UNKNOWN,
    roles: [],
    pods: { zones: [], count: () => ({ least: 1 }), labels: () => labels },
    scale: () => ({ unit: ScaleUnit.POD, refusal: NAME }),
    carriers: () => [object],
    templates: () => [],
  });
}

/** The same for what reads the claims of a StatefulSet. */
export function anyClaimedWorkload(place: Construct): Workload {
  const labels = { [NAME]: 'true' };
  const spec = { selector: { matchLabels: labels }, volumeClaimTemplates: [{ metadata: { name: NAME } }] };
  const object = new ApiObject(place, NAME, { apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: { name: NAME }, spec } as ApiObjectProps);
  return Workload._of({
    name: NAME,
    namespace: NAME,
    purpose: WorkloadPurpose.UNKNOWN,
    roles: [],
    pods: { zones: [], count: () => ({ least: 1 }), labels: () => labels },
    scale: () => ({ unit: ScaleUnit.POD, refusal: NAME }),
    carriers: () => [object],
    templates: () => [],
  });
}

/** The same for what reads the networks of its pods. */
export function anyNetworkedWorkload(place: Construct): Workload {
  const fabric = Fabric.infiniBand({ resource: `${NAME}.invalid/device`, networks: [{ name: NAME }] });
  const role: WorkloadRole = {
    name: NAME, container: NAME, hostNetwork: false, devicesPerPod: 0, capacity: Capacity.onDemand(), graceSeconds: 0, fabric,
  };
  const object = new ApiObject(place, NAME, { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: NAME } });
  return Workload._of({
    name: NAME,
    namespace: NAME,
    purpose: WorkloadPurpose.UNKNOWN,
    roles: [role],
    pods: { zones: [], count: () => ({ least: 1, most: 1 }), labels: () => ({ [NAME]: 'true' }) },
    scale: () => ({ unit: ScaleUnit.POD, refusal: NAME }),
    carriers: () => [object],
    templates: () => [],
  });
}
