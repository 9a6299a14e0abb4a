import { sameParts } from './same-schema';
import { SchemaProps, schemaOf } from './schema';
import { PlainObject } from '../../../../base/plain';
import { Path } from '../../path';
import { isGiven, listOf, mapOf, textOf } from '../../values';
import { SPEC } from '../subject';

/** A part of a version, or one that all versions have. */
interface Part {
  readonly value: unknown;
  readonly path: Path;
  /** The name of the version; empty for all of them. */
  readonly version: string;
}

interface SchemaPart extends Part {
  /** Whether the status is a subresource. */
  readonly hasStatus: boolean;
}

interface SelectablePart extends Part {
  /** The schema that stands beside it. */
  readonly schema?: SchemaProps;
}

/**
 * The versions as the server validates them: what all versions say alike it takes for one, which is told of here at the first of them.
 * Source: apiextensions-apiserver pkg/apis/apiextensions/v1/conversion.go Convert_v1_CustomResourceDefinitionSpec_To_apiextensions_CustomResourceDefinitionSpec (v0.36)
 */
export interface DefinitionParts {
  readonly versions: readonly PlainObject[];
  readonly schemas: readonly SchemaPart[];
  readonly subresources: readonly Part[];
  readonly columns: readonly Part[];
  readonly selectable: readonly SelectablePart[];
  /** Where a schema must be and is not. */
  readonly missingSchemas: readonly Path[];
}

const VERSIONS = SPEC.child('versions');

export function partsOf(spec: PlainObject): DefinitionParts {
  const versions = listOf(spec.versions).map(each => mapOf(each) ?? {});
  const [schemas, subresources] = ['schema', 'subresources'].map(field => partsNamed(versions, field, null));
  const selectable = partsNamed(versions, 'selectableFields', []).filter(({ value }) => listOf(value).length > 0);
  return {
    versions,
    schemas: schemas.map(part => ({ ...part, hasStatus: hasStatus(part, subresources, versions) })),
    subresources,
    columns: partsNamed(versions, 'additionalPrinterColumns', []),
    selectable: selectable.map(part => {
      const beside = schemas.find(each => each.version === part.version);
      return { ...part, schema: schemaOf(mapOf(beside?.value)?.openAPIV3Schema) };
    }),
    missingSchemas: versions.flatMap((version, index) => {
      return isGiven(mapOf(version.schema)?.openAPIV3Schema) ? [] : [VERSIONS.index(index).child('schema').child('openAPIV3Schema')];
    }),
  };
}

/** @param none what is said by nothing. */
function partsNamed(versions: readonly PlainObject[], field: string, none: unknown): readonly Part[] {
  const values = versions.map(version => version[field] ?? none);
  const parts = values.map((value, index) => ({ value, path: VERSIONS.index(index).child(field), version: textOf(versions[index].name) }));
  return values.every(value => sameParts(value, values[0])) ? parts.slice(0, 1).map(part => ({ ...part, version: '' })) : parts;
}

/** A schema of all versions is for the status of any of them. */
function hasStatus({ version }: Part, subresources: readonly Part[], versions: readonly PlainObject[]): boolean {
  if (version === '') {
    return versions.some(each => isGiven(mapOf(each.subresources)?.status));
  }
  const own = subresources.find(each => each.version === version || each.version === '');
  return isGiven(mapOf(own?.value)?.status);
}
