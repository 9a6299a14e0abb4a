import { CHART, Call, Expression, Variable, call, member } from './expression';
import { camelCase } from './names';
import { Plain, PlainObject, isObject } from '../../base/plain';
import { asList, asObject, asText, asNumber, objectAt } from '../../base/reading';

/*
 * A pod template in the words of a pattern's properties. What has no word here is left out, and comes back as a patch: nothing is lost by it.
 */

/** Properties of a construct, or of a part of one. */
export type Fields = { [key: string]: Expression };

/** What of a container another property says. */
interface LeftOut {
  readonly volume?: string;
}

/** Volumes of one pod as variables, by name: two containers may mount one. */
export class Volumes {
  private readonly known = new Map<string, Variable>();

  constructor(private readonly owner: string, private readonly spec: PlainObject, private readonly unique: (name: string) => string) {}

  /** The variable of a volume; undefined for a source that has no word. */
  public of(name: string): Variable | undefined {
    const given = asList(this.spec.volumes).find(volume => volume.name === name);
    const known = this.known.get(name);
    const value = known || !given ? undefined : this.valueOf(name, given);
    if (value) {
      this.known.set(name, new Variable(this.unique(camelCase(`${this.owner}-${name}`)), value));
    }
    return this.known.get(name);
  }

  private valueOf(name: string, volume: PlainObject): Expression | undefined {
    const id = `${this.owner}-volume-${name}`;
    const { emptyDir, persistentVolumeClaim, configMap, secret, hostPath } = volume;
    if (isObject(emptyDir)) {
      const size = sizeOf(emptyDir.sizeLimit);
      const options = { ...(emptyDir.medium === 'Memory' ? { medium: member('kplus.EmptyDirMedium.MEMORY') } : {}), ...(size ? { sizeLimit: size } : {}) };
      return call('kplus.Volume.fromEmptyDir', CHART, id, name, ...(Object.keys(options).length > 0 ? [options] : []));
    }
    if (isObject(persistentVolumeClaim) && asText(persistentVolumeClaim.claimName)) {
      const claim = call('kplus.PersistentVolumeClaim.fromClaimName', CHART, `${id}-claim`, persistentVolumeClaim.claimName!);
      return call('kplus.Volume.fromPersistentVolumeClaim', CHART, id, claim, { name, ...(persistentVolumeClaim.readOnly === true ? { readOnly: true } : {}) });
    }
    if (isObject(configMap) && asText(configMap.name)) {
      const map = call('kplus.ConfigMap.fromConfigMapName', CHART, `${id}-map`, configMap.name!);
      return call('kplus.Volume.fromConfigMap', CHART, id, map, fileOptions(name, configMap));
    }
    if (isObject(secret) && asText(secret.secretName)) {
      const source = call('kplus.Secret.fromSecretName', CHART, `${id}-secret`, secret.secretName!);
      return call('kplus.Volume.fromSecret', CHART, id, source, fileOptions(name, secret));
    }
    return isObject(hostPath) && asText(hostPath.path) ? call('kplus.Volume.fromHostPath', CHART, id, name, { path: hostPath.path! }) : undefined;
  }
}

function fileOptions(name: string, { defaultMode, optional, items }: PlainObject): Expression {
  const files = asList(items);
  return {
    name,
    ...(asNumber(defaultMode) === undefined ? {} : { defaultMode }),
    ...(optional === true ? { optional } : {}),
    ...(files.length > 0 && files.every(each => asText(each.key) && asText(each.path))
      ? { items: Object.fromEntries(files.map(each => [each.key as string, pathOf(each)])) } : {}),
  };
}

function pathOf({ path, mode }: PlainObject): Expression {
  return { path, ...(asNumber(mode) === undefined ? {} : { mode }) };
}

/** Whole mebibytes and gibibytes; of others the patch says the text. */
function sizeOf(quantity: Plain): Expression | undefined {
  const [, amount, unit] = /^(\d{1,9})([MG]i)$/.exec(typeof quantity === 'string' ? quantity : '') ?? [];
  return amount === undefined || Number(amount) === 0 ? undefined : call(unit === 'Gi' ? 'Size.gibibytes' : 'Size.mebibytes', Number(amount));
}

