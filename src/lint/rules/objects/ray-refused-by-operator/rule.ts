import { PlainObject } from '../../../../base/plain';
import { asList, asNumber, asObject, asText, isPresent, objectAt } from '../../../../base/reading';
import { Manifest } from '../../../../kubernetes/manifest';
import { CLUSTERS } from '../../../kinds/ray';
import { Report, Rule } from '../../rule';

/** What the operator refuses, at a field. */
interface Refusal {
  readonly field: string;
  readonly message: string;
  readonly help: string;
}

/** The server of the definitions takes it, and the operator starts no pod. */
export const rayRefusedByOperator: Rule = {
  id: 'AIW2141',
  title: 'KubeRay refuses the spec',
  class: 'broken',
  reason: 'The definitions let it pass, and the operator has no webhook unless somebody switches it on: it leaves an event, and starts no pod.',
  source: 'ray-project/kuberay ray-operator/controllers/ray/utils/validation.go, constant.go (v1.6.1)',
  remedy: 'Correct the field; `kubectl describe` of the object shows what the operator said.',
  appliesTo: ['RayCluster', 'RayJob', 'RayService'],
  check: (facts, report) => {
    for (const [type, path] of CLUSTERS) {
      facts.ofType(type).forEach(object => checkObject(object, path, report));
    }
  },
};

function checkObject(object: Manifest, path: readonly string[], report: Report): void {
  const field = ['spec', ...path].join('.');
  const cluster = objectAt(object.spec, ...path);
  [...refusedName(object), ...refusedJob(object), ...refusedUpgrade(object, cluster, field), ...refusedCluster(object, cluster, field)]
    .forEach(refusal => report(object, refusal));
}

/** The name of a RayJob's or a RayService's cluster is its own and six characters; behind that comes `-serve-svc`. */
function refusedName({ kind, name }: Manifest): Refusal[] {
  const most = kind === 'RayCluster' ? 53 : 47;
  return name.length <= most ? [] : [{
    field: 'metadata.name',
    message: `Too long: has ${name.length} characters, and KubeRay takes at most ${most} for a ${kind}`,
    help: `shorten it by ${name.length - most}`,
  }];
}

function refusedJob({ kind, spec }: Manifest): Refusal[] {
  if (kind !== 'RayJob' || spec.shutdownAfterJobFinishes === true) {
    return [];
  }
  const waits = (asNumber(spec.ttlSecondsAfterFinished) ?? 0) > 0;
  const refused = (name: string, why: string) => ({ field: `spec.${name}`, message: `Forbidden: ${why}`, help: 'set shutdownAfterJobFinishes: true' });
  return [
    ...(waits ? [refused('ttlSecondsAfterFinished', 'nothing is deleted without shutdownAfterJobFinishes')] : []),
    ...(spec.suspend === true ? [refused('suspend', 'a RayJob is suspended by deleting its cluster, which shutdownAfterJobFinishes allows')] : []),
  ];
}

function refusedUpgrade({ kind }: Manifest, { upgradeStrategy }: PlainObject, field: string): Refusal[] {
  return kind === 'RayCluster' || asText(asObject(upgradeStrategy).type) === undefined ? [] : [{
    field: `${field}.upgradeStrategy.type`,
    message: `Forbidden: the cluster belongs to the ${kind}, which replaces it in its own way`,
    help: 'leave it out',
  }];
}

function refusedCluster(object: Manifest, cluster: PlainObject, field: string): Refusal[] {
  const head = { group: asObject(cluster.headGroupSpec), at: `${field}.headGroupSpec` };
  const workers = asList(cluster.workerGroupSpecs).map((group, index) => ({ group, at: `${field}.workerGroupSpecs[${index}]` }));
  return [
    ...workers.flatMap(({ group, at }) => refusedBounds(group, at)),
    ...[head, ...workers].flatMap(({ group, at }) => [...refusedResources(group, at), ...refusedRestart(cluster, group, at)]),
    ...refusedRedis(object, cluster, head.group, head.at),
  ];
}

function refusedBounds(group: PlainObject, at: string): Refusal[] {
  const [least, most] = [asNumber(group.minReplicas), asNumber(group.maxReplicas)];
  return least === undefined || most === undefined || least <= most ? [] : [{
    field: `${at}.minReplicas`, message: `Invalid value: ${least}: is more than maxReplicas of ${most}`, help: 'raise maxReplicas, or lower minReplicas',
  }];
}

const RESOURCES = ['num-cpus', 'num-gpus', 'memory', 'resources'];

function refusedResources(group: PlainObject, at: string): Refusal[] {
  const parameters = asObject(group.rayStartParams);
  const twice = RESOURCES.find(name => asText(parameters[name]));
  return twice === undefined || Object.keys(asObject(group.resources)).length === 0 ? [] : [{
    field: `${at}.rayStartParams[${twice}]`, message: 'Forbidden: resources of the group says what Ray schedules by as well', help: 'keep one of them',
  }];
}

/** The autoscaler replaces pods as a whole; without a version it is KubeRay that decides. */
function refusedRestart(cluster: PlainObject, group: PlainObject, at: string): Refusal[] {
  const policy = asText(objectAt(group.template, 'spec').restartPolicy);
  const isSecond = cluster.enableInTreeAutoscaling === true && asObject(cluster.autoscalerOptions).version === 'v2';
  return !isSecond || policy === undefined || policy === 'Never' ? [] : [{
    field: `${at}.template.spec.restartPolicy`, message: `Invalid value: "${policy}": version 2 of the autoscaler replaces pods, and takes only Never`, help: 'leave it out',
  }];
}

const FAULT_TOLERANCE = 'ray.io/ft-enabled';

function refusedRedis({ body }: Manifest, { gcsFaultToleranceOptions: options }: PlainObject, head: PlainObject, at: string): Refusal[] {
  const [ray] = asList(objectAt(head.template, 'spec').containers);
  const names = asList(ray?.env).map(({ name }) => name);
  const index = names.indexOf(isPresent(options) ? 'REDIS_PASSWORD' : 'RAY_REDIS_ADDRESS');
  const isOn = asText(objectAt(body.metadata, 'annotations')[FAULT_TOLERANCE])?.toLowerCase() === 'true';
  return index < 0 || (!isPresent(options) && isOn) ? [] : [{
    field: `${at}.template.spec.containers[0].env[${index}].name`,
    message: isPresent(options) ? 'Forbidden: gcsFaultToleranceOptions has the password' : 'Forbidden: Redis is named in gcsFaultToleranceOptions, and without that the operator refuses the variable',
    help: isPresent(options) ? 'use gcsFaultToleranceOptions.redisPassword' : 'use gcsFaultToleranceOptions.redisAddress',
  }];
}
