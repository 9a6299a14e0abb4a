import { ContainerExtras } from './container-extras';
import { duplicate, invalid, wholeNumber } from '../../base/errors/invalid-input';
import { parseBytes } from '../../kubernetes/quantity';
import { checkExtendedResource } from '../../kubernetes/refused/names';
import { refusePart } from '../../kubernetes/refused/pod';
import { Path } from '../../kubernetes/validation/path';

/** What a container asks for beside CPU, memory, disk and its accelerator. */
type ExtraResources = Pick<ContainerExtras, 'extendedResources' | 'hugePages'>;

/** Before the size, in the path of an amount. */
const PAGES = '[hugepages-';

/** Sizes that an architecture has: 2Mi and 1Gi on amd64, more on arm64. */
const PAGE_SIZE = /^[1-9][0-9]*(Ki|Mi|Gi)$/;

/**
 * Names, whole numbers and whole pages.
 *
 * @param hasBasics the container also asks for CPU or memory, which huge pages need.
 */
export function checkExtraResources(field: string, { extendedResources = {}, hugePages = {} }: ExtraResources, hasBasics: boolean): void {
  for (const [name, count] of Object.entries(extendedResources)) {
    checkExtendedResource(`${field}.extendedResources`, name);
    wholeNumber(`${field}.extendedResources[${name}]`, count, { min: 1, help: 'the kubelet gives whole devices only; leave it out where none is needed' });
  }
  for (const [size, amount] of Object.entries(hugePages)) {
    checkPageSize(`${field}.hugePages`, size);
    parseBytes(`${field}.hugePages[${size}]`, amount);
  }
  refusePart(({ field: at }) => {
    const size = at.includes(PAGES) ? at.slice(at.indexOf(PAGES) + PAGES.length, -1) : undefined;
    return size === undefined
      ? { field: `${field}.memory`, help: 'set memory or cpu of the container' }
      : { field: `${field}.hugePages[${size}]`, because: sumOf(size, hugePages[size]), help: 'give a multiple of the page size' };
  }, ({ validateContainerResources }, scope) => {
    const limits = { ...extraLimits({ hugePages }), ...(hasBasics ? { memory: '1' } : {}) };
    validateContainerResources({ limits }, scope, Path.root(''));
  });
}

function checkPageSize(field: string, size: string): void {
  if (!PAGE_SIZE.test(size)) {
    throw invalid(field, size, 'is no page size', 'write it as the node does: 2Mi or 1Gi');
  }
}

function sumOf(size: string, amount: string): string {
  const [page, bytes] = [parseBytes('', size), parseBytes('', amount)];
  return `it is ${bytes} bytes = ${Math.floor(bytes / page)} pages of ${size} and ${bytes % page} bytes`;
}

/** The accelerator of the pod is a limit of its main container already. */
export function refuseTwice(field: string, { extendedResources = {} }: ExtraResources, accelerator: string | undefined): void {
  if (accelerator !== undefined && Object.hasOwn(extendedResources, accelerator)) {
    throw duplicate(`${field}.extendedResources`, accelerator, 'is the accelerator of the pod as well', 'give its count in accelerator, and leave it out here');
  }
}

/** As limits only: Kubernetes makes the requests equal, and refuses any other. */
export function extraLimits({ extendedResources = {}, hugePages = {} }: ExtraResources): { [resource: string]: number | string } {
  return { ...extendedResources, ...Object.fromEntries(Object.entries(hugePages).map(([size, amount]) => [`hugepages-${size}`, amount])) };
}
