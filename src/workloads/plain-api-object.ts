import { ApiObject, ApiObjectProps, App, JsonPatch, Lazy } from 'cdk8s';
import { Construct } from 'constructs';
import { Labels, checkMetadata } from '../pod/labels';
import { checkNamePart } from '../pod/names';
import { Plain, PlainObject } from '../pod/plain';

/** Content of an object by field: data, or how to make it when the tree is synthesised. */
export type Body = { readonly [field: string]: PlainObject | (() => PlainObject) };

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
  }

  public addJsonPatch(...ops: JsonPatch[]): void {
    super.addJsonPatch(...ops);
    this.ops.push(...ops);
  }

  public toJson(): any {
    this.checkMetadata();
    if (process.env.CDK8S_DISABLE_SORT || App.of(this).resolvers?.length !== OWN_RESOLVERS) {
      return super.toJson();
    }
    try {
      return this.ops.length === 0 ? this.render() : ordered(JsonPatch.apply(this.render(), ...this.ops));
    } catch {
      // cdk8s' own way renders it, or fails with cdk8s' own message.
      return super.toJson();
    }
  }

  /** A chart adds its own namespace and labels, which nobody has looked at yet. */
  private checkMetadata(): void {
    const { namespace, labels, annotations } = this.metadata.toJson() as { namespace?: string; labels?: Labels; annotations?: Labels };
    if (namespace !== undefined) {
      checkNamePart('metadata.namespace', namespace);
    }
    checkMetadata('metadata', labels ?? {}, annotations ?? {});
  }

  private render(): PlainObject {
    const result: PlainObject = { apiVersion: this.apiVersion, kind: this.kind, metadata: this.metadata.toJson() as PlainObject };
    for (const field of Object.keys(this.body).sort()) {
      const content = this.body[field];
      result[field] = sorted(typeof content === 'function' ? content() : content);
    }
    return result;
  }
}

/** Keys sorted, undefined and null left out of maps: what cdk8s' sanitizer does. */
function sorted(value: Plain): Plain {
  if (value === null || typeof value !== 'object') {
    return value ?? undefined;
  }
  if (Array.isArray(value)) {
    return value.map(sorted);
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
