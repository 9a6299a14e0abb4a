import { SweepPlan } from './plan';
import { ROW_FILE } from './pods';
import { nameOfRow } from './rows';
import { LABEL_RUN } from '../../base/labels';
import { Explanation, alignedRows } from '../../base/text/explanation';
import { inNamespace } from '../../base/text/kubectl';
import { claimOperation } from '../../pod/devices/claim-spec';
import { capacityText } from '../../pod/scheduling/capacity';
import { explainFallBack } from '../capacity-texts';
import { explainFabric, explainFabricLimits } from '../fabric-texts';
import { explainModel } from '../model-texts';

/** Rows of the table that are printed. */
const MOST_SHOWN = 20;

/** What `explain()` prints. */
export function explainSweep(plan: SweepPlan): string {
  const explanation = new Explanation(`Sweep ${plan.name}: Job ${plan.jobName}`);
  addSums(explanation, plan);
  addChoices(explanation, plan);
  addConsequences(explanation, plan);
  addLimits(explanation, plan);
  addOperations(explanation, plan);
  return explanation.toString();
}

function addSums(explanation: Explanation, plan: SweepPlan): void {
  const { rows, parallelism, retries } = plan;
  const count = rows.rows.length;
  const waves = Math.ceil(count / parallelism);
  explanation
    .sum('rows', `${count}, ${parallelism} at once: at least ${count} / ${parallelism} = ${waves} after each other`)
    .sum('table', tableText(plan))
    .sum('size', rows.sizeSum)
    .sum('starts', `${count} rows x (1 + ${retries} retries) = ${count * (1 + retries)} at most, disruptions apart`);
  const { accelerator } = plan.props;
  if (accelerator) {
    explanation.sum('devices', `${parallelism} rows at once x ${accelerator.count} ${accelerator.resourceName} = ${parallelism * accelerator.count}`);
  }
  explanation.sum('grace', plan.pod.graceSum).sum('memory', plan.pod.memory.sum);
}

function tableText({ rows: { rows, parameters } }: SweepPlan): string {
  const shown = rows.slice(0, MOST_SHOWN)
    .map((row, index) => [String(index), nameOfRow(row, index), ...parameters.map(name => row.parameters[name])]);
  const text = alignedRows([['index', 'name', ...parameters], ...shown]);
  return rows.length > MOST_SHOWN ? `${text}\nand ${rows.length - MOST_SHOWN} more` : text;
}

function addChoices(explanation: Explanation, plan: SweepPlan): void {
  const { results, environment, podProps: { container } } = plan;
  explanation.choice('row', `${ROW_FILE}, a key of ConfigMap ${plan.tableName} that the kubelet chooses by the index (subPathExpr)`);
  explanation.choice('variables', {
    kubelet: `read by the kubelet (fileKeyRef) from a copy that the init container makes with cp of ${environment._copyImage ?? container.image}; no shell`,
    shell: '/bin/sh of the image reads them, then becomes the command',
    file: `none: the program reads ${ROW_FILE}`,
  }[environment._kind]);
  if (results) {
    explanation.choice('results', `claim ${results.claimName} (access modes: ${results.accessModes}) at ${results.mountPath}: for each row the folder ${plan.jobName}/<index> of the volume`);
  }
  explanation.choice('summary', plan.summary ? `Job ${plan.summaryName}, created suspended: somebody starts it` : 'none');
  explanation.choice('capacity', capacityText(plan.capacity));
  explainFabric(explanation, [{ pods: plan.parallelism, fabric: plan.pod.fabric }]);
  explainModel(explanation, plan.pod.model, 'Never');
}

/** What a failed pod costs its row; one that is deleted is no disruption to a Job. */
export function rowFailed({ retries }: SweepPlan): string {
  return `${retries === 0 ? 'ends the row' : `is 1 of the ${retries} retries of its row`}; the other rows go on`;
}

function addConsequences(explanation: Explanation, plan: SweepPlan): void {
  const { maxFailedRows, results } = plan;
  explanation
    .consequence('a disruption', 'an evicted, preempted or shut down pod is not counted; its row starts again from its beginning')
    .consequence('a failure', rowFailed(plan))
    .consequence('a failed row', maxFailedRows === undefined
      ? 'the others run to their end, then the Job fails with FailedIndexes'
      : `${maxFailedRows} are borne; failed row ${maxFailedRows + 1} ends the Job with MaxFailedIndexesExceeded, and rows that run are stopped`)
    .consequence('a changed table', 'is a new ConfigMap and a new Job; those of before stay as they are until somebody deletes them');
  explainFallBack(explanation, plan.capacity);
  if (results) {
    explanation.consequence('a retry', 'sees the folder of its row as the attempt before has left it');
  }
  if (results?.oneNodeOnly) {
    explanation.consequence('one node', `one node alone mounts the claim ${results.claimName} (${results.accessModes}): rows on another one wait until it is free`);
  }
}

function addLimits(explanation: Explanation, plan: SweepPlan): void {
  explainFabricLimits(explanation, plan.pod.fabric);
  explanation
    .limit('change', 'the template of a Job is immutable: a changed image or command under the same table needs another runId')
    .limit('table', 'the rows stand in a ConfigMap in clear: no place for secrets');
  if (plan.environment._kind === 'kubelet') {
    explanation.limit('older nodes', 'a kubelet before 1.35, or without the gate EnvFiles, leaves the variables empty without a word');
  }
  if (plan.summary) {
    explanation.limit('summary', 'no object of Kubernetes starts a Job when another one ends, and an index more would have the template of the rows:\na person, a pipeline or a workflow engine starts it. Released too early it sees the rows that have ended');
  }
}

function addOperations(explanation: Explanation, plan: SweepPlan): void {
  const space = inNamespace(plan.namespace);
  const { jobName, summaryName } = plan;
  explanation
    .operate('see', `kubectl${space} get job ${jobName} -o jsonpath='done {.status.completedIndexes} failed {.status.failedIndexes}{"\\n"}'`)
    .operate('log of a row', `kubectl${space} logs -l ${LABEL_RUN}=${plan.runLabels[LABEL_RUN]},batch.kubernetes.io/job-completion-index=0`);
  if (plan.summary) {
    explanation.operate('summary', [
      `until kubectl${space} get job ${jobName} -o jsonpath='{.status.conditions[*].type}' | grep -Eqw 'Complete|Failed'; do sleep 10; done`,
      `kubectl${space} patch job ${summaryName} --type merge -p '{"spec":{"suspend":false}}'`,
    ].join('\n'));
  }
  const claims = claimOperation(plan.podProps.accelerator);
  if (claims) {
    explanation.operate('devices', claims);
  }
  const owned = [...(plan.summary ? [summaryName] : []), ...(plan.props.queueName === undefined ? [] : [jobName])];
  if (owned.length > 0) {
    explanation.operate('GitOps', [
      'suspend is changed in the cluster; Argo CD (with the sync option RespectIgnoreDifferences=true):',
      'ignoreDifferences:',
      ...owned.flatMap(name => ['  - group: batch', '    kind: Job', `    name: ${name}`, '    jsonPointers: [/spec/suspend]']),
      ...(plan.summary ? ['kubectl apply of the same manifest suspends a running summary again, and its pod is stopped'] : []),
    ].join('\n'));
  }
}
