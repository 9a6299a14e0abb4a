import { ApiObjectMetadataDefinition } from 'cdk8s';
import { Plain, PlainObject } from '../../base/plain';

/** A value that only cdk8s' resolvers can render. */
class NotPlain extends Error {}

/** What cdk8s keeps of it; private there. Source: cdk8s src/metadata.ts (2.70.106) */
interface Kept {
  readonly _additionalAttributes: PlainObject;
  readonly name: Plain;
  readonly namespace: Plain;
  readonly annotations: Plain;
  readonly finalizers: Plain;
  readonly ownerReferences: Plain;
  readonly labels: Plain;
}

/**
 * What `metadata.toJson()` gives, without asking every resolver about every label; whatever is not plain data goes that way. For an app with cdk8s' own
 * resolvers alone. A property-based test compares the two.
 */
export function metadataToJson(definition: ApiObjectMetadataDefinition): PlainObject {
  if (definition.toJson !== ApiObjectMetadataDefinition.prototype.toJson) {
    return definition.toJson() as PlainObject;
  }
  const { _additionalAttributes, name, namespace, annotations, finalizers, ownerReferences, labels } = definition as unknown as Kept;
  try {
    return filled({ ..._additionalAttributes, name, namespace, annotations, finalizers, ownerReferences, labels }) as PlainObject;
  } catch (error) {
    if (error instanceof NotPlain) {
      return definition.toJson() as PlainObject;
    }
    throw error;
  }
}

/** Keys sorted, and nothing that is empty: what cdk8s' sanitizer does to metadata. */
function filled(value: Plain): Plain {
  if (value === null || typeof value !== 'object') {
    if (typeof value === 'function') {
      throw new NotPlain();
    }
    return value ?? undefined;
  }
  if (Array.isArray(value)) {
    return value.length === 0 ? undefined : value.map(filled);
  }
  if (value.constructor !== Object || typeof value.resolve === 'function') {
    throw new NotPlain();
  }
  let result: PlainObject | undefined;
  for (const key of Object.keys(value).sort()) {
    const inner = filled(value[key]);
    if (inner !== undefined) {
      result ??= {};
      result[key] = inner;
    }
  }
  return result;
}
