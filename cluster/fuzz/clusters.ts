import { switchedOn } from './gates';
import { mustBe } from './outcome';
import { Failure } from './refusal';
import { Minor, startApiServer } from '../harness/api-server';
import { differences } from '../harness/compare';
import { Manifest } from '../harness/manifest';
import { Oracle, OracleError } from '../harness/oracle';
import { AskedServer, StartServer } from '../harness/remembered/remembered-server';
import { respelled } from '../harness/stored';

/** The API servers of a run and Go's YAML reader, each started when it is first needed. */
export class Clusters {
  private readonly servers = new Map<string, Promise<AskedServer>>();
  private readonly namespaces = new Map<AskedServer, Map<string | undefined, Promise<void>>>();
  private oracle?: Promise<Oracle>;
  /** Kinds that no server of the run serves, with how many objects were not tried. */
  readonly unserved = new Map<string, number>();

  constructor(private readonly start: StartServer = startApiServer) {}

  /** Throws a `Failure` unless Go reads the YAML as what was written, and the server takes all of it and drops nothing. */
  async check(minor: Minor, hasGates: boolean, yaml: string, objects: readonly Manifest[]): Promise<void> {
    await this.checkYaml(yaml, objects);
    const server = await this.server(minor, hasGates);
    await server.client.ensureNamespacesOf(objects.filter(isAboutNamespaces)).catch(() => undefined);
    for (const object of objects) {
      await this.checkObject(server, object);
    }
  }

  async stop(): Promise<void> {
    const started = await Promise.allSettled([...this.servers.values()]);
    await Promise.all(started.map(each => (each.status === 'fulfilled' ? each.value.stop() : undefined)));
    await (await this.oracle)?.stop();
  }

  private async checkYaml(yaml: string, objects: readonly Manifest[]): Promise<void> {
    const oracle = await (this.oracle ??= Oracle.start());
    let documents: unknown[];
    try {
      documents = await oracle.yaml(yaml);
    } catch (error) {
      if (error instanceof OracleError) {
        throw new Failure('YAML in Go: unreadable', `Go cannot read the YAML: ${error.message}`);
      }
      throw error;
    }
    mustBe('Go', objects, documents);
  }

  private async checkObject(server: AskedServer, object: Manifest): Promise<void> {
    const { apiVersion, kind, metadata } = object;
    if (!await server.client.serves(apiVersion, kind)) {
      this.noteUnserved(server, `${apiVersion} ${kind}`);
      return;
    }
    await this.namespace(server, metadata.namespace);
    const { status, body } = await server.client.dryRun(object);
    if (status !== 201) {
      throw new Failure(`server: ${kind} ${causeOf(body)}`, `the API server of ${server.minor} refuses ${kind} ${metadata.name}: ${status} ${(body as any)?.message ?? JSON.stringify(body)}`);
    }
    const [dropped] = differences(object, body);
    if (dropped !== undefined) {
      throw new Failure(`dropped: ${kind} ${general(dropped.split(':')[0])}`, `the API server of ${server.minor} does not keep all of ${kind} ${metadata.name}: ${dropped}`);
    }
    const [other] = isOurs(object) ? respelled(object, body).filter(line => !LEFT.test(line)) : [];
    if (other !== undefined) {
      throw new Failure(`respelled: ${kind} ${general(other.split(':')[0])}`, `${kind} ${metadata.name} is stored in another form, and each apply says "configured": ${other}`);
    }
  }

  /** Kinds of the library's own minor that are missing would be a failure; those of other controllers are counted. */
  private noteUnserved(server: AskedServer, kind: string): void {
    if (/^(v1|[a-z]+(\.k8s\.io)?\/v[0-9a-z]+) /.test(kind)) {
      throw new Failure(`unserved: ${kind}`, `the API server of ${server.minor} does not serve ${kind}`);
    }
    this.unserved.set(kind, (this.unserved.get(kind) ?? 0) + 1);
  }

  private server(minor: Minor, hasGates: boolean): Promise<AskedServer> {
    const key = `${minor} ${hasGates}`;
    if (!this.servers.has(key)) {
      this.servers.set(key, this.start({ minor, gates: hasGates ? switchedOn(minor) : {} }));
    }
    return this.servers.get(key)!;
  }

  /** A name that cannot be one is left to the answer to the object. */
  private namespace(server: AskedServer, name: string | undefined): Promise<void> {
    const known = this.namespaces.get(server) ?? new Map<string | undefined, Promise<void>>();
    this.namespaces.set(server, known);
    if (!known.has(name)) {
      known.set(name, name === undefined ? Promise.resolve() : server.client.ensureNamespace(name).catch(() => undefined));
    }
    return known.get(name)!;
  }
}

/** A namespace with labels that admission reads, and claims for which it does. */
function isAboutNamespaces({ kind }: Manifest): boolean {
  return kind === 'Namespace' || kind.startsWith('ResourceClaim');
}

/** The field and the kind of the first complaint, without what differs from case to case. */
/**
 * Left on purpose: the group of a job, which a JobSet of an older release does not know.
 */
const LEFT = /^spec\.replicatedJobs\[0\]\.groupName: added/;

/** Objects of the library; others of a program are cdk8s-plus-28's. */
function isOurs({ metadata }: Manifest): boolean {
  return metadata.labels?.['cdk8s-ai-workloads/name'] !== undefined;
}

function causeOf(body: any): string {
  const cause = body?.details?.causes?.[0];
  return cause ? `${general(cause.field ?? '')} ${cause.reason}` : String(body?.reason);
}

function general(field: string): string {
  return field.replace(/\[[^\]]*\]/g, '[]');
}
