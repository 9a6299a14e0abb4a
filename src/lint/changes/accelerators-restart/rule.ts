import { ChangeRule } from '../changes';
import { devicesText, firstOf, releaseHelp } from '../wording';

/** Pods that hold accelerators and are replaced. */
export const acceleratorsRestart: ChangeRule = {
  id: 'AIW4008',
  title: 'pods with accelerators restart',
  class: 'risky',
  reason: 'A changed pod template replaces the pods. Those with accelerators load their model or their state again, the devices stand idle meanwhile, and where none are spare the new pod waits for the old one.',
  source: 'pkg/controller/{deployment,statefulset,daemon} (v1.36); lws pkg/controllers (v0.8.0)',
  remedy: 'Apply it when the restart is wanted, and stage it where several workloads serve one model. What is only for people (labels, annotations) belongs on the workload, not into its pod template.',
  appliesTo: ['every carrier whose controller replaces pods'],
  check: ({ together, after }, report) => {
    for (const { restarts } of together) {
      const meant = restarts.filter(({ saysTheSame }) => !saysTheSame);
      const held = meant.filter(restart => devicesText([restart], after) !== undefined);
      if (held.length > 0) {
        report(held[0].next, {
          field: held[0].paths[0].split(' ')[0],
          message: `Forbidden: the change replaces pods that hold ${devicesText(held, after)}`,
          notes: [
            ...(held.length > 1 ? [`of ${firstOf(held.map(({ next }) => next.toString()))}`] : []),
            `what changes: ${firstOf([...new Set(held.flatMap(({ paths }) => paths))])}`,
          ],
          help: `${releaseHelp(held)}apply it when a restart is wanted; the template as it was restarts nothing`,
        });
      }
    }
  },
};
