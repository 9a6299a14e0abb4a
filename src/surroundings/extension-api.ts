import { IConstruct } from 'constructs';
import { NEEDS_API } from './notices';
import { advise } from '../base/findings/construct-checks';
import { noticed } from '../base/findings/notice';

/** Says at synth what must be installed, where the target does not list its extension APIs. */
export function adviseExtensionApi(construct: IConstruct, field: string, api: string, served: string): void {
  advise(construct, {
    ...noticed(NEEDS_API),
    field,
    message: `the cluster must serve ${api}, with ${served}`,
    help: `when it does, say so: Target.define(app, { apis: ['${api}'] })`,
  });
}
