import * as childProcess from 'child_process';
import * as fs from 'fs';
import * as http from 'http';

/** Defects that the last argument selects: the fuzzer must find each of them. */
const DEFECTS: { readonly [name: string]: () => void | Promise<void> } = {
  'command': () => void process.stdout.write('0 errors, 0 warnings, 0 infos; 1 object checked\n  ::error::x\n'),
  'azure command': () => void process.stderr.write('cdk8s-ai: x ##vso[task.complete]\n'),
  'escape': () => void process.stdout.write('\u001b[2J\n'),
  'forged line': () => void process.stderr.write('cdk8s-ai: x\nall is well\n'),
  'stack trace': () => void process.stderr.write(`cdk8s-ai: ${new Error('x').stack}\n`),
  'throw': () => {
    throw new Error('x');
  },
  'rejection': () => void Promise.reject(new Error('x')),
  'status 1 without findings': () => end(1, '0 errors, 3 warnings, 0 infos; 1 object checked\n'),
  'status 0 with findings': () => end(0, '1 error, 0 warnings, 0 infos; 1 object checked\n'),
  'unknown status': () => end(3, ''),
  'silent status 2': () => end(2, '0 errors, 0 warnings, 0 infos; 1 object checked\n'),
  'half of JSON': () => void process.stdout.write('{"findings": ['),
  'write': () => fs.writeFileSync('x', 'x'),
  'program': () => void childProcess.spawnSync('true'),
  'foreign file': () => void fs.readFileSync('/etc/hosts'),
  'request': () => asked('POST', '/prefix/api/v1/namespaces/a/pods'),
  'request elsewhere': () => asked('GET', '/prefix/api/v1/namespaces/a/pods/b/proxy/x'),
  'hang': () => {
    for (;;);
  },
  'memory': () => {
    for (const kept: number[][] = []; ;) {
      kept.push(new Array<number>(1_000_000).fill(0.5));
    }
  },
  'memory beside the heap': () => void Buffer.alloc(1400 * 1024 * 1024, 1),
  'square': () => {
    const length = fs.readFileSync('app.yaml', 'utf8').length;
    let sum = 0;
    for (let one = 0; one < length; one++) {
      for (let other = 0; other < 100 * length; other++) {
        sum += one - other;
      }
    }
    end(sum === 0.5 ? 2 : 0, '');
  },
  'nothing': () => end(0, '0 errors, 0 warnings, 0 infos; 1 object checked\n'),
};

function end(status: number, report: string): void {
  process.stdout.write(report);
  process.exitCode = status;
}

/** Sends a request to the server of the kubeconfig in the folder. */
async function asked(method: string, path: string): Promise<void> {
  end(0, '');
  const { port } = JSON.parse(fs.readFileSync('config', 'utf8')) as { readonly port: number };
  await new Promise(resolve => http.request({ host: '127.0.0.1', port, method, path }, response => response.resume().on('end', resolve)).end());
}

/** The program, with the defect that the last argument or the environment selects. */
export async function main(args: readonly string[]): Promise<void> {
  process.exitCode = 0;
  await DEFECTS[process.env.PLANTED_DEFECT ?? args.at(-1)!]();
}
