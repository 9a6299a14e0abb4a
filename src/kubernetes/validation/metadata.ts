import { Errors } from './errors';
import { validateLabels } from './labels';
import { labelName, NameRule, pathSegment, qualifiedName, subdomainName } from './names';
import { Path } from './path';
import { byteLength, intOf, isTrue, listOf, mapOf, textOf } from './values';

/** All annotations of an object together. Source: apimachinery pkg/api/validation/objectmeta.go (v0.36) */
export const ANNOTATIONS_LIMIT = 256 * 1024;

export interface MetadataRules {
  /** The kind's rule for names. @default a DNS subdomain */
  readonly name?: NameRule;
  /** Kinds of the core, apps, batch … validations look at finalizers more closely. @default true */
  readonly kubeFinalizers?: boolean;
}

/**
 * Metadata of an object that is created. A namespace that is missing is filled in from the request, and one on a kind without namespaces
 * is taken away, so neither is an error. Source: apiserver pkg/registry/rest/create.go, apimachinery pkg/api/validation/objectmeta.go (v0.36)
 */
export function validateObjectMeta(metadata: unknown, rules: MetadataRules, path: Path, errors: Errors): void {
  const meta = mapOf(metadata) ?? {};
  const before = errors.list.length;
  validateName(meta, rules.name ?? subdomainName, path, errors);
  const namespace = textOf(meta.namespace);
  if (namespace !== '') {
    errors.invalidAll(path.child('namespace'), namespace, labelName(namespace, false));
  }
  validateRest(meta, path, errors);
  if (rules.kubeFinalizers ?? true) {
    validateKubeFinalizers(listOf(meta.finalizers), path, errors);
  }
  if (errors.list.length === before) {
    // What the registry asks of every kind, once the kind's own validation is content.
    validateName(meta, pathSegment, path, errors);
  }
}

function validateName(meta: Readonly<Record<string, unknown>>, rule: NameRule, path: Path, errors: Errors): void {
  const name = textOf(meta.name);
  const generateName = textOf(meta.generateName);
  if (generateName !== '') {
    errors.invalidAll(path.child('generateName'), generateName, rule(generateName, true));
  }
  if (name !== '') {
    errors.invalidAll(path.child('name'), name, rule(name, false));
  } else if (generateName === '') {
    errors.required(path.child('name'), 'name or generateName is required');
  } else {
    const generated = generatedName(meta);
    errors.invalidAll(path.child('name'), generated, rule(generated, false));
  }
}

/** A name, or one such as the server would generate. Source: apiserver pkg/storage/names/generate.go (v0.36) */
export function generatedName(meta: Readonly<Record<string, unknown>>): string {
  const generateName = textOf(meta.generateName);
  return textOf(meta.name) || (generateName === '' ? '' : `${generateName.slice(0, LONGEST_BASE)}x7b2c`);
}

const LONGEST_BASE = 58;

function validateRest(meta: Readonly<Record<string, unknown>>, path: Path, errors: Errors): void {
  const generation = intOf(meta.generation) ?? 0;
  if (generation < 0) {
    errors.invalid(path.child('generation'), generation, 'must be greater than or equal to 0');
  }
  validateLabels(meta.labels, path.child('labels'), errors);
  validateAnnotations(meta.annotations, path.child('annotations'), errors);
  validateOwnerReferences(listOf(meta.ownerReferences), path.child('ownerReferences'), errors);
  validateFinalizers(listOf(meta.finalizers), path.child('finalizers'), errors);
}

export function validateAnnotations(annotations: unknown, path: Path, errors: Errors): void {
  const map = mapOf(annotations);
  if (map === undefined) {
    return;
  }
  let length = 0;
  for (const key of Object.keys(map)) {
    if (qualifiedName(key).length > 0) {
      // A key may have capitals everywhere.
      errors.invalidAll(path, key, qualifiedName(key.toLowerCase()));
    }
    length += key.length + textOf(map[key]).length;
  }
  // A character has at most three bytes.
  if (length * 3 > ANNOTATIONS_LIMIT && sizeOf(map) > ANNOTATIONS_LIMIT) {
    errors.tooLong(path, ANNOTATIONS_LIMIT);
  }
}

function sizeOf(texts: Readonly<Record<string, unknown>>): number {
  return Object.keys(texts).reduce((size, key) => size + byteLength(key) + byteLength(textOf(texts[key])), 0);
}

const OWNER_FIELDS = ['apiVersion', 'kind', 'name', 'uid', 'controller', 'blockOwnerDeletion'];

function validateOwnerReferences(references: readonly unknown[], path: Path, errors: Errors): void {
  let controller: string | undefined;
  const seen = new Set<string>();
  for (const reference of references) {
    const owner = mapOf(reference) ?? {};
    const same = JSON.stringify(OWNER_FIELDS.map(field => owner[field] ?? null));
    if (seen.has(same)) {
      // The server drops what is said twice. Source: apiserver pkg/endpoints/handlers/rest.go dedupOwnerReferences (v0.36)
      continue;
    }
    seen.add(same);
    validateOwnerReference(owner, path, errors);
    if (isTrue(owner.controller)) {
      const current = `${textOf(owner.kind)}/${textOf(owner.name)}`;
      if (controller !== undefined) {
        errors.invalid(path, references,
          `Only one reference can have Controller set to true. Found "true" in references for ${controller} and ${current}`);
      } else {
        controller = current;
      }
    }
  }
}

function validateOwnerReference(owner: Readonly<Record<string, unknown>>, path: Path, errors: Errors): void {
  const apiVersion = textOf(owner.apiVersion);
  const kind = textOf(owner.kind);
  const parts = apiVersion.split('/');
  if (apiVersion === '' || parts.length > 2 || parts[parts.length - 1] === '') {
    errors.invalid(path.child('apiVersion'), apiVersion, 'version must not be empty');
  }
  for (const field of ['kind', 'name', 'uid']) {
    if (textOf(owner[field]) === '') {
      errors.invalid(path.child(field), '', 'must not be empty');
    }
  }
  if (apiVersion === 'v1' && kind === 'Event') {
    errors.invalid(path, owner, '/v1, Kind=Event is disallowed from being an owner');
  }
}

const [ORPHAN, FOREGROUND] = ['orphan', 'foregroundDeletion'];

function validateFinalizers(finalizers: readonly unknown[], path: Path, errors: Errors): void {
  for (const finalizer of finalizers) {
    errors.invalidAll(path, textOf(finalizer), qualifiedName(textOf(finalizer)));
  }
  if (finalizers.includes(ORPHAN) && finalizers.includes(FOREGROUND)) {
    errors.invalid(path, finalizers, `finalizer ${ORPHAN} and ${FOREGROUND} cannot be both set`);
  }
}

/** Names without a prefix are Kubernetes' own. Source: pkg/apis/core/validation/validation.go validateKubeFinalizerName (v1.36) */
const STANDARD_FINALIZERS: ReadonlySet<string> = new Set(['kubernetes', ORPHAN, FOREGROUND]);

function validateKubeFinalizers(finalizers: readonly unknown[], path: Path, errors: Errors): void {
  finalizers.forEach((finalizer, index) => {
    const name = textOf(finalizer);
    if (!name.includes('/') && !STANDARD_FINALIZERS.has(name)) {
      errors.invalid(path.child('finalizers').index(index), name,
        'name is neither a standard finalizer name nor is it fully qualified');
    }
  });
}
