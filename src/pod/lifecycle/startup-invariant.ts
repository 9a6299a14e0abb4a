import { planStartup, StartupPlan } from './model-load';
import { InvalidInput, renderProblem } from '../../base/errors/invalid-input';
import { Invariant } from '../../base/findings/construct-checks';
import { Finding } from '../../base/findings/finding';
import { noticed } from '../../base/findings/notice';
import { PlainObject } from '../../base/plain';
import { probeFigures } from '../container/given-probe';
import { PROBE_KILLS } from '../notices';

/**
 * What must hold of the main container however the object was patched: nothing may kill it while its model loads. A liveness probe without a
 * startup probe, or a startup probe that gives up too early, restarts a container that would have come up, for ever.
 *
 * @param templatePath where the pod template is: `spec.template`, `spec.roles[0].template`.
 * @param containerName name of the engine's container.
 */
export function startupHolds(templatePath: string, containerName: string, startup: StartupPlan): Invariant {
  return manifest => {
    const found = containerOf(manifest, templatePath, containerName);
    if (!found) {
      return [];
    }
    const { startupProbe, livenessProbe } = found.container as { startupProbe?: PlainObject; livenessProbe?: PlainObject };
    try {
      planStartup(startup.load, {
        field: found.path,
        startup: startupProbe && probeFigures(startupProbe),
        liveness: livenessProbe && probeFigures(livenessProbe),
        heldBack: startupProbe !== undefined,
      });
      return [];
    } catch (error) {
      return [findingOf(error)];
    }
  };
}

function containerOf(manifest: PlainObject, templatePath: string, name: string): { path: string; container: PlainObject } | undefined {
  const template = templatePath.split(/[.[\]]+/).reduce<PlainObject | undefined>((value, key) => value?.[key] as PlainObject | undefined, manifest);
  const containers = (template?.spec as PlainObject | undefined)?.containers as PlainObject[] | undefined;
  const index = containers?.findIndex(container => container.name === name) ?? -1;
  return index < 0 ? undefined : { path: `${templatePath}.spec.containers[${index}]`, container: containers![index] };
}

function findingOf(error: unknown): Finding {
  if (!(error instanceof InvalidInput)) {
    throw error;
  }
  const { problem } = error;
  return {
    ...noticed(PROBE_KILLS),
    field: problem.field.replace(/\.startup$/, '.startupProbe').replace(/\.liveness$/, '.livenessProbe'),
    message: renderProblem(problem).slice(problem.field.length + 2),
    help: problem.help,
  };
}
