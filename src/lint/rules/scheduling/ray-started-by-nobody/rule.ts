import { isPresent } from '../../../../base/reading';
import { EngineFit, engineFits, isLaunch } from '../../../facts/engine-fit';
import { parallelismOf } from '../../../facts/parallelism';
import { Rule } from '../../rule';

/** An engine is cut over the pods of its group, which only Ray can do, and no pod has a Ray. */
export const rayStartedByNobody: Rule = {
  id: 'AIW2657',
  title: 'engine over several pods, and nobody starts Ray',
  class: 'broken',
  reason: 'Without nodes of its own (--nnodes) the engine finds the devices of other pods through Ray alone. With no Ray in its container it starts one of its own, which has the devices of this pod, and ends: '
    + 'the number of required GPUs exceeds the total number of available GPUs.',
  source: 'vllm vllm/executor/ray_utils.py initialize_ray_cluster (v0.6.3), vllm/v1/executor/ray_utils.py (v0.17.0); docs.vllm.ai serving/parallelism_scaling',
  remedy: 'Start Ray in each pod before the engine: ray start --head in the first, ray start --block --address in the others, and the engine in the first alone. LeaderWorkerGroup writes that.',
  appliesTo: ['Job', 'StatefulSet', 'JobSet', 'LeaderWorkerSet'],
  check: (facts, report) => {
    for (const fit of facts.get(engineFits).filter(each => isSpread(each) && isWithoutRay(each))) {
      report(fit.pods.carrier, {
        field: fit.field,
        message: `Invalid value: ${fit.needed}: ${fit.neededText}, the container has ${fit.own.text}, and nothing in the pods starts Ray, which finds those of the others`,
      });
    }
  },
};

/** Whether the parts of a model are on the devices of other pods as well, and the engine has no nodes of its own for that. */
function isSpread(fit: EngineFit): boolean {
  const { own: { count }, needed, available } = fit;
  return !isLaunch(fit) && needed > count && available > count
    && parallelismOf(fit.command)!.nodes === undefined && fit.command.engine.serves!.cuts!.backends !== undefined;
}

/** Where Ray is, if anybody speaks of it: a script, another container, another set of the group, an address. */
const RAY = /\bray\b|multi-node-serving|run_cluster/;
const SHELL = /(?:^|\/)(?:ba|da|a|z)?sh$|\.sh\b/;

function isWithoutRay({ pods, command }: EngineFit): boolean {
  const { container } = command.placed;
  const address = command.variables.get('RAY_ADDRESS') ?? 'auto';
  const words = [container.command, container.args].flatMap(each => (Array.isArray(each) ? each.map(String) : []));
  return !isPresent(container.envFrom) && address === 'auto' && !words.some(word => SHELL.test(word)) && !RAY.test(textOf(pods.carrier.spec));
}

/** The flag that asks for Ray, with its value. */
const ASKS = /"--distributed[-_]executor[-_]backend(?:=\w+)?"(?:,"\w+")?/g;

/** All that is said, without the flag that asks for Ray, and what is only called after it. */
function textOf(spec: unknown): string {
  return JSON.stringify(spec, (key, value: unknown) => (key === 'env' || key === 'ports' ? undefined : value)).replace(ASKS, '');
}
