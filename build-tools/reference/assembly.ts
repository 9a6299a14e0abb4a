import * as fs from 'fs';
import * as path from 'path';

/*
 * What the reference needs of jsii's assemblies: of the library, and of the dependencies whose structs its own extend. The format is documented by
 * @jsii/spec; only what is read is typed here.
 */

export interface Docs {
  readonly summary?: string;
  readonly remarks?: string;
  readonly default?: string;
  readonly returns?: string;
  readonly example?: string;
  readonly deprecated?: string;
}

export interface TypeReference {
  readonly primitive?: string;
  readonly fqn?: string;
  readonly collection?: { readonly kind: 'array' | 'map'; readonly elementtype: TypeReference };
}

export interface Parameter {
  readonly name: string;
  readonly type: TypeReference;
  readonly optional?: boolean;
  readonly variadic?: boolean;
  readonly docs?: Docs;
}

export interface Property {
  readonly name: string;
  readonly type: TypeReference;
  readonly optional?: boolean;
  readonly static?: boolean;
  readonly docs?: Docs;
}

export interface Method {
  readonly name: string;
  readonly parameters?: readonly Parameter[];
  readonly returns?: { readonly type: TypeReference; readonly optional?: boolean };
  readonly static?: boolean;
  readonly docs?: Docs;
}

export interface Type {
  readonly fqn: string;
  readonly name: string;
  readonly kind: 'class' | 'interface' | 'enum';
  /** A struct. */
  readonly datatype?: boolean;
  readonly base?: string;
  readonly interfaces?: readonly string[];
  readonly abstract?: boolean;
  readonly initializer?: { readonly protected?: boolean; readonly parameters?: readonly Parameter[]; readonly docs?: Docs };
  readonly properties?: readonly Property[];
  readonly methods?: readonly Method[];
  readonly members?: readonly { readonly name: string; readonly docs?: Docs }[];
  readonly docs?: Docs;
  readonly locationInModule?: { readonly filename: string };
}

interface Assembly {
  readonly name: string;
  readonly types: { readonly [fqn: string]: Type };
}

/** The properties that a struct has from one struct: its own, or those of one that it extends. */
export interface StructPart {
  readonly from: Type;
  /** The struct of the library that has them: by itself, or by extending one of another library. */
  readonly by: Type;
  readonly properties: readonly Property[];
}

/** The public face of the library, with what it is built on. */
export class Api {
  private readonly all = new Map<string, Type>();

  public constructor(private readonly own: Assembly, others: readonly Assembly[] = []) {
    for (const { types } of [...others, own]) {
      Object.values(types).forEach(type => this.all.set(type.fqn, type));
    }
  }

  /** The types of the library. */
  public get types(): readonly Type[] {
    return Object.values(this.own.types);
  }

  public find(fqn: string): Type | undefined {
    return this.all.get(fqn);
  }

  public isOwn(fqn: string): boolean {
    return fqn in this.own.types;
  }

  /** Whether a class is one, at any distance. */
  public extends(type: Type, fqn: string): boolean {
    for (let each: Type | undefined = type; each; each = each.base === undefined ? undefined : this.find(each.base)) {
      if (each.base === fqn) {
        return true;
      }
    }
    return false;
  }

  /** A struct's own properties, and then those of each struct that it extends, as far as nearer ones do not say them anew. */
  public partsOf(struct: Type): StructPart[] {
    const seen = new Set<string>();
    const parts: StructPart[] = [];
    const add = (type: Type, extending: Type): void => {
      const by = this.isOwn(type.fqn) ? type : extending;
      const properties = (type.properties ?? []).filter(({ name }) => !seen.has(name));
      properties.forEach(({ name }) => seen.add(name));
      if (properties.length > 0) {
        parts.push({ from: type, by, properties });
      }
      (type.interfaces ?? []).map(fqn => this.find(fqn)).filter(each => each !== undefined).forEach(each => add(each, by));
    };
    add(struct, struct);
    return parts;
  }

  /** What must be given, in the order of the documents. */
  public requiredOf(struct: Type): Property[] {
    return this.partsOf(struct).flatMap(({ properties }) => properties).filter(({ optional }) => !optional);
  }
}

/** The assembly of the last build, and those of the dependencies. */
export function loadApi(root: string): Api {
  const file = path.join(root, '.jsii');
  if (!fs.existsSync(file)) {
    throw new Error('there is no .jsii: run npx projen compile first');
  }
  const read = (place: string): Assembly => JSON.parse(fs.readFileSync(place, 'utf8'));
  return new Api(read(file), ['cdk8s-plus-28', 'cdk8s', 'constructs'].map(name => read(path.join(root, 'node_modules', name, '.jsii'))));
}

/** The types that a reference names. */
export function namedIn(reference: TypeReference): string[] {
  return reference.fqn !== undefined ? [reference.fqn] : reference.collection ? namedIn(reference.collection.elementtype) : [];
}

/** The types that the properties, methods and parents of a type name. */
export function namedBy(type: Type): string[] {
  const { initializer, interfaces = [], properties = [], methods = [] } = type;
  const inMethod = ({ parameters = [], returns }: Method) => [...parameters, ...(returns ? [returns] : [])];
  const named = (all: readonly { readonly type: TypeReference }[]) => all.flatMap(each => namedIn(each.type));
  return [...named(initializer?.parameters ?? []), ...interfaces, ...named(properties), ...named(methods.flatMap(inMethod))];
}
