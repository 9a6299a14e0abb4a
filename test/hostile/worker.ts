/*
 * The process in which the program runs, case after case. Its parent sends the seeds, and kills it when a case hangs.
 *
 * Argument: the module whose `main` is fuzzed.
 */
import { runBatch, showCase } from './batch';
import { Job, Message } from './job';
import { Bench, Subject } from './workbench/bench';

// Loaded by name, since it may be a variant with planted defects.
// eslint-disable-next-line @typescript-eslint/no-require-imports
const bench = new Bench(require(process.argv[2]) as Subject, () => tell({ is: 'begun' }));

function tell(message: Message): void {
  process.send!(message);
}

async function work(job: Job): Promise<void> {
  if (job.show) {
    tell({ is: 'done', cases: 0, shown: await showCase(job) });
    return;
  }
  const result = await runBatch(job, bench, { case: number => tell({ is: 'case', number }), failing: found => tell({ is: 'failing', found }) });
  tell({ is: 'done', ...result });
}

process.on('message', (job: Job) => {
  work(job).catch((error: Error) => tell({ is: 'done', cases: 0, found: { problem: { broken: 'the fuzzer works', detail: String(error.stack) }, seed: job.seed, path: job.path ?? '0', input: '' } }));
});
process.on('disconnect', () => void bench.close().finally(() => process.exit()));
tell({ is: 'ready' });
