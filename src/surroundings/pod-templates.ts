import { ApiObject, JsonPatch } from 'cdk8s';
import { invalid, translated } from '../base/errors/invalid-input';
import { Plain, PlainObject } from '../base/plain';
import { objectAt } from '../base/reading';
import { Manifest } from '../kubernetes/manifest';
import { podSetsOf } from '../lint/facts/carried-pods';
import { Facts } from '../lint/facts/facts';
import { PodSet } from '../lint/facts/pod-set';

/** Kinds with one template at one place, which may still be without a container. */
const AT_SPEC: ReadonlySet<string> = new Set(['StatefulSet', 'Deployment', 'DaemonSet', 'Job']);

/** The pods of an object as they stand in its manifest, so that patches count. */
export function podSetsIn(object: ApiObject): readonly PodSet[] {
  const manifest = new Manifest(object.toJson());
  return podSetsOf(new Facts([manifest]), manifest);
}

/** An object as it stands now; undefined of what cannot be rendered yet (a workload of cdk8s-plus-28 without containers), and says so at synth. */
export function readable(object: ApiObject): Manifest | undefined {
  try {
    return new Manifest(object.toJson() as PlainObject);
  } catch {
    return undefined;
  }
}

/** The spec of an object of the workload where what surrounds it has to read it. */
export function requireSpec(object: ApiObject): PlainObject {
  return objectAt(translated(() => object.toJson() as PlainObject, message => invalid('workload', object.name, message, 'complete it before something is put around it')), 'spec');
}

/** Writes a field into the spec of every pod template of an object. */
export function patchPodSpecs(object: ApiObject, field: string, value: Plain): void {
  templatesOf(object).forEach(template => object.addJsonPatch(JsonPatch.add(`${template}/spec/${field}`, value)));
}

/** Writes an entry into labels or annotations that every pod template of an object has. */
export function patchPodMetadata(object: ApiObject, map: 'labels' | 'annotations', key: string, value: string): void {
  templatesOf(object).forEach(template => object.addJsonPatch(JsonPatch.add(`${template}/metadata/${map}/${key.replaceAll('/', '~1')}`, value)));
}

/** Paths as a JSON patch has them. */
function templatesOf(object: ApiObject): string[] {
  return AT_SPEC.has(object.kind) ? ['/spec/template'] : podSetsIn(object).map(pods => pointer(pods.metadataField('')));
}

/** `spec.replicatedJobs[0].template.spec.template.metadata.` as `/spec/replicatedJobs/0/template/spec/template`. */
function pointer(metadata: string): string {
  return `/${metadata.replace(/\.?metadata\.$/, '').replace(/\[(\d+)\]/g, '.$1').replaceAll('.', '/')}`;
}
