import { LABEL_COMPLETION_INDEX } from '../../../../base/labels';
import { asList, asShown, asText, isPresent, objectAt } from '../../../../base/reading';
import { usesShell, writtenWords } from '../../../facts/entry-script';
import { JobSpec, jobsWithoutIndex } from '../../../facts/job-specs';
import { PlacedContainer } from '../../../facts/pod-set';
import { Report, Rule } from '../../rule';

const INDEX = 'JOB_COMPLETION_INDEX';

/** Pods ask for an index that they are not given. */
export const indexWithoutIndexedJob: Rule = {
  id: 'AIW2925',
  title: 'completion index of a job that has none',
  class: 'broken',
  reason: 'Only a Job with completionMode: Indexed numbers its pods. In others $(JOB_COMPLETION_INDEX) stays as it is written, a shell and the annotation give an empty text, '
    + 'and every pod takes the same part of the work or none.',
  source: 'pkg/controller/job/job_controller.go manageJob, pkg/controller/job/indexed_job_utils.go addCompletionIndexEnvVariables, '
    + 'pkg/fieldpath/fieldpath.go ExtractFieldPathAsString (v1.36); jobset pkg/webhooks/jobset_webhook.go Default (v0.10): Indexed unless it is given',
  remedy: 'Set completionMode: Indexed, with completions, which it needs; or define the variable.',
  appliesTo: ['Job', 'CronJob', 'JobSet'],
  check: (facts, report) => {
    for (const job of jobsWithoutIndex(facts)) {
      // A container without an image is a patch of one.
      for (const placed of job.pods.containers.filter(({ container }) => isPresent(container.image))) {
        checkFields(job, placed, report);
        checkReferences(job, placed, report);
      }
    }
  },
};

const FIELDS: ReadonlySet<string | undefined> = new Set(['annotations', 'labels'].map(each => `metadata.${each}['${LABEL_COMPLETION_INDEX}']`));

function checkFields(job: JobSpec, { container, field }: PlacedContainer, report: Report): void {
  const isWritten = [job.pods.annotations, job.pods.labels].some(each => Object.hasOwn(each, LABEL_COMPLETION_INDEX));
  asList(container.env).forEach(({ valueFrom }, index) => {
    const path = asText(objectAt(valueFrom, 'fieldRef').fieldPath);
    if (FIELDS.has(path) && !isWritten) {
      report(job.carrier, {
        field: `${field}.env[${index}].valueFrom`,
        message: `Not found: ${JSON.stringify(path)}: the Job is not Indexed, so its pods have no index, and the variable is empty`,
        help: helpFor(job),
      });
    }
  });
}

function checkReferences(job: JobSpec, placed: PlacedContainer, report: Report): void {
  const { container: { env, envFrom }, field: place } = placed;
  const variables = asList(env);
  // What a whole ConfigMap or Secret brings, nobody sees here.
  if (asList(envFrom).length > 0 || variables.some(({ name }) => name === INDEX)) {
    return;
  }
  const inWords = usesShell(placed) ? inShell : inProgram;
  const texts = [
    ...variables.map(({ value }, index) => ({ written: inProgram(asShown(value)), field: `${place}.env[${index}].value` })),
    ...writtenWords(placed).map(({ text, field }) => ({ written: inWords(text), field })),
  ];
  for (const { written, field } of texts) {
    if (written !== undefined) {
      report(job.carrier, { field, message: `Not found: ${JSON.stringify(written)}: the Job is not Indexed, so its pods have no variable ${INDEX}`, help: helpFor(job) });
    }
  }
}

function helpFor({ field }: JobSpec): string {
  return `set ${field}.completionMode: Indexed, and completions`;
}

/** What the kubelet would replace. */
function inProgram(text: string): string | undefined {
  return /(?<!\$)\$\(JOB_COMPLETION_INDEX\)/.exec(text)?.[0];
}

/** What a shell would replace as well, unless the script sets the variable, asks whether it is set, or has a default for it. */
function inShell(text: string): string | undefined {
  return HANDLED.test(text) ? undefined : /(?<![$\\])\$(?:\(JOB_COMPLETION_INDEX\)|\{JOB_COMPLETION_INDEX\}|JOB_COMPLETION_INDEX\b)/.exec(text)?.[0];
}

const HANDLED = /(?<![$\w])JOB_COMPLETION_INDEX=|\{JOB_COMPLETION_INDEX:?[-+=]|-[nvz] "?\$?\{?JOB_COMPLETION_INDEX/;
