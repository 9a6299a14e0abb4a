import { Labels } from '../base/labels';
import { Explanation } from '../base/text/explanation';

/*
 * Words that explanations of surroundings share.
 */

/** How many there are, and may become. */
export interface Count {
  readonly least: number;
  /** Absent where somebody else decides. */
  readonly most?: number;
}

/** `3 pods`, `1 to 8 pods`, `1 or more pods`. */
export function countText({ least, most }: Count, what: string): string {
  const number = most === undefined ? `${least} or more` : least === most ? String(least) : `${least} to ${most}`;
  return `${number} ${what}`;
}

/** As kubectl takes it behind `-l`. */
export function labelsText(labels: Labels): string {
  return Object.entries(labels).map(([key, value]) => `${key}=${value}`).join(',');
}

export function inNamespace(namespace: string | undefined): string {
  return namespace === undefined ? '' : ` -n ${namespace}`;
}

/** A monitor that no Prometheus selects does nothing, and nobody says so. */
export function explainFinding(explanation: Explanation, labels: Labels): void {
  explanation.limit('being found', Object.keys(labels).length > 0
    ? `by a Prometheus whose podMonitorSelector chooses ${labelsText(labels)}, and by no other`
    : 'it has no labels of yours: a Prometheus whose podMonitorSelector asks for some passes it over in silence');
}
