import { ContainerExtras } from './container-extras';
import { duplicate, invalid, required, wholeNumber } from '../../base/errors/invalid-input';
import { PlainObject } from '../../base/plain';
import { parseBytes } from '../../kubernetes/quantity';
import { checkExtendedResource } from '../../kubernetes/refused/names';

/** What a container asks for beside CPU, memory, disk and its accelerator. */
type ExtraResources = Pick<ContainerExtras, 'extendedResources' | 'hugePages'>;

/** Sizes that an architecture has: 2Mi and 1Gi on amd64, more on arm64. */
const PAGE_SIZE = /^[1-9][0-9]*(Ki|Mi|Gi)$/;

/**
 * Names, whole numbers and whole pages.
 * Source: pkg/apis/core/validation/validation.go ValidateContainerResourceRequirements, pkg/apis/core/v1/helper IsHugePageResourceValueDivisible (v1.36)
 *
 * @param hasBasics the container also asks for CPU or memory, which huge pages need.
 */
export function checkExtraResources(field: string, { extendedResources = {}, hugePages = {} }: ExtraResources, hasBasics: boolean): void {
  for (const [name, count] of Object.entries(extendedResources)) {
    checkExtendedResource(`${field}.extendedResources`, name);
    wholeNumber(`${field}.extendedResources[${name}]`, count, { min: 1, help: 'the kubelet gives whole devices only; leave it out where none is needed' });
  }
  for (const [size, amount] of Object.entries(hugePages)) {
    checkPages(`${field}.hugePages`, size, amount);
  }
  if (Object.keys(hugePages).length > 0 && !hasBasics) {
    throw required(`${field}.memory`, 'a container with huge pages also asks for CPU or memory; the API server refuses it otherwise', 'set memory or cpu of the container');
  }
}

function checkPages(field: string, size: string, amount: string): void {
  if (!PAGE_SIZE.test(size)) {
    throw invalid(field, size, 'is no page size', 'write it as the node does: 2Mi or 1Gi');
  }
  const [page, bytes] = [parseBytes(field, size), parseBytes(`${field}[${size}]`, amount)];
  if (bytes % page !== 0) {
    throw invalid(`${field}[${size}]`, amount, `is ${bytes} bytes = ${Math.floor(bytes / page)} pages of ${size} and ${bytes % page} bytes`, 'give a multiple of the page size');
  }
}

/** The accelerator of the pod is a limit of its main container already. */
export function refuseTwice(field: string, { extendedResources = {} }: ExtraResources, accelerator: string | undefined): void {
  if (accelerator !== undefined && Object.hasOwn(extendedResources, accelerator)) {
    throw duplicate(`${field}.extendedResources`, accelerator, 'is the accelerator of the pod as well', 'give its count in accelerator, and leave it out here');
  }
}

/** As limits only: Kubernetes makes the requests equal, and refuses any other. */
export function extraLimits({ extendedResources = {}, hugePages = {} }: ExtraResources): PlainObject {
  return { ...extendedResources, ...Object.fromEntries(Object.entries(hugePages).map(([size, amount]) => [`hugepages-${size}`, amount])) };
}
