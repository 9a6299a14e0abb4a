import { createHash } from 'crypto';
import * as fs from 'fs';
import * as http from 'http';
import * as path from 'path';
import { ApiClient } from './client';
import { customResourceDefinitions } from './crds';
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

/** An entry of etcd in base64, as its gateway reads and writes it. Source: etcd api/etcdserverpb/rpc.proto */
interface Entry {
  readonly key: string;
  readonly value: string;
}

/** The definitions of `custom-resources.json` for one API server. */
export class InstalledDefinitions {
  /** For an API server of this program that plays this minor. */
  static async of(program: string, minor: string): Promise<InstalledDefinitions> {
    const definitions = await customResourceDefinitions();
    const { size, mtimeMs } = fs.statSync(program);
    const hash = createHash('sha256').update(JSON.stringify([definitions, program, size, mtimeMs, minor])).update(fs.readFileSync(__filename));
    return new InstalledDefinitions(definitions, path.join(cacheFolder(), `installed-${hash.digest('hex').slice(0, 16)}.json`));
  }

  private readonly isKept: boolean;

  private constructor(private readonly definitions: readonly Manifest[], private readonly file: string) {
    this.isKept = fs.existsSync(file);
  }

  /** Puts what is kept into an etcd whose API server has not been started yet. */
  async beforeStart(etcd: string, patience: Patience): Promise<void> {
    if (this.isKept) {
      const entries = JSON.parse(fs.readFileSync(this.file, 'utf8')) as Entry[];
      await eventually('etcd answers', () => ask(`${etcd}/v3/kv/range`, ALL), () => true, { ...patience, everyMs: 20 });
      await eachOf(entries, 4, entry => ask(`${etcd}/v3/kv/put`, entry));
    }
  }

  /** Installs them where nothing was kept, and waits until all kinds are listed: before that they look unknown. */
  async afterStart(etcd: string, client: ApiClient): Promise<void> {
    if (!this.isKept) {
      await this.install(client);
      await this.keep(etcd);
    }
    await eachOf(this.definitions, 4, ({ spec }) => eachOf(servedBy(spec), 4, version => listed(client, `${spec.group}/${version}`, spec.names.kind)));
    client.rediscover();
  }

  /** Creates the definitions, and waits until their kinds are served. */
  private async install(client: ApiClient): Promise<void> {
    await eachOf(this.definitions, 4, definition => client.create(definition));
    await eachOf(this.definitions, 4, ({ metadata: { name } }) => eventually(`${name} is established`,
      () => client.get('apiextensions.k8s.io/v1', 'CustomResourceDefinition', undefined, name),
      ({ status }) => status?.conditions?.some((each: any) => each.type === 'Established' && each.status === 'True')));
    await eachOf(this.definitions, 4, ({ spec }) => eventually(`${spec.names.plural} are served`,
      () => client.request('GET', `/apis/${spec.group}/${servedBy(spec)[0]}/${spec.names.plural}`), ({ status }) => status === 200));
  }

  private async keep(etcd: string): Promise<void> {
    const { kvs } = await ask<{ kvs: readonly Entry[] }>(`${etcd}/v3/kv/range`, ALL);
    fs.writeFileSync(`${this.file}.${process.pid}.tmp`, JSON.stringify(kvs.map(({ key, value }) => ({ key, value }))));
    fs.renameSync(`${this.file}.${process.pid}.tmp`, this.file);
  }
}

function servedBy(spec: Manifest['spec']): string[] {
  return spec.versions.filter((each: any) => each.served).map((each: any) => each.name);
}

function listed(client: ApiClient, apiVersion: string, kind: string): Promise<boolean> {
  const look = async () => {
    const isListed = await client.serves(apiVersion, kind);
    if (!isListed) {
      client.rediscover();
    }
    return isListed;
  };
  return eventually(`${kind} of ${apiVersion} is listed`, look, Boolean, { everyMs: 50 });
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
