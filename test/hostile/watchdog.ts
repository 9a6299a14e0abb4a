import { ChildProcess } from 'child_process';
import * as fs from 'fs';

/** How many times longer to wait for a process that got no CPU time, because the machine is busy. */
const MOST_WAITS = 6;
const TICKS_A_SECOND = 100;

/** Calls back when a process shows no progress although it had CPU time. */
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

/** CPU milliseconds of a process; elapsed ones where the system does not tell. Source: proc(5), /proc/pid/stat */
function workOf({ pid }: ChildProcess): number {
  try {
    const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 1000 / TICKS_A_SECOND;
  } catch {
    return Date.now();
  }
}
