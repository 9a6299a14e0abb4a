import { RuleOptions } from './compiled-rules';
import { schemaHas, schemaOf, SchemaProps } from './schema';
import { PlainObject } from '../../../../base/plain';
import { isGiven, isTrue, listOf, mapOf } from '../../values';

/** What is asked of a definition; one that is there already may keep what it has. Source: validation.go validationOptions (v0.36) */
export interface DefinitionOptions extends RuleOptions {
  /** Reviews of a version that servers know. */
  readonly requiresKnownReview: boolean;
  readonly requiresSchemas: boolean;
  readonly requiresTypes: boolean;
  readonly requiresStructure: boolean;
  readonly requiresPrunedDefaults: boolean;
  readonly requiresAtomicSets: boolean;
  /** Items and keys that are there. */
  readonly requiresKeys: boolean;
  /** Versions that had as many selectable fields before; empty text for all of them. */
  readonly mayHaveTooMany: ReadonlySet<string>;
  /** Whether unknown fields are preserved everywhere. */
  readonly preserves: boolean;
}

export const NEW: DefinitionOptions = {
  requiresKnownReview: true,
  requiresSchemas: true,
  requiresTypes: true,
  requiresStructure: true,
  requiresPrunedDefaults: true,
  requiresAtomicSets: true,
  requiresKeys: true,
  mayHaveTooMany: new Set(),
  preserves: false,
  minor: '1.36',
  rulesBefore: new Set(),
  messagesBefore: new Set(),
};

const EXTENSIONS = [
  'x-kubernetes-embedded-resource', 'x-kubernetes-preserve-unknown-fields', 'x-kubernetes-int-or-string', 'x-kubernetes-list-map-keys', 'x-kubernetes-list-type', 'x-kubernetes-validations',
];

/** Pruning, defaults and extensions need structural schemas. */
export function optionsFor(spec: PlainObject, given: DefinitionOptions): DefinitionOptions {
  const preserves = isTrue(spec.preserveUnknownFields);
  return { ...given, preserves, requiresStructure: given.requiresStructure || !preserves || usesExtensions(spec) };
}

function usesExtensions(spec: PlainObject): boolean {
  const uses = ({ raw }: SchemaProps) => isGiven(raw.default) || EXTENSIONS.some(name => isGiven(raw[name]) && raw[name] !== false);
  return schemasOf(spec).some(schema => schemaHas(schema, uses));
}

/** The schemas of all versions. */
export function schemasOf(spec: PlainObject): readonly SchemaProps[] {
  return listOf(spec.versions).flatMap(version => schemaOf(mapOf(mapOf(version)?.schema)?.openAPIV3Schema) ?? []);
}
