import { spawn } from 'child_process';
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { Gates, readRefusal, Refusal, withNeeded } from './gates';
import { gateFlags, Minor, serverOf } from '../harness/api-server';
import { binaries } from '../harness/binaries';

/** What an API server says of gates before it starts anything: it is ended when it goes on, and has no etcd to go on with. */
export async function refusalOf(minor: Minor, gates: Gates): Promise<Refusal> {
  const server = serverOf({ minor });
  const program = (await binaries(undefined, [server])).path(server);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gates-'));
  try {
    return readRefusal(await firstWords(program, [...gateFlags(server, minor, gates), '--etcd-servers=http://127.0.0.1:1', `--cert-dir=${folder}`]));
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Gates that the server takes: without those it has locked, and with those that others need. */
export async function settle(minor: Minor, gates: Gates): Promise<Gates> {
  let settled = gates;
  // A needed gate may need others in its turn, so an answer can lead to another question; no chain is as long as this.
  for (let round = 0; round < 10; round++) {
    const refusal = await refusalOf(minor, settled);
    if (refusal.locked.length === 0 && refusal.needed.length === 0) {
      return settled;
    }
    settled = withNeeded(without(settled, refusal.locked), refusal);
  }
  throw new Error(`the API server of ${minor} takes no set of gates around ${Object.keys(gates).join(', ')}`);
}

function without(gates: Gates, names: readonly string[]): Gates {
  return Object.fromEntries(Object.entries(gates).filter(([name]) => !names.includes(name)));
}

/** Everything it says until it ends, or until it has taken its flags: from then on other parts of it log than the one that reads gates. */
function firstWords(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (/^[IWE]\d{4} (?!.*(feature_gate\.go|command failed)).*\n/m.test(said)) {
        child.kill('SIGKILL');
      }
    });
    child.on('error', reject);
    child.on('close', () => resolve(said));
  });
}
