import { Answers, Outcome } from './answers';
import { Changes, isChange, Sent, subjectOf } from './changes';
import { ApiServer, Minor } from '../api-server';
import { Answer, ApiClient, Query } from '../client';
import { definitionsAreServed } from '../definitions';
import { Manifest } from '../manifest';

type Start = () => Promise<ApiServer>;

/** What a real server said where a remembered answer was given before: its identities are others. */
type Identities = readonly (readonly [remembered: string, real: string])[];

/** Maximum reads of one path that are answered from memory: a list of kinds is read again after definitions were installed. More reads wait for a change. */
const MOST_READS = 3;

/** A client that answers from memory what it can. Its server starts with the first question that it cannot answer, and gets all changes that it has missed. */
export class RememberingClient extends ApiClient {
  private server?: Promise<ApiServer>;
  private readonly changes = new Changes();
  /** Changes that were answered from memory, while there was no server. */
  private readonly missed: { readonly sent: Sent; readonly known: Answer }[] = [];
  /** How often each thing was read. */
  private readonly reads = new Map<string, number>();
  /** By object. */
  private readonly identities = new Map<string, Identities>();

  /**
   * @param minor of the server
   * @param remembers otherwise everything is asked
   */
  constructor(minor: Minor, private readonly answers: Answers, private readonly remembers: boolean, private readonly start: Start) {
    super({ url: `a server of ${minor}`, token: '', ca: '' });
  }

  async request<T = any>(method: string, path: string, body?: unknown, query: Query = {}, contentType = 'application/json'): Promise<Answer<T>> {
    const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
    const sent = { method, path, query, text, contentType };
    const key = this.changes.keyOf(sent);
    const known = this.isAnswerable(key, sent) ? this.answers.get(key) : undefined;
    const outcome = known ?? await this.ask(key, sent);
    if (isChange(sent) && isSuccess(outcome)) {
      this.changes.add(sent);
      if (known === outcome) {
        await this.noteMissed(sent, outcome);
      }
    }
    return answered(outcome);
  }

  async stop(): Promise<void> {
    this.close();
    await (await this.server)?.stop();
  }

  /** Who reads the same thing again waits for another answer, which memory does not have. */
  private isAnswerable(key: string, { method }: Sent): boolean {
    const times = (this.reads.get(key) ?? 0) + 1;
    if (method === 'GET') {
      this.reads.set(key, times);
    }
    return this.remembers && times <= MOST_READS;
  }

  private async ask(key: string, sent: Sent): Promise<Outcome> {
    const server = await this.running();
    const outcome = await this.send(server, sent);
    const isSure = !isTrouble(outcome) || isSame(outcome, await this.send(server, sent));
    // Of two creations at once, the first made the change.
    const isLate = isChange(sent) && !isSuccess(outcome) && isSuccess(this.answers.get(key));
    if (isSure && !isLate) {
      this.answers.set(key, outcome);
      this.reads.set(key, MOST_READS);
    }
    return outcome;
  }

  /** A change that was answered from memory, which the server gets as soon as there is one. */
  private async noteMissed(sent: Sent, known: Answer): Promise<void> {
    if (this.server === undefined) {
      this.missed.push({ sent, known });
    } else {
      await this.repeat(await this.server, sent, known);
    }
  }

  private async send({ client }: ApiServer, sent: Sent): Promise<Outcome> {
    const { method, path, query, text, contentType } = sent;
    const replaced = (this.identities.get(subjectOf(sent).object) ?? []).reduce((all, [remembered, real]) => all?.replaceAll(remembered, real), text);
    try {
      const answer = await client.request(method, path, replaced, query, contentType);
      delete answer.body?.metadata?.managedFields;
      return answer;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') {
        throw error;
      }
      return 'breaks';
    }
  }

  private running(): Promise<ApiServer> {
    this.server ??= this.start().then(async server => {
      for (const { sent, known } of this.missed) {
        await this.repeat(server, sent, known);
      }
      const definitions = this.missed.filter(({ sent }) => sent.method === 'POST' && subjectOf(sent).resource === 'customresourcedefinitions');
      await definitionsAreServed(server.client, definitions.map(({ sent }) => JSON.parse(sent.text!) as Manifest));
      return server;
    });
    return this.server;
  }

  /** Changes on the server what was changed from memory before. */
  private async repeat(server: ApiServer, sent: Sent, known: Answer): Promise<void> {
    const real = await this.send(server, sent);
    if (real === 'breaks' || real.status !== known.status) {
      throw new Error(`${sent.method} ${sent.path}: the server answers ${JSON.stringify(real)}, and answered ${JSON.stringify(known)} in an earlier run: ASK_AGAIN=1 forgets that`);
    }
    const [{ uid, resourceVersion }, now] = [known.body?.metadata ?? {}, real.body?.metadata ?? {}];
    this.identities.set(subjectOf(sent).object, uid === undefined ? [] : [[`"uid":"${uid}"`, `"uid":"${now.uid}"`], [`"resourceVersion":"${resourceVersion}"`, `"resourceVersion":"${now.resourceVersion}"`]]);
  }
}

function isSuccess(outcome: Outcome | undefined): outcome is Answer {
  return outcome !== undefined && outcome !== 'breaks' && outcome.status < 300;
}

/** It may be the request, each time, or the server, this time: a body that an apply cannot merge is an internal error too. */
function isTrouble(outcome: Outcome): boolean {
  return outcome === 'breaks' || outcome.status === 429 || outcome.status >= 500;
}

function isSame(one: Outcome, other: Outcome): boolean {
  if (one === 'breaks' || other === 'breaks') {
    return one === other;
  }
  return one.status === 500 && other.status === 500 && one.body?.reason === other.body?.reason;
}

/** As a connection that breaks looks to who asked. */
function answered(outcome: Outcome): Answer {
  if (outcome === 'breaks') {
    throw Object.assign(new Error('the server broke the connection'), { code: 'ECONNRESET' });
  }
  return outcome;
}
