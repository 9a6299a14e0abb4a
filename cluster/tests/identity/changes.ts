import { Manifest } from '../../harness/manifest';

/** What users change all the time. Returns the changed object, or undefined where the object has no such thing. */
export const HARMLESS: readonly { readonly what: string; readonly change: (object: Manifest) => Manifest | undefined }[] = [
  { what: 'a label', change: object => changed(object, ({ metadata }) => { metadata.labels = { ...metadata.labels, stage: 'prod' }; }) },
  {
    what: 'an annotation',
    change: object => changed(object, ({ metadata }) => { metadata.annotations = { ...metadata.annotations, 'example.com/reviewed': 'yes' }; }),
  },
  {
    what: 'the number of replicas',
    change: object => object.spec?.replicas === undefined ? undefined : changed(object, ({ spec }) => { spec.replicas += 1; }),
  },
  {
    what: 'images',
    change: object => containersOf(object).length === 0 ? undefined : changed(object, copy => containersOf(copy).forEach(container => { container.image += '-fixed'; })),
  },
];

export function changed(object: Manifest, change: (copy: Manifest) => void): Manifest {
  const copy = structuredClone(object);
  change(copy);
  return copy;
}

/** Containers of all pod templates in an object. */
function containersOf(value: any): { image: string }[] {
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  const own = [...value.containers ?? [], ...value.initContainers ?? []].filter((container: any) => container.image);
  return own.length > 0 ? own : Object.values(value).flatMap(containersOf);
}
