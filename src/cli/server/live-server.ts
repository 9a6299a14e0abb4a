import { Access } from './access';
import { Answer } from './answer';
import { Connection, Patience } from './connection';
import { cutAnswer } from './cut';
import { Discovery } from './discovery';
import { isSegment, RequestPath, DiscoveredKind } from './request-path';
import { asObject, asText } from '../../base/reading';

/** An object to send. */
export interface Sending {
  /** Empty if it has none. */
  readonly namespace: string;
  /** Empty if the server is to generate one. */
  readonly name: string;
  /** JSON. */
  readonly body: string;
}

/** Result of looking for an object: a status other than 200 and 404 leaves it open. */
export type Look = 'there' | 'not there' | { readonly status: number };

/** An API server that is queried without changing it: reads, and writes as dry runs. */
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

  /** Fails early if nobody answers, or something that is no API server. */
  public async greet(): Promise<void> {
    const { body, status } = await this.connection.read(RequestPath.VERSION);
    if (status !== 200) {
      this.connection.refuse(`the API server answers ${status}: ${cutAnswer(asText(body.message) ?? 'no reason given')}`);
    }
    if (![body.major, body.minor].every(each => typeof each === 'string' && /^\d{1,4}(\D|$)/.test(each))) {
      this.connection.refuse('is no API server: what it says of its version has no numbers');
    }
  }

  /** The resource of a kind; undefined if the server does not serve it. */
  public kind(apiVersion: string, kind: string): Promise<DiscoveredKind | undefined> {
    return this.discovery.kind(apiVersion, kind);
  }

  /** Whether objects of a kind can be queried in a namespace. */
  public canHold({ isNamespaced }: DiscoveredKind, namespace: string): boolean {
    return !isNamespaced || isSegment(this.placeOf(namespace));
  }

  /**
   * The answer to applying an object as a dry run: a PATCH if it has a name that is valid in a path, otherwise a POST, so that the server
   * reports what is wrong with the name, or generates one.
   */
  public async dryRun({ namespace, name, body }: Sending, kind: DiscoveredKind): Promise<Answer> {
    const place = this.placeOf(namespace);
    return this.connection.dryRun(isSegment(name)
      ? { method: 'PATCH', path: RequestPath.object(kind, place, name), body }
      : { method: 'POST', path: RequestPath.collection(kind, place), body });
  }

  /**
   * Looks for an object by name; requests metadata alone.
   *
   * @param apiVersion expected group and version; the server may have the kind in another version. @param place namespace; empty for cluster-scoped kinds.
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
