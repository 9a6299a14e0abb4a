import { ChaosExperiment, ChaosFault } from '../../../src';
import { Ways } from '../ways';

export const WAYS: Ways = {
  yes: (chart, workload) => new ChaosExperiment(chart, 'around', { workload, fault: ChaosFault.killPod(), schedule: '0 10 * * 1-5' }),
};