/** Where the pattern writes shared memory itself. */
export const SHARED_MEMORY = '/dev/shm';

/** A volume of memory at /dev/shm, which patterns write themselves. */
interface GivenSharedMemory {
  readonly volume: string;
  readonly size?: string;
}

/** The one of a container, if it has one. */
export function sharedMemoryOf(container: PlainObject, spec: PlainObject): GivenSharedMemory | undefined {
  const mount = asList(container.volumeMounts).find(each => each.mountPath === SHARED_MEMORY);
  const volume = mount && asList(spec.volumes).find(each => each.name === mount.name);
  const { emptyDir } = volume ?? {};
  return isObject(emptyDir) && emptyDir.medium === 'Memory' ? { volume: volume!.name as string, size: asText(emptyDir.sizeLimit) } : undefined;
}

/** What a container has besides its image and command line. */
export function containerProps(owner: string, container: PlainObject, volumes: Volumes, leaveOut: LeftOut = {}): Fields {
  const { requests, limits } = { requests: objectAt(container, 'resources', 'requests'), limits: objectAt(container, 'resources', 'limits') };
  const memory = asText(limits.memory) ?? asText(requests.memory);
  const cpu = textOf(requests.cpu ?? limits.cpu);
  const storage = asText(requests['ephemeral-storage'] ?? limits['ephemeral-storage']);
  const mounts = asList(container.volumeMounts).filter(mount => mount.name !== leaveOut.volume).flatMap(mount => mountOf(mount, volumes));
  return {
    ...(asText(container.name) ? { name: container.name } : {}),
    ...environmentOf(owner, container),
    ...(cpu ? { cpu } : {}),
    ...(memory ? { memory: call('Memory.of', memory) } : {}),
    ...(storage ? { ephemeralStorage: storage } : {}),
    ...(mounts.length > 0 ? { volumeMounts: mounts } : {}),
    ...probesOf(container),
    ...(asText(container.workingDir) ? { workingDir: container.workingDir } : {}),
    ...(asText(container.imagePullPolicy) ? { imagePullPolicy: pullPolicy(container.imagePullPolicy as string) } : {}),
  };
}

function pullPolicy(policy: string): Call {
  return member(`kplus.ImagePullPolicy.${{ Always: 'ALWAYS', Never: 'NEVER' }[policy] ?? 'IF_NOT_PRESENT'}`);
}

/** A container that stands beside the main one. */
export function otherContainer(owner: string, container: PlainObject, volumes: Volumes, leaveOut: LeftOut = {}): Fields {
  return {
    image: asText(container.image) ?? '',
    ...commandOf(container),
    ...portsOf(container),
    ...containerProps(owner, container, volumes, leaveOut),
  };
}

export function commandOf({ command, args }: PlainObject): Fields {
  return { ...(isTexts(command) ? { command } : {}), ...(isTexts(args) ? { args } : {}) };
}

function isTexts(value: Plain): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every(each => typeof each === 'string');
}

export function portsOf(container: PlainObject, leaveOut?: number): Fields {
  const ports = asList(container.ports).filter(port => asNumber(port.containerPort) !== undefined && port.containerPort !== leaveOut).map(port => ({
    number: port.containerPort,
    ...(asText(port.name) ? { name: port.name } : {}),
    ...(port.protocol === 'UDP' || port.protocol === 'SCTP' ? { protocol: member(`kplus.Protocol.${port.protocol}`) } : {}),
  }));
  return ports.length > 0 ? { ports } : {};
}

function mountOf(mount: PlainObject, volumes: Volumes): Expression[] {
  const volume = asText(mount.name) && asText(mount.mountPath) ? volumes.of(mount.name as string) : undefined;
  return volume === undefined ? [] : [{
    path: mount.mountPath,
    volume,
    ...(asText(mount.subPath) ? { subPath: mount.subPath } : {}),
    ...(mount.readOnly === true ? { readOnly: true } : {}),
  }];
}

function textOf(value: Plain): string | undefined {
  return typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined;
}

