import { invalid } from '../checks/invalid-input';

/** First path segment that names a registry. Source: distribution/reference normalize.go: it holds `.` or `:`, or is `localhost`. */
function isRegistry(segment: string): boolean {
  return segment.includes('.') || segment.includes(':') || segment === 'localhost';
}

/**
 * The same repository and tag, pulled from a mirror: the registry is replaced, and Docker Hub's implied parts are written out.
 * `vllm/vllm-openai:v0.18.0` becomes `mirror.example/vllm/vllm-openai:v0.18.0`.
 */
export function mirrored(image: string, mirror: string | undefined): string {
  if (mirror === undefined) {
    return image;
  }
  const [first, ...rest] = image.split('/');
  if (rest.length === 0) {
    return `${mirror}/library/${first}`;
  }
  return `${mirror}/${isRegistry(first) ? rest.join('/') : image}`;
}

/** A mirror is a host with an optional path, without a scheme. */
export function checkMirror(field: string, mirror: string | undefined): string | undefined {
  if (mirror !== undefined && (!/^[a-z0-9.-]+(:[0-9]+)?(\/[a-z0-9._/-]+)?$/.test(mirror) || mirror.endsWith('/'))) {
    throw invalid(field, mirror, 'must be a registry host with an optional path, without a scheme or a closing slash', 'for example mirror.example:5000/hub');
  }
  return mirror;
}

export function checkImage(field: string, image: string | undefined): string {
  if (!image || /\s/.test(image) || !/^[\w][\w.\-/:@]*$/.test(image)) {
    throw invalid(field, image ?? '', 'is not an image reference', 'give registry/repository:tag');
  }
  return image;
}
