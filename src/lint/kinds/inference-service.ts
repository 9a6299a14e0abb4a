import { Family } from './kind';
import { Plain, PlainObject } from '../../base/plain';
import { asList, asNumber, asObject, asText, isPresent, objectAt } from '../../base/reading';
import { KSERVE_CONTAINER, KSERVE_GROUP } from '../../knowledge/kserve';
import { Manifest } from '../../kubernetes/manifest';
import { Facts } from '../facts/facts';
import { ANY_VALUE, AddedLabels, exactly } from '../facts/labels';
import { PodSet } from '../facts/pod-set';

/** Parts of an InferenceService that are pods of their own. */
const COMPONENTS: readonly string[] = ['predictor', 'transformer', 'explainer'];

/**
 * Pods of the parts. Open, since KServe and Knative add ports, probes, volumes and containers; undefined where a part is made of a runtime that is not here,
 * which has the image and the first of the arguments.
 * Source: kserve pkg/controller/v1beta1/inferenceservice/components/predictor.go buildPredictorResources (main of 2026-08)
 */
function inferenceServicePods(object: Manifest, facts: Facts): PodSet[] | undefined {
  const sets = COMPONENTS.filter(part => isPresent(object.spec[part])).map(part => podsOfPart(object, part, facts));
  return sets.every(each => each !== undefined) ? sets as PodSet[] : undefined;
}

function podsOfPart(object: Manifest, part: string, facts: Facts): PodSet | undefined {
  const component = asObject(object.spec[part]);
  const spec = isPresent(component.model) ? modelSpec(object, component, facts) : asList(component.containers).length > 0 ? component : undefined;
  return spec && new PodSet({
    carrier: object,
    role: part,
    template: { metadata: { labels: component.labels, annotations: component.annotations }, spec },
    field: spec === component ? `spec.${part}` : `spec.${part}.model`,
    shape: spec === component ? 'podSpec' : 'elsewhere',
    between: { least: asNumber(component.minReplicas) ?? 1, most: asNumber(component.maxReplicas) },
    open: true,
    added: labelsOf(object, part),
  });
}

/** Labels of the service itself are those of its pods. Source: predictor.go buildObjectMeta; pkg/constants/constants.go GetRawServiceLabel */
function labelsOf(object: Manifest, part: string): AddedLabels {
  const own = Object.keys(objectAt(object.body.metadata, 'labels')).map((key): [string, AddedLabels[string]] => [key, ANY_VALUE]);
  return { ...Object.fromEntries(own), [`${KSERVE_GROUP}/inferenceservice`]: exactly(object.name), component: exactly(part), app: ANY_VALUE };
}

/** The runtime that a model names, in its namespace or of the cluster. Source: pkg/controller/v1beta1/inferenceservice/utils/utils.go GetServingRuntime */
function modelSpec(object: Manifest, component: PlainObject, facts: Facts): PlainObject | undefined {
  const model = asObject(component.model);
  const name = asText(model.runtime);
  const runtime = name === undefined ? undefined : facts.find(`${KSERVE_GROUP}/ServingRuntime`, object.place, name) ?? facts.find(`${KSERVE_GROUP}/ClusterServingRuntime`, '', name);
  const container = asList(runtime?.spec.containers).find(each => each.name === KSERVE_CONTAINER);
  return runtime && container && {
    ...Object.fromEntries(OF_RUNTIMES.map(key => [key, runtime.spec[key]])),
    ...component,
    nodeSelector: { ...asObject(runtime.spec.nodeSelector), ...asObject(component.nodeSelector) },
    volumes: byName(runtime.spec.volumes, component.volumes),
    containers: [
      merged(filledIn(container, object), model, runtime),
      ...asList(runtime.spec.containers).filter(each => each !== container),
      ...asList(component.containers),
    ],
  };
}

/** What a pod has of its runtime, unless the service says otherwise. Source: utils.go MergePodSpec: a strategic merge */
const OF_RUNTIMES: readonly string[] = ['affinity', 'tolerations', 'imagePullSecrets', 'schedulerName', 'resourceClaims'];

/** Source: utils.go ReplacePlaceholders: what stands for values of the service */
function filledIn(container: PlainObject, { name, place }: Manifest): PlainObject {
  const values: { readonly [key: string]: string } = { Name: name, Namespace: place };
  const text = JSON.stringify(container).replace(/\{\{ ?\.(Name|Namespace) ?\}\}/g, (_, key: string) => JSON.stringify(values[key]).slice(1, -1));
  return asObject(JSON.parse(text) as unknown);
}

/** Source: utils.go MergeRuntimeContainers: a strategic merge, but arguments are added */
function merged(container: PlainObject, model: PlainObject, runtime: Manifest): PlainObject {
  const own = Object.fromEntries(OF_CONTAINERS.filter(key => isPresent(model[key])).map(key => [key, model[key]]));
  const resources = ['limits', 'requests'].map(list => [list, { ...objectAt(container, 'resources', list), ...objectAt(model, 'resources', list) }]);
  return {
    ...container,
    ...own,
    image: versioned(asText(model.image) ?? asText(container.image), asText(model.runtimeVersion), runtime),
    ...wordsOf(own.command ?? container.command, container.args, model.args),
    env: byName(container.env, model.env),
    volumeMounts: [...asList(container.volumeMounts), ...asList(model.volumeMounts)],
    resources: Object.fromEntries(resources),
  };
}

/** Those of the runtime follow its command, where there is one: places in the list of arguments are then those of the model. */
function wordsOf(command: unknown, ...[first, second]: readonly unknown[]): PlainObject {
  const [ofRuntime, ofModel] = [first, second].map(each => (Array.isArray(each) ? each as Plain[] : []));
  return Array.isArray(command) ? { command: [...command as Plain[], ...ofRuntime], args: ofModel } : { args: [...ofRuntime, ...ofModel] };
}

const OF_CONTAINERS: readonly string[] = ['command', 'ports', 'readinessProbe', 'livenessProbe', 'startupProbe', 'lifecycle', 'securityContext', 'envFrom', 'workingDir'];

/** Of its own servers KServe takes another build where there are GPUs, or none. Source: utils.go UpdateImageTag */
function versioned(image: string | undefined, version: string | undefined, { body, name }: Manifest): string | undefined {
  if (image === undefined || image.includes('@sha256:')) {
    return image;
  }
  if (version !== undefined) {
    return `${image.replace(/:[\w.-]*$/, '')}:${version}`;
  }
  const isOwn = name.startsWith('kserve-') || isPresent(objectAt(body.metadata, 'annotations')[`${KSERVE_GROUP}/server-type`]);
  return isOwn ? undefined : image;
}

function byName(of: unknown, over: unknown): PlainObject[] {
  const own = asList(over);
  return [...asList(of).filter(({ name }) => !own.some(each => each.name === name)), ...own];
}

/** A runtime describes pods that an InferenceService has. Source: kserve pkg/apis/serving/v1beta1, v1alpha1/servingruntime_types.go */
export const INFERENCE_SERVICES: Family = {
  kinds: [
    {
      type: `${KSERVE_GROUP}/InferenceService`,
      pods: inferenceServicePods,
      makes: object => ['', '-predictor', '-transformer'].map(part => ({ kind: 'Service', name: `${object.name}${part}` })),
      together: 'strangers',
    },
    { type: `${KSERVE_GROUP}/ServingRuntime`, pods: () => [] },
    { type: `${KSERVE_GROUP}/ClusterServingRuntime`, pods: () => [] },
  ],
};
