import { remembered } from '../../base/remembered';
import { DEVICE_IMAGES, DeviceImage } from '../../knowledge/device-images';
import { IMAGES, ImageFact, SHELL_IMAGES, ShellImage } from '../../knowledge/images';
import { DEEP_LEARNING_CONTAINERS } from '../../knowledge/registries';

/** An image as a container names it. */
export interface ImageName {
  /** Registry and folders, without tag and digest: `docker.io/library/postgres`. */
  readonly repository: string;
  readonly tag: string;
}

/** Undefined where a tool fills the name in later. */
export function imageName(image: string | undefined): ImageName | undefined {
  return image === undefined ? undefined : readName(image);
}

const readName = remembered((image): ImageName | undefined => {
  if (/[${]/.test(image)) {
    return undefined;
  }
  const [name] = image.split('@');
  const folder = name.lastIndexOf('/') + 1;
  const colon = name.indexOf(':', folder);
  return colon < 0 ? { repository: name, tag: '' } : { repository: name.slice(0, colon), tag: name.slice(colon + 1) };
});

/** What is known of an image that needs settings or keeps data. */
export function imageFact(name: ImageName): ImageFact | undefined {
  return factOf(FACTS, name.repository);
}

/** What is known of an image that starts a shell. */
export function shellImage(name: ImageName): ShellImage | undefined {
  const known = factOf(SHELLS, name.repository);
  return known?.otherTags?.test(name.tag) ? undefined : known;
}

/** For whose devices an image is built; undefined where its name does not say. */
export function deviceImage(image: string | undefined): DeviceImage | undefined {
  const name = imageName(image);
  const builds = name && factOf(BUILDS, name.repository);
  // A digest alone is one of several builds, and which one nobody says.
  if (!builds || (builds.length > 1 && name.tag === '' && image!.includes('@'))) {
    return undefined;
  }
  const tag = name.tag === '' ? 'latest' : name.tag;
  return builds.find(({ tags }) => tags?.test(tag) ?? true);
}

/** `17` of `17.6-alpine`, `pg17` and `0.8.0-pg17`; undefined of `latest` and of digests. */
export function majorOf({ tag }: ImageName): number | undefined {
  const found = /(?:^|-)pg(\d+)/.exec(tag) ?? /^v?(\d+)(?=$|[.\-_])/.exec(tag);
  return found ? Number(found[1]) : undefined;
}

const FACTS = byRepository(IMAGES);
const SHELLS = byRepository(SHELL_IMAGES);
const BUILDS: ReadonlyMap<string, readonly DeviceImage[]> = new Map(DEVICE_IMAGES.flatMap(({ repositories }) => repositories)
  .map(repository => [repository, DEVICE_IMAGES.filter(each => each.repositories.includes(repository))]));

export function byRepository<Fact extends { readonly repositories: readonly string[] }>(facts: readonly Fact[]): ReadonlyMap<string, Fact> {
  return new Map(facts.flatMap(fact => fact.repositories.map(repository => [repository, fact] as const)));
}

/** AWS has one set of images under several names. Docker's official images are meant only where no other registry is named: `registry.example/postgres` is an image of somebody's own. */
export function factOf<Fact>(facts: ReadonlyMap<string, Fact>, repository: string): Fact | undefined {
  return facts.get(keyOf(repository));
}

const keyOf = remembered(repository => {
  const parts = repository.replace(DEEP_LEARNING_CONTAINERS, 'deep-learning-containers').split('/');
  const last = parts[parts.length - 1];
  const folder = parts[parts.length - 2];
  return folder === undefined || folder === 'library' || HUB.has(folder) ? last : `${folder}/${last}`;
});

const HUB: ReadonlySet<string> = new Set(['docker.io', 'index.docker.io', 'registry-1.docker.io']);
