import { PlainObject } from '../../../../base/plain';
import { asNumber, asObject, asShown, asText, isPresent } from '../../../../base/reading';
import { PROXY_LOCATIONS, SERVE_DEFAULTS } from '../../../../knowledge/ray-serve';
import { PlacedPart, partsOf } from '../../../facts/serve-configs';

/** What is wrong, for people: everything stands in one text, so the message says where. */
export interface Refusal {
  readonly message: string;
  readonly help: string;
}

function refused(path: string, why: string, help: string): Refusal {
  return { message: `Invalid value: ${path}: ${why}`, help };
}

/** What its schema refuses. Source: ray python/ray/serve/schema.py ServeDeploySchema (2.60.0) */
export function refusedParts(content: PlainObject): Refusal[] {
  if (!Array.isArray(content.applications)) {
    return [refused('applications', 'is missing: a list of applications is all that is deployed', 'write applications: with a name and an import_path each')];
  }
  const applications = partsOf(content, 'applications');
  const location = content.proxy_location;
  return [
    ...(isPresent(location) && !PROXY_LOCATIONS.includes(asShown(location)) ? [refused('proxy_location', `takes ${PROXY_LOCATIONS.join(', ')}`, 'write one of these')] : []),
    ...repeatedParts(applications),
    ...applications.flatMap(application => [...refusedApplication(application), ...partsOf(application.part, 'deployments', application.path).flatMap(refusedDeployment)]),
  ];
}

/** A route of `null` has none. */
function repeatedParts(applications: readonly PlacedPart[]): Refusal[] {
  const names = applications.map(({ part }) => asText(part.name) ?? SERVE_DEFAULTS.application);
  const routes = applications.flatMap(({ part }) => (part.route_prefix === undefined ? SERVE_DEFAULTS.route : asText(part.route_prefix) ?? []));
  return [
    ...repeated(names).map(name => refused('applications', `several have the name ${JSON.stringify(name)}`, 'give each a name of its own')),
    ...repeated(routes).map(route => refused('applications', `several have the route ${JSON.stringify(route)}, which is "/" where nobody says`, 'give each a route_prefix of its own')),
  ];
}

function repeated(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}

function refusedApplication({ part, path }: PlacedPart): Refusal[] {
  const inner = (name: string) => `${path}.${name}`;
  return [
    ...(part.name === '' ? [refused(inner('name'), 'is empty', 'give it a name, or leave it out')] : []),
    ...refusedImport(part, path),
    ...['host', 'port'].filter(name => part[name] !== undefined).map(name => refused(inner(name), 'is one for all applications', `write it as http_options.${name}`)),
    ...refusedEnvironment(part.runtime_env, inner('runtime_env')),
  ];
}

function refusedImport({ import_path: written }: PlainObject, path: string): Refusal[] {
  const isRight = /^[^:]+:[^:]+$/.test(asShown(written)) || /^[^:]+\.[^.:]+$/.test(asShown(written));
  const why = isPresent(written) ? `${JSON.stringify(written)} is neither module:name nor module.name` : 'is missing';
  return isRight ? [] : [refused(`${path}.import_path`, why, 'write the module and the name of the application in it: app:app')];
}

/** Source: schema.py runtime_env_contains_remote_uris */
function refusedEnvironment(environment: unknown, path: string): Refusal[] {
  const { working_dir: folder, py_modules: modules } = asObject(environment);
  const told = [{ name: 'working_dir', uri: folder }, ...(Array.isArray(modules) ? modules as unknown[] : []).map((uri, index) => ({ name: `py_modules[${index}]`, uri }))];
  return told.filter(({ uri }) => typeof uri === 'string' && !/^[\w+.-]+:\/\//.test(uri))
    .map(({ name, uri }) => refused(`${path}.${name}`, `${JSON.stringify(uri)} is no URI, and a configuration has no folder of its own`, 'put an archive where nodes can fetch it (https://…zip, s3://, gs://), or the code into the image'));
}

function refusedDeployment({ part, path }: PlacedPart): Refusal[] {
  return [
    ...refusedReplicas(part, path),
    ...(isPresent(part.max_replicas_per_node) && isPresent(part.placement_group_bundles)
      ? [refused(`${path}.max_replicas_per_node`, 'is not taken beside placement_group_bundles', 'keep one of them')] : []),
    ...(asNumber(part.max_queued_requests) !== undefined && part.max_queued_requests !== -1 && asNumber(part.max_queued_requests)! < 1
      ? [refused(`${path}.max_queued_requests`, 'takes a number above 0, or -1 for no limit', 'write -1 for no limit')] : []),
    ...refusedEnvironment(asObject(part.ray_actor_options).runtime_env, `${path}.ray_actor_options.runtime_env`),
  ];
}

const AUTO = 'auto';

function refusedReplicas({ num_replicas: replicas, autoscaling_config: autoscaling }: PlainObject, path: string): Refusal[] {
  const [own, scaled] = [`${path}.num_replicas`, `${path}.autoscaling_config`];
  if (isPresent(replicas) && replicas !== AUTO && (!Number.isInteger(replicas) || asNumber(replicas)! < 1)) {
    return [refused(own, `${JSON.stringify(replicas)} is neither a whole number above 0 nor "auto"`, 'write a number, without quotes')];
  }
  if (!isPresent(autoscaling)) {
    return [];
  }
  return isPresent(replicas) && replicas !== AUTO
    ? [refused(own, 'is not taken beside autoscaling_config', 'keep one of them, or write num_replicas: auto')]
    : refusedBounds(asObject(autoscaling), scaled, replicas === AUTO ? SERVE_DEFAULTS.mostOfAuto : SERVE_DEFAULTS.mostReplicas);
}

/** Source: config.py AutoscalingConfig.replicas_settings_valid */
function refusedBounds(autoscaling: PlainObject, path: string, otherwise: number): Refusal[] {
  const { min_replicas: least, max_replicas: most, initial_replicas: first } = autoscaling;
  const [low, high, start] = [asNumber(least) ?? SERVE_DEFAULTS.leastReplicas, asNumber(most) ?? otherwise, asNumber(first)];
  const shown = isPresent(most) ? String(high) : `${high}, its default`;
  if (high < low) {
    return [refused(`${path}.max_replicas`, `is ${shown}, and below min_replicas of ${low}`, `write max_replicas of ${low} or more`)];
  }
  return start === undefined || (start >= low && start <= high) ? []
    : [refused(`${path}.initial_replicas`, `${start} is not between min_replicas of ${low} and max_replicas of ${shown}`, 'write a number between them')];
}
