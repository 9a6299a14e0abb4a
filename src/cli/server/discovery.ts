import { Connection } from './connection';
import { cutAnswer } from './cut';
import { isGroup, isLabel, RequestPath, DiscoveredKind } from './request-path';
import { isObject, PlainObject } from '../../base/plain';
import { asText } from '../../base/reading';

/** Limit of groups, and of kinds in one. The largest clusters have some hundred of either. */
const MOST_ENTRIES = 10_000;
const LONGEST_SHOWN = 100;
/** Limit of versions of a group that are searched for a kind. */
const MOST_VERSIONS = 10;

/** The API resources of a server, from its discovery. A malformed name ends the run, since no API server would send it. */
export class Discovery {
  private listed?: Promise<ReadonlyMap<string, { readonly group: string; readonly version: string }>>;
  private readonly kinds = new Map<string, Promise<ReadonlyMap<string, DiscoveredKind>>>();

  constructor(private readonly connection: Connection) {}

  /** The resource of a kind; undefined if the server does not list it. */
  public async kind(apiVersion: string, kind: string): Promise<DiscoveredKind | undefined> {
    this.listed ??= this.versions();
    const served = (await this.listed).get(apiVersion);
    if (served === undefined) {
      return undefined;
    }
    let known = this.kinds.get(apiVersion);
    if (known === undefined) {
      known = this.resources(served);
      this.kinds.set(apiVersion, known);
    }
    return (await known).get(kind);
  }

  /** The resource of a kind in any version of its group, preferring the given one: objects have the same names in all versions. */
  public async inSomeVersion(apiVersion: string, kind: string): Promise<DiscoveredKind | undefined> {
    const named = await this.kind(apiVersion, kind);
    const [group] = apiVersion.split('/');
    const others = named === undefined ? [...await this.listed!].filter(([, served]) => served.group === group).slice(0, MOST_VERSIONS) : [];
    for (const [other] of others) {
      const found = await this.kind(other, kind);
      if (found !== undefined) {
        return found;
      }
    }
    return named;
  }

  private async versions() {
    const core = this.listOf(await this.bodyOf(RequestPath.CORE_VERSIONS), 'versions');
    const groups = this.listOf(await this.bodyOf(RequestPath.GROUPS), 'groups');
    const found = new Map(core.map(version => [this.named(version, isLabel, 'a version'), { group: '', version: String(version) }]));
    for (const each of groups) {
      const { name, versions } = this.objectOf(each);
      const group = this.named(name, isGroup, 'an API group');
      for (const { version } of this.listOf({ versions }, 'versions').map(one => this.objectOf(one))) {
        found.set(`${group}/${this.named(version, isLabel, 'a version')}`, { group, version: String(version) });
      }
    }
    return found;
  }

  private async resources(served: { readonly group: string; readonly version: string }): Promise<ReadonlyMap<string, DiscoveredKind>> {
    const resources = this.listOf(await this.bodyOf(RequestPath.resources(served)), 'resources').map(each => this.objectOf(each));
    // A name with a slash is a subresource: a pod's log, its proxy.
    const whole = resources.filter(({ name }) => !(typeof name === 'string' && name.includes('/')));
    return new Map(whole.map(({ name, kind, namespaced }) => {
      const plural = this.named(name, isLabel, 'a resource');
      return [this.named(kind, isKind, 'a kind'), { ...served, plural, isNamespaced: namespaced === true }];
    }));
  }

  private async bodyOf(path: RequestPath): Promise<PlainObject> {
    const { status, body } = await this.connection.read(path);
    return status === 200 ? body : status === 404 ? {} : this.connection.refuse(
      `the API server answers ${status} to ${path}: ${cutAnswer(asText(body.message) ?? 'no reason given')}`);
  }

  private listOf(body: PlainObject, name: string): readonly unknown[] {
    const list = body[name] ?? [];
    return Array.isArray(list) && list.length <= MOST_ENTRIES ? list : this.connection.refuse(
      `what the API server says that it serves is no such answer: ${name} is no list of at most ${MOST_ENTRIES} entries`);
  }

  private objectOf(entry: unknown): PlainObject {
    return isObject(entry) ? entry : this.connection.refuse('what the API server says that it serves is no such answer: an entry is no object');
  }

  private named(name: unknown, isRight: (name: unknown) => name is string, what: string): string {
    return isRight(name) ? name : this.connection.refuse(
      `what the API server says that it serves is no such answer: ${cutAnswer(JSON.stringify(name) ?? 'nothing', LONGEST_SHOWN)} cannot be the name of ${what}`);
  }
}

function isKind(name: unknown): name is string {
  return typeof name === 'string' && isLabel(name.toLowerCase());
}