/** Variables in their order: a container's variables may name those before them. Keys of Secrets that come first have a property of their own. */
function environmentOf(owner: string, container: PlainObject): Fields {
  const all = asList(container.env).filter(each => asText(each.name));
  const firstOther = all.findIndex(each => secretKey(each) === undefined);
  const leading = firstOther < 0 ? all : all.slice(0, firstOther);
  const secrets = Object.fromEntries(leading.map(each => [each.name as string, call('SecretKey.fromName', ...secretKey(each)!)]));
  const others = Object.fromEntries(all.slice(leading.length).flatMap(each => {
    const value = variableOf(`${owner}-${asText(container.name) ?? ''}-${each.name as string}`, each);
    return value === undefined ? [] : [[each.name as string, value]];
  }));
  return {
    ...(leading.length > 0 ? { secretEnv: secrets } : {}),
    ...(Object.keys(others).length > 0 ? { envVariables: others } : {}),
  };
}

function secretKey(variable: PlainObject): [string, string] | undefined {
  const { name, key, optional } = objectAt(variable, 'valueFrom', 'secretKeyRef');
  return asText(name) && asText(key) && optional === undefined ? [name as string, key as string] : undefined;
}

const FIELD_PATHS: { readonly [path: string]: string } = {
  'metadata.name': 'POD_NAME',
  'metadata.namespace': 'POD_NAMESPACE',
  'metadata.uid': 'POD_UID',
  'status.podIP': 'POD_IP',
  'spec.nodeName': 'NODE_NAME',
  'status.hostIP': 'NODE_IP',
  'status.podIPs': 'POD_IPS',
  'spec.serviceAccountName': 'SERVICE_ACCOUNT_NAME',
};

function variableOf(id: string, variable: PlainObject): Expression | undefined {
  const from = asObject(variable.valueFrom);
  if (Object.keys(from).length === 0) {
    return typeof variable.value === 'string' ? call('kplus.EnvValue.fromValue', variable.value) : undefined;
  }
  const secret = secretKey(variable);
  if (secret) {
    return call('kplus.EnvValue.fromSecretValue', { secret: call('kplus.Secret.fromSecretName', CHART, id, secret[0]), key: secret[1] });
  }
  const { name, key, optional } = asObject(from.configMapKeyRef);
  if (asText(name) && asText(key) && optional === undefined) {
    return call('kplus.EnvValue.fromConfigMap', call('kplus.ConfigMap.fromConfigMapName', CHART, id, name!), key!);
  }
  const path = FIELD_PATHS[asText(objectAt(from, 'fieldRef').fieldPath) ?? ''];
  return path === undefined ? undefined : call('kplus.EnvValue.fromFieldRef', member(`kplus.EnvFieldPaths.${path}`));
}

const PROBES = { readinessProbe: 'readiness', livenessProbe: 'liveness', startupProbe: 'startup' } as const;

function probesOf(container: PlainObject): Fields {
  return Object.fromEntries(Object.entries(PROBES).flatMap(([field, property]) => {
    const given = container[field];
    const probe = isObject(given) ? probeOf(given, container) : undefined;
    return probe === undefined ? [] : [[property, probe]];
  }));
}

function probeOf(probe: PlainObject, container: PlainObject): Expression | undefined {
  const seconds = (field: 'initialDelaySeconds' | 'periodSeconds' | 'timeoutSeconds') => {
    const value = asNumber(probe[field]);
    return value === undefined || value <= 0 ? {} : { [field]: call('Duration.seconds', value) };
  };
  const options = {
    ...seconds('initialDelaySeconds'),
    ...seconds('periodSeconds'),
    ...seconds('timeoutSeconds'),
    ...(asNumber(probe.failureThreshold) === undefined ? {} : { failureThreshold: probe.failureThreshold }),
    ...(asNumber(probe.successThreshold) === undefined || probe.successThreshold === 1 ? {} : { successThreshold: probe.successThreshold }),
  };
  const { httpGet, tcpSocket, exec } = probe;
  if (isObject(httpGet)) {
    const port = portNumber(httpGet.port, container);
    return port === undefined ? undefined : call('kplus.Probe.fromHttpGet', asText(httpGet.path) ?? '/', { port, ...options });
  }
  if (isObject(tcpSocket)) {
    const port = portNumber(tcpSocket.port, container);
    return port === undefined ? undefined : call('kplus.Probe.fromTcpSocket', { port, ...options });
  }
  return isObject(exec) && isTexts(exec.command) ? call('kplus.Probe.fromCommand', exec.command, options) : undefined;
}

