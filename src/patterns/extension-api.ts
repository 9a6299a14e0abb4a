import { IConstruct } from 'constructs';
import { advise } from '../base/findings/construct-checks';

/** Says at synth what must be installed, where the target does not list its extension APIs. */
export function adviseExtensionApi(construct: IConstruct, field: string, api: string, served: string): void {
  advise(construct, {
    id: 'AIW0002',
    title: 'needs an extension API',
    class: 'advice',
    field,
    message: `the cluster must serve ${api}, with ${served}`,
    help: `when it does, say so: Target.define(app, { apis: ['${api}'] })`,
  });
}
