import { FaultParts } from './chaos-fault';
import { ChaosPlan } from './plan';
import { Explanation } from '../../base/text/explanation';
import { inNamespace } from '../../base/text/kubectl';
import { CHAOS_INJECT, CHAOS_PAUSE } from '../../knowledge/chaos-mesh';
import { PodCount } from '../../workloads/handle/pods';
import { countText, labelsText } from '../texts';

/** What `explain()` of a ChaosExperiment prints. */
export function explainChaos(plan: ChaosPlan): string {
  const { name, namespace, workload, fault, schedule, selector, lost, startSeconds } = plan;
  const explanation = new Explanation(`ChaosExperiment ${name}: ${schedule ? `Schedule of ${fault.kind}` : fault.kind} on ${workload}`)
    .sum('may be hit', `${countText(plan.pods(), 'pods')}: ${labelsText(selector)}`)
    .sum('are hit', hitText(plan, plan.pods()))
    .choice('fault', faultText(plan));
  if (schedule) {
    explanation
      .choice('when', `${schedule.schedule}: ${schedule.periodSeconds} s between two at least; one that is late by ${schedule.deadlineSeconds} s is left out, one that finds the last still running too`)
      .choice('kept', `the last ${schedule.historyLimit}`);
  }
  if (fault.kind === 'PodChaos') {
    lost.forEach(({ topic, text }) => explanation.consequence(topic, text));
  }
  if (schedule && startSeconds !== undefined && fault.kind === 'PodChaos') {
    explanation.consequence('back', `a start takes ${startSeconds} s of the ${schedule.periodSeconds} s between two experiments`);
  }
  addLimits(explanation, plan);
  const kind = schedule ? 'schedules.chaos-mesh.org' : `${fault.kind.toLowerCase()}.chaos-mesh.org`;
  const kubectl = `kubectl${inNamespace(namespace)}`;
  return explanation
    .operate('see', `${kubectl} describe ${schedule ? `${fault.kind.toLowerCase()}.chaos-mesh.org -l managed-by=${name}` : `${kind} ${name}`}   # records of the pods that were hit`)
    .operate('stop', `${kubectl} annotate ${kind} ${name} ${CHAOS_PAUSE}=true   # or delete it, which ends a fault that lasts`)
    .toString();
}

function hitText({ mode, value }: ChaosPlan, { least, most }: PodCount): string {
  switch (mode) {
    case 'one':
      return 'one of them, by chance, each time another';
    case 'all':
      return 'all of them at once';
    case 'fixed':
      return `${value} of them, by chance`;
    default:
      return `${value} % of them, rounded up: ${Math.ceil(least * value! / 100)}${most === undefined ? ' or more' : most === least ? '' : ` to ${Math.ceil(most * value! / 100)}`}`;
  }
}

function faultText({ fault, container, target }: ChaosPlan): string {
  const towards = target ? `packets to ${labelsText(target)}` : 'packets to anybody';
  const lasts = `for ${fault.seconds} s`;
  const texts: { readonly [action in FaultParts['action']]: () => string } = {
    'pod-kill': () => `deleted, and killed ${fault.graceSeconds} s after the stop signal; no drain that takes longer is seen`,
    'pod-failure': () => `images of all containers are replaced ${lasts}, then put back: containers start twice`,
    'container-kill': () => `container ${container} is killed; the kubelet starts it again in its pod, with its back-off`,
    'delay': () => `${towards} are late by ${fault.latency}${fault.jitter ? ` +- ${fault.jitter}` : ''} ${lasts}`,
    'loss': () => `${fault.percent} % of ${towards} are lost ${lasts}`,
    'partition': () => `no packet from or to ${labelsText(target!)} ${lasts}`,
  };
  return texts[fault.action]();
}

/** Source: chaos-mesh controllers/chaosimpl/podchaos/podkill/impl.go (Delete, no eviction); pkg/chaosdaemon tc, iptables */
function addLimits(explanation: Explanation, { fault, bypass, namespace }: ChaosPlan): void {
  if (fault.action === 'pod-kill') {
    explanation.limit('budgets', 'a disruption budget holds off evictions, and this is a deletion');
  }
  if (fault.kind === 'NetworkChaos' && bypass !== undefined) {
    explanation.limit('RDMA', `what goes over ${bypass} passes by the kernel, where packets are delayed and dropped: collectives notice nothing, only TCP does`);
  }
  explanation.limit('namespace filter', `where Chaos Mesh was installed with enableFilterNamespace, ${namespace ?? 'the namespace'} needs the annotation ${CHAOS_INJECT}=enabled, or no pod is hit`);
  if (fault.action !== 'pod-kill' && fault.action !== 'pod-failure') {
    explanation.limit('nodes', 'chaos-daemon must run on the nodes of these pods, and know the socket of their container runtime');
  }
}
