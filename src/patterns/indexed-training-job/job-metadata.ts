import { checkOwnLabels } from '../own-labels';
import { TrainingPlan } from './plan';
import { IndexedTrainingJobProps } from './props';
import { duplicate } from '../../base/errors/invalid-input';
import { Labels, mergeLabels, standardLabels } from '../../base/labels';
import { QUEUE_NAME } from '../../knowledge/queue';

/** Labels and annotations of what belongs to one run: the user's, those of the pattern, and what a queue reads. */
export function runMetadata(plan: TrainingPlan): { readonly labels: Labels; readonly annotations: Labels } {
  const { metadata } = plan.props;
  return {
    labels: mergeLabels(metadata?.labels, { ...standardLabels(plan.name, 'training'), ...plan.runLabels, ...queueLabels(plan.props) }),
    annotations: { ...metadata?.annotations, ...queueAnnotations(plan.props) },
  };
}

function queueLabels({ queueName }: IndexedTrainingJobProps): Labels {
  return queueName === undefined ? {} : { [QUEUE_NAME]: queueName };
}

function queueAnnotations(props: IndexedTrainingJobProps): Labels {
  return props.queueName === undefined ? {} : elasticAnnotations(props);
}

/** Kueue may admit fewer pods; completions then follow, or the missing indexes would run afterwards. Source: kueue pkg/controller/jobs/job */
export function elasticAnnotations({ elastic }: IndexedTrainingJobProps): Labels {
  return elastic === undefined ? {} : {
    'kueue.x-k8s.io/job-min-parallelism': String(elastic.minWorkers),
    'kueue.x-k8s.io/job-completions-equal-parallelism': 'true',
  };
}

/** What the pattern sets itself is not set twice. */
export function checkJobMetadata(props: IndexedTrainingJobProps): void {
  const { labels, annotations } = props.metadata ?? {};
  checkOwnLabels(labels, true);
  for (const [key, value] of Object.entries(queueAnnotations(props))) {
    if (annotations?.[key] !== undefined && annotations[key] !== value) {
      throw duplicate(`metadata.annotations[${key}]`, annotations[key], `follows from queueName and elastic, which give ${value}`, 'leave it out, or change elastic.minWorkers');
    }
  }
}
