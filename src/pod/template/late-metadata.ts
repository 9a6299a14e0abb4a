import { ApiObjectMetadataDefinition } from 'cdk8s';
import { InputProblem, refuse } from '../../base/errors/invalid-input';
import { checkGiven } from '../../given/given';

/** What the methods of cdk8s write to; private there. Source: cdk8s src/metadata.ts (2.70.106) */
interface Written {
  readonly name?: unknown;
  readonly namespace?: unknown;
  readonly labels?: object;
  readonly annotations?: object;
  readonly finalizers?: unknown;
  readonly ownerReferences?: unknown;
  readonly _additionalAttributes?: Omit<Written, '_additionalAttributes'>;
}

/** Labels, annotations and the rest that was added with the methods of cdk8s, which leaves out what is no value without a word. */
export function checkWritten(field: string, definition: ApiObjectMetadataDefinition): void {
  const written = definition as unknown as Written;
  const { labels, annotations, finalizers, ownerReferences, _additionalAttributes } = written;
  const problems = (type: string, value: unknown, name: string): readonly InputProblem[] => value === undefined ? [] : checkGiven(type, value, name);
  refuse([
    ...problems('late{}', labels, `${field}.labels`),
    ...problems('late{}', annotations, `${field}.annotations`),
    ...problems('string[]', finalizers, `${field}.finalizers`),
    ...problems('cdk8s.OwnerReference[]', ownerReferences, `${field}.ownerReferences`),
    ...problems('data', _additionalAttributes, field),
  ]);
  refuse(ADDED_ELSEWHERE.filter(([name]) => isLost(written, name)).map(([name, help]): InputProblem => ({
    field: `${field}.add(${name})`, reason: 'Forbidden', detail: `cdk8s has a place of its own for ${name}, and leaves out what is added beside it`, help,
  })));
}

/** What `add` takes and cdk8s does not write, and what to do instead. */
const ADDED_ELSEWHERE = [
  ['name', 'name the construct with its properties'], ['namespace', 'say it with the property metadata, or of the chart'],
  ['labels', 'use addLabel'], ['annotations', 'use addAnnotation'],
] as const;

/** The same stands in both places at first, and what is added with the method of its own only in the first. */
function isLost({ _additionalAttributes = {}, ...written }: Written, name: typeof ADDED_ELSEWHERE[number][0]): boolean {
  const [own, added] = [written[name], _additionalAttributes[name]];
  return name === 'labels' || name === 'annotations' ? Object.keys(added ?? {}).some(key => !Object.hasOwn(own ?? {}, key)) : added !== own;
}
