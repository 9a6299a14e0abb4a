import { ChildProcess } from 'child_process';
import * as fs from 'fs';

/** A machine that has other work to do may give a process little of its time: so many times longer is waited for one that was not at work. */
const MOST_WAITS = 6;
const TICKS_A_SECOND = 100;

/** Calls when a process gives no sign of life although it had time. */
export class Watchdog {
  private timer: NodeJS.Timeout;
  private worked = 0;
  private waits = 0;

  constructor(private readonly child: ChildProcess, private readonly patience: number, private readonly bark: (detail: string) => void) {
    this.worked = workOf(child);
    this.timer = setTimeout(() => this.look(), patience);
  }

  public reset(): void {
    this.waits = 0;
    this.worked = workOf(this.child);
    this.timer.refresh();
  }

  public stop(): void {
    clearTimeout(this.timer);
  }

  private look(): void {
    const worked = workOf(this.child) - this.worked;
    this.waits++;
    if (worked < this.patience / 2 && this.waits < MOST_WAITS) {
      this.timer.refresh();
    } else {
      this.bark(`no answer for ${this.waits * this.patience / 1000} s, of which it worked ${Math.round(worked / 1000)}`);
    }
  }
}

/** Milliseconds of the processor that a process has had; those that have passed where the system does not say. Source: proc(5), /proc/pid/stat */
function workOf({ pid }: ChildProcess): number {
  try {
    const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 1000 / TICKS_A_SECOND;
  } catch {
    return Date.now();
  }
}
