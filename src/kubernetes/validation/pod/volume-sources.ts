import { validateDownwardFile, validateKeyToPath } from './files';
import { validateFileMode, validateNoBacksteps } from './paths';
import { validateProjected } from './projected';
import { PodScope } from './scope';
import { requireTexts, requiring, SharedSource, VolumeSource } from './volume-source';
import { LEGACY_SOURCES } from './volume-sources-legacy';
import { PlainObject } from '../../../base/plain';
import { Errors } from '../errors';
import { validateLabels } from '../labels';
import { validateAnnotations } from '../metadata';
import { dnsSubdomain } from '../names';
import { Path } from '../path';
import { isNegative, parseQuantity } from '../quantities';
import { byteLength, isGiven, listOf, mapOf, textOf } from '../values';
import { validatePullPolicy } from './pull-policy';

function validateEmptyDir(source: PlainObject, path: Path, { errors }: PodScope): void {
  const limit = parseQuantity(source.sizeLimit);
  if (limit !== undefined && isNegative(limit)) {
    errors.forbidden(path.child('sizeLimit'), 'SizeLimit field must be a valid resource quantity');
  }
}

const HOST_PATH_TYPES = ['', 'BlockDevice', 'CharDevice', 'Directory', 'DirectoryOrCreate', 'File', 'FileOrCreate', 'Socket'];

function validateHostPath(source: PlainObject, path: Path, { errors }: Pick<PodScope, 'errors'>): void {
  const target = textOf(source.path);
  if (target === '') {
    errors.required(path.child('path'));
    return;
  }
  validateNoBacksteps(target, path.child('path'), errors);
  if (isGiven(source.type) && !HOST_PATH_TYPES.includes(textOf(source.type))) {
    errors.unsupported(path.child('type'), source.type, HOST_PATH_TYPES);
  }
}

/** Of a Secret or ConfigMap; `name` is the field that names it. */
function filesOf(name: string): VolumeSource {
  return {
    validate: (source, path, { errors }) => {
      if (textOf(source[name]) === '') {
        errors.required(path.child(name));
      }
      validateFileMode(source.defaultMode, path, 'defaultMode', errors);
      validateItems(listOf(source.items), path, errors);
    },
  };
}

function validateItems(items: readonly unknown[], path: Path, errors: Errors): void {
  for (let i = 0; i < items.length; i++) {
    validateKeyToPath(items[i], path.child('items').index(i), errors);
  }
}

function validateDownwardApi(source: PlainObject, path: Path, { errors }: PodScope): void {
  validateFileMode(source.defaultMode, path, 'defaultMode', errors);
  for (const item of listOf(source.items)) {
    // The path of an item is its volume's, by a slip of the API server.
    validateDownwardFile(mapOf(item) ?? {}, path, errors);
  }
}

const CSI_DRIVER_LENGTH = 63;

function validateCsi(source: PlainObject, path: Path, { errors }: PodScope): void {
  const driver = textOf(source.driver);
  if (driver === '') {
    errors.required(path.child('driver'));
  } else {
    if (byteLength(driver) > CSI_DRIVER_LENGTH) {
      errors.tooLong(path.child('driver'), CSI_DRIVER_LENGTH);
    }
    errors.invalidAll(path.child('driver'), driver, dnsSubdomain(driver.toLowerCase()));
  }
  const secret = mapOf(source.nodePublishSecretRef);
  if (secret !== undefined) {
    const name = textOf(secret.name);
    if (name === '') {
      errors.required(path.child('nodePublishSecretRef').child('name'));
    } else {
      errors.invalidAll(path.child('name'), name, dnsSubdomain(name));
    }
  }
}

/** Fields of the metadata of a claim template that may be set. */
const TEMPLATE_METADATA: ReadonlySet<string> = new Set(['annotations', 'labels']);

function validateEphemeral(source: PlainObject, path: Path, { errors, context }: PodScope): void {
  const template = mapOf(source.volumeClaimTemplate);
  const place = path.child('volumeClaimTemplate');
  if (template === undefined) {
    errors.required(place);
    return;
  }
  const metadata = mapOf(template.metadata);
  if (metadata !== undefined) {
    validateAnnotations(metadata.annotations, place.child('metadata').child('annotations'), errors);
    validateLabels(metadata.labels, place.child('metadata').child('labels'), errors);
    for (const key of Object.keys(metadata)) {
      if (!TEMPLATE_METADATA.has(key) && isSet(metadata[key])) {
        errors.forbidden(place.child('metadata').child(key === 'uid' ? 'uID' : key), 'cannot be set');
      }
    }
  }
  // The claims' validation is another kind's, and few pods need it.
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { validateClaimSpec } = require('../kinds/persistent-volume-claim') as typeof import('../kinds/persistent-volume-claim');
  validateClaimSpec(mapOf(template.spec) ?? {}, place.child('spec'), errors, context);
}

/** Anything but the zero value of its type. */
function isSet(value: unknown): boolean {
  return isGiven(value) && value !== '' && value !== 0;
}

function validateImage(source: PlainObject, path: Path, { errors, isPod }: PodScope): void {
  if (isPod && textOf(source.reference) === '') {
    errors.required(path.child('reference'));
  }
  validatePullPolicy(source.pullPolicy, path.child('pullPolicy'), errors);
}

/** Those that persistent volumes have as well. */
export const SHARED_SOURCES: { readonly [key: string]: SharedSource } = {
  ...LEGACY_SOURCES,
  hostPath: { validate: validateHostPath },
  nfs: {
    validate: (source, path, { errors }) => {
      requireTexts(source, ['server', 'path'], path, errors);
      if (!textOf(source.path).startsWith('/')) {
        errors.invalid(path.child('path'), textOf(source.path), 'must be an absolute path');
      }
    },
  },
};

/** Source: pkg/apis/core/validation/validation.go validateVolumeSource (v1.36) */
const ORDER = [
  'emptyDir', 'hostPath', 'gitRepo', 'gcePersistentDisk', 'awsElasticBlockStore', 'secret', 'nfs', 'iscsi', 'glusterfs', 'flocker', 'persistentVolumeClaim', 'rbd',
  'cinder', 'cephfs', 'quobyte', 'downwardAPI', 'fc', 'flexVolume', 'configMap', 'azureFile', 'vsphereVolume', 'photonPersistentDisk', 'portworxVolume', 'azureDisk',
  'storageos', 'projected', 'scaleIO', 'csi', 'ephemeral', 'image',
];

/** All sources in the order in which the API server looks at them. */
export const SOURCES: readonly (readonly [string, VolumeSource])[] = orderedSources();

function orderedSources(): [string, VolumeSource][] {
  const own: { readonly [key: string]: VolumeSource } = {
    emptyDir: { validate: validateEmptyDir },
    secret: filesOf('secretName'),
    persistentVolumeClaim: requiring('claimName'),
    downwardAPI: { validate: validateDownwardApi, forbiddenPath: 'downwarAPI' },
    configMap: filesOf('name'),
    projected: { validate: validateProjected },
    csi: { validate: validateCsi },
    ephemeral: { validate: validateEphemeral },
    image: { validate: validateImage },
  };
  return ORDER.map(key => [key, own[key] ?? SHARED_SOURCES[key] ?? {}]);
}
