import * as kplus from 'cdk8s-plus-28';
import { checkVolumeOf } from './volume-checks';
import { forbidden, invalid } from '../../base/errors/invalid-input';

/** What the API server refuses of the mounts of one container. Source: pkg/apis/core/validation/validation.go ValidateVolumeMounts, validateMountPropagation (v1.36) */
export function checkMounts(field: string, mounts: readonly kplus.VolumeMount[], isPrivileged: boolean): void {
  mounts.forEach((mount, index) => {
    const at = `${field}.volumeMounts[${index}]`;
    if (!mount.path) {
      throw invalid(`${at}.path`, mount.path, 'is no path in the container', 'give the folder where the container sees the volume');
    }
    checkVolumeOf(`${at}.volume`, mount.volume);
    for (const part of ['subPath', 'subPathExpr'] as const) {
      const path = mount[part];
      if (path !== undefined && (path.startsWith('/') || path.split('/').includes('..'))) {
        throw invalid(`${at}.${part}`, path, 'must lead from the root of the volume into it: without a slash at its beginning, and without ".."', 'give a path like models/llama');
      }
    }
    if (mount.subPath && mount.subPathExpr) {
      throw forbidden(`${at}.subPathExpr`, `subPath ${JSON.stringify(mount.subPath)} says it as well`, 'keep one of them');
    }
    if (mount.propagation === kplus.MountPropagation.BIDIRECTIONAL && !isPrivileged) {
      throw forbidden(`${at}.propagation`, 'only a privileged container may mount into the host (Bidirectional)', 'use MountPropagation.HOST_TO_CONTAINER to see mounts of the host');
    }
  });
}
