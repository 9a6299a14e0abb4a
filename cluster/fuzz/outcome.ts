import { isDeepStrictEqual } from 'util';
import { ApiObject, App } from 'cdk8s';
import { parseAllDocuments } from 'yaml';
import { nameProblems } from './derived-names';
import { Program } from './expression';
import { run } from './interpreter';
import { Failure, judged } from './refusal';
import { forgetAllMistakes } from '../../src/given/mistakes/register';
import { Manifest } from '../harness/manifest';

/** What became of a program without a cluster. */
export type Outcome =
  | { readonly is: 'refused'; readonly reason: string }
  | { readonly is: 'accepted'; readonly yaml: string; readonly objects: readonly Manifest[] };

/** Runs a program and checks everything that needs no server. Throws a `Failure`. */
export function outcomeOf(program: Program): Outcome {
  let app: App;
  let yaml: string;
  try {
    app = run(program).get('app') as App;
    yaml = app.synthYaml();
  } catch (error) {
    // Nobody synthesises it again, so nothing would ever tell what it did wrong but the end of this process.
    forgetAllMistakes();
    return { is: 'refused', ...judged(error) };
  }
  const objects = objectsOf(app);
  mustBe('YAML 1.2', objects, readBack(yaml));
  const [problem] = nameProblems(objects);
  if (problem) {
    throw new Failure(`derived name: ${problem.carrier}`, problem.text);
  }
  return { is: 'accepted', yaml, objects };
}

/** The objects of the tree, each as JSON that no YAML has touched. */
function objectsOf(app: App): Manifest[] {
  return app.node.findAll().filter(construct => ApiObject.isApiObject(construct))
    .map(construct => JSON.parse(JSON.stringify((construct as ApiObject).toJson())));
}

function readBack(yaml: string): unknown[] {
  return [...parseAllDocuments(yaml, { version: '1.2' })].map(document => {
    if (document.errors.length > 0) {
      throw new Failure('YAML 1.2: unreadable', `the YAML cannot be read: ${document.errors[0].message}`);
    }
    // Through JSON, which has no -0, as every reader of Kubernetes does.
    return JSON.parse(JSON.stringify(document.toJS()));
  }).filter(object => object !== null);
}

/** Throws unless the documents are the objects, in any order. */
export function mustBe(dialect: string, objects: readonly Manifest[], documents: readonly unknown[]): void {
  if (objects.length !== documents.length) {
    throw new Failure(`${dialect}: count`, `${objects.length} objects were written as ${documents.length} documents`);
  }
  for (const object of objects) {
    if (!documents.some(document => isDeepStrictEqual(document, object))) {
      const twin = documents.find(document => keyOf(document) === keyOf(object));
      throw new Failure(`${dialect}: ${object.kind}`, `${keyOf(object)} reads back different under ${dialect}:\n${firstDifference(object, twin, '')}`);
    }
  }
}

function keyOf(object: any): string {
  return `${object?.kind} ${object?.metadata?.namespace ?? ''}/${object?.metadata?.name}`;
}

/** The first path at which two values part, and what is there. */
function firstDifference(one: any, other: any, path: string): string {
  if (one === null || other === null || typeof one !== 'object' || typeof other !== 'object') {
    return `${path || 'the object'}: written ${JSON.stringify(one)}, read ${JSON.stringify(other)}`;
  }
  const key = [...new Set([...Object.keys(one), ...Object.keys(other)])].find(each => !isDeepStrictEqual(one[each], other[each]));
  return key === undefined ? `${path}: another type` : firstDifference(one[key], other[key], `${path}.${key}`);
}
