import { asReleased, clusterAsReleased } from './as-released';
import { Cluster } from './cluster';
import { Complaint, findingOn } from './complaint';
import { checkDecodedMetadata, Decoding, isOfMetadata } from './decoding';
import { DefinitionsOfInput } from './definitions';
import { Manifest } from './manifest';
import { UNKNOWN_KIND } from './notices';
import { checkSize } from './object-size';
import { ObjectProblem, PROBLEMS } from './problem';
import { checkCustomResource, customKind, customKindsNamed } from './schema/custom/custom';
import { Schema, checkSchema } from './schema/schema';
import { withoutSecretContent } from './secret-content';
import { UnevaluatedRules } from './unevaluated-rules';
import { validateObject } from './validation/validate';
import { Finding } from '../base/findings/finding';
import { MOST_OF_OBJECTS, MOST_OF_RULE, LimitedFindings } from '../base/findings/limited-findings';
import { noticed } from '../base/findings/notice';
import { NOT_RUN } from '../base/findings/notices';
import { mayPatch } from '../base/findings/origin';

/** Problems of each object by itself, as the API server would report them: kinds that are not served, unknown fields, invalid values. */
export class ObjectProblems {
  private readonly schemas = new Map<Cluster, Schema>();
  private readonly unknown = new Map<string, Manifest[]>();
  private readonly definitions: DefinitionsOfInput;
  private readonly unevaluated = new UnevaluatedRules();

  /**
   * @param servers what to answer for: the servers that were released, or the newest one that behaves as an older minor, which measurements start. @default 'released'
   * @param elsewhere definitions that are not among the objects. Those of the objects count before them.
   */
  constructor(
    private readonly objects: readonly Manifest[], private readonly servers: 'released' | 'newest' = 'released', private readonly elsewhere?: DefinitionsOfInput,
  ) {
    this.definitions = new DefinitionsOfInput(objects);
  }

  public findings(): Finding[] {
    const told = new LimitedFindings('the validation', MOST_OF_OBJECTS);
    for (const object of this.objects) {
      try {
        this.problemsOf(object, problem => {
          const answered = this.servers === 'released' ? asReleased(object, problem) : problem;
          if (answered !== undefined && !isKustomized(object, answered)) {
            told.add(answered.class, () => findingOf(object, answered));
          }
        });
      } catch (error) {
        told.add('risky', () => internalError(object, error));
      }
    }
    const unknown = new LimitedFindings('the look for kinds', MOST_OF_RULE);
    this.unknown.forEach(objects => unknown.add('advice', () => notKnown(objects)));
    return [...told.list(), ...unknown.list(), ...this.definitions.findings(), ...this.unevaluated.findings()];
  }

  private problemsOf(object: Manifest, report: (problem: ObjectProblem) => void): void {
    const { body, apiVersion, kind } = object;
    const cluster = this.servers === 'released' ? clusterAsReleased(object) : object.cluster;
    const schema = this.schemaFor(cluster);
    const serving = schema.kindOf(apiVersion, kind);
    checkSize(body, serving !== 'unknown', report);
    if (this.definitions.check(object, report) || this.elsewhere?.check(object, report) === true) {
      return;
    }
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

  private checkExtension(object: Manifest, report: (problem: ObjectProblem) => void): void {
    const decoding = new Decoding(report, isOfMetadata);
    if (checkCustomResource(object.body, decoding.report, { unevaluated: this.unevaluated.of(object) })) {
      checkDecodedMetadata(object, decoding);
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

/** Whether a kustomization of the input writes what is missing: namespaces of subjects and of Services that webhooks call, selectors with their labels, what patches add. */
function isKustomized({ origin: { kustomized }, kind }: Manifest, { field, message }: ObjectProblem): boolean {
  if (kustomized === undefined) {
    return false;
  }
  const [isMissing, isUnselected] = [/^(?:Required value|Not found)/.test(message), message.includes('`selector` does not match template `labels`')];
  return (isMissing || isUnselected) && (mayPatch(kustomized, kind)
    || (isUnselected || /(?:^|\.)selector$/.test(field) ? kustomized.addsSelectors : kustomized.namespace !== undefined && field.endsWith('.namespace')));
}

function findingOf(object: Manifest, problem: ObjectProblem): Finding {
  const { title, remedy } = PROBLEMS[problem.id];
  const said = withoutSecretContent(object.kind, problem);
  return findingOn(object, { ...said, title, help: said.help ?? remedy });
}

function notKnown([first, ...others]: readonly Manifest[]): Finding {
  const versions = customKind(first.group, first.kind)?.versions.map(version => version.name);
  const complaint: Complaint = {
    field: '',
    message: `Not found: ${JSON.stringify(`${first.apiVersion} ${first.kind}`)}: this kind is not known here, so the fields of ${others.length === 0 ? 'one object' : `${1 + others.length} objects`} were not checked`,
    notes: versions ? [`known versions are: ${versions.join(', ')}`] : knownElsewhere(first),
    help: 'add its CustomResourceDefinition to the input, or ask a cluster with --server',
  };
  return findingOn(first, { ...noticed(UNKNOWN_KIND), ...complaint });
}

/** Another project may have a kind of the same name, so this is a note and no mistake. */
function knownElsewhere({ kind }: Manifest): string[] {
  const names = customKindsNamed(kind);
  return names.length > 0 ? [`known is: ${names.map(each => `${each.apiVersion} ${each.kind}`).join(', ')}`] : [];
}

function internalError(object: Manifest, error: unknown): Finding {
  const message = `Internal error: the validation: ${error instanceof Error ? error.message : String(error)}`;
  const help = 'the other checks ran; please report this with the manifest';
  return findingOn(object, { ...noticed(NOT_RUN), field: '', message, help });
}
