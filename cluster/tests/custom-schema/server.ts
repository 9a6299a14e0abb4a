import { Answer } from '../../harness/client';
import { CrdSource, allCrdSources, definitionsOf } from '../../harness/crds';
import { eachOf, eventually } from '../../harness/eventually';
import { Manifest } from '../../harness/manifest';
import { AskedServer, rememberedServer } from '../../harness/remembered/remembered-server';

/** What is installed of a kind. */
export interface Installed {
  /** As the checks name it. */
  readonly source: string;
  readonly definition: Manifest;
}

/** An API server with one release of each definition. */
export class CustomServer {
  static async start(sources: readonly CrdSource[]): Promise<CustomServer> {
    const definitions = await definitionsOf(sources);
    const server = await rememberedServer(__filename, { minor: '1.36', crds: false });
    await eachOf(definitions, 2, definition => server.client.create(definition));
    await eachOf(definitions, 4, ({ spec }) => {
      const version = spec.versions.find((each: any) => each.served).name;
      return eventually(`${spec.names.plural} are served`,
        () => server.client.request('GET', `/apis/${spec.group}/${version}/${spec.names.plural}`), ({ status }) => status === 200, { seconds: 120 });
    });
    return new CustomServer(server, sources.map(({ module, version, channel }, index) =>
      ({ definition: definitions[index], source: `${module} ${version}${channel === undefined ? '' : ` (${channel})`}` })));
  }

  private constructor(private readonly server: AskedServer, private readonly installed: readonly Installed[]) {}

  public stop(): Promise<void> {
    return this.server.stop();
  }

  /** What is installed of the kind of a sample, when it serves the version. */
  public installedOf({ apiVersion, kind }: any): Installed | undefined {
    const [group, version] = apiVersion.split('/');
    return this.installed.find(({ definition: { spec } }) =>
      spec.group === group && spec.names.kind === kind && spec.versions.some((each: any) => each.name === version && each.served));
  }

  /** Creates a sample for real, under a name of its own. */
  public async keep(sample: any, name: string): Promise<Manifest> {
    const { status, body } = await this.server.client.request('POST', this.placeOf(sample), { ...sample, metadata: { ...sample.metadata, name } });
    if (status !== 201) {
      throw new Error(`${sample.kind} ${name}: ${JSON.stringify(body)}`);
    }
    return body as Manifest;
  }

  /** A dry run of a change of what is kept. */
  public change(sample: any, body: any): Promise<Answer> {
    return this.server.client.request('PUT', `${this.placeOf(sample)}/${body.metadata.name}`, body, { dryRun: 'All' });
  }

  /** A strict dry run. The address follows from the sample: a mutation may have lost its own. */
  public ask(sample: any, body: unknown): Promise<Answer> {
    return this.server.client.request('POST', this.placeOf(sample), body, { dryRun: 'All', fieldValidation: 'Strict' });
  }

  private placeOf(sample: any): string {
    const { names, scope } = this.installedOf(sample)!.definition.spec;
    const place = scope === 'Namespaced' ? '/namespaces/default' : '';
    return `/apis/${sample.apiVersion}${place}/${names.plural}`;
  }
}

/** The first release of each definition in the list. */
export function firstReleases(): CrdSource[] {
  return allCrdSources().filter(({ name }, index, all) => all.findIndex(each => each.name === name) === index);
}

/** The last release of the definitions that come more than once. */
export function otherReleases(): CrdSource[] {
  const last = new Map(allCrdSources().map(each => [each.name, each]));
  const first = new Map(firstReleases().map(each => [each.name, each]));
  return [...last.values()].filter(each => first.get(each.name)!.module !== each.module || releaseOf(first.get(each.name)!) !== releaseOf(each));
}

function releaseOf({ version, channel = '' }: CrdSource): string {
  return `${version} ${channel}`;
}
