import { invalid } from '../../base/errors/invalid-input';
import { DeviceVendor } from '../accelerators';

/** Major and minor as the data writes them: `0.18`. */
export type VllmVersion = `0.${number}`;

/** Oldest version whose flags and metrics the data describes: every patch of it has the V1 engine's metric names. */
export const OLDEST: VllmVersion = '0.10';

/** Newest version that the whole data was checked against. Metrics and the multi-node flags were also seen in 0.30; the rest was not looked up there. */
export const NEWEST_RELEASE: VllmVersion = '0.22';

/**
 * First version that spans nodes with its own executor: `--nnodes`, `--node-rank`, `--master-addr`.
 *
 * Source: vllm#23691, merged in the middle of November 2025; 0.12 is the first minor after it. Whether a late patch of 0.11 has it was not
 * confirmed, so 0.11 goes through Ray, which works either way.
 */
export const NATIVE_MULTI_NODE: VllmVersion = '0.12';

/**
 * First minor whose published image may lack Ray: 0.19.1 dropped the dependency.
 *
 * Source: ai-dynamo/dynamo#8515; the image of 0.27.1 has no `ray` (getainode/ainode#84)
 */
export const IMAGE_WITHOUT_RAY: VllmVersion = '0.19';

/** A version that can be compared. */
export interface Release {
  /** As given, without a leading `v`. */
  readonly text: string;
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
}

export function parseRelease(field: string, version: string): Release {
  const match = /^v?(\d+)\.(\d+)(?:\.(\d+)(?:\.post\d+)?)?$/.exec(version);
  if (!match) {
    throw invalid(field, version, 'is not a version of vLLM', 'write it as 0.18 or 0.18.1: flags and metrics differ between versions, so a moving tag cannot be checked');
  }
  return { text: version.replace(/^v/, ''), major: Number(match[1]), minor: Number(match[2]), patch: Number(match[3] ?? 0) };
}

/** Negative when the release is older than the version, 0 for the same minor. Patches of one minor have the same flags and metrics. */
export function compareMinor(release: Pick<Release, 'major' | 'minor'>, version: VllmVersion): number {
  const [major, minor] = version.split('.').map(Number);
  return release.major - major || release.minor - minor;
}

export function isAtLeast(release: Pick<Release, 'major' | 'minor'>, version: VllmVersion): boolean {
  return compareMinor(release, version) >= 0;
}

/** A row of versioned data: what has it from one version on, and up to another. */
export interface Lifetime {
  /** First version; absent when it is older than the data. */
  readonly since?: VllmVersion;
  /** First version without it. */
  readonly until?: VllmVersion;
}

export function exists(row: Lifetime, release: Release): boolean {
  return (row.since === undefined || isAtLeast(release, row.since)) && (row.until === undefined || !isAtLeast(release, row.until));
}

/** Refuses what the data cannot speak of. */
export function checkOldest(field: string, release: Release): void {
  if (!isAtLeast(release, OLDEST)) {
    throw invalid(field, release.text, `is older than ${OLDEST}, the oldest version whose flags and metrics are known here`,
      `use ${OLDEST} or newer; or give command and args on a container without an engine`);
  }
}

/** An image that the project publishes with each release. */
interface PublishedImage extends Lifetime {
  readonly vendor: DeviceVendor;
  readonly repository: string;
}

/**
 * For AMD since 2026-01-20, the day of 0.14.0; for Intel since 0.26.
 *
 * Source: vllm .buildkite/scripts/publish-release-images.sh (one tag v<version> for each), docs/getting_started/installation/gpu.{rocm,xpu}.inc.md
 */
const PUBLISHED: readonly PublishedImage[] = [
  { vendor: 'NVIDIA', repository: 'vllm/vllm-openai' },
  { vendor: 'AMD', repository: 'vllm/vllm-openai-rocm', since: '0.14' },
  { vendor: 'Intel', repository: 'vllm/vllm-openai-xpu', since: '0.26' },
];

/** The published image for devices of a vendor; undefined where it is not known that there is one. */
export function publishedImage(release: Release, vendor: DeviceVendor): string | undefined {
  const image = PUBLISHED.find(each => each.vendor === vendor && exists(each, release));
  return image && `${image.repository}:v${/^\d+\.\d+$/.test(release.text) ? `${release.text}.0` : release.text}`;
}

/** First release with a published image for devices of a vendor; undefined where there is none. */
export function publishedSince(vendor: DeviceVendor): VllmVersion | undefined {
  return PUBLISHED.find(each => each.vendor === vendor)?.since;
}
