import { IConstruct } from 'constructs';
import { PodPlan } from './pod-plan';
import { PodTemplateProps } from './pod-template-props';
import { advise } from '../../base/findings/construct-checks';
import { noticed } from '../../base/findings/notice';
import { NO_CPU_REQUEST, NO_MEMORY_REQUEST, USER_NAMESPACE } from '../notices';

/** What works until a bad day: left on the construct, reported at synth, never failing it. */
export function adviseOnPod(construct: IConstruct, props: PodTemplateProps, plan?: PodPlan): void {
  if (props.hostUsers === false && props.accelerator?._isNvidia) {
    advise(construct, {
      ...noticed(USER_NAMESPACE),
      field: 'hostUsers',
      message: `Invalid value: false: the NVIDIA container toolkit does not support user namespaces, so ${props.accelerator.resourceName} may not be usable inside`,
      notes: ['reported by users of the toolkit (nvidia-container-toolkit#648)'],
      help: 'leave hostUsers out for pods with GPUs; keep it for CPU pods',
    });
  }
  if (props.accelerator && !props.container.memory && !props.container.resources?.memory) {
    advise(construct, {
      ...noticed(NO_MEMORY_REQUEST),
      field: 'container.memory',
      message: 'Required value: without a request the pod is among the first to be evicted when its node runs short of memory',
      help: "say how much: memory: Memory.of('256Gi'), or Memory.derived({ weights: '140Gi' })",
    });
  }
  adviseOnCpu(construct, props);
  plan?.model?.advice.forEach(finding => advise(construct, finding));
}

/** Who sized the memory meant to size the container. Source: pkg/kubelet/cm/helpers_linux.go MilliCPUToShares (v1.36) */
function adviseOnCpu(construct: IConstruct, { accelerator, container }: PodTemplateProps): void {
  const isSized = container.memory !== undefined || container.resources?.memory !== undefined;
  if (accelerator && isSized && container.cpu === undefined && container.resources?.cpu === undefined) {
    advise(construct, {
      ...noticed(NO_CPU_REQUEST),
      field: 'container.cpu',
      message: 'Required value: CPU time is shared by request: next to pods that ask for some, this one gets 2 shares where each core asked for gets 1024, and its devices wait for their batches',
      help: "ask for the cores that go with the devices: cpu: '32'. A limit is not needed",
    });
  }
}
