import { asObject } from '../../../../base/reading';
import { giText } from '../../../../knowledge/expert-models';
import { HUB_DOWNLOAD } from '../../../../knowledge/hub-download';
import { knownModel } from '../../../../knowledge/models';
import { enginesByPods } from '../../../facts/engine-command';
import { downloadOf } from '../../../facts/weights-place';
import { Rule } from '../../rule';

/** Shorter ones do not show beside the compilation. */
const LONG_SECONDS = 120;

/** Weights that are gone with the container. */
export const cacheNotKept: Rule = {
  id: 'AIW2913',
  title: 'weights are downloaded at each start',
  class: 'advice',
  reason: 'Without a volume at its cache an engine writes what it downloads into its container: each restart, each new pod and each roll-out downloads it again, and fails while the Hub does not answer.',
  source: 'the folder of each engine beside it in src/knowledge/engines (cache); Kubernetes documentation, "Volumes": files of a container are lost when it crashes',
  remedy: 'Mount a claim at the cache, or an emptyDir that restarts of the container leave alone.',
  appliesTo: ['every carrier of pods that starts vLLM, SGLang or text-generation-inference with one of the known models, if its download takes two minutes'],
  check: (facts, report) => {
    for (const [pods, commands] of facts.get(enginesByPods)) {
      // An operator may mount one.
      for (const { placed, download } of pods.open ? [] : commands.map(each => ({ placed: each.placed, download: downloadOf(pods, each) }))) {
        const weights = download && !download.mount ? knownModel(download.model)?.weights : undefined;
        const seconds = weights ? Math.round(weights.bytes / HUB_DOWNLOAD.bytes) : 0;
        if (seconds >= LONG_SECONDS && asObject(placed.container.securityContext).readOnlyRootFilesystem !== true) {
          report(pods.carrier, {
            field: `${placed.field}.volumeMounts`,
            message: `Required value: ${download!.folder} is on no volume: each start downloads ${download!.model}, ${giText(weights!.bytes)} at least, ${seconds} s at ${HUB_DOWNLOAD.text} a second`,
          });
        }
      }
    }
  },
};
