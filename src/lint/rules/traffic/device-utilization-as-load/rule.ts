import { DEVICE_MEMORY, DEVICE_UTILIZATION } from '../../../../knowledge/device-load';
import { enginesByPods } from '../../../facts/engine-command';
import { targetPods } from '../../../facts/engine-metrics';
import { Facts } from '../../../facts/facts';
import { ScalerMetric, scalerMetrics } from '../../../facts/scaler-metrics';
import { isServer } from '../../../facts/world';
import { Rule } from '../../rule';

/** A device that computes is busy, with one request as with a hundred. */
export const deviceUtilizationAsLoad: Rule = {
  id: 'AIW2816',
  title: 'autoscaler follows how busy a device is',
  class: 'risky',
  reason: 'The utilization of a GPU is the share of time in which any kernel ran: a server that batches is near 100 % from the first request on, with a queue or without. Its memory is taken at the '
    + 'start and never given back. So pods are added for ever, or never taken away.',
  source: 'NVIDIA DCGM field identifiers (DCGM_FI_DEV_GPU_UTIL); NVML nvmlUtilization_t; vllm docs (gpu-memory-utilization); sglang server arguments (mem-fraction-static)',
  remedy: 'Follow what waits: vllm:num_requests_waiting, sglang:num_queue_reqs, or the use of the KV cache.',
  appliesTo: ['HorizontalPodAutoscaler', 'ScaledObject'],
  but: 'info where no engine that serves is known in the pods',
  check: (facts, report) => {
    for (const metric of facts.get(scalerMetrics)) {
      const found = DEVICE_UTILIZATION.exec(metric.text) ?? DEVICE_MEMORY.exec(metric.text);
      if (found) {
        report(metric.scaling.scaler, {
          field: metric.field,
          message: `Invalid value: ${JSON.stringify(metric.isQuery ? found[0].replace(/^[^A-Za-z]/, '') : metric.text)}: a device is as busy with one request as with a hundred, and keeps the memory that it took`,
          ...(!serves(facts, metric) && { class: 'advice' }),
          help: 'follow the requests that wait in the engine, and how full its KV cache is',
        });
      }
    }
  },
};

function serves(facts: Facts, metric: ScalerMetric): boolean {
  return targetPods(facts, metric).some(pods => facts.get(enginesByPods).get(pods)?.some(isServer) === true);
}
