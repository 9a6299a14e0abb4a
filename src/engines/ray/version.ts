/** A release of Ray, as it stands in a version or a tag. */
export interface RayVersion {
  readonly text: string;
  readonly major: number;
  readonly minor: number;
  /** Of Python, where a tag names it: `py312`. */
  readonly python?: string;
}

/** A release as people write it: `2.53.0`. */
export function parseRayVersion(text: string): RayVersion | undefined {
  const [, major, minor] = /^(\d{1,4})\.(\d{1,4})\.\d{1,4}$/.exec(text) ?? [];
  return major === undefined ? undefined : { text, major: Number(major), minor: Number(minor) };
}

/** The release in the tag of an image of the project: `rayproject/ray:2.53.0-py312-gpu`. Other images have tags of their own. */
export function rayVersionOfImage(image: string): RayVersion | undefined {
  const [, text, rest = ''] = /(?:^|\/)rayproject\/ray(?:-ml|-llm)?:(\d{1,4}\.\d{1,4}\.\d{1,4})(-[\w.-]*)?(?:@|$)/.exec(image) ?? [];
  const version = text === undefined ? undefined : parseRayVersion(text);
  return version && { ...version, python: /-(py\d{2,3})(?:-|$)/.exec(rest)?.[1] };
}

/** Whether it is this minor of Ray 2, or a later one. */
export function isRayAtLeast({ major, minor }: RayVersion, of2: number): boolean {
  return major > 2 || (major === 2 && minor >= of2);
}
