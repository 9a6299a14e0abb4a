/** A version as Kubernetes ranks them: v2 before v1, v1 before v1beta2, betas before alphas. Source: apimachinery pkg/version/helpers.go (v0.36) */
function rank(version: string): readonly number[] | undefined {
  const match = /^v([1-9]\d{0,5})(?:(alpha|beta)([1-9]\d{0,5}))?$/.exec(version);
  if (!match) {
    return undefined;
  }
  const stage = match[2] === undefined ? 2 : match[2] === 'beta' ? 1 : 0;
  return [stage, Number(match[1]), Number(match[3] ?? 0)];
}

/** Whether a version is older than all of these. Text that is not of this form counts as newer, since nothing is known of it. */
export function isOlderThanAll(version: string, others: readonly string[]): boolean {
  const own = rank(version);
  return own !== undefined && others.every(other => {
    const theirs = rank(other);
    return theirs !== undefined && isBefore(own, theirs);
  });
}

/** The version that Kubernetes prefers among these; text that is not of the form counts least. */
export function preferredVersion(versions: readonly string[]): string | undefined {
  return versions.reduce<string | undefined>((best, each) => (best === undefined || isAfter(each, best) ? each : best), undefined);
}

function isAfter(version: string, other: string): boolean {
  const [own, theirs] = [rank(version), rank(other)];
  return own !== undefined && (theirs === undefined || isBefore(theirs, own));
}

function isBefore(one: readonly number[], other: readonly number[]): boolean {
  const place = one.findIndex((part, index) => part !== other[index]);
  return place >= 0 && one[place] < other[place];
}
