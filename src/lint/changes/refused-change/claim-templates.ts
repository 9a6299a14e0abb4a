import { PlainObject } from '../../../base/plain';
import { asList, asObject, asShown, asText, objectAt } from '../../../base/reading';
import { Manifest } from '../../../kubernetes/manifest';
import { sameMeaning } from '../../../kubernetes/validation/kinds/meaning';
import { compareQuantities, parseQuantity } from '../../../kubernetes/validation/quantities';
import { claimTemplateNames } from '../../kinds/controllers';
import { Change } from '../changes';
import { claimNamesInRanges, ordinalsOf } from '../sets';

/** What to do about changed claim templates of a StatefulSet, by what changed in them; undefined where they are the same. */
export function remedyOfTemplates({ previous, next }: Change): string | undefined {
  const [before, after] = [previous, next].map(({ spec }) => asList(spec.volumeClaimTemplates));
  if (sameMeaning(before, after, 'volumeClaimTemplates')) {
    return undefined;
  }
  const [names, newNames] = [before, after].map(claimTemplateNames);
  if ([...names].sort().join() !== [...newNames].sort().join()) {
    return otherNames(previous, next, names, newNames);
  }
  const isSame = (one: readonly PlainObject[], other: readonly PlainObject[]) => sameMeaning(byName(one), byName(other), 'volumeClaimTemplates');
  if (isSame(before, after)) {
    return `write the claim templates in the order in which they are deployed (${names.join(', ')}): the order means nothing, but the API server compares the lists`;
  }
  const [was, will] = [before, after].map(templates => templates.map(withoutLabels));
  if (isSame(was, will)) {
    return 'labels and annotations of claim templates are immutable too: write them as they are deployed, and keep what follows the release (helm.sh/chart, app.kubernetes.io/version) out of them; '
      + `or ${orphan(previous)}, which keeps pods and claims, and apply: claims that exist keep their labels and data`;
  }
  const changed = will.filter(template => !isSame(was.filter(each => nameOf(each) === nameOf(template)), [template]));
  const [sizes, newSizes] = [was, changed].map(list => new Map(list.map(each => [nameOf(each), asText(objectAt(each, 'spec', 'resources', 'requests').storage)])));
  const onlySize = isSame(was.map(withoutSize), will.map(withoutSize));
  return onlySize ? ofSizes(previous, sizes, newSizes) : otherSpec(previous, changed.map(nameOf));
}

function nameOf(template: PlainObject): string {
  return asShown(objectAt(template, 'metadata').name);
}

function withoutLabels({ metadata, ...rest }: PlainObject): PlainObject {
  const { labels: _, annotations: __, ...identity } = asObject(metadata);
  return { ...rest, metadata: identity };
}

function withoutSize(template: PlainObject): PlainObject {
  const { resources: _, ...spec } = objectAt(template, 'spec');
  return { ...template, spec };
}

function byName(templates: readonly PlainObject[]): PlainObject[] {
  return [...templates].sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
}

function commandOn({ namespace }: Manifest): string {
  return namespace === '' ? 'kubectl' : `kubectl -n ${namespace}`;
}

/** Measured: patched claims grow while their pods run, the deleted set leaves pods and claims, and the new one adopts both without a restart (v1.36). */
function ofSizes(set: Manifest, sizes: ReadonlyMap<string, string | undefined>, newSizes: ReadonlyMap<string, string | undefined>): string {
  const smaller = [...newSizes].filter(([name, size]) => isSmaller(size, sizes.get(name))).map(([name]) => name);
  if (smaller.length > 0) {
    return `a claim never gets smaller: keep the size of ${smaller.join(', ')}, or copy the data into new claims of another template`;
  }
  const patches = [...newSizes].map(([name, size]) => `{"spec":{"resources":{"requests":{"storage":"${size ?? ''}"}}}} on each of ${claimNamesInRanges(set, [ordinalsOf(set)], [name])}`);
  return `claims that exist do not follow their template. 1. grow each one: ${commandOn(set)} patch pvc NAME -p with ${patches.join('; ')} (their storage class needs allowVolumeExpansion: true). `
    + `2. ${orphan(set)}, which keeps pods and claims. 3. apply: the new set adopts the pods, and claims made later have the new size`;
}

function isSmaller(size: string | undefined, than: string | undefined): boolean {
  const [one, other] = [parseQuantity(size), parseQuantity(than)];
  return one !== undefined && other !== undefined && compareQuantities(one, other) < 0;
}

function orphan(set: Manifest): string {
  return `${commandOn(set)} delete statefulset ${set.name} --cascade=orphan`;
}

function otherNames(previous: Manifest, next: Manifest, names: readonly string[], newNames: readonly string[]): string {
  const [gone, made] = [names.filter(name => !newNames.includes(name)), newNames.filter(name => !names.includes(name))];
  const claims = (set: Manifest, of: readonly string[]) => claimNamesInRanges(set, [ordinalsOf(set)], of);
  return `claims are found by the template's name: ${[
    ...(gone.length > 0 ? [`the data stay in ${claims(previous, gone)}`] : []),
    ...(made.length > 0 ? [`the pods get new, empty claims (${claims(next, made)})`] : []),
  ].join(', and ')}. Keep the names; or copy the data, then ${orphan(previous)}, apply, and restart the pods one by one`;
}

function otherSpec(set: Manifest, templates: readonly string[]): string {
  return `claims that exist keep what they have (${claimNamesInRanges(set, [ordinalsOf(set)], templates)}): only claims made later follow the template. Copy the data into claims of another template name; `
    + `or, where new claims alone matter, ${orphan(set)}, which keeps pods and claims, and apply`;
}
