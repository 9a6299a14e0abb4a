const fs = require('fs');

/** Names the file in which all processes of a run note what they used, a line of JSON each. */
const NOTES = 'CLUSTER_PROCESSOR_TIME';

/** Clock ticks a second in `/proc`, on every Linux that Node runs on. Source: man 5 proc_pid_stat */
const TICKS = 100;

exports.NOTES = NOTES;

exports.noteProcessorTime = note => {
  const file = process.env[NOTES];
  if (file !== undefined) {
    fs.appendFileSync(file, `${JSON.stringify(note)}\n`);
  }
};

/** Processor seconds of a process and, by themselves, of its children that have ended; none where there is no /proc or the process is gone. */
exports.processorTime = pid => {
  try {
    // The name of the program, in parentheses, may hold blanks.
    const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
    const seconds = (one, other) => (Number(fields[one]) + Number(fields[other])) / TICKS;
    return { own: seconds(11, 12), children: seconds(13, 14) };
  } catch {
    return { own: 0, children: 0 };
  }
};
