import { CheckFinding, CheckOptions, FindingSeverity } from './check-finding';
import { check } from './lint';
import { Finding, severityOf } from '../../base/findings/finding';
import { PlainObject } from '../../base/plain';
import { DEFAULT_CLUSTER } from '../../kubernetes/cluster';
import { objectsIn, unreadable } from '../input/objects';
import { inOrder } from '../report/outcome';

/** Checks manifests that are data already. */
export function checkData(manifests: readonly { readonly [field: string]: unknown }[], options: CheckOptions): CheckFinding[] {
  const { kubernetes = DEFAULT_CLUSTER.minor, featureGates = {}, apis, zones, spareGpus, gpusPerNode } = options;
  const cluster = { minor: kubernetes, featureGates, apis, zones, spareGpus, gpusPerNode };
  const { objects, problems } = objectsIn(manifests.map(manifest => manifest as PlainObject));
  const sourced = objects.map(({ body }) => ({ body, origin: {} }));
  const { findings } = check(sourced, problems.map(({ detail }) => unreadable(detail)), { clusters: [cluster] });
  return [...inOrder(findings)].map(publicFinding);
}

function publicFinding({ id, title, class: findingClass, object, field, message, notes = [], help }: Finding): CheckFinding {
  return { id, title, findingClass, severity: severityOf(findingClass) as FindingSeverity, subject: object, field, message, notes: [...notes], help };
}
