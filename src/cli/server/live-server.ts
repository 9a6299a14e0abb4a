import { Access } from './access';
import { Answer } from './answer';
import { Connection, Patience } from './connection';
import { cutAnswer } from './cut';
import { Discovery } from './discovery';
import { isSegment, RequestPath, DiscoveredKind } from './request-path';
import { asObject, asText } from '../../base/reading';

/** An object as it would be sent. */
export interface Sending {
  /** Empty where it has none. */
  readonly namespace: string;
  /** Empty where the server is to make one. */
  readonly name: string;
  /** As JSON. */
  readonly body: string;
}

/** What a look for an object gave. */
export type Look = 'there' | 'not there' | { readonly status: number };

/** An API server that is asked without being changed: it is read from, and every write is a dry run. */
export class LiveServer {
  private readonly connection: Connection;
  private readonly discovery: Discovery;

  constructor(private readonly access: Access, patience: Patience) {
    this.connection = new Connection(access, patience);
    this.discovery = new Discovery(this.connection);
  }

  public close(): void {
    this.connection.close();
  }

  /** Says at once when nobody answers, or somebody who is no API server. */
  public async greet(): Promise<void> {
    const { body, status } = await this.connection.read(RequestPath.VERSION);
    if (status !== 200) {
      this.connection.refuse(`the API server answers ${status}: ${cutAnswer(asText(body.message) ?? 'no reason given')}`);
    }
    if (![body.major, body.minor].every(each => typeof each === 'string' && /^\d{1,4}(\D|$)/.test(each))) {
      this.connection.refuse('is no API server: what it says of its version has no numbers');
    }
  }

  /** Where a kind lives; undefined where the server does not serve it. */
  public kind(apiVersion: string, kind: string): Promise<DiscoveredKind | undefined> {
    return this.discovery.kind(apiVersion, kind);
  }

  /** Whether objects of a kind can be asked about in a namespace. */
  public canHold({ isNamespaced }: DiscoveredKind, namespace: string): boolean {
    return !isNamespaced || isSegment(this.placeOf(namespace));
  }

  /**
   * What applying an object would give: created where it is not there, changed where it is. Nothing is stored. What has no name that a path can hold
   * is created: so the server says what it has against the name, or makes one.
   */
  public async dryRun({ namespace, name, body }: Sending, kind: DiscoveredKind): Promise<Answer> {
    const place = this.placeOf(namespace);
    return this.connection.dryRun(isSegment(name)
      ? { method: 'PATCH', path: RequestPath.object(kind, place, name), body }
      : { method: 'POST', path: RequestPath.collection(kind, place), body });
  }

  /**
   * Looks for one object by name. The answer holds metadata alone.
   *
   * @param apiVersion group and version, of a table of ours; a server may have the kind in another version. @param place namespace; empty where the kind lives in none.
   */
  public async look(apiVersion: string, kind: string, place: string, name: string): Promise<Look> {
    const served = await this.discovery.inSomeVersion(apiVersion, kind);
    if (served === undefined || served.isNamespaced !== (place !== '') || !isSegment(name) || (place !== '' && !isSegment(place))) {
      return 'not there';
    }
    const { status, body } = await this.connection.read(RequestPath.object(served, place, name), 'metadata');
    if (status === 404) {
      return 'not there';
    }
    return status === 200 && asObject(body.metadata).name === name ? 'there' : { status };
  }

  private placeOf(namespace: string): string {
    return namespace === '' ? this.access.namespace : namespace;
  }
}
