import { RankedPods, rankedServers } from '../../../facts/data-parallel';
import { workloadKindOf } from '../../../kinds';
import { Report, Rule } from '../../rule';

/** Ranks of several pods that are not 0 to size - 1, each once. */
export const dataParallelRanks: Rule = {
  id: 'AIW2606',
  title: 'data-parallel ranks are missing or there twice',
  class: 'broken',
  reason: 'The process with the first rank waits at its start until each rank has come once: one that is missing makes all wait until they give up, one that comes twice is refused or takes the place of another.',
  source: 'vllm vllm/engine/arg_utils.py create_engine_config, vllm/v1/engine/utils.py launch_core_engines (0.12.0, 0.22.1)',
  remedy: 'Make --data-parallel-size the pods times --data-parallel-size-local, and --data-parallel-start-rank the index of the pod times the local size: $((LWS_WORKER_INDEX * 8)). From vLLM 0.12 on --nnodes and --node-rank do both.',
  appliesTo: ['every carrier of pods that starts vLLM with --data-parallel-size-local or --data-parallel-rank'],
  but: 'warning where pods of another object may have the missing ranks',
  check: (facts, report) => {
    for (const server of rankedServers(facts)) {
      if (!checkTwice(server, report)) {
        checkNumber(server, report);
      }
    }
  },
};

/** The first set whose ranks are those of another pod. */
function checkTwice(server: readonly RankedPods[], report: Report): boolean {
  return server.some((set, index) => {
    const { local: { value: local }, first: { value: first, field }, count, pods } = set;
    const other = server.slice(0, index).find(each => meet(each, set));
    const ranks = ranksText(first, local);
    const message = count > 1 && local > 0 && first >= 0 ? `each of the ${count} pods has ${ranks}`
      : other ? `${ranks} ${local === 1 ? 'is' : 'are'} also of ${other.pods.carrier === pods.carrier ? `the ${other.pods.role}` : other.pods.carrier.toString()}` : undefined;
    if (message !== undefined) {
      report(pods.carrier, { field, message: `Invalid value: ${first}: ${message}`, help: `give each pod its own: its index x ${local}` });
    }
    return message !== undefined;
  });
}

function meet(one: RankedPods, two: RankedPods): boolean {
  const [first, second] = [one, two].map(({ first: { value: from }, local: { value: local } }) => ({ from, to: from + local }));
  return first.from < second.to && second.from < first.to;
}

/** Pods x local ranks against the size that they are told. */
function checkNumber(server: readonly RankedPods[], report: Report): void {
  const [{ pods, size }] = server;
  const total = server.reduce((ranks, { count, local }) => ranks + count * local.value, 0);
  if (Number.isNaN(total) || total === size.value || server.some(each => each.size.value !== size.value)) {
    return;
  }
  const sum = server.map(({ count, local }) => `${count} pod${count === 1 ? '' : 's'} x ${local.value}`).join(' + ');
  const isWhole = workloadKindOf(pods.carrier).podsOfGroup !== undefined;
  report(pods.carrier, {
    field: size.field,
    message: `Invalid value: ${size.value}: ${sum} = ${total} ranks: ${total < size.value ? `${size.value - total} never come` : `${total - size.value} too many come`}`,
    class: total < size.value && !isWhole ? 'risky' : undefined,
    help: `make both numbers equal: --data-parallel-size ${total}, or ${size.value} ranks in all pods together`,
  });
}

function ranksText(first: number, local: number): string {
  return local === 1 ? `rank ${first}` : `the ranks ${first} to ${first + local - 1}`;
}
