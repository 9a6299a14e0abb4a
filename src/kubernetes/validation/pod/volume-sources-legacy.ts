import { validateDescending } from './paths';
import { requireInSecret, requireTexts, requiring, SharedSource } from './volume-source';
import { Errors } from '../errors';
import { dnsLabel, inclusiveRange } from '../names';
import { Path } from '../path';
import { byteLength, intOf, isGiven, isTrue, listOf, mapOf, textOf } from '../values';

/*
 * Volumes of drivers that were part of Kubernetes. Most are driven by CSI today; the API still takes them.
 * Source: pkg/apis/core/validation/validation.go (v1.36)
 */

/** A number of a range; absent is 0. */
function validateRange(value: unknown, low: number, high: number, says: string, path: Path, errors: Errors): void {
  const number = intOf(value) ?? 0;
  if (number < low || number > high) {
    errors.invalid(path, number, says);
  }
}

/** A disk with an id and a partition. */
function disk(name: string, path?: string): SharedSource {
  return {
    path,
    validate: (source, place, { errors }) => {
      requireTexts(source, [name], place, errors);
      validateRange(source.partition, 0, 255, inclusiveRange(1, 255), place.child('partition'), errors);
    },
  };
}

const ISCSI_NAMES: readonly (readonly [string, RegExp])[] = [
  ['iqn', /iqn\.\d{4}-\d{2}\.([A-Za-z0-9\-.]+)(:[^,;*&$|\s]+)$/], ['eui', /^eui.[A-Za-z0-9]{16}$/], ['naa', /^naa.[A-Za-z0-9]{32}$/],
];
/** A name is read by a pattern that takes quadratic time; real ones have at most 223 bytes (RFC 3720). */
const LONGEST_ISCSI_NAME = 4_096;

function validateIscsiName(name: string, path: Path, errors: Errors): void {
  const kind = ISCSI_NAMES.find(([prefix]) => name.startsWith(prefix));
  if (kind === undefined) {
    errors.invalid(path, name, 'must be valid format starting with iqn, eui, or naa');
  } else if (name.length > LONGEST_ISCSI_NAME || !kind[1].test(name)) {
    errors.invalid(path, name, 'must be valid format');
  }
}

const iscsi: SharedSource = {
  validate: (source, path, { errors }) => {
    requireTexts(source, ['targetPortal', 'iqn'], path, errors);
    if (textOf(source.iqn) !== '') {
      validateIscsiName(textOf(source.iqn), path.child('iqn'), errors);
    }
    validateRange(source.lun, 0, 255, inclusiveRange(0, 255), path.child('lun'), errors);
    if ((isTrue(source.chapAuthDiscovery) || isTrue(source.chapAuthSession)) && !isGiven(source.secretRef)) {
      errors.required(path.child('secretRef'));
    }
    if (isGiven(source.initiatorName)) {
      validateIscsiName(textOf(source.initiatorName), path.child('initiatorname'), errors);
    }
  },
  validateAlways: (source, path, errors, volume) => {
    const name = textOf(volume.name);
    if (isGiven(source.initiatorName) && byteLength(`${name}:${textOf(source.targetPortal)}`) > 64) {
      errors.invalid(path.child('name'), name,
        'Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.');
    }
  },
};

const flocker: SharedSource = {
  validate: (source, path, { errors }) => {
    const [name, id] = [textOf(source.datasetName), textOf(source.datasetUUID)];
    if (name === '' && id === '') {
      errors.required(path, 'one of datasetName and datasetUUID is required');
    }
    if (name !== '' && id !== '') {
      errors.invalid(path, 'resource', 'datasetName and datasetUUID can not be specified simultaneously');
    }
    if (name.includes('/')) {
      errors.invalid(path.child('datasetName'), name, "must not contain '/'");
    }
  },
};

const fibreChannel: SharedSource = {
  validate: (source, path, { errors }) => {
    const [targets, ids] = [listOf(source.targetWWNs), listOf(source.wwids)];
    if (targets.length === 0 && ids.length === 0) {
      errors.required(path.child('targetWWNs'), 'must specify either targetWWNs or wwids, but not both');
    }
    if (targets.length > 0 && ids.length > 0) {
      errors.invalid(path.child('targetWWNs'), targets, 'targetWWNs and wwids can not be specified simultaneously');
    }
    if (targets.length > 0 && intOf(source.lun) === undefined) {
      errors.required(path.child('lun'), 'lun is required if targetWWNs is specified');
    } else if (targets.length > 0) {
      validateRange(source.lun, 0, 255, inclusiveRange(0, 255), path.child('lun'), errors);
    }
  },
};

