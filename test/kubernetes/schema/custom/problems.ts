import { PlainObject } from '../../../../src/base/plain';
import { ObjectProblem } from '../../../../src/kubernetes/problem';
import { checkNodes } from '../../../../src/kubernetes/schema/custom/against';
import { compileNodes } from '../../../../src/kubernetes/schema/custom/compile';
import { checkCustomResource } from '../../../../src/kubernetes/schema/custom/custom';

/** What is said about a custom resource of a known kind. */
export function problemsOf(body: unknown, source?: string): ObjectProblem[] {
  const problems: ObjectProblem[] = [];
  checkCustomResource(body as PlainObject, problem => problems.push(problem), { source });
  return problems;
}

/** As lines: `AIW1102 spec.a: Invalid value: …`. */
export function linesOf(problems: readonly ObjectProblem[]): string[] {
  return problems.map(({ id, field, message }) => `${id} ${field}: ${message}`);
}

/** What is said about a `spec` by its schema. */
export function linesAbout(spec: unknown, schema: unknown): string[] {
  const problems: ObjectProblem[] = [];
  const structure = compileNodes({ type: 'object', properties: { spec: schema } });
  checkNodes(structure, { apiVersion: 'example.org/v1', kind: 'Sample', metadata: { name: 'a' }, spec } as PlainObject, { source: 'the definition' }, problem => problems.push(problem));
  return linesOf(problems);
}
