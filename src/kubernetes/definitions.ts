import { findingOn } from './complaint';
import { checkDecodedMetadata, Decoding, isOfMetadata } from './decoding';
import { Manifest } from './manifest';
import { NOT_ALL_CHECKED } from './notices';
import { ObjectProblem } from './problem';
import { Finding } from '../base/findings/finding';
import { noticed } from '../base/findings/notice';
import { PlainObject } from '../base/plain';
import { asList, asObject, asText } from '../base/reading';
import { inOneLine } from '../base/text/printable';
import { checkAgainst, checkTransitionOf, compileStructure, paidBy } from './schema/custom/custom';
import { Work, WorkSpent } from './schema/custom/work';
import { UnevaluatedRules } from './unevaluated-rules';

type Structure = ReturnType<typeof compileStructure>;

/** A kind that a CustomResourceDefinition of the input defines. */
interface Definition {
  readonly by: Manifest;
  readonly versions: ReadonlyMap<string, PlainObject>;
}

/** The CustomResourceDefinitions of the input. They may be hostile, so one budget of steps limits the work done for all of them. */
export class DefinitionsOfInput {
  private readonly definitions: ReadonlyMap<string, Definition>;
  private readonly structures = new Map<PlainObject, Structure>();
  private readonly unchecked: Manifest[] = [];
  private readonly unevaluated = new UnevaluatedRules();

  constructor(objects: readonly Manifest[], private readonly work: Work = Work.forObjects(objects.length)) {
    this.definitions = definitionsIn(objects);
  }

  /** Checks an object if the input defines its kind; returns whether it does. */
  public check(object: Manifest, report: (problem: ObjectProblem) => void): boolean {
    const definition = this.definitions.get(object.type);
    if (definition === undefined) {
      return false;
    }
    try {
      this.checkBy(definition, object, report);
    } catch (error) {
      if (!(error instanceof WorkSpent)) {
        throw error;
      }
      this.unchecked.push(object);
    }
    return true;
  }

  /** Checks a change by the rules that compare with what was; returns whether the input defines the kind. */
  public checkChange(previous: Manifest, next: Manifest, report: (problem: ObjectProblem) => void): boolean {
    const definition = this.definitions.get(next.type);
    const version = definition?.versions.get(next.apiVersion.slice(next.apiVersion.indexOf('/') + 1));
    if (definition === undefined || version?.served !== true || previous.apiVersion !== next.apiVersion) {
      return definition !== undefined;
    }
    const traits = { source: definition.by.toString(), ignoresStatus: asObject(version.subresources).status !== undefined };
    try {
      checkTransitionOf(this.structureOf(version), { previous: previous.body, next: next.body }, traits, report);
    } catch (error) {
      // Of what is not checked to the end the creation speaks, which has an account of its own.
      if (!(error instanceof WorkSpent)) {
        throw error;
      }
    }
    return true;
  }

  /** One finding for all that was not checked, and one for each rule that was not evaluated. */
  public findings(): Finding[] {
    const [first, ...others] = this.unchecked;
    const spent = first === undefined ? [] : [tooMuch(first, this.definitions.get(first.type)!.by, others.length)];
    return [...spent, ...this.unevaluated.findings()];
  }

  private checkBy({ by, versions }: Definition, object: Manifest, report: (problem: ObjectProblem) => void): void {
    const version = versions.get(object.apiVersion.slice(object.apiVersion.indexOf('/') + 1));
    if (version?.served !== true) {
      const served = [...versions].filter(([, each]) => each.served === true).map(([each]) => `${object.group}/${each}`);
      report({
        id: 'AIW1106',
        class: 'rejected',
        field: 'apiVersion',
        message: `Unsupported value: ${JSON.stringify(object.apiVersion)}: ${by.toString()} serves no ${inOneLine(object.kind)} of this version`,
        help: `use ${served.join(' or ')}`,
      });
      return;
    }
    const { status, scale } = asObject(version.subresources);
    const decoding = new Decoding(report, isOfMetadata);
    checkAgainst(this.structureOf(version), object.body, {
      source: by.toString(),
      ignoresStatus: status !== undefined,
      replicas: asText(asObject(scale).specReplicasPath),
      unevaluated: this.unevaluated.of(object, by),
    }, decoding.report);
    checkDecodedMetadata(object, decoding);
  }

  /** The compiled schema of a version, cached for all objects of its kind. */
  private structureOf(version: PlainObject): Structure {
    let structure = this.structures.get(version);
    if (!structure) {
      structure = paidBy(this.work, compileStructure(asObject(version.schema).openAPIV3Schema));
      this.structures.set(version, structure);
    }
    return structure;
  }
}

function definitionsIn(objects: readonly Manifest[]): ReadonlyMap<string, Definition> {
  const found = new Map<string, Definition>();
  for (const by of objects) {
    if (by.type === 'apiextensions.k8s.io/CustomResourceDefinition') {
      const versions = asList(by.spec.versions).map((version): [string, PlainObject] => [asText(version.name) ?? '', version]);
      found.set(`${asText(by.spec.group) ?? ''}/${asText(asObject(by.spec.names).kind) ?? ''}`, { by, versions: new Map(versions) });
    }
  }
  return found;
}

function tooMuch(first: Manifest, by: Manifest, others: number): Finding {
  return findingOn(first, {
    ...noticed(NOT_ALL_CHECKED),
    field: '',
    message: `Too many: checking custom resources by the definitions of the input takes more work than a run does: this object${others > 0 ? ` and ${others} others were` : ' was'} not checked to the end`,
    notes: [`its definition: ${by.toString()}`],
    help: 'simplify the patterns and the choices (anyOf, oneOf, enum) of the definition, or check its objects in several runs; --server asks a cluster',
  });
}
