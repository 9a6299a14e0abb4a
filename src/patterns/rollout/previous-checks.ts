import { PreviousTemplate } from './rollout';
import { required } from '../../base/errors/invalid-input';
import { checkArguments, checkEnvironment } from '../../pod/container/environment';
import { checkImage } from '../../pod/container/image';

/** What somebody named in it. */
export function namedIn(previous: PreviousTemplate): string[] {
  return Object.entries(previous).filter(([, value]) => value !== undefined).map(([key]) => key);
}

/** What the previous template may say in its short form is checked like the new one's: it goes to the cluster as well. */
export function checkPrevious(field: string, previous: PreviousTemplate, injected: readonly string[]): void {
  if (previous.variables && Object.keys(previous.variables).length === 0 ? namedIn(previous).length === 1 : namedIn(previous).length === 0) {
    throw required(field, 'names nothing that changed, so all stages would be the same manifests',
      'name what changed as it was (engine, container, sidecars, image, variables), or give the properties of before');
  }
  if (previous.image !== undefined) {
    checkImage(`${field}.image`, previous.image);
  }
  checkArguments(`${field}.command`, previous.command);
  checkArguments(`${field}.args`, previous.args);
  checkEnvironment(`${field}.variables`, Object.entries(previous.variables ?? {}).map(([name, value]) => ({ name, value })), new Set(injected));
}
