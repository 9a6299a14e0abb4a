import { VllmLoadBalancing, VllmOptions } from './options';
import { invalid, wholeNumber } from '../../base/errors/invalid-input';
import { HYBRID_API_SERVERS } from '../../knowledge/engines/vllm-experts';
import { Release, isAtLeast } from '../../knowledge/engines/vllm-releases';

const FIELD = 'InferenceEngine.vllm(apiServers)';

/** Several HTTP servers before the ranks of one pod did not come with the mode itself. */
export function checkApiServers({ apiServers, loadBalancing }: VllmOptions, release: Release): void {
  if (apiServers === undefined) {
    return;
  }
  wholeNumber(FIELD, apiServers, { min: 1 });
  if (apiServers > 1 && loadBalancing === VllmLoadBalancing.HYBRID && !isAtLeast(release, HYBRID_API_SERVERS)) {
    throw invalid(FIELD, apiServers, `vLLM ${release.text} has one API server a pod with VllmLoadBalancing.HYBRID: more came with ${HYBRID_API_SERVERS}`, 'use 1, or a newer vLLM');
  }
}
