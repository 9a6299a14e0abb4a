import { SGLANG } from '../../knowledge/engines/sglang';
import type { ToldOptions } from '../told';

const number = (option: string) => ({ option, isNumber: true });

export const SGLANG_TOLD: ToldOptions = {
  engine: SGLANG.name,
  factory: 'InferenceEngine.sglang',
  image: /(?:^|\/)sglang:v?(\d+\.\d+(?:\.\d+)?)(?:\.post\d+)?(?:-cu\d+)?$/,
  options: {
    '--tp-size': number('tensorParallel'),
    '--tensor-parallel-size': number('tensorParallel'),
    '--tp': number('tensorParallel'),
    '--dp-size': number('dataParallel'),
    '--data-parallel-size': number('dataParallel'),
    '--dp': number('dataParallel'),
    '--port': number('port'),
    '--context-length': number('maxModelLength'),
    '--mem-fraction-static': number('staticMemoryFraction'),
    '--served-model-name': { option: 'servedModelName', isNumber: false },
  },
  written: new Set(['--model-path', '--model', '--host']),
};
