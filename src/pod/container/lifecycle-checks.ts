import { required, wholeNumber } from '../../base/errors/invalid-input';
import { PlainObject } from '../../base/plain';

/** What the API server refuses of the hooks of a container. Source: pkg/apis/core/validation/validation.go validateHandler (v1.36) */
export function checkLifecycle(field: string, hooks: PlainObject): void {
  for (const [name, hook] of Object.entries(hooks)) {
    const { httpGet, tcpSocket, exec } = hook as { [action: string]: PlainObject | undefined };
    const port = (httpGet ?? tcpSocket)?.port;
    if (typeof port === 'number') {
      wholeNumber(`${field}.${name}.port`, port, { min: 1, max: 65535 });
    }
    if (httpGet && !httpGet.path) {
      throw required(`${field}.${name}.path`, 'the path that is asked for', 'give it, like /health');
    }
    if (exec && !(exec.command as string[] | undefined)?.length) {
      throw required(`${field}.${name}.command`, 'the words of the command', 'give the command as a list of words');
    }
  }
}
