import { Labels } from '../base/labels';
import { Explanation } from '../base/text/explanation';
import { rangeText } from '../base/text/range';
import { PodCount } from '../workloads/handle/pods';

/*
 * Words that explanations of surroundings share.
 */

/** `3 pods`, `1 to 8 pods`, `1 or more pods`. */
export function countText({ least, most }: PodCount, what: string): string {
  return `${most === undefined ? `${least} or more` : rangeText(least, most)} ${what}`;
}

/** As kubectl takes it behind `-l`. */
export function labelsText(labels: Labels): string {
  return Object.entries(labels).map(([key, value]) => `${key}=${value}`).join(',');
}

/** What no Prometheus selects does nothing, and nobody says so. */
export function explainFinding(explanation: Explanation, labels: Labels, selector: string = 'podMonitorSelector'): void {
  explanation.limit('being found', Object.keys(labels).length > 0
    ? `by a Prometheus whose ${selector} chooses ${labelsText(labels)}, and by no other`
    : `it has no labels of yours: a Prometheus whose ${selector} asks for some passes it over in silence`);
}
