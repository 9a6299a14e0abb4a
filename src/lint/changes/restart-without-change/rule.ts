import { ChangeRule } from '../changes';
import { Restart } from '../restarts';
import { devicesText, firstOf, podsText } from '../wording';

/** Pods that are replaced although nothing is said anew. */
export const restartWithoutChange: ChangeRule = {
  id: 'AIW4009',
  title: 'restart without a change',
  class: 'risky',
  reason: 'The API server keeps lists in the order in which they were written, and controllers compare templates as they are kept. The same variables, volumes, ports or flags in another order mean the same and replace '
    + 'every pod; so does another notation of a quantity (1Gi, 1073741824) in a StatefulSet, and a default that is written out in a kind of an extension, where nobody fills it in.',
  source: 'measured: env and ports in another order replaced the pods of a Deployment, a StatefulSet and a DaemonSet (v1.36); defaults written out, and 1024Mi for 1Gi, did not; in a LeaderWorkerSet (v0.8) defaults did',
  remedy: 'Write lists in one order, sorted by name, and have generators do so; keep the order that is deployed until a change that restarts the pods anyway.',
  appliesTo: ['every carrier whose controller replaces pods'],
  check: ({ together, after }, report) => {
    for (const { restarts } of together) {
      const idle = restarts.filter(({ saysTheSame }) => saysTheSame);
      if (idle.length > 0) {
        const devices = devicesText(idle, after);
        report(idle[0].next, {
          field: idle[0].paths[0].split(' ')[0],
          message: `Forbidden: ${wordsOf(idle)}, which means the same, and ${countOf(idle)} ${devices === undefined ? '' : `(${devices}) `}are replaced for nothing`,
          notes: [
            ...(idle.length > 1 ? [`of ${firstOf(idle.map(({ next }) => next.toString()))}`] : []),
            `what differs: ${firstOf([...new Set(idle.flatMap(({ paths }) => paths))])}`,
          ],
          help: 'write it as it is deployed; sort lists by name in whatever generates them',
        });
      }
    }
  },
};

function wordsOf(restarts: readonly Restart[]): string {
  const all = (mark: string) => restarts.every(({ paths }) => paths.every(path => path.endsWith(mark)));
  return all('(notation)') ? 'a quantity has another notation' : all('(order)') ? 'the same entries stand in another order' : 'defaults are written out or left out';
}

function countOf(restarts: readonly Restart[]): string {
  return restarts.every(({ pods }) => pods !== undefined) ? podsText(restarts.reduce((sum, { pods }) => sum + pods!, 0)) : 'the pods';
}
