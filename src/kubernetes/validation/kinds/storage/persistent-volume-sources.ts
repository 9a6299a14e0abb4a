import { PlainObject } from '../../../../base/plain';
import { Errors } from '../../errors';
import { dnsLabel, dnsSubdomain } from '../../names';
import { Path } from '../../path';
import { validateNoBacksteps } from '../../pod/paths';
import { requireInSecret, requireTexts, SharedSource, VolumeSource } from '../../pod/volume-source';
import { SHARED_SOURCES } from '../../pod/volume-sources';
import { byteLength, isGiven, mapOf, textOf } from '../../values';
import { validateDriverName } from '../device-names';

/** What the sources of a volume are asked in. */
export interface VolumeScope {
  readonly errors: Errors;
  /** Name of the volume; empty where it stands in another object. */
  readonly name: string;
  readonly hasNodeAffinity: boolean;
}

type Source = VolumeSource<VolumeScope>;
type Validate = NonNullable<Source['validate']>;

/** A source of pods of which a volume asks more. */
function extended(source: SharedSource, more: Validate): Source {
  return {
    validate: (body, path, scope) => {
      source.validate?.(body, path, scope);
      more(body, path, scope);
    },
  };
}

const [LONGEST_PORTAL, TOO_LONG] = [
  64, 'Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.',
];
const SECRETS_OF_CSI = ['controllerPublishSecretRef', 'controllerExpandSecretRef', 'nodePublishSecretRef', 'nodeExpandSecretRef'];

function validateSecretReference(secret: PlainObject, path: Path, errors: Errors): void {
  requireTexts(secret, ['name', 'namespace'], path, errors);
  for (const [field, rule] of [['name', dnsSubdomain], ['namespace', dnsLabel]] as const) {
    if (textOf(secret[field]) !== '') {
      errors.invalidAll(path.child(field), secret[field], rule(textOf(secret[field])));
    }
  }
}

const namespacedSecret: Validate = (source, path, { errors }) => requireInSecret(source, ['namespace'], path, errors);

/** Source: pkg/apis/core/validation/validation.go validate…PersistentVolumeSource (v1.36) */
const OWN: { readonly [key: string]: Source } = {
  glusterfs: extended(SHARED_SOURCES.glusterfs, ({ endpointsNamespace }, path, { errors }) => {
    if (isGiven(endpointsNamespace)) {
      errors.invalidAll(path.child('endpointsNamespace'), endpointsNamespace, dnsLabel(textOf(endpointsNamespace)));
    }
  }),
  iscsi: extended(SHARED_SOURCES.iscsi, (source, path, { errors, name }) => {
    if (isGiven(source.initiatorName) && byteLength(`${name}:${textOf(source.targetPortal)}`) > LONGEST_PORTAL) {
      errors.invalid(path.child('targetportal'), source.targetPortal, TOO_LONG);
    }
    requireInSecret(source, ['name'], path, errors);
  }),
  cinder: extended(SHARED_SOURCES.cinder, namespacedSecret),
  azureFile: extended(SHARED_SOURCES.azureFile, (source, path, { errors }) => {
    if (isGiven(source.secretNamespace)) {
      requireTexts(source, ['secretNamespace'], path, errors);
    }
  }),
  local: {
    validate: (source, path, { errors }) => {
      requireTexts(source, ['path'], path, errors);
      validateNoBacksteps(textOf(source.path), path.child('path'), errors);
    },
  },
  storageos: extended(SHARED_SOURCES.storageos, namespacedSecret),
  csi: {
    validate: (source, path, { errors }) => {
      validateDriverName(textOf(source.driver), path.child('driver'), errors);
      requireTexts(source, ['volumeHandle'], path, errors);
      for (const field of SECRETS_OF_CSI) {
        const secret = mapOf(source[field]);
        if (secret !== undefined) {
          validateSecretReference(secret, path.child(field), errors);
        }
      }
    },
  },
};

/** In the order in which the API server looks at them. Source: validation.go ValidatePersistentVolumeSpec (v1.36) */
const ORDER = [
  'hostPath', 'gcePersistentDisk', 'awsElasticBlockStore', 'glusterfs', 'flocker', 'nfs', 'rbd', 'quobyte', 'cephfs', 'iscsi', 'cinder', 'fc', 'flexVolume',
  'azureFile', 'vsphereVolume', 'photonPersistentDisk', 'portworxVolume', 'azureDisk', 'scaleIO', 'local', 'storageos', 'csi',
];
const SOURCES = ORDER.map(key => [key, OWN[key] ?? SHARED_SOURCES[key]] as const);

/** Exactly one source, and what each asks for. */
export function validateVolumeSources(spec: PlainObject, path: Path, scope: VolumeScope): void {
  let isFirst = true;
  for (const [key, source] of SOURCES) {
    const body = mapOf(spec[key]);
    if (body === undefined) {
      continue;
    }
    // By a slip of the API server this one may stand beside another.
    if (isFirst || key === 'flexVolume') {
      source.validate?.(body, path.child(source.path ?? key), scope);
    } else {
      scope.errors.forbidden(path.child(source.forbiddenPath ?? key), 'may not specify more than 1 volume type');
    }
    if (isFirst && key === 'local' && !scope.hasNodeAffinity) {
      scope.errors.required(path.child('nodeAffinity'), 'Local volume requires node affinity');
    }
    isFirst = false;
  }
  if (isFirst) {
    scope.errors.required(path, 'must specify a volume type');
  }
}
