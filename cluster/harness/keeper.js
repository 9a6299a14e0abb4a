/*
 * Supervises the processes of one control plane, and ends them when their owner has ended or was killed: the IPC channel
 * closes, or the owner's process no longer exists. Runs in its own session, so Ctrl-C does not reach it, and the
 * processes end in order: the last started first, so that the API server ends before etcd (otherwise it hangs).
 *
 * Plain JavaScript, which starts in 40 ms where TypeScript takes a second.
 */
const { spawn } = require('child_process');
const fs = require('fs');
const path = require('path');
const { noteProcessorTime, processorTime } = require('../processor-time/notes');

const [folder, ...owners] = process.argv.slice(2);
const KILL_AFTER_MS = 5000;
const processes = []; // In the order of their start: { name, child, ended }.
let lingers = false;
let stopping;

/** Written to a file, so that a later run can end what a killed keeper left. */
function record() {
  const running = Object.fromEntries(processes.filter(({ child }) => child.exitCode === null && child.signalCode === null).map(({ name, child }) => [name, child.pid]));
  fs.writeFileSync(path.join(folder, 'processes.json'), JSON.stringify({ keeper: process.pid, lingers, running }, undefined, 2));
}

function tell(message) {
  if (process.connected) {
    process.send(message, () => undefined); // Its reader may be gone by now.
  }
}

function start({ name, command, args, env }) {
  const log = fs.openSync(path.join(folder, `${name}.log`), 'a');
  const child = spawn(command, args, { stdio: ['ignore', log, log], env: { ...process.env, ...env }, cwd: folder });
  fs.closeSync(log);
  const entry = { name, child };
  entry.ended = new Promise(resolve => {
    child.once('error', error => { tell({ type: 'exited', name, reason: error.message }); resolve(); });
    child.once('exit', (code, signal) => {
      if (!entry.dismissed) tell({ type: 'exited', name, reason: signal === null ? `status ${code}` : `signal ${signal}` });
      resolve();
    });
  });
  processes.push(entry);
  record();
  tell({ type: 'started', name, pid: child.pid });
}

async function end({ name, child, ended }, signal) {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) {
    return;
  }
  noteProcessorTime({ file: process.env.CLUSTER_TEST_FILE, program: name, seconds: processorTime(child.pid).own });
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
  await ended;
  clearTimeout(timer);
}

/** Ends one program, so that it can be restarted. */
async function dismiss(name) {
  const entry = processes.find(each => each.name === name);
  entry.dismissed = true;
  await end(entry, 'SIGTERM');
  processes.splice(processes.indexOf(entry), 1);
  record();
  tell({ type: 'dismissed', name });
}

/** At once: nobody reads the data again, and a controller that ends in order takes seconds. */
function stop() {
  stopping ??= (async () => {
    for (const entry of [...processes].reverse()) {
      await end(entry, 'SIGKILL');
    }
    fs.rmSync(path.join(folder, 'processes.json'), { force: true });
    fs.rmSync(path.join(folder, 'etcd'), { recursive: true, force: true }); // The logs stay.
    tell({ type: 'stopped' });
    setTimeout(() => process.exit(0), 50);
  })();
}

/** Processes of `cluster:up` have no owner; `cluster:down` or a signal ends them. */
function linger() {
  lingers = true;
  record();
  tell({ type: 'lingering' });
}

function alive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

process.on('message', message => {
  const act = { start: () => start(message), dismiss: () => dismiss(message.name), stop, linger }[message.type];
  act();
});
process.on('disconnect', () => lingers || stop());
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
setInterval(() => lingers || owners.map(Number).every(alive) || stop(), 1000);
record();
tell({ type: 'ready' });
