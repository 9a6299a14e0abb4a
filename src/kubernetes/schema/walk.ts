import { GatedField, POD_SPEC } from './gated';
import { misfit } from './scalars';
import { Field, isKnownAt, ScalarShape, Shape, TypeShape, typeShape } from './shapes';
import { Trail } from './trail';
import { Findings } from './wording';
import { isObject } from '../../base/plain';
import { ReportProblem } from '../problem';

/** What a walk needs of the schema. */
export interface WalkedSchema {
  readonly minor: number;
  /** Fields of pods that the minor does not keep. */
  readonly gatedPods: GatedField | undefined;
}

/** Deeper than any manifest, and far from a stack overflow. */
const DEEPEST = 1200;

/** Walks through one object, beside its type and the tree of fields that the minor does not keep. */
export class SchemaWalk {
  private readonly trail = new Trail();
  private readonly findings: Findings;
  private depth = 0;
  /** Whether unknown fields are reported: inside schemas of a CustomResourceDefinition the server's decoder is not strict. */
  private strict = true;

  constructor(private readonly schema: WalkedSchema, private demands: boolean, report: ReportProblem) {
    this.findings = new Findings(this.trail, schema.minor, report);
  }

  /** Checks every field of an object. */
  public object(value: { [key: string]: unknown }, type: TypeShape, gated: GatedField | undefined): void {
    if (++this.depth < DEEPEST) {
      const gatedHere = type.name === POD_SPEC ? this.schema.gatedPods : gated;
      // Faster than Object.keys. Inherited keys, of a polluted prototype, are skipped.
      for (const key in value) {
        const inner = value[key];
        const field = type.fields.get(key);
        if (field === undefined || !isKnownAt(field, this.schema.minor)) {
          this.unknown(key, value, field, type);
        } else if (gatedHere !== undefined || !field.isText || typeof inner !== 'string') {
          this.field(field, inner, gatedHere?.fields.get(key));
        }
      }
      if (this.demands && type.required.length > 0) {
        this.required(value, type);
      }
    }
    this.depth--;
  }

  private unknown(key: string, owner: { [key: string]: unknown }, field: Field | undefined, type: TypeShape): void {
    if (!this.strict || !Object.hasOwn(owner, key) || owner[key] === undefined) {
      return;
    }
    this.trail.enter(key);
    if (field === undefined) {
      this.findings.unknownField(key, type);
    } else {
      this.findings.fieldOfOtherMinors(field);
    }
    this.trail.leave();
  }

  private field(field: Field, value: unknown, gated: GatedField | undefined): void {
    if (value === null || value === undefined) {
      return;
    }
    this.trail.enter(field.name);
    const demands = this.demands;
    let below = gated;
    if (gated !== undefined && this.isGated(gated, field, value)) {
      // Inside a value that is dropped as a whole, nothing is reported as dropped or required.
      this.demands = false;
      below = undefined;
    } else if (this.depth === 1 && field.name === 'status') {
      // The server decodes the status like the rest, and then resets it.
      this.demands = false;
    }
    switch (field.shape) {
      case Shape.VALUE: this.one(field, value, below); break;
      case Shape.LIST: this.list(field, value, below); break;
      default: this.map(field, value);
    }
    this.demands = demands;
    this.trail.leave();
  }

  private one(field: Field, value: unknown, gated: GatedField | undefined): void {
    if (value === null || value === undefined) {
      return;
    }
    if (field.scalar !== undefined) {
      this.scalar(field.scalar, field.values, value);
    } else if (!isObject(value)) {
      this.findings.wrongType(value, 'must be an object');
    } else if (field.type !== undefined) {
      this.object(value, field.type, gated);
    }
  }

  private list(field: Field, value: unknown, gated: GatedField | undefined): void {
    if (!Array.isArray(value)) {
      this.findings.wrongType(value, 'must be a list');
      return;
    }
    for (let index = 0; index < value.length; index++) {
      const item: unknown = value[index];
      if (!field.holdsTexts || typeof item !== 'string') {
        this.trail.enter(index);
        if (item === null && field.scalar !== 'any') {
          this.findings.nullItem(field.scalar);
        }
        this.one(field, item, gated);
        this.trail.leave();
      }
    }
  }

  private map(field: Field, value: unknown): void {
    if (!isObject(value)) {
      this.findings.wrongType(value, 'must be an object');
      return;
    }
    for (const key in value) {
      const item = value[key];
      if (!field.holdsTexts || typeof item !== 'string') {
        this.trail.enterKey(key);
        if (item === null && field.scalar === 'quantity') {
          this.findings.nullItem(field.scalar);
        }
        if (field.shape === Shape.MAP) {
          this.one(field, item, undefined);
        } else if (item !== null && item !== undefined) {
          this.list(field, item, undefined);
        }
        this.trail.leave();
      }
    }
  }

  private scalar(scalar: ScalarShape, values: readonly string[] | undefined, value: unknown): void {
    const reason = misfit(scalar, value);
    if (reason !== undefined) {
      this.findings.wrongType(value, reason);
    } else if (typeof value === 'object' && scalar.startsWith('schema-or-')) {
      this.nestedSchema(value);
    } else if (values !== undefined && this.demands && value !== '' && !values.includes(value as string)) {
      this.findings.unsupported(value, values);
    }
  }

  /** A schema inside a CustomResourceDefinition has a decoder of its own, which ignores unknown fields. */
  private nestedSchema(value: unknown): void {
    const wasStrict = this.strict;
    this.strict = false;
    const type = typeShape('apiextensions.v1.JSONSchemaProps')!;
    const schemas = Array.isArray(value) ? value : [value];
    schemas.filter(isObject).forEach(each => this.object(each, type, undefined));
    this.strict = wasStrict;
  }

  private isGated(gated: GatedField, { shape }: Field, value: unknown): boolean {
    const verdict = gated.verdict ?? (typeof value === 'string' ? gated.values.get(value) : undefined);
    if (verdict === undefined || isEmpty(value, shape)) {
      return false;
    }
    // Whether the object is valid without the field depends on its other fields; where the kind has a validation, that decides.
    this.findings.gated(this.demands ? verdict : { ...verdict, mark: 'd' }, value);
    return true;
  }

  /** Reports missing required fields. An empty string counts as missing. */
  private required(value: { [key: string]: unknown }, type: TypeShape): void {
    for (const { name, scalar, shape } of type.required) {
      const given = Object.hasOwn(value, name) ? value[name] : undefined;
      if (given === undefined || given === null || (given === '' && scalar === 'string' && shape === Shape.VALUE)) {
        this.trail.enter(name);
        this.findings.required();
        this.trail.leave();
      }
    }
  }
}

/** Dropping an empty list or map loses nothing. */
function isEmpty(value: unknown, shape: Shape): boolean {
  if (typeof value !== 'object' || value === null) {
    return value === '';
  }
  return shape === Shape.VALUE ? false : Object.keys(value).length === 0;
}
