import { createHash } from 'crypto';
import * as fs from 'fs';
import * as http from 'http';
import * as path from 'path';
import { ApiClient } from './client';
import { customResourceDefinitions } from './crds';
import { definitionsAreListed, definitionsAreServed } from './definitions';
import { eachOf, eventually, Patience } from './eventually';
import { Manifest } from './manifest';
import { cacheFolder } from './paths';

/*
 * Installing all definitions takes an API server a quarter of a minute of processor time, most of it for the four updates of each one's status. What it has
 * in its etcd afterwards is kept, and a server that starts with that finds them established, as one does that is started again. Their API is built when it
 * is first asked for.
 */

/** Where the API server keeps definitions. Source: apiextensions-apiserver pkg/registry/customresourcedefinition/etcd.go, under `--etcd-prefix`. */
const PREFIX = '/registry/apiextensions.k8s.io/customresourcedefinitions/';

const base64 = (text: string) => Buffer.from(text).toString('base64');
/** All keys that begin so: the end is the first one after them. */
const ALL = { key: base64(PREFIX), range_end: base64(PREFIX.replace(/\/$/, '0')) };

/** Where the definition of a name is. */
const keyOf = (name: string) => base64(`${PREFIX}${name}`);

/** An entry of etcd in base64, as its gateway reads and writes it. Source: etcd api/etcdserverpb/rpc.proto */
interface Entry {
  readonly key: string;
  readonly value: string;
}

/** The definitions of `custom-resources.json` for one API server. */
export class InstalledDefinitions {
  /** For an API server of this program that plays this minor: all of them, or the named ones. */
  static async of(program: string, minor: string, names?: readonly string[]): Promise<InstalledDefinitions> {
    const definitions = await customResourceDefinitions();
    const { size, mtimeMs } = fs.statSync(program);
    const hash = createHash('sha256').update(JSON.stringify([definitions, program, size, mtimeMs, minor])).update(fs.readFileSync(__filename));
    const wanted = definitions.filter(({ metadata }) => names?.includes(metadata.name) ?? true);
    return new InstalledDefinitions(wanted, wanted.length === definitions.length, path.join(cacheFolder(), `installed-${hash.digest('hex').slice(0, 16)}.json`));
  }

  private readonly isKept: boolean;

  private constructor(private readonly definitions: readonly Manifest[], private readonly areAll: boolean, private readonly file: string) {
    this.isKept = fs.existsSync(file);
  }

  /** Puts what is kept into an etcd whose API server has not been started yet. */
  async beforeStart(etcd: string, patience: Patience): Promise<void> {
    if (this.isKept) {
      const keys = new Set(this.definitions.map(({ metadata }) => keyOf(metadata.name)));
      const entries = (JSON.parse(fs.readFileSync(this.file, 'utf8')) as Entry[]).filter(({ key }) => keys.has(key));
      await eventually('etcd answers', () => ask(`${etcd}/v3/kv/range`, ALL), () => true, { ...patience, everyMs: 20 });
      await eachOf(entries, 4, entry => ask(`${etcd}/v3/kv/put`, entry));
    }
  }

  /** Installs them where nothing was kept, and waits until all kinds are listed: before that they look unknown. */
  async afterStart(etcd: string, client: ApiClient): Promise<void> {
    if (!this.isKept) {
      await eachOf(this.definitions, 4, definition => client.create(definition));
      await definitionsAreServed(client, this.definitions);
      if (this.areAll) {
        await this.keep(etcd);
      }
    }
    await definitionsAreListed(client, this.definitions);
  }

  private async keep(etcd: string): Promise<void> {
    const { kvs } = await ask<{ kvs: readonly Entry[] }>(`${etcd}/v3/kv/range`, ALL);
    fs.writeFileSync(`${this.file}.${process.pid}.tmp`, JSON.stringify(kvs.map(({ key, value }) => ({ key, value }))));
    fs.renameSync(`${this.file}.${process.pid}.tmp`, this.file);
  }
}

/** Asks etcd through its gateway for JSON. */
function ask<T>(url: string, body: object): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method: 'POST' }, response => {
      const chunks: Buffer[] = [];
      response.on('data', chunk => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        return response.statusCode === 200 ? resolve(JSON.parse(text) as T) : reject(new Error(`${url}: ${response.statusCode} ${text}`));
      });
    });
    request.on('error', reject);
    request.end(JSON.stringify(body));
  });
}
