import { ApiObject, ApiObjectMetadata, ApiObjectProps, App, JsonPatch, Lazy } from 'cdk8s';
import { Construct } from 'constructs';
import { checkWritten } from './late-metadata';
import { InvalidInput, invalid, refuse, inConstruct } from '../../base/errors/invalid-input';
import { recheckAtSynth } from '../../base/findings/construct-checks';
import { Labels } from '../../base/labels';
import { Plain, PlainObject } from '../../base/plain';
import { checkGiven } from '../../given/given';
import { readable } from '../../given/given-type';
import { answer } from '../../given/mistakes/unplanned';
import { checkMetadata } from '../../kubernetes/refused/labels';
import { checkNamePart } from '../../kubernetes/refused/names';

/** A patch as RFC 6902 has it. */
interface Operation {
  readonly op: string;
  readonly path: string;
  readonly value?: unknown;
}

/** Content of an object by field: data, or how to make it when the tree is synthesised. */
export type Body = { readonly [field: string]: Plain | (() => PlainObject) };

/** What cdk8s itself resolves: Lazy values, implicit tokens, number-or-string unions. Data that holds none of them needs no resolver. */
const OWN_RESOLVERS = 3;

/** A value that only cdk8s' resolvers can render. */
class NotPlain extends Error {}

/**
 * An `ApiObject` whose content is data already. It renders to exactly what `ApiObject` would render (a test compares the two), without asking
 * every resolver about every leaf, which is most of the time that cdk8s takes. Whatever is not plain data goes cdk8s' own way: a Lazy value
 * inside, an app with resolvers of its own, an unsorted rendering.
 */
export class PlainApiObject extends ApiObject {
  private readonly ops: JsonPatch[] = [];
  private readonly body: Body;

  constructor(scope: Construct, id: string, props: ApiObjectProps, body: Body) {
    const fields = Object.entries(body).map(([field, content]) => [field, typeof content === 'function' ? Lazy.any({ produce: content }) : content]);
    super(scope, id, { ...props, ...Object.fromEntries(fields) });
    this.body = body;
    recheckAtSynth(this, () => checkWritten('metadata', this.metadata));
  }

  public addJsonPatch(...ops: JsonPatch[]): void {
    answer(this, () => {
      ops.forEach(requirePatch);
      super.addJsonPatch(...ops);
      this.ops.push(...ops);
    }, () => undefined);
  }

  public toJson(): any {
    const metadata = this.checkedMetadata();
    if (process.env.CDK8S_DISABLE_SORT || App.of(this).resolvers?.length !== OWN_RESOLVERS) {
      return super.toJson();
    }
    try {
      const manifest = this.render(metadata);
      return this.ops.length === 0 ? manifest : ordered(JsonPatch.apply(manifest, ...this.ops));
    } catch (error) {
      if (error instanceof InvalidInput) {
        throw error;
      }
      return this.byCdk8s();
    }
  }

  /** cdk8s' own way renders it, or fails with cdk8s' own message; of a patch on a path that leads nowhere that is a failure of its code. */
  private byCdk8s(): unknown {
    try {
      return super.toJson();
    } catch (error) {
      // cdk8s wraps what it meets in an error of its own.
      if (!/TypeError: /.test(String(error)) || this.ops.length === 0) {
        throw error;
      }
      const paths = this.ops.map(op => (op._toJson() as Operation).path);
      throw invalid('addJsonPatch', paths.length === 1 ? paths[0] : paths, 'leads nowhere in this object', 'add what is above it first, or correct the path: cdk8s synth shows the object without the patch');
    }
  }

  /** A chart adds its own namespace and labels, which nobody has looked at yet. */
  private checkedMetadata(): PlainObject {
    checkWritten('metadata', this.metadata);
    const metadata = this.metadata.toJson() as PlainObject;
    const { namespace, labels, annotations } = metadata as { namespace?: string; labels?: Labels; annotations?: Labels };
    if (namespace !== undefined) {
      checkNamePart('metadata.namespace', namespace);
    }
    checkMetadata('metadata', labels ?? {}, annotations ?? {});
    return metadata;
  }

  private render(metadata: PlainObject): PlainObject {
    const result: PlainObject = { apiVersion: this.apiVersion, kind: this.kind, metadata };
    for (const field of Object.keys(this.body).sort()) {
      const content = this.body[field];
      result[field] = rendered(field, typeof content === 'function' ? content() : content);
    }
    return result;
  }
}

