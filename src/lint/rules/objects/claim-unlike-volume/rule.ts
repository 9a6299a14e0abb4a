import { asObject, asText, asTexts, isPresent, objectAt } from '../../../../base/reading';
import { Complaint } from '../../../../kubernetes/complaint';
import { Manifest } from '../../../../kubernetes/manifest';
import { parseQuantity } from '../../../../kubernetes/validation/quantities';
import { surelyNamed } from '../../../facts/made';
import { Rule } from '../../rule';

/** A claim that asks for a volume by name, and for more than that volume is. */
export const claimUnlikeVolume: Rule = {
  id: 'AIW2164',
  title: 'claim and the volume that it names do not fit each other',
  class: 'broken',
  reason: 'A claim is bound to the volume that it names only if class, size, access modes and volume mode fit. Else it waits (VolumeMismatch), and so do its pods, for ever: nothing else is looked for or made.',
  source: 'pkg/controller/volume/persistentvolume/pv_controller.go checkVolumeSatisfyClaim, syncUnboundClaim; plugin/pkg/admission/storage/storageclass/setdefault/admission.go (v1.36)',
  remedy: 'Give both the same storageClassName ("" for volumes that are made by hand), and ask for no more than the volume has.',
  appliesTo: ['PersistentVolumeClaim'],
  but: 'a claim without a class, which most clusters give their default class: warning; silent about volumes with a claimRef, which are bound as they are',
  check: (facts, report) => {
    for (const claim of facts.ofType('PersistentVolumeClaim')) {
      const volume = surelyNamed(facts, 'PersistentVolume', '', asText(claim.spec.volumeName) ?? '');
      if (volume && !isPresent(volume.spec.claimRef)) {
        [classes, sizes, modes, shapes].flatMap(compare => compare(claim, volume) ?? []).forEach(complaint => report(claim, complaint));
      }
    }
  },
};

type Compare = (claim: Manifest, volume: Manifest) => Complaint | undefined;

/** Source: component-helpers storage/volume/pv_helpers.go GetPersistentVolumeClass (v0.36) */
const CLASS = 'volume.beta.kubernetes.io/storage-class';

/** No class is one: an empty text. */
function classOf({ body, spec: { storageClassName } }: Manifest): string | undefined {
  return asText(objectAt(body, 'metadata', 'annotations')[CLASS]) ?? (typeof storageClassName === 'string' ? storageClassName : undefined);
}

const classes: Compare = (claim, volume) => {
  const [asked, given] = [classOf(claim), classOf(volume) ?? ''];
  return asked === given ? undefined : asked === undefined ? {
    class: 'risky',
    field: 'spec',
    message: `Required value: storageClassName: without it the claim gets the default class of the cluster, and ${volume.toString()} has ${classText(given)}`,
    help: `write storageClassName: ${JSON.stringify(given)}`,
  } : {
    field: 'spec.storageClassName',
    message: `Invalid value: ${JSON.stringify(asked)}: ${volume.toString()} has ${classText(given)}`,
    help: `write storageClassName: ${JSON.stringify(given)}, or give the volume the class of the claim`,
  };
};

function classText(name: string): string {
  return name === '' ? 'no class' : `class ${JSON.stringify(name)}`;
}

const sizes: Compare = (claim, volume) => {
  const [asked, given] = [objectAt(claim.spec, 'resources', 'requests').storage, asObject(volume.spec.capacity).storage];
  const [most, has] = [parseQuantity(asked)?.nano, parseQuantity(given)?.nano];
  return most === undefined || has === undefined || most <= has ? undefined : {
    field: 'spec.resources.requests[storage]',
    message: `Invalid value: ${JSON.stringify(asked)}: ${volume.toString()} has ${String(given)}`,
    help: `ask for ${String(given)} at most, or write a larger capacity`,
  };
};

const modes: Compare = (claim, volume) => {
  const given = asTexts(volume.spec.accessModes);
  const missing = asTexts(claim.spec.accessModes).find(mode => !given.includes(mode));
  return missing === undefined ? undefined : {
    field: 'spec.accessModes',
    message: `Invalid value: ${JSON.stringify(missing)}: ${volume.toString()} has ${given.join(', ')}`,
    help: `ask for ${given.join(' or ')}, or add the mode to the volume, if its storage can do it`,
  };
};

const shapes: Compare = (claim, volume) => {
  const [asked, given] = [claim, volume].map(({ spec }) => asText(spec.volumeMode) ?? 'Filesystem');
  return asked === given ? undefined : {
    field: 'spec.volumeMode',
    message: `Invalid value: ${JSON.stringify(asked)}: ${volume.toString()} is of mode ${given}`,
    help: 'write the same volumeMode in both; Filesystem is the default',
  };
};
