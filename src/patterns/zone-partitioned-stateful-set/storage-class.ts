import { ApiObject, JsonPatch } from 'cdk8s';
import { Construct } from 'constructs';
import { PerZoneClassOptions } from './zone-storage';
import { compact } from '../../base/plain';
import { ObjectOptions } from '../../pod/template/plain-api-object';

/**
 * A class that makes volumes in one zone, for the pods placed there.
 *
 * Everything but metadata, `allowVolumeExpansion` and `mountOptions` is immutable. Source: pkg/apis/storage/validation/validation.go (v1.36)
 */
export function createStorageClass(scope: Construct, id: string, options: ObjectOptions, storage: PerZoneClassOptions, zone: string): ApiObject {
  const object = new ApiObject(scope, id, {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name: options.name, labels: { ...options.labels } },
    ...compact({
      provisioner: storage.driver,
      parameters: storage.parameters,
      reclaimPolicy: storage.reclaimPolicy ?? 'Retain',
      volumeBindingMode: 'WaitForFirstConsumer',
      allowVolumeExpansion: storage.allowVolumeExpansion ? true : undefined,
      allowedTopologies: [{ matchLabelExpressions: [{ key: storage.topologyKey, values: [zone] }] }],
    }),
  });
  if (object.metadata.namespace !== undefined) {
    // cdk8s gives every object the namespace of its chart; this kind has none.
    object.addJsonPatch(JsonPatch.remove('/metadata/namespace'));
  }
  return object;
}
