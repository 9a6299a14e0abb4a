import { jobLabels, jobVariables, parallelPods } from './controllers';
import { Family, JobPlace, NO_SCALE, Numbering } from './kind';
import { PlainObject } from '../../base/plain';
import { asNumber, asObject, objectAt, asText } from '../../base/reading';
import { quotedPattern } from '../../base/text/pattern';
import { Manifest } from '../../kubernetes/manifest';
import { exactly, likePattern } from '../facts/labels';
import { PodSet } from '../facts/pod-set';

function jobPods(object: Manifest): PodSet {
  return new PodSet({
    carrier: object,
    template: asObject(object.spec.template),
    field: 'spec.template',
    added: jobLabels(object.spec, exactly(object.name)),
    pods: parallelPods(object.spec),
  });
}

function cronJobPods(object: Manifest): PodSet {
  const job = objectAt(object.spec, 'jobTemplate', 'spec');
  return new PodSet({
    carrier: object,
    template: asObject(job.template),
    field: 'spec.jobTemplate.spec.template',
    pods: parallelPods(job),
    // Source: pkg/controller/cronjob/utils.go (v1.36) getJobName: the name and the minute
    added: jobLabels(job, likePattern(new RegExp(`^${quotedPattern(object.name)}-[0-9]+$`), `${object.name}-<minute>`)),
  });
}

function jobAt(spec: PlainObject, field: string): JobPlace {
  return { spec, field, isIndexed: spec.completionMode === 'Indexed', isEndedByOthers: false };
}

/** Every index once. Source: pkg/controller/job/indexed_job_utils.go (v1.36) podGenerateNameWithIndex */
function indexed({ carrier: { name, spec }, spec: pod }: PodSet): Numbering | undefined {
  return spec.completionMode !== 'Indexed' ? undefined : {
    from: 0, count: asNumber(spec.completions) ?? 1, nameOf: index => `${name}-${index}`, isDrawn: true, domain: { field: 'subdomain', value: asText(pod.subdomain) },
  };
}

export const JOBS: Family = {
  kinds: [
    {
      type: 'batch/Job',
      pods: object => [jobPods(object)],
      numbered: indexed,
      variables: jobVariables,
      hasAllVariables: true,
      scale: NO_SCALE,
      together: 'group',
      sizeField: 'spec.parallelism',
      jobs: object => [jobAt(object.spec, 'spec')],
      ends: true,
      unscaledOwner: 'a Job',
      queueLabels: 'metadata.labels',
      suspends: true,
      isRun: true,
    },
    {
      type: 'batch/CronJob',
      pods: object => [cronJobPods(object)],
      variables: jobVariables,
      hasAllVariables: true,
      scale: NO_SCALE,
      together: 'group',
      sizeField: 'spec.jobTemplate.spec.parallelism',
      jobs: object => [jobAt(objectAt(object.spec, 'jobTemplate', 'spec'), 'spec.jobTemplate.spec')],
      ends: true,
      unscaledOwner: 'a Job',
      queueLabels: 'spec.jobTemplate.metadata.labels',
    },
  ],
};
