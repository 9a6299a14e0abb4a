import { required, whole } from '../../base/errors/invalid-input';
import { PlainObject } from '../../base/plain';
import { lastOf, refusePart } from '../../kubernetes/refused/pod';
import { Path } from '../../kubernetes/validation/path';

/** The hooks of a container. What a hook does is a call of cdk8s-plus-28, so the kind of its action is in no path. */
export function checkLifecycle(field: string, hooks: PlainObject): void {
  for (const [name, hook] of Object.entries(hooks)) {
    checkAction(`${field}.${name}`, hook as PlainObject);
    const { httpGet } = hook as { [action: string]: PlainObject | undefined };
    // The API server asks for / where nothing is said.
    if (httpGet && !httpGet.path) {
      throw required(`${field}.${name}.path`, 'the path that is asked for', 'give it, like /health');
    }
  }
  refusePart(({ field: at }) => actionOf(`${field}.${at.split('.')[0]}`, at), ({ validateLifecycle }, scope) => validateLifecycle(hooks, scope, Path.root('')));
}

/** Ports are numbers to the types; the API has whole ones. */
export function checkAction(field: string, action: PlainObject): void {
  for (const kind of ['httpGet', 'tcpSocket', 'grpc']) {
    const port = (action[kind] as PlainObject | undefined)?.port;
    if (typeof port === 'number') {
      whole(`${field}.port`, port, HELP.port);
    }
  }
}

/** Where a user gave a part of a hook or a probe, and what to do. */
export function actionOf(field: string, at: string): { readonly field: string; readonly help: string; readonly because?: string } {
  const last = lastOf(at);
  return { field: `${field}.${last}`, help: HELP[last] ?? 'leave it out', because: last === 'command' ? 'the words of the command' : undefined };
}

const HELP: { readonly [field: string]: string } = {
  port: 'give the number of a port',
  command: 'give the program and its arguments as a list of words',
};
