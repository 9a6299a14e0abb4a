import { Compared, compareFixture, FixtureTally, Sending, sendings, Skipped } from './fixtures';
import { Fixture } from '../../test/lint/rules/fixture';
import { Minor } from '../harness/api-server';
import { AskedServer, rememberedServer } from '../harness/remembered/remembered-server';

/** APIs that fixtures switch on; a server with previews serves them all. */
const PREVIEWS = ['resource.k8s.io/v1alpha3', 'resource.k8s.io/v1beta1', 'resource.k8s.io/v1beta2', 'scheduling.k8s.io/v1alpha2'];

/** Gates that no server of the newest minor starts with: they are locked. */
const LOCKED = ['GitRepoVolumeDriver'];

/**
 * The servers that fixtures speak of: of each minor one as it comes, and one with gates and previews switched on for the fixtures that ask for some. These
 * share it, with the gates of all of them. Each starts when it is first asked for.
 */
export class FixtureServers {
  private readonly started = new Map<string, Promise<AskedServer>>();

  public async compare({ minor, fixture }: Sending): Promise<(Compared | Skipped)[]> {
    const { client } = await this.of(minor, wantsPreviews(fixture));
    const settings = wantsPreviews(fixture) ? { featureGates: gatesOf(minor), apis: PREVIEWS } : {};
    return compareFixture(client, fixture, { ...fixture.clusters[0], ...settings, minor });
  }

  /** Stops the servers of a minor, or all. A server takes 2 % of a core while it is idle. */
  public async stop(minor?: Minor): Promise<void> {
    const stopped = [...this.started].filter(([key]) => minor === undefined || key.startsWith(`${minor} `));
    stopped.forEach(([key]) => this.started.delete(key));
    await Promise.all(stopped.map(async ([, server]) => (await server).stop()));
  }

  private of(minor: Minor, isPreview: boolean): Promise<AskedServer> {
    const key = `${minor} ${isPreview}`;
    const server = this.started.get(key) ?? rememberedServer(__filename, isPreview ? { minor, gates: gatesOf(minor), allApis: true } : { minor });
    this.started.set(key, server);
    return server;
  }
}

/** Sends everything. */
export async function compareFixtures(): Promise<FixtureTally> {
  const tally = new FixtureTally();
  const servers = new FixtureServers();
  try {
    for (const sending of sendings()) {
      tally.add(sending, await servers.compare(sending));
    }
  } finally {
    await servers.stop();
  }
  return tally;
}

function wantsPreviews({ clusters: [{ featureGates = {}, apis = [] }] }: Fixture): boolean {
  return Object.keys(settable(featureGates)).length > 0 || apis.some(api => PREVIEWS.includes(api));
}

function gatesOf(minor: Minor): Readonly<Record<string, boolean>> {
  const all = sendings().filter(each => each.minor === minor).map(({ fixture }) => settable(fixture.clusters[0].featureGates));
  return Object.assign({}, ...all) as Record<string, boolean>;
}

function settable(gates: Readonly<Record<string, boolean>> = {}): Readonly<Record<string, boolean>> {
  return Object.fromEntries(Object.entries(gates).filter(([name]) => !LOCKED.includes(name)));
}
