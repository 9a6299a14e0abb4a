import { enginesByPods } from '../../../facts/engine-command';
import { pathNotMounted } from '../../../facts/weights-place';
import { Rule } from '../../rule';

/** A folder that is nowhere. */
export const modelNotMounted: Rule = {
  id: 'AIW2911',
  title: 'model path that no volume holds',
  class: 'broken',
  reason: 'The images that projects publish hold no model. A path that is on no volume of the container is not there, and the engine takes it for an id of the Hub, or ends with "No such file or directory".',
  source: 'vllm docker/Dockerfile; sglang docker/Dockerfile; text-generation-inference Dockerfile; llama.cpp .devops/cuda.Dockerfile',
  remedy: 'Mount the volume that has the model at the folder, or write the path where it is mounted.',
  appliesTo: ['every carrier of pods that starts vLLM, SGLang, text-generation-inference or llama.cpp from the image of the project'],
  check: (facts, report) => {
    for (const [pods, commands] of facts.get(enginesByPods)) {
      for (const command of commands) {
        const path = pathNotMounted(pods, command);
        if (path !== undefined) {
          report(pods.carrier, {
            field: `${command.placed.field}.volumeMounts`,
            message: `Required value: ${command.engine.title} is told the model ${JSON.stringify(path)}, and no volume is mounted there`,
          });
        }
      }
    }
  },
};
