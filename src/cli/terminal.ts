import { styleText } from 'util';
import { Style } from '../checks/report/text';

/** Whether colours are wanted where a stream goes: what was asked for, then the customary variables, then whether it is a terminal. */
export function wantsColour(stream: NodeJS.WriteStream, asked?: boolean): boolean {
  const { NO_COLOR: no, FORCE_COLOR: force, TERM: terminal } = process.env;
  if (asked !== undefined) {
    return asked;
  }
  if (no !== undefined && no !== '') {
    return false;
  }
  return (force !== undefined && force !== '0' && force !== '') || (stream.isTTY === true && terminal !== 'dumb');
}

export const COLOURED: Style = {
  severity: (severity, text) => styleText(['bold', severity === 'error' ? 'red' : severity === 'warning' ? 'yellow' : 'blue'], text),
  place: text => styleText('cyan', text),
  label: text => styleText('dim', text),
};

/** After this long somebody wonders whether anything happens. */
const PATIENCE = 1000;
const INTERVAL = 100;

/** One line on standard error that is rewritten while work goes on; nothing where that is no terminal. */
export class ProgressLine {
  private readonly begun = Date.now();
  private shown = 0;

  constructor(private readonly stream: NodeJS.WriteStream = process.stderr) {}

  public show(text: string): void {
    const now = Date.now();
    if (this.stream.isTTY && now - this.begun > PATIENCE && now - this.shown > INTERVAL) {
      this.shown = now;
      this.stream.write(`\r\u001b[K${text}`);
    }
  }

  public clear(): void {
    if (this.shown > 0) {
      this.stream.write('\r\u001b[K');
    }
  }
}
