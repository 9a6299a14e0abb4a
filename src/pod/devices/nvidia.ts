import { invalid } from '../../base/errors/invalid-input';
import { NVIDIA_DRIVER } from '../../knowledge/drivers';
import { parseBytes } from '../../kubernetes/quantity';

/**
 * Architecture of an NVIDIA GPU, as the driver publishes it.
 *
 * Source: NVIDIA/go-nvlib pkg/nvlib/device/device.go GetArchitectureAsString
 */
export enum NvidiaArchitecture {
  /** V100. */
  VOLTA = 'Volta',

  /** T4. */
  TURING = 'Turing',

  /** A100, A10, A30. */
  AMPERE = 'Ampere',

  /** L4, L40S. */
  ADA_LOVELACE = 'Ada Lovelace',

  /** H100, H200, GH200. */
  HOPPER = 'Hopper',

  /** B200, GB200. */
  BLACKWELL = 'Blackwell',

  /** The generation after Blackwell. */
  RUBIN = 'Rubin',
}

/**
 * Which NVIDIA devices will do, by what the driver publishes of them. All that is given must hold.
 */
export interface NvidiaDeviceFilter {
  /**
   * Words of the product name, in order and in any case: `H100` takes `NVIDIA H100 80GB HBM3` and not `NVIDIA GH200 480GB`. Whole words, so `A10` does
   * not take an A100. Blanks and hyphens are alike.
   *
   * @default - any product
   */
  readonly product?: string;

  /**
   * Architecture.
   *
   * @default - any
   */
  readonly architecture?: NvidiaArchitecture;

  /**
   * Least memory of one device: `80G`. The driver publishes what the GPU reports, and an H100 "80GB" reports 79.6 Gi: write decimal units, as on the box.
   *
   * @default - any
   */
  readonly memoryAtLeast?: string;

  /**
   * Least version of the GPU driver on the node: `550`, `550.54.15`.
   *
   * @default - any
   */
  readonly driverVersionAtLeast?: string;

  /**
   * Least CUDA version that the GPU driver supports: `12.4`.
   *
   * @default - any
   */
  readonly cudaVersionAtLeast?: string;

  /**
   * Least CUDA compute capability: `9.0`.
   *
   * @default - any
   */
  readonly computeCapabilityAtLeast?: string;
}

/** An attribute in an expression. */
export function nvidiaAttribute(name: string): string {
  return `device.attributes["${NVIDIA_DRIVER}"].${name}`;
}

/** One expression for each condition: a finding about one then shows one. */
export function nvidiaSelectors(field: string, filter: NvidiaDeviceFilter): string[] {
  const atLeast = (property: string, attribute: string, version: string | undefined) => version === undefined
    ? undefined
    : `${nvidiaAttribute(attribute)}.compareTo(semver("${wholeVersion(`${field}(${property})`, version)}")) >= 0`;
  return [
    filter.product === undefined ? undefined : productSelector(`${field}(product)`, filter.product),
    filter.architecture === undefined ? undefined : `${nvidiaAttribute('architecture')} == "${filter.architecture}"`,
    filter.memoryAtLeast === undefined ? undefined : memorySelector(`${field}(memoryAtLeast)`, filter.memoryAtLeast),
    atLeast('driverVersionAtLeast', 'driverVersion', filter.driverVersionAtLeast),
    atLeast('cudaVersionAtLeast', 'cudaDriverVersion', filter.cudaVersionAtLeast),
    atLeast('computeCapabilityAtLeast', 'cudaComputeCapability', filter.computeCapabilityAtLeast),
  ].filter(expression => expression !== undefined);
}

/** A MIG profile as nvidia-smi writes it. */
export function checkMigProfile(field: string, profile: string): string {
  if (!/^([1-7]c\.)?[1-7]g\.[0-9]+gb(\+(me|me\.all|gfx)|-me)?$/.test(profile)) {
    throw invalid(field, profile, 'is not a MIG profile', 'write it as nvidia-smi does: 1g.10gb, 3g.40gb, 1g.10gb+me');
  }
  return profile;
}

/** The name begins with the brand and holds the size: "NVIDIA H100 80GB HBM3", "NVIDIA A100-SXM4-80GB". Whole words, or L40 would take an L40S. */
function productSelector(field: string, product: string): string {
  const words = product.split(/[ -]+/);
  if (!words.every(word => /^[A-Za-z0-9]([A-Za-z0-9._]*[A-Za-z0-9])?$/.test(word))) {
    throw invalid(field, product, 'must be words of letters and digits, separated by blanks or hyphens', 'give what nvidia-smi -L prints, or a part of it: H100, H100 80GB; cel takes any expression');
  }
  const pattern = words.map(word => word.replace(/\./g, '[.]')).join('[ -]+');
  return `${nvidiaAttribute('productName')}.matches(r"(?i)\\b${pattern}\\b")`;
}

/** A GPU that reports no memory has no such capacity (coherent-memory systems), and reading what is not there ends the whole allocation. */
function memorySelector(field: string, quantity: string): string {
  parseBytes(field, quantity);
  const memory = `device.capacity["${NVIDIA_DRIVER}"].memory`;
  return `has(${memory}) && ${memory}.compareTo(quantity("${quantity}")) >= 0`;
}

/** `semver()` wants three parts without leading zeros, and the driver publishes 535.104.05 as 535.104.5. */
function wholeVersion(field: string, version: string): string {
  const parts = version.split('.');
  if (parts.length > 3 || !parts.every(part => /^[0-9]{1,9}$/.test(part))) {
    throw invalid(field, version, 'must be one to three numbers with dots between them', 'write it like 550, 12.4 or 550.54.15');
  }
  return [...parts, '0', '0'].slice(0, 3).map(Number).join('.');
}
