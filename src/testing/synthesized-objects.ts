import { IConstruct } from 'constructs';
import type { Loaded } from './loaded';
import { ObjectChanges } from './object-changes';
import { patternProblems } from './object-match';
import { RankedPod } from './structs';
import { refuse } from '../base/errors/invalid-input';
import { checkGivenArguments } from '../given/given';
import { KubernetesVersion } from '../kubernetes/release/kubernetes-version';
import { CheckFinding, CheckOptions, FindingSeverity } from '../lint/run/check-finding';

/* Loaded when a test first asks something: it needs rules, schema and the reader of YAML, which an app that only constructs does not pay for. */
// eslint-disable-next-line @typescript-eslint/no-require-imports
const kit = () => require('./kit') as typeof import('./kit');

/** Severities that are as bad as one, or worse. */
const AS_BAD_AS: { readonly [severity in FindingSeverity]: readonly FindingSeverity[] } = {
  [FindingSeverity.ERROR]: [FindingSeverity.ERROR],
  [FindingSeverity.WARNING]: [FindingSeverity.ERROR, FindingSeverity.WARNING],
  [FindingSeverity.INFO]: [FindingSeverity.ERROR, FindingSeverity.WARNING, FindingSeverity.INFO],
};

/**
 * The objects of an app, a text or a folder, for tests of programs that use this library, in any language and with any test framework: what they expect and
 * do not find is an error whose message says what is there instead.
 *
 * A pattern is a part of an object as its manifest has it: `{ kind: 'StatefulSet', metadata: { name: 'llm' }, spec: { replicas: 2 } }`. Maps are compared in part,
 * lists as a whole; `ObjectMatch` says what a value alone does not.
 */
export class SynthesizedObjects {
  /**
   * Objects at a construct and below it, as a synth of its app writes them.
   *
   * Where that synth would end with errors, so does this, with the same report; `Checks.of` has them as data.
   *
   * @param scope An app, a chart, a pattern or one object.
   */
  public static of(scope: IConstruct): SynthesizedObjects {
    refuse(checkGivenArguments('SynthesizedObjects.of', [scope]));
    return new SynthesizedObjects(kit().objectsOf(scope));
  }

  /**
   * Objects that are there as data: the answer of cdk8s' `Testing.synth`, for example.
   *
   * @param manifests The objects; items of a List are taken out of it.
   * @param options What they are for.
   */
  public static fromManifests(manifests: any[], options: CheckOptions = {}): SynthesizedObjects {
    refuse(checkGivenArguments('SynthesizedObjects.fromManifests', [manifests, options]));
    return new SynthesizedObjects(kit().objectsOfData(manifests, options));
  }

  /**
   * Objects of a text, read as `kubectl` reads it.
   *
   * @param text YAML or JSON, any number of documents.
   * @param options What they are for.
   */
  public static fromYaml(text: string, options: CheckOptions = {}): SynthesizedObjects {
    refuse(checkGivenArguments('SynthesizedObjects.fromYaml', [text, options]));
    return new SynthesizedObjects(kit().objectsOfYaml(text, options));
  }

  /**
   * Objects of a folder and the folders in it, or of one file, read as `cdk8s-ai lint` reads them.
   *
   * @param path The folder or file: `dist`, or manifests of the last release that are kept beside the tests.
   * @param options What they are for.
   */
  public static fromFolder(path: string, options: CheckOptions = {}): SynthesizedObjects {
    refuse(checkGivenArguments('SynthesizedObjects.fromFolder', [path, options]));
    return new SynthesizedObjects(kit().objectsOfFolder(path, options));
  }

  private constructor(private readonly loaded: Loaded) {}

  /** All of them as data, in the order of the manifests. */
  public get all(): any[] {
    return this.loaded.objects.map(kit().copyOf);
  }

  /**
   * The objects that a pattern matches, as data; none is no mistake.
   *
   * @param pattern Part of an object, as its manifest has it.
   */
  public find(pattern: { [field: string]: any }): any[] {
    return kit().matching(this.loaded.objects, this.checked('find', pattern)).map(kit().copyOf);
  }

