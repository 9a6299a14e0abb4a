export interface Patience {
  /** @default 180, which is for what hangs: a busy machine is slow */
  readonly seconds?: number;
  /** Milliseconds between two reads. @default 200 */
  readonly everyMs?: number;
  /** Returns the reason why waiting is pointless, if there is one. */
  readonly hopeless?: () => string | undefined;
}

/** Waits until a read value is accepted; the error contains the last one. */
export async function eventually<T>(what: string, read: () => Promise<T>, accept: (value: T) => boolean, patience: Patience = {}): Promise<T> {
  const { seconds = 180, everyMs = 200 } = patience;
  const deadline = Date.now() + seconds * 1000;
  let last: string;
  do {
    const reason = patience.hopeless?.();
    if (reason !== undefined) {
      throw new Error(`${what}: ${reason}`);
    }
    try {
      const value = await read();
      if (accept(value)) {
        return value;
      }
      last = JSON.stringify(value, undefined, 1) ?? 'undefined';
    } catch (error) {
      last = error instanceof Error ? error.message : String(error);
    }
    await pause(everyMs);
  } while (Date.now() < deadline);
  throw new Error(`not within ${seconds} s: ${what}; last seen: ${last.length > 3000 ? `${last.slice(0, 3000)} …` : last}`);
}

export function pause(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms));
}

/** Runs work over many items, a few at a time. */
export async function eachOf<T, R>(items: readonly T[], atOnce: number, work: (item: T, index: number) => Promise<R>): Promise<R[]> {
  const results = new Array<R>(items.length);
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) {
      results[index] = await work(items[index], index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return results;
}
