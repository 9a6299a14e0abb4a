import { Labels } from '../../base/labels';

/** A folder of the node. */
export interface NodeLibrary {
  readonly volume: string;
  readonly hostPath: string;
  readonly mountPath: string;
}

/** What a fabric adds to each pod. */
export interface FabricPlan {
  readonly title: string;
  /** Whether packets pass by the network of the kernel, which policies and experiments reach alone. */
  readonly bypassesKernel: boolean;
  readonly resources: { readonly [name: string]: number };
  readonly hugePages: { readonly [pageSize: string]: string };
  readonly annotations: Labels;
  readonly variables: { readonly [name: string]: string };
  readonly locksMemory: boolean;
  readonly library?: NodeLibrary;
  /** What somebody chose or left out, in words. */
  readonly notes: readonly string[];
}