  /**
   * The one object that a pattern matches, as data. Fails where none or several do, and lists what there is.
   *
   * @param pattern Part of an object, as its manifest has it.
   */
  public only(pattern: { [field: string]: any }): any {
    return kit().copyOf(kit().onlyMatching(this.loaded.objects, this.checked('only', pattern)));
  }

  /**
   * Fails unless an object matches a pattern, and says where those that come closest differ.
   *
   * @param pattern Part of an object, as its manifest has it.
   */
  public hasObject(pattern: { [field: string]: any }): void {
    kit().requireMatching(this.loaded.objects, this.checked('hasObject', pattern));
  }

  /**
   * Fails unless a pattern matches so many objects.
   *
   * @param pattern Part of an object, as its manifest has it.
   * @param count How many; 0 where there must be none.
   */
  public objectCountIs(pattern: { [field: string]: any }, count: number): void {
    kit().requireCount(this.loaded.objects, this.checked('objectCountIs', pattern, count), count);
  }

  /**
   * What the checks find in these objects, as data, the worst first. Acknowledged findings are left out.
   */
  public findings(): CheckFinding[] {
    return kit().publicFindings(this.loaded.findings());
  }

  /**
   * Fails where the checks find anything.
   *
   * @param atLeast The least severity that counts.
   * @default FindingSeverity.INFO everything counts
   */
  public hasNoFindings(atLeast: FindingSeverity = FindingSeverity.INFO): void {
    refuse(checkGivenArguments('SynthesizedObjects#hasNoFindings', [atLeast]));
    const found = this.findings().filter(({ severity }) => AS_BAD_AS[atLeast].includes(severity));
    kit().expectNone(`the checks find ${found.length} thing${found.length === 1 ? '' : 's'}`, kit().findingLines(found));
  }

  /**
   * What an API server of a minor refuses of these objects, and which fields of them it drops without a word. Findings that are acknowledged are left out.
   *
   * @param kubernetes The minor.
   */
  public problemsOn(kubernetes: KubernetesVersion): CheckFinding[] {
    refuse(checkGivenArguments('SynthesizedObjects#problemsOn', [kubernetes]));
    return kit().publicFindings(this.loaded.findingsOn(kubernetes).filter(({ class: kind }) => kind === 'rejected' || kind === 'dropped'));
  }

  /**
   * Fails unless an API server of a minor takes every object with all of its fields.
   *
   * @param kubernetes The minor.
   */
  public isAcceptedBy(kubernetes: KubernetesVersion): void {
    const problems = this.problemsOn(kubernetes);
    kit().expectNone(`an API server of Kubernetes ${kubernetes} does not take these objects as they are`, kit().findingLines(problems));
  }

  /**
   * The pods of a workload that have numbers, with rank, host name, group and zone: groups of leaders and workers, Indexed Jobs, stores over several zones, or
   * anybody's StatefulSets. By group, then by rank.
   *
   * @param workload Name of the workload, or of an object that carries pods of it.
   */
  public rankTable(workload: string): RankedPod[] {
    refuse(checkGivenArguments('SynthesizedObjects#rankTable', [workload]));
    return kit().rankTableOf(this.loaded.objects, workload);
  }

  /**
   * What an apply of these objects does where others are deployed. What is there only before is taken to be pruned.
   *
   * @param before What is deployed: the last release.
   */
  public changesFrom(before: SynthesizedObjects): ObjectChanges {
    refuse(checkGivenArguments('SynthesizedObjects#changesFrom', [before]));
    return ObjectChanges._of(kit().compare(before.loaded.objects, this.loaded.objects));
  }

  private checked(method: string, ...given: readonly [{ [field: string]: any }, ...unknown[]]): { [field: string]: any } {
    refuse(patternProblems(`SynthesizedObjects#${method}`, given));
    kit().checkPattern(method, given[0]);
    return given[0];
  }
}
