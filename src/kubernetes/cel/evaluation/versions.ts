import { CelLibrary, taking } from './signature';
import { CelFailure, Particular } from './values';

/* Semantic versions. Source: kubernetes staging/src/k8s.io/apiserver/pkg/cel/library/semverlib.go (v1.36); blang/semver v4 Parse, Compare */

const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/;
const UINT_END = 2n ** 64n;
const LONGEST = 1_000;

class Version extends Particular {
  public readonly typeName = 'kubernetes.Semver';

  constructor(public readonly numbers: readonly bigint[], public readonly before: readonly string[]) {
    super();
  }

  public equals(other: Particular): boolean {
    return other instanceof Version && compared(this, other) === 0;
  }
}

function compared(one: Version, other: Version): number {
  const index = one.numbers.findIndex((number, at) => number !== other.numbers[at]);
  if (index >= 0) {
    return one.numbers[index] < other.numbers[index] ? -1 : 1;
  }
  // A version without a pre-release follows those with one.
  if (one.before.length === 0 || other.before.length === 0) {
    return Math.sign(other.before.length - one.before.length);
  }
  const differs = one.before.findIndex((part, at) => part !== other.before[at]);
  if (differs < 0 || differs >= other.before.length) {
    return Math.sign(one.before.length - other.before.length);
  }
  return comparedParts(one.before[differs], other.before[differs]);
}

/** Numbers come first, by their value. */
function comparedParts(one: string, other: string): number {
  const [isNumber, isOtherNumber] = [one, other].map(part => /^\d+$/.test(part));
  if (isNumber && isOtherNumber) {
    return BigInt(one) < BigInt(other) ? -1 : 1;
  }
  return isNumber ? -1 : isOtherNumber ? 1 : one < other ? -1 : 1;
}

function read(text: string, isLenient = false): Version | undefined {
  const plain = isLenient ? normalized(text) : text;
  const match = plain.length > LONGEST ? null : VERSION.exec(plain);
  const before = match?.[4]?.split('.') ?? [];
  if (!match || before.some(part => /^0\d+$/.test(part))) {
    return undefined;
  }
  const numbers = match.slice(1, 4).map(BigInt);
  return numbers.some(number => number >= UINT_END) ? undefined : new Version(numbers, before);
}

/** Without a `v` and leading zeros, with the numbers that are missing. Source: semverlib.go normalizeAndParse */
function normalized(text: string): string {
  const [first, second, ...rest] = text.replace(/^v/, '').split('.');
  const parts = [first, ...second === undefined ? [] : [second], ...rest.length > 0 ? [rest.join('.')] : []].map(withoutZeros);
  if (parts.length === 3) {
    return parts.join('.');
  }
  // A part that is not a number cannot be completed: 1.2-rc stays what it is, and is no version.
  return /[+-]/.test(parts[parts.length - 1]) ? parts.join('.') : [...parts, '0', '0'].slice(0, 3).join('.');
}

function withoutZeros(part: string): string {
  if (part.length < 2) {
    return part;
  }
  const rest = part.replace(/^0+/, '');
  return /^\d/.test(rest) ? rest : `0${rest}`;
}

function versionOf(text: string, isLenient?: boolean): Version {
  const version = read(text, isLenient);
  if (!version) {
    throw new CelFailure('Invalid character(s) found in semantic version');
  }
  return version;
}

export const VERSIONS: CelLibrary = {
  functions: {
    semver: [taking('string')(text => versionOf(text)), taking('string', 'bool')((text, isLenient) => versionOf(text, isLenient))],
    isSemver: [taking('string')(text => read(text) !== undefined), taking('string', 'bool')((text, isLenient) => read(text, isLenient) !== undefined)],
  },
  methods: {
    isGreaterThan: [taking(Version, Version)((one, other) => compared(one, other) > 0)],
    isLessThan: [taking(Version, Version)((one, other) => compared(one, other) < 0)],
    compareTo: [taking(Version, Version)((one, other) => BigInt(compared(one, other)))],
    major: [taking(Version)(({ numbers }) => numbers[0])],
    minor: [taking(Version)(({ numbers }) => numbers[1])],
    patch: [taking(Version)(({ numbers }) => numbers[2])],
  },
};
