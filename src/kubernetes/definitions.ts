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

/** One version of a kind, as one CustomResourceDefinition of the input defines it. */
interface DefinedVersion {
  readonly by: Manifest;
  readonly version: PlainObject;
}

/** What one CustomResourceDefinition of the input says of a kind. Releases and upgrade tests have several of one name. */
interface Definition {
  readonly by: Manifest;
  readonly versions: ReadonlyMap<string, PlainObject>;
}

/** The CustomResourceDefinitions of the input. They may be hostile, so one budget of steps limits the work done for all of them. */
export class DefinitionsOfInput {
  private readonly definitions: ReadonlyMap<string, readonly Definition[]>;
  private readonly structures = new Map<PlainObject, Structure>();
  private readonly unchecked: Manifest[] = [];
  private readonly unevaluated = new UnevaluatedRules();

  constructor(objects: readonly Manifest[], private readonly work: Work = Work.forObjects(objects.length)) {
    this.definitions = definitionsIn(objects);
  }

  /** Checks an object if the input defines its kind; returns whether it does. */
  public check(object: Manifest, report: (problem: ObjectProblem) => void): boolean {
    const definitions = this.definitions.get(object.type);
    if (definitions === undefined) {
      return false;
    }
    try {
      this.checkBy(definitions, object, report);
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
    const definitions = this.definitions.get(next.type);
    const [defined] = servedBy(definitions ?? [], next);
    if (defined === undefined || previous.apiVersion !== next.apiVersion) {
      return definitions !== undefined;
    }
    const { by, version } = defined;
    const traits = { source: by.toString(), ignoresStatus: asObject(version.subresources).status !== undefined };
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
    const spent = first === undefined ? [] : [tooMuch(first, this.definitions.get(first.type)![0].by, others.length)];
    return [...spent, ...this.unevaluated.findings()];
  }

  /** An object that any of its definitions accepts is accepted: which of them is applied is not known. Otherwise the first one says what is wrong. */
  private checkBy(definitions: readonly Definition[], object: Manifest, report: (problem: ObjectProblem) => void): void {
    const served = servedBy(definitions, object);
    if (served.length === 0) {
      report(notServed(definitions, object));
      return;
    }
    if (served.length === 1) {
      this.checkVersion(served[0], object, report);
      return;
    }
    let first: readonly ObjectProblem[] | undefined;
    for (const defined of served) {
      const problems: ObjectProblem[] = [];
      this.checkVersion(defined, object, problem => problems.push(problem));
      if (problems.length === 0) {
        return;
      }
      first ??= problems;
    }
    first!.forEach(report);
  }

  private checkVersion({ by, version }: DefinedVersion, object: Manifest, report: (problem: ObjectProblem) => void): void {
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

/** The definitions that serve the version of an object, in the order in which they were read. */
function servedBy(definitions: readonly Definition[], { apiVersion }: Manifest): DefinedVersion[] {
  const name = apiVersion.slice(apiVersion.indexOf('/') + 1);
  return definitions.flatMap(({ by, versions }) => {
    const version = versions.get(name);
    return version?.served === true ? [{ by, version }] : [];
  });
}

function notServed(definitions: readonly Definition[], object: Manifest): ObjectProblem {
  const served = new Set(definitions.flatMap(({ versions }) => [...versions].filter(([, each]) => each.served === true).map(([each]) => `${object.group}/${each}`)));
  return {
    id: 'AIW1106',
    class: 'rejected',
    field: 'apiVersion',
    message: `Unsupported value: ${JSON.stringify(object.apiVersion)}: ${definitions[0].by.toString()} serves no ${inOneLine(object.kind)} of this version`,
    help: `use ${[...served].join(' or ')}`,
  };
}

/** Definitions of one kind that are compared with an object; more of one name would take the product of both. */
const MOST_OF_KIND = 10;

function definitionsIn(objects: readonly Manifest[]): ReadonlyMap<string, readonly Definition[]> {
  const found = new Map<string, Definition[]>();
  for (const by of objects) {
    if (by.type === 'apiextensions.k8s.io/CustomResourceDefinition') {
      const versions = asList(by.spec.versions).map((version): [string, PlainObject] => [asText(version.name) ?? '', version]);
      const type = `${asText(by.spec.group) ?? ''}/${asText(asObject(by.spec.names).kind) ?? ''}`;
      const known = found.get(type) ?? [];
      found.set(type, known);
      if (known.length < MOST_OF_KIND) {
        known.push({ by, versions: new Map(versions) });
      }
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
