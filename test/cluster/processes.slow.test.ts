import { ChildProcess, spawn } from 'child_process';
import * as fs from 'fs';
import * as path from 'path';
import { eventually } from '../../cluster/harness/eventually';
import { isAlive, Processes, recordedRuns, RunRecord } from '../../cluster/harness/processes';
import { temporaryFolder } from '../hygiene/temporary';

const CACHE = 'CDK8S_AI_WORKLOADS_CACHE';
const before = process.env[CACHE];
let cache: string;

beforeAll(() => {
  cache = temporaryFolder('processes');
  process.env[CACHE] = cache;
});

afterAll(() => {
  process.env[CACHE] = before;
  if (before === undefined) {
    delete process.env[CACHE];
  }
});

/** A program that says when it is told to end and when it does; the folder on its command line is how it is told from others. */
function program(name: string, folder: string) {
  const script = `const say = () => console.log(process.hrtime.bigint() + "");
    process.on("SIGTERM", () => { say(); setTimeout(() => { say(); process.exit(); }, 100); }); setInterval(() => {}, 1000); console.log("up")`;
  return { name, command: process.execPath, args: ['-e', script, folder] };
}

const log = (folder: string, name: string) => fs.readFileSync(path.join(folder, `${name}.log`), 'utf8').trim().split('\n');
const record = (folder: string) => JSON.parse(fs.readFileSync(path.join(folder, 'processes.json'), 'utf8')) as RunRecord;
const gone = (pids: readonly number[]) => eventually('all processes are gone', async () => pids.filter(isAlive), left => left.length === 0, { seconds: 15 });

async function twoPrograms(): Promise<{ processes: Processes; pids: number[] }> {
  const processes = await Processes.open('test');
  for (const name of ['first', 'second']) {
    await processes.start(program(name, processes.folder));
    await eventually(`${name} is up`, async () => log(processes.folder, name), lines => lines.includes('up'), { seconds: 15, everyMs: 50 });
  }
  return { processes, pids: Object.values(record(processes.folder).running) };
}

test('a stop kills every program, since nobody needs what one would still put in order', async () => {
  const { processes, pids } = await twoPrograms();
  expect(pids).toHaveLength(2);
  await processes.stop();
  expect(pids.filter(isAlive)).toEqual([]);
  expect(['first', 'second'].map(name => log(processes.folder, name))).toEqual([['up'], ['up']]);
});

test('a program that ends by itself is a failure with its status and the end of its log', async () => {
  const processes = await Processes.open('test');
  await processes.start({ name: 'short', command: process.execPath, args: ['-e', 'console.log("unknown flag --nodes"); process.exit(3)'] });
  const failure = await eventually('the end is noticed', async () => processes.failure(), reason => reason !== undefined, { seconds: 15, everyMs: 50 });
  expect(failure).toBe(`short ended with status 3\nunknown flag --nodes\nlogs: ${processes.folder}`);
  await processes.stop();
});

test('a program that is not there is a failure that says so', async () => {
  const processes = await Processes.open('test');
  await processes.start({ name: 'missing', command: path.join(cache, 'no-such-program'), args: [] });
  expect(await eventually('the end is noticed', async () => processes.failure(), reason => reason !== undefined, { seconds: 15 })).toContain('ENOENT');
  await processes.stop();
});

test('a stopped run keeps its logs, loses its data and is no failure', async () => {
  const { processes } = await twoPrograms();
  fs.mkdirSync(path.join(processes.folder, 'etcd'));
  await processes.stop();
  expect(fs.readdirSync(processes.folder).sort()).toEqual(['first.log', 'keeper.log', 'second.log']);
  expect(processes.failure()).toBeUndefined();
});

describe('when the owner of a run is killed', () => {
  /** Starts a run in a process of its own, which is then killed without a chance to clean up. */
  async function killedOwner(): Promise<RunRecord> {
    const keeper = path.resolve(__dirname, '../../cluster/harness/keeper.js');
    const folder = fs.mkdtempSync(path.join(cache, 'owned-'));
    const script = `
      const keeper = require("child_process").spawn(process.execPath, [${JSON.stringify(keeper)}, ${JSON.stringify(folder)}, String(process.pid)],
        { detached: true, stdio: ["ignore", "ignore", "ignore", "ipc"] });
      keeper.on("message", ({ type }) => type === "ready" && keeper.send({ type: "start", ...${JSON.stringify(program('held', folder))} }));
      setInterval(() => {}, 1000);`;
    const owner: ChildProcess = spawn(process.execPath, ['-e', script], { stdio: 'ignore' });
    const held = await eventually('the program runs', async () => record(folder), ({ running }) => running.held !== undefined, { seconds: 15, everyMs: 50 });
    owner.kill('SIGKILL');
    return held;
  }

  test('its keeper ends everything, then itself', async () => {
    const { keeper, running } = await killedOwner();
    expect(await gone([running.held, keeper])).toEqual([]);
  });
});

describe('when the keeper itself is killed', () => {
  test('the next run ends what it left', async () => {
    const { processes, pids } = await twoPrograms();
    const { keeper } = record(processes.folder);
    process.kill(keeper, 'SIGKILL');
    await gone([keeper]);
    expect(pids.filter(isAlive)).toEqual(pids);
    const next = await Processes.open('test');
    await gone(pids);
    expect(recordedRuns().map(({ folder }) => folder)).toEqual([next.folder]);
    await next.stop();
  });

  test('a process that got the number of one of its programs is not ended', async () => {
    fs.mkdirSync(path.join(cache, 'runs'), { recursive: true });
    const folder = fs.mkdtempSync(path.join(cache, 'runs', 'stale-'));
    const bystander = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    fs.writeFileSync(path.join(folder, 'processes.json'), JSON.stringify({ keeper: 2 ** 22 + 1, lingers: false, running: { etcd: bystander.pid } }));
    const next = await Processes.open('test');
    await next.stop();
    expect(fs.existsSync(path.join(folder, 'processes.json'))).toBe(false);
    expect(isAlive(bystander.pid!)).toBe(true);
    bystander.kill('SIGKILL');
  });
});
