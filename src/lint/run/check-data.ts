import { CheckFinding, CheckOptions, FindingSeverity } from './check-finding';
import { check } from './lint';
import { Finding, severityOf } from '../../base/findings/finding';
import { PlainObject } from '../../base/plain';
import { Cluster, DEFAULT_CLUSTER } from '../../kubernetes/cluster';
import { objectsIn, unreadable } from '../input/objects';
import { inOrder } from '../report/outcome';

/** Checks manifests that are data already. */
export function checkData(manifests: readonly { readonly [field: string]: unknown }[], options: CheckOptions): CheckFinding[] {
  const { objects, problems } = objectsIn(manifests.map(manifest => manifest as PlainObject));
  const sourced = objects.map(({ body }) => ({ body, origin: {} }));
  const { findings } = check(sourced, problems.map(({ detail }) => unreadable(detail)), { clusters: [clusterFor(options)] });
  return publicFindings(findings);
}

/** The cluster that options speak of. */
export function clusterFor(options: CheckOptions): Cluster {
  const { kubernetes = DEFAULT_CLUSTER.minor, featureGates = {}, apis, zones, spareGpus, gpusPerNode } = options;
  return { minor: kubernetes, featureGates, apis, zones, spareGpus, gpusPerNode };
}

/** Findings as other programs read them, the worst first. */
export function publicFindings(findings: readonly Finding[]): CheckFinding[] {
  return [...inOrder(findings)].map(publicFinding);
}

function publicFinding({ id, title, class: findingClass, object, field, construct, file, line, message, notes = [], help }: Finding): CheckFinding {
  const severity = severityOf(findingClass) as FindingSeverity;
  return { id, title, findingClass, severity, subject: object, field, construct, file, line, message, notes: [...notes], help };
}
