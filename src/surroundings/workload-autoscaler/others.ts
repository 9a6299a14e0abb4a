import { Signal } from './signals';
import { invalid } from '../../base/errors/invalid-input';
import { Labels } from '../../base/labels';
import { LABEL_FORM, seriesLabel } from '../promql';

/** A series that others export. */
export interface OthersSeries {
  readonly labels?: Labels;
  readonly query?: string;
  /** Whether the number is compared as it stands, and not divided by the number of replicas. */
  readonly isOfEach: boolean;
  /** Whether it is there while no pod of the workload runs. */
  readonly survivesZero: boolean;
  readonly activation?: number;
}

/** A series of others with its target. */
export interface Asking {
  readonly name: string;
  readonly signal?: Signal;
  readonly others: OthersSeries;
  readonly target: number;
}

/** At least one, all of which Prometheus may have. */
export function checkSeriesLabels(field: string, labels: Labels): Labels {
  if (Object.keys(labels).length === 0) {
    throw invalid(field, labels, 'names no label, so series of every namespace would be added up', 'give the labels that choose what is meant');
  }
  Object.keys(labels).forEach(label => {
    if (!LABEL_FORM.test(label)) {
      throw invalid(`${field}[${label}]`, label, 'is no name of a label of series: Prometheus takes letters, digits and underscores, and no digit first',
        `on series it is ${seriesLabel(label) || 'another one'}`);
    }
  });
  return { ...labels };
}
