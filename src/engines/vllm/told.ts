import { VLLM } from '../../knowledge/engines/vllm';
import type { ToldOptions } from '../told';

const number = (option: string) => ({ option, isNumber: true });

export const VLLM_TOLD: ToldOptions = {
  engine: VLLM.name,
  factory: 'InferenceEngine.vllm',
  image: /(?:^|\/)vllm-openai:v?(\d+\.\d+(?:\.\d+)?)$/,
  options: {
    '--tensor-parallel-size': number('tensorParallel'),
    '-tp': number('tensorParallel'),
    '--pipeline-parallel-size': number('pipelineParallel'),
    '-pp': number('pipelineParallel'),
    '--data-parallel-size': number('dataParallel'),
    '-dp': number('dataParallel'),
    '--port': number('port'),
    '--max-model-len': number('maxModelLength'),
    '--gpu-memory-utilization': number('gpuMemoryUtilization'),
    '--served-model-name': { option: 'servedModelName', isNumber: false },
  },
  written: new Set(['--model', '--host']),
};
