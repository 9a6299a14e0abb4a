import { Construct } from 'constructs';
import { FABRIC_OF_ONE } from './notices';
import { advise } from '../base/findings/construct-checks';
import { noticed } from '../base/findings/notice';
import { FabricPlan } from '../pod/network/planned-fabric';

/** Pods that work each by itself hold devices of a network for nobody, unless a program in them uses it. */
export function adviseOnFabric(construct: Construct, fabric: FabricPlan | undefined, why: string): void {
  if (fabric?.bypassesKernel) {
    advise(construct, {
      ...noticed(FABRIC_OF_ONE),
      field: 'fabric',
      message: `Invalid value: "${fabric.title}": ${why}, so no process of these pods speaks to another one over it`,
      help: 'leave it out, unless the program itself reads over RDMA: storage, a cache of KV blocks elsewhere',
    });
  }
}
