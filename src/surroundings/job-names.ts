import { ApiObject } from 'cdk8s';
import { quotedPattern } from '../base/text/pattern';

/** Names of the Jobs of an object of each kind that has some. */
const JOBS: { readonly [kind: string]: (name: string) => string } = {
  Job: name => name,
  // The minute of its schedule. Source: pkg/controller/cronjob/cronjob_controllerv2.go getJobName (v1.36)
  CronJob: name => `${name}-[0-9]+`,
  // Role and number. Source: jobset pkg/util/placement/placement.go GenJobName (v0.11)
  JobSet: name => `${name}-[a-z0-9-]+-[0-9]+`,
};

/** Objects that are, or make, Jobs. */
export function jobCarriers(objects: readonly ApiObject[]): ApiObject[] {
  return objects.filter(({ kind }) => JOBS[kind] !== undefined);
}

/** Names of their Jobs, as a regular expression; undefined where there are none. */
export function jobNamesOf(objects: readonly ApiObject[]): string | undefined {
  const names = jobCarriers(objects).map(({ kind, name }) => JOBS[kind](quotedPattern(name)));
  return names.length === 0 ? undefined : names.join('|');
}
