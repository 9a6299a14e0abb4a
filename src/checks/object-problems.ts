import { Cluster } from './cluster';
import { Manifest } from './facts/manifest';
import { asList, asObject, asText } from './facts/reading';
import { Finding } from './finding';
import { Problem, PROBLEMS } from './problem';
import { Complaint, findingOn } from './rules/rule';
import { checkAgainst, checkCustomResource, compileStructure, customKind } from './schema/custom/custom';
import { Schema, checkSchema } from './schema/schema';
import { Errors } from './server/errors';
import { validateObjectMeta } from './server/metadata';
import { Path } from './server/path';
import { validateObject } from './server/validate';
import { PlainObject } from '../pod/plain';

/** What the API server would say about each object by itself: is its kind served, do its fields exist, are its values taken. */
export class ObjectProblems {
  private readonly schemas = new Map<Cluster, Schema>();
  private readonly unknown = new Map<string, Manifest[]>();
  private readonly definitions: ReadonlyMap<string, Definition>;

  constructor(private readonly objects: readonly Manifest[]) {
    this.definitions = definitionsIn(objects);
  }

  public findings(): Finding[] {
    const findings: Finding[] = [];
    for (const object of this.objects) {
      try {
        this.problemsOf(object, problem => findings.push(findingOf(object, problem)));
      } catch (error) {
        findings.push(internalError(object, error));
      }
    }
    return [...findings, ...[...this.unknown.values()].map(notKnown)];
  }

  private problemsOf(object: Manifest, report: (problem: Problem) => void): void {
    const { body, apiVersion, kind, cluster } = object;
    const definition = this.definitions.get(object.type);
    if (definition) {
      checkByDefinition(object, definition, report);
      return;
    }
    const schema = this.schemaFor(cluster);
    const serving = schema.kindOf(apiVersion, kind);
    if (serving === 'unknown') {
      this.checkExtension(object, report);
      return;
    }
    const decoding = new Decoding(report, problem => problem.id === 'AIW1102' || problem.id === 'AIW1106');
    checkSchema(body, schema, decoding.report);
    if (decoding.isDone) {
      validateObject(body, { minor: cluster.minor, gates: cluster.featureGates }, report);
    }
  }

  private checkExtension(object: Manifest, report: (problem: Problem) => void): void {
    const decoding = new Decoding(report, isOfMetadata);
    if (checkCustomResource(object.body, decoding.report)) {
      checkMetadata(object, decoding);
      return;
    }
    const type = `${object.apiVersion} ${object.kind}`;
    const known = this.unknown.get(type);
    if (known) {
      known.push(object);
    } else {
      this.unknown.set(type, [object]);
    }
  }

  private schemaFor(cluster: Cluster): Schema {
    let schema = this.schemas.get(cluster);
    if (!schema) {
      schema = new Schema(cluster.minor, { featureGates: cluster.featureGates, apis: cluster.apis });
      this.schemas.set(cluster, schema);
    }
    return schema;
  }
}

function findingOf(object: Manifest, problem: Problem): Finding {
  const { title, remedy } = PROBLEMS[problem.id];
  return findingOn(object, { ...problem, title, help: problem.help ?? remedy });
}

/** A kind that an object of the input defines. */
interface Definition {
  readonly by: Manifest;
  readonly versions: ReadonlyMap<string, PlainObject>;
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

/** Passes on what is said of an object's structure. What the server cannot decode it does not validate, and what the validation would say of it is not true. */
class Decoding {
  public isDone = true;

  /**
   * @param pass where problems go.
   * @param ends whether a problem keeps the server from validating what is validated next.
   */
  constructor(private readonly pass: (problem: Problem) => void, private readonly ends: (problem: Problem) => boolean) {}

  public readonly report = (problem: Problem) => {
    this.isDone &&= !this.ends(problem);
    this.pass(problem);
  };
}

/** Of custom resources the structure is validated together with the metadata, so that only these can be undecoded. */
function isOfMetadata({ id, field }: Problem): boolean {
  return id === 'AIW1102' && field.startsWith('metadata');
}

/** Source: apiextensions-apiserver pkg/registry/customresource/strategy.go (v0.36): names of custom resources are DNS subdomains. */
function checkMetadata({ body }: Manifest, { isDone, report }: Decoding): void {
  if (!isDone) {
    return;
  }
  const errors = new Errors();
  validateObjectMeta(body.metadata, {}, METADATA, errors);
  errors.list.forEach(({ field, message }) => report({ id: 'AIW1201', class: 'rejected', field, message }));
}

const METADATA = Path.root('metadata');

/** A definition is compiled once for all objects of its kind. */
const compiled = new WeakMap<PlainObject, ReturnType<typeof compileStructure>>();

function checkByDefinition(object: Manifest, { by, versions }: Definition, report: (problem: Problem) => void): void {
  const name = object.apiVersion.slice(object.apiVersion.indexOf('/') + 1);
  const version = versions.get(name);
  if (version?.served !== true) {
    const served = [...versions].filter(([, each]) => each.served === true).map(([each]) => `${object.group}/${each}`);
    report({
      id: 'AIW1106',
      class: 'rejected',
      field: 'apiVersion',
      message: `Unsupported value: ${JSON.stringify(object.apiVersion)}: ${by.toString()} serves no ${object.kind} of this version`,
      help: `use ${served.join(' or ')}`,
    });
    return;
  }
  const { openAPIV3Schema } = asObject(version.schema);
  const { status, scale } = asObject(version.subresources);
  let structure = compiled.get(version);
  if (!structure) {
    structure = compileStructure(openAPIV3Schema);
    compiled.set(version, structure);
  }
  const decoding = new Decoding(report, isOfMetadata);
  checkAgainst(structure, object.body, {
    source: by.toString(),
    ignoresStatus: status !== undefined,
    replicas: asText(asObject(scale).specReplicasPath),
  }, decoding.report);
  checkMetadata(object, decoding);
}

function notKnown([first, ...others]: readonly Manifest[]): Finding {
  const versions = customKind(first.group, first.kind)?.versions.map(version => version.name);
  const complaint: Complaint = {
    field: '',
    message: `Not found: ${JSON.stringify(`${first.apiVersion} ${first.kind}`)}: this kind is not known here, so nothing was checked of ${1 + others.length} of them`,
    notes: versions ? [`known versions are: ${versions.join(', ')}`] : [],
    help: 'add its CustomResourceDefinition to the input, or ask a cluster with --server',
  };
  return findingOn(first, { id: 'AIW0006', title: 'kind is not known here', class: 'advice', ...complaint });
}

function internalError(object: Manifest, error: unknown): Finding {
  const message = `Internal error: the validation: ${error instanceof Error ? error.message : String(error)}`;
  const help = 'the other checks ran; please report this with the manifest';
  return findingOn(object, { id: 'AIW0004', title: 'a rule could not run', class: 'risky', field: '', message, help });
}
