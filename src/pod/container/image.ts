import { invalid } from '../../base/errors/invalid-input';
import { isLate } from '../../given/given-type';

/** First path segment that names a registry: it holds `.` or `:`, or is `localhost`. Source: distribution/reference normalize.go splitDockerDomain */
function isRegistry(segment: string): boolean {
  return segment.includes('.') || segment.includes(':') || segment === 'localhost';
}

/** The registry that an image without one is pulled from. */
const DOCKER_HUB = ['docker.io', 'index.docker.io'];

/**
 * The same repository and tag, pulled from a mirror: the registry is replaced, and Docker Hub's implied parts are written out.
 * `vllm/vllm-openai:v0.18.0` becomes `mirror.example/vllm/vllm-openai:v0.18.0`.
 */
export function mirrored(image: string, mirror: string | undefined): string {
  if (mirror === undefined || isLate(image) || image.startsWith(`${mirror}/`)) {
    return image;
  }
  const [first, ...rest] = image.split('/');
  const hasRegistry = rest.length > 0 && isRegistry(first);
  const repository = hasRegistry ? rest : [first, ...rest];
  const isOfficial = repository.length === 1 && (!hasRegistry || DOCKER_HUB.includes(first));
  return [mirror, ...(isOfficial ? ['library'] : []), ...repository].join('/');
}

/** A mirror is a host with an optional path, without a scheme. */
export function checkMirror(field: string, mirror: string | undefined): string | undefined {
  if (mirror !== undefined && (!/^[a-z0-9.-]+(:[0-9]+)?(\/[a-z0-9._/-]+)?$/.test(mirror) || mirror.endsWith('/'))) {
    throw invalid(field, mirror, 'must be a registry host with an optional path, without a scheme or a closing slash', 'for example mirror.example:5000/hub');
  }
  return mirror;
}

// Source: distribution/reference regexp.go
const TAG_AND_DIGEST = /^(.+?)(:[\w][\w.-]{0,127})?(@[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,})?$/;
const HOST = /^[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*(:[0-9]+)?$/;
const REPOSITORY = /^[a-z0-9]+((\.|_|__|-+)[a-z0-9]+)*$/;

/** What the kubelet could not pull: it reports InvalidImageName, and the pod never starts. */
export function checkImage(field: string, image: string | undefined): string {
  if (image !== undefined && isLate(image)) {
    return image;
  }
  const segments = image?.split('/') ?? [];
  const host = segments.length > 1 && isRegistry(segments[0]) ? segments.shift() : undefined;
  const name = TAG_AND_DIGEST.exec(segments.join('/'))?.[1];
  const parts = name?.split('/') ?? [];
  if (!image || (host !== undefined && !HOST.test(host)) || parts.length === 0) {
    throw invalid(field, image ?? '', 'is not an image reference', 'give registry/repository:tag');
  }
  const wrong = parts.find(part => !REPOSITORY.test(part));
  if (wrong !== undefined) {
    throw invalid(field, image, `is not an image reference: ${JSON.stringify(wrong)} may hold only lower-case letters, digits and separators`, 'give registry/repository:tag');
  }
  return image;
}
