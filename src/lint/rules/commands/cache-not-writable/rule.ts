import { asObject } from '../../../../base/reading';
import { commandFlag } from '../../../facts/command-flags';
import { EngineCommand, enginesByPods } from '../../../facts/engine-command';
import { PodSet } from '../../../facts/pod-set';
import { Download, downloadOf } from '../../../facts/weights-place';
import { Report, Rule } from '../../rule';

/** A folder that an engine downloads to and may not write. */
export const cacheNotWritable: Rule = {
  id: 'AIW2912',
  title: 'weights are downloaded to where nothing can be written',
  class: 'broken',
  reason: 'An engine that is told an id of the Hub writes what it downloads into its cache. On a read-only file system it ends with "Read-only file system".',
  source: 'huggingface_hub src/huggingface_hub/file_download.py; the folder of each engine beside it in src/knowledge/engines (cache)',
  remedy: 'Mount a volume at the cache, or at another folder that HF_HOME names; where the weights are there already, set HF_HUB_OFFLINE=1.',
  appliesTo: ['every carrier of pods that starts vLLM, SGLang or text-generation-inference'],
  but: 'warning where a volume that is mounted read-only may hold them already: then the next commit on the Hub ends the start',
  check: (facts, report) => {
    for (const [pods, commands] of facts.get(enginesByPods)) {
      for (const command of commands) {
        const download = downloadOf(pods, command);
        if (download) {
          checkFolder(pods, command, download, report);
        }
      }
    }
  },
};

const REVISION = new Set(['--revision']);

function checkFolder(pods: PodSet, command: EngineCommand, { model, folder, mount }: Download, report: Report): void {
  const { container, field } = command.placed;
  if (!mount && asObject(container.securityContext).readOnlyRootFilesystem === true) {
    report(pods.carrier, {
      field: `${field}.securityContext.readOnlyRootFilesystem`,
      message: `Invalid value: true: ${command.engine.title} downloads ${model} to ${folder}, which is on no volume`,
    });
  }
  if (mount && (mount.isReadOnly || mount.kind === 'configuration') && !commandFlag(command, REVISION)) {
    report(pods.carrier, {
      field: mount.field,
      message: `Invalid value: ${JSON.stringify(mount.path)}: ${command.engine.title} downloads ${model} to ${folder}, and the volume is read-only`,
      class: mount.kind === 'configuration' ? 'broken' : 'risky',
    });
  }
}