/** TypeScript tells a patch from its content; a program that nobody compiled gives what RFC 6902 has. */
function requirePatch(op: JsonPatch): void {
  if (typeof readable(() => (op as Partial<JsonPatch> | null | undefined)?._toJson) !== 'function') {
    throw invalid('addJsonPatch', op, 'expected JsonPatch of cdk8s', "use JsonPatch.add('/spec/…', value), JsonPatch.remove('/spec/…') or JsonPatch.replace('/spec/…', value)");
  }
  const { op: kind, path, value } = op._toJson() as Operation;
  if (typeof path !== 'string' || path !== '' && !path.startsWith('/')) {
    throw invalid('addJsonPatch(path)', path, 'is no path of a JSON patch', 'begin it with a slash: /spec/template');
  }
  if (['add', 'replace', 'test'].includes(kind)) {
    refuse(value === undefined ? [{ field: `addJsonPatch(${path})`, reason: 'Required value', detail: 'the patch has no value', help: 'give one; is an environment variable not set?' }]
      : checkGiven('data', value, `addJsonPatch(${path})`));
  }
}

/** An element of a list that is none, which would be null in the manifest. */
class Hole extends Error {}

/** Where it is, is looked for when there is one, and never before. */
function rendered(field: string, content: Plain): Plain {
  try {
    return sorted(content);
  } catch (error) {
    const path = error instanceof Hole ? holeIn(content, field) : undefined;
    throw path === undefined ? error
      : invalid(path, undefined, 'undefined is no entry of a list', 'leave the entry out, or give it a value; is an environment variable not set?');
  }
}

function holeIn(value: Plain, path: string): string | undefined {
  const isList = Array.isArray(value);
  if (typeof value !== 'object' || value === null) {
    return undefined;
  }
  for (const [key, inner] of Object.entries(value)) {
    const at = isList ? `${path}[${key}]` : `${path}.${key}`;
    const found = isList && inner === undefined ? at : holeIn(inner, at);
    if (found) {
      return found;
    }
  }
  return undefined;
}

/** Keys sorted, undefined and null left out of maps: what cdk8s' sanitizer does. */
function sorted(value: Plain): Plain {
  if (value === null || typeof value !== 'object') {
    return value ?? undefined;
  }
  if (Array.isArray(value)) {
    return value.map(each => {
      if (each === undefined) {
        throw new Hole();
      }
      return sorted(each);
    });
  }
  if (value.constructor !== Object || typeof value.resolve === 'function') {
    throw new NotPlain();
  }
  const result: PlainObject = {};
  for (const key of Object.keys(value).sort()) {
    const inner = sorted(value[key]);
    if (inner !== undefined) {
      result[key] = inner;
    }
  }
  return result;
}

/** A patch may add fields anywhere: the head of the manifest comes first again. */
function ordered(patched: PlainObject): PlainObject {
  const { apiVersion, kind, metadata, ...rest } = patched;
  const head = Object.entries({ apiVersion, kind, metadata }).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(head), ...rest };
}

/** What every object of a pattern has. */
export interface ObjectOptions {
  readonly name: string;
  readonly namespace?: string;
  readonly labels: Labels;
  readonly annotations?: Labels;
  /** What else the user wrote into the metadata of the one object that carries the pods: finalizers, owners. */
  readonly otherMetadata?: PlainObject;
}

/** Finalizers, owners and whatever else metadata may have. Of what carries the pods alone: whoever set a finalizer takes it off that object. */
export function metadataBesideNames(metadata: ApiObjectMetadata | undefined): PlainObject {
  const { name, namespace, labels, annotations, ...others } = metadata ?? {};
  return others as PlainObject;
}

/**
 * An object whose content is data, rendered when the tree is synthesised: a JSON patch on any path is final. cdk8s-plus-28's L1 classes run after
 * patches and drop what they do not know.
 */
export function createObject(scope: Construct, id: string, apiVersion: string, kind: string, options: ObjectOptions, body: Body): ApiObject {
  const { name, namespace, labels, annotations, otherMetadata } = options;
  inConstruct(scope, '', () => checkMetadata('metadata', labels, annotations ?? {}));
  const hasAnnotations = annotations !== undefined && Object.keys(annotations).length > 0;
  const metadata = { ...otherMetadata, name, namespace, labels: { ...labels }, ...(hasAnnotations ? { annotations: { ...annotations } } : {}) };
  return new PlainApiObject(scope, id, { apiVersion, kind, metadata }, body);
}

/** The same of a kind that has no namespace: cdk8s gives every object that of its chart. */
export function createClusterObject(scope: Construct, id: string, apiVersion: string, kind: string, options: Omit<ObjectOptions, 'namespace'>, body: Body): ApiObject {
  const object = createObject(scope, id, apiVersion, kind, options, body);
  if (object.metadata.namespace !== undefined) {
    object.addJsonPatch(JsonPatch.remove('/metadata/namespace'));
  }
  return object;
}
