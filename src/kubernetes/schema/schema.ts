import { FeatureGates, GatedField, gatedFields, POD_SPEC } from './gated';
import { minorPosition, minorName } from './minors';
import { isBuiltInGroup, servedKind, ServedKind, ServedState } from './served';
import { TypeShape, typeShape } from './shapes';
import { SchemaWalk } from './walk';
import { isInWrongGroup, servedInstead } from './wrong-group';
import { PlainObject } from '../../base/plain';
import { inOneLine } from '../../base/text/printable';
import { ReportProblem } from '../problem';
import { VALIDATED_KINDS } from '../validation/validate';

export interface SchemaOptions {
  /** Feature gates that differ from the defaults of the minor. */
  readonly featureGates?: FeatureGates;
  /** Groups and versions that the cluster serves beyond the defaults. */
  readonly apis?: readonly string[];
  /** Kinds (`apps/Deployment`, `Pod`) whose required fields and enums are validated elsewhere. @default the kinds with a validation of their own */
  readonly validated?: ReadonlySet<string>;
}

/** What is known of one kind, computed once for all its objects. */
export interface KindSchema {
  readonly serving: ServedState;
  readonly row: ServedKind | undefined;
  readonly type: TypeShape | undefined;
  /** Whether required fields and enums are checked here. */
  readonly demands: boolean;
  readonly gated: GatedField | undefined;
}

/** The built-in kinds as the API server of one minor has them. */
export class Schema {
  /** Index of the minor in the measured tables. */
  public readonly minor: number;
  private readonly apis: ReadonlySet<string>;
  private readonly validated: ReadonlySet<string>;
  private readonly featureGates: FeatureGates;
  private readonly kinds = new Map<string, KindSchema>();
  private pods: GatedField | undefined;

  constructor(minor: string, options: SchemaOptions = {}) {
    this.minor = minorPosition(minor);
    this.apis = new Set(options.apis);
    this.validated = options.validated ?? VALIDATED_KINDS;
    this.featureGates = options.featureGates ?? {};
  }

  /** Whether the minor serves the kind. */
  public kindOf(apiVersion: string, kind: string): ServedState {
    return this.kind(apiVersion, kind).serving;
  }

  /** Whether the kind is namespaced; undefined for an unknown kind. */
  public isNamespaced(apiVersion: string, kind: string): boolean | undefined {
    return this.kind(apiVersion, kind).row?.namespaced;
  }

  /** Advice for a kind that is not served; undefined when there is none. */
  public instead(apiVersion: string, kind: string): string | undefined {
    return servedInstead(apiVersion, kind, this.minor);
  }

  public kind(apiVersion: string, kind: string): KindSchema {
    const name = `${apiVersion} ${kind}`;
    let known = this.kinds.get(name);
    if (known === undefined) {
      known = this.describe(apiVersion, kind);
      this.kinds.set(name, known);
    }
    return known;
  }

  /** Fields of pods and pod templates that the minor does not keep. */
  public get gatedPods(): GatedField | undefined {
    return this.pods ??= gatedFields(POD_SPEC, typeShape(POD_SPEC), this.minor, this.featureGates);
  }

  private describe(apiVersion: string, kind: string): KindSchema {
    const row = servedKind(apiVersion, kind);
    const letter = row?.letters[this.minor];
    const isAdded = this.apis.has(apiVersion);
    const isServed = letter === 'k' || (letter === 'o' && isAdded);
    const isKnown = row !== undefined || (kind !== '' && (isBuiltInGroup(apiVersion) || isInWrongGroup(apiVersion, kind)));
    const group = apiVersion.includes('/') ? `${apiVersion.slice(0, apiVersion.indexOf('/'))}/` : '';
    const type = row?.type === undefined ? undefined : typeShape(row.type);
    return {
      serving: isServed ? 'served' : isKnown && !isAdded ? 'not-served' : 'unknown',
      row,
      type,
      demands: !this.validated.has(`${group}${kind}`),
      gated: gatedFields(kind, type, this.minor, this.featureGates),
    };
  }
}

/**
 * Reports what the API server's decoder refuses in an object of a built-in kind, fields that it drops, and kinds that it does not serve. Kinds
 * with a validation of their own are not checked for required fields and enums here.
 */
export function checkSchema(body: PlainObject, schema: Schema, report: ReportProblem): void {
  const { apiVersion, kind } = body;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') {
    return;
  }
  const known = schema.kind(apiVersion, kind);
  if (known.serving === 'not-served') {
    report({
      id: 'AIW1106',
      class: 'rejected',
      field: 'apiVersion',
      message: `Invalid value: ${JSON.stringify(apiVersion.slice(0, 100))}: Kubernetes ${minorName(schema.minor)} serves no ${inOneLine(kind.slice(0, 100))} of this version`
        + (known.row?.removed === undefined ? '' : `, nor does any release from ${known.row.removed} on`),
      help: schema.instead(apiVersion, kind),
    });
  } else if (known.serving === 'served' && known.type !== undefined) {
    new SchemaWalk(schema, known.demands, report).object(body, known.type, known.gated);
  }
}
