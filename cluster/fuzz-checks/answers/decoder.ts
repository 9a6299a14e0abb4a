import { Answer } from '../../harness/client';

/** What the decoder of the server said. */
export interface Decoded {
  readonly refused: boolean;
  /** Fields it names, without indexes for wrong types. */
  readonly fields: readonly string[];
  readonly message: string;
}

/** A bad request is what the decoder refuses; what it takes may still be invalid, which is another matter. */
export function decoded({ status, body }: Answer): Decoded {
  const message = String((body as { message?: unknown }).message ?? '');
  const refused = status === 400 && !NOT_DECODING.test(message);
  const unknown = [...message.matchAll(/unknown field ("(?:[^"\\]|\\.)*")/g)].map(([, quoted]) => plain(JSON.parse(quoted) as string));
  const typed = /Go struct field \w+\.(\S+) of type/.exec(message);
  return { refused, message, fields: unknown.length > 0 ? unknown : typed ? [withoutPlaces(typed[1].replace(EMBEDDED, ''))] : [] };
}

/** Go names the structures that are embedded on the way, such as `VolumeSource`; no field starts with a capital. */
const EMBEDDED = /(?<=^|\.)[A-Z]\w*\./g;

/** Refusals of a well-formed request that have the same status. */
const NOT_DECODING = /does not match the namespace|name of the object|name or generateName is required/;

/** `a[b].c` and `a.b.c` are the same place in two notations. */
export function plain(field: string): string {
  return field.replace(/\[([^\]\d][^\]]*)\]/g, '.$1');
}

export function withoutPlaces(field: string): string {
  return plain(field).replace(/\[\d+\]/g, '');
}