/** `host:port`. Source: Go net.SplitHostPort */
const HOST_AND_PORT = /^(?:\[[^[\]]*\]|[^[\]:]*):[^[\]:]*$/;

const quobyte: SharedSource = {
  validate: (source, path, { errors }) => {
    const registry = textOf(source.registry);
    if (registry === '') {
      errors.required(path.child('registry'), 'must be a host:port pair or multiple pairs separated by commas');
    } else if (byteLength(textOf(source.tenant)) >= 65) {
      errors.required(path.child('tenant'), 'must be a UUID and may not exceed a length of 64 characters');
    } else if (registry.split(',').some(pair => !HOST_AND_PORT.test(pair))) {
      errors.invalid(path.child('registry'), registry, 'must be a host:port pair or multiple pairs separated by commas');
    }
    requireTexts(source, ['volume'], path, errors);
  },
};

const storageOs: SharedSource = {
  validate: (source, path, { errors }) => {
    requireTexts(source, ['volumeName'], path, errors);
    for (const field of ['volumeName', 'volumeNamespace']) {
      const name = textOf(source[field]);
      if (name !== '') {
        errors.invalidAll(path.child(field), name, dnsLabel(name));
      }
    }
    requireInSecret(source, ['name'], path, errors);
  },
};

const cinder: SharedSource = {
  validate: (source, path, { errors }) => {
    requireTexts(source, ['volumeID'], path, errors);
    requireInSecret(source, ['name'], path, errors);
  },
};

const RESERVED = ['.kubernetes.io', '.k8s.io'];

const flexVolume: SharedSource = {
  validate: (source, path, { errors }) => {
    requireTexts(source, ['driver'], path, errors);
    for (const key of Object.keys(mapOf(source.options) ?? {})) {
      const namespace = `.${key.split('/', 1)[0].toLowerCase()}`;
      if (RESERVED.some(suffix => namespace.endsWith(suffix))) {
        errors.invalid(path.child('options').key(key), key, 'kubernetes.io and k8s.io namespaces are reserved');
      }
    }
  },
};

const CACHING_MODES = ['None', 'ReadOnly', 'ReadWrite'];
const DISK_KINDS = ['Dedicated', 'Managed', 'Shared'];
const MANAGED_URI = '/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}';
const BLOB_URI = 'https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd';

const azureDisk: SharedSource = {
  validate: (source, path, { errors }) => {
    requireTexts(source, ['diskName', 'diskURI'], path, errors);
    const [mode, kind] = [source.cachingMode ?? 'ReadWrite', source.kind ?? 'Shared'];
    if (!CACHING_MODES.includes(textOf(mode))) {
      errors.unsupported(path.child('cachingMode'), mode, CACHING_MODES);
    }
    if (!DISK_KINDS.includes(textOf(kind))) {
      errors.unsupported(path.child('kind'), kind, DISK_KINDS);
    }
    const [uri, isManaged] = [textOf(source.diskURI), kind === 'Managed'];
    if (!uri.startsWith(isManaged ? '/subscriptions/' : 'https://')) {
      errors.unsupported(path.child('diskURI'), uri, [isManaged ? MANAGED_URI : BLOB_URI]);
    }
  },
};

const ceph = (more: readonly string[]): SharedSource => ({
  validate: (source, path, { errors }) => {
    if (listOf(source.monitors).length === 0) {
      errors.required(path.child('monitors'));
    }
    requireTexts(source, more, path, errors);
  },
});

export const LEGACY_SOURCES: { readonly [key: string]: SharedSource } = {
  gitRepo: {
    validate: (source, path, { errors }) => {
      requireTexts(source, ['repository'], path, errors);
      validateDescending(textOf(source.directory), path.child('directory'), errors);
    },
  },
  gcePersistentDisk: disk('pdName', 'persistentDisk'),
  awsElasticBlockStore: disk('volumeID'),
  iscsi,
  glusterfs: requiring('endpoints', 'path'),
  flocker,
  rbd: ceph(['image']),
  cinder,
  cephfs: { ...ceph([]), forbiddenPath: 'cephFS' },
  quobyte,
  fc: fibreChannel,
  flexVolume,
  azureFile: requiring('secretName', 'shareName'),
  vsphereVolume: requiring('volumePath'),
  photonPersistentDisk: requiring('pdID'),
  portworxVolume: requiring('volumeID'),
  azureDisk,
  storageos: storageOs,
  scaleIO: requiring('gateway', 'system', 'volumeName'),
};
