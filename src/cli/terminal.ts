import { styleText } from 'util';
import { isTerminal, rewriteLine } from '../lint/report/streams';
import { Style } from '../lint/report/text';

/** Whether to colour the report: the option decides, then the customary environment variables, then whether the output is a terminal. */
export function wantsColour(asked?: boolean): boolean {
  const { NO_COLOR: no, FORCE_COLOR: force } = process.env;
  if (asked !== undefined) {
    return asked;
  }
  if (no !== undefined && no !== '') {
    return false;
  }
  return (force !== undefined && force !== '0' && force !== '') || isTerminal();
}

/** Whether there is a terminal was asked before: Node would ask again, and take the colours away that somebody asked for. */
const ASKED = { validateStream: false };

export const COLOURED: Style = {
  severity: (severity, text) => styleText(['bold', severity === 'error' ? 'red' : severity === 'warning' ? 'yellow' : 'blue'], text, ASKED),
  place: text => styleText('cyan', text, ASKED),
  label: text => styleText('dim', text, ASKED),
};

/** Milliseconds before progress is shown. */
const PATIENCE = 1000;
const INTERVAL = 100;

/** A progress line on standard error that is rewritten; shows nothing without a terminal. */
export class ProgressLine {
  private readonly begun = Date.now();
  private shown = 0;

  public show(text: string): void {
    const now = Date.now();
    if (now - this.begun > PATIENCE && now - this.shown > INTERVAL) {
      this.shown = now;
      rewriteLine(text);
    }
  }

  public clear(): void {
    if (this.shown > 0) {
      rewriteLine('');
    }
  }
}
