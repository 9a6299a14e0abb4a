import { templates } from '../../../facts/carried-pods';
import { programFiles } from '../../../facts/container-commands';
import { hasWrittenFiles, writtenFile } from '../../../facts/file-modes';
import { PlacedContainer, PodSet } from '../../../facts/pod-set';
import { isForWindows } from '../../../facts/windows';
import { Report, Rule } from '../../rule';

/** A script without the right to be run. */
export const scriptNotExecutable: Rule = {
  id: 'AIW2926',
  title: 'script of a volume that nobody may execute',
  class: 'broken',
  reason: 'The files of a ConfigMap or Secret have the mode 0644 unless the volume says otherwise, and nobody, not even root, can run what has no bit for it: "permission denied". '
    + 'chmod changes nothing, since such volumes are read-only.',
  source: 'pkg/apis/core/v1/defaults.go, pkg/volume/configmap/configmap.go MakePayload (v1.36); man 7 capabilities (CAP_DAC_OVERRIDE)',
  remedy: 'Set defaultMode: 0755 (493 in JSON) on the volume, or give the script to its interpreter: command: [bash, /scripts/run.sh].',
  appliesTo: ['every carrier of pods'],
  check: (facts, report) => {
    for (const pods of facts.get(templates)) {
      if (hasWrittenFiles(pods) && !pods.mayHaveMore && !isForWindows(pods)) {
        pods.containers.forEach(placed => checkContainer(pods, placed, report));
      }
    }
  },
};

/** A digit with the bit that lets somebody run the file. */
const EXECUTABLE = /[1357]/;

function checkContainer(pods: PodSet, placed: PlacedContainer, report: Report): void {
  for (const { path, field } of programFiles(placed)) {
    const file = writtenFile(pods, placed, path);
    if (file && !EXECUTABLE.test(file.mode.toString(8))) {
      const { volume, mode, toldBy } = file;
      report(pods.carrier, {
        field,
        message: `Invalid value: ${JSON.stringify(path)}: permission denied: volume "${volume}" has the file with mode 0${mode.toString(8)}`,
        help: `set ${toldBy}: 0755 ${toldBy === 'mode' ? 'for this item' : 'on the volume'}, or give the script to its interpreter: [${path.endsWith('.py') ? 'python' : 'bash'}, ${path}]`,
      });
    }
  }
}