/** A named port by its number. */
export function portNumber(port: Plain, container: PlainObject): number | undefined {
  return asNumber(port) ?? asNumber(asList(container.ports).find(each => each.name === port)?.containerPort);
}

/** What the pods have besides their main container, which is passed over wherever it stands. */
export function podProps(owner: string, template: PlainObject, main: PlainObject, volumes: Volumes, selector: PlainObject = {}): Fields {
  const [spec, metadata] = [asObject(template.spec), asObject(template.metadata)];
  const labels = textsOf(metadata.labels, key => !Object.hasOwn(selector, key));
  const annotations = textsOf(metadata.annotations);
  const inits = asList(spec.initContainers);
  const others = asList(spec.containers).filter(each => each !== main);
  const shared = sharedMemoryOf(main, spec);
  const tolerations = asList(spec.tolerations).flatMap(tolerationOf);
  const list = (property: string, containers: readonly PlainObject[]) => (
    containers.length === 0 ? {} : { [property]: containers.map(each => otherContainer(owner, each, volumes)) });
  const account = asText(spec.serviceAccountName) ?? asText(spec.serviceAccount);
  const pulls = asList(spec.imagePullSecrets).flatMap(each => asText(each.name) ?? []);
  const grace = asNumber(spec.terminationGracePeriodSeconds);
  return {
    ...list('sidecars', inits.filter(each => each.restartPolicy === 'Always')),
    ...list('initContainers', inits.filter(each => each.restartPolicy !== 'Always')),
    ...list('containers', others),
    // Without a size the construct's own is better than none, once its patch goes.
    ...(shared?.size === undefined ? {} : { sharedMemory: call('SharedMemory.of', shared.size) }),
    ...(Object.keys(asObject(spec.nodeSelector)).length > 0 ? { nodeLabels: textsOf(spec.nodeSelector) } : {}),
    ...(tolerations.length > 0 ? { tolerations } : {}),
    ...(account ? { serviceAccount: call('kplus.ServiceAccount.fromServiceAccountName', CHART, `${owner}-account`, account) } : {}),
    ...(pulls.length > 0 ? { imagePullSecretNames: pulls } : {}),
    ...(grace === undefined || grace <= 0 ? {} : { terminationGracePeriod: call('Duration.seconds', grace) }),
    ...Object.fromEntries(['priorityClassName', 'runtimeClassName', 'schedulerName'].flatMap(field => (asText(spec[field]) ? [[field, spec[field]]] : []))),
    ...(spec.hostNetwork === true ? { hostNetwork: true } : {}),
    ...(Object.keys({ ...labels, ...annotations }).length > 0 ? {
      podMetadata: { ...(Object.keys(labels).length > 0 ? { labels } : {}), ...(Object.keys(annotations).length > 0 ? { annotations } : {}) },
    } : {}),
  };
}

function tolerationOf({ key, operator, value, effect, tolerationSeconds }: PlainObject): Expression[] {
  const isExists = operator === 'Exists' || (operator === undefined && value === undefined);
  return [{
    ...(asText(key) ? { key } : {}),
    ...(!isExists && typeof value === 'string' ? { value } : {}),
    ...(asText(effect) ? { effect } : {}),
    ...(asNumber(tolerationSeconds) === undefined ? {} : { duration: call('Duration.seconds', tolerationSeconds!) }),
  }];
}

export function textsOf(map: Plain, isWanted: (key: string) => boolean = () => true): { [key: string]: string } {
  return Object.fromEntries(Object.entries(asObject(map)).flatMap(([key, value]) => (typeof value === 'string' && isWanted(key) ? [[key, value]] : [])));
}
