/* Shows at the end which test files used most processor time, and which programs. Reporters of jest run in plain JavaScript. */
const fs = require('fs');
const os = require('os');
const path = require('path');
const { NOTES, processorTime } = require('./notes');

/** Rows of the table: `CLUSTER_FILES_SHOWN=100` shows all files. */
const SHOWN = Number(process.env.CLUSTER_FILES_SHOWN ?? 8);

module.exports = class ProcessorTime {
  constructor() {
    this.notes = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'processor-time-')), 'notes.jsonl');
    fs.writeFileSync(this.notes, '');
    // Jest's workers inherit it.
    process.env[NOTES] = this.notes;
    this.files = [];
    this.used = new Map();
    this.started = Date.now();
  }

  /** What the worker used since its last file; of children only those that have ended count. */
  onTestFileResult({ path: file }, { perfStats: { runtime } }) {
    const worker = this.read().findLast(note => note.file === file && note.worker !== undefined)?.worker;
    const now = processorTime(worker);
    const before = this.used.get(worker) ?? { own: 0, children: 0 };
    this.used.set(worker, now);
    this.files.push({ file, wall: runtime / 1000, node: now.own - before.own, children: now.children - before.children });
  }

  onRunComplete() {
    const programs = this.read().filter(({ program }) => program !== undefined);
    fs.rmSync(path.dirname(this.notes), { recursive: true, force: true });
    if (this.files.length < 2) {
      return;
    }
    const rows = this.files.map(each => ({ ...each, programs: sum(programs.filter(({ file }) => file === each.file)) }))
      .map(each => ({ ...each, total: each.node + each.programs }))
      .sort((one, other) => other.total - one.total);
    const table = byProgram(rows, programs);
    const all = table.reduce((total, [, seconds]) => total + seconds, 0);
    const wall = (Date.now() - this.started) / 1000;
    process.stderr.write([
      '', `Processor time ${all.toFixed(0)} s in ${wall.toFixed(0)} s of wall time, ${(100 * all / wall / os.cpus().length).toFixed(0)} % of ${os.cpus().length} cores`,
      ...table.map(([name, seconds]) => `${shown(seconds)}  ${name}`),
      '', '   total    test control plane    wall',
      ...rows.slice(0, SHOWN).map(({ total, node, programs: servers, wall: each, file }) =>
        `${shown(total)}${shown(node)}${shown(servers).padStart(14)}${shown(each)}  ${path.relative(process.cwd(), file)}`),
      '',
    ].join('\n'));
  }

  read() {
    return fs.readFileSync(this.notes, 'utf8').split('\n').filter(Boolean).map(line => JSON.parse(line));
  }
};

function byProgram(rows, programs) {
  const seconds = new Map();
  const add = (name, more) => seconds.set(name, (seconds.get(name) ?? 0) + more);
  rows.forEach(({ node }) => add('tests (workers of jest)', node));
  programs.forEach(each => add(each.program, each.seconds));
  // The children of a worker are the control planes too, by way of their keepers.
  const children = rows.reduce((total, each) => total + each.children, 0);
  add('others that tests started, such as kubectl', Math.max(0, children - sum(programs)));
  return [...seconds].sort(([, one], [, other]) => other - one);
}

function sum(programs) {
  return programs.reduce((total, { seconds }) => total + seconds, 0);
}

function shown(seconds) {
  return `${seconds.toFixed(1)} s`.padStart(8);
}
