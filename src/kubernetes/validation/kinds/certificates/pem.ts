/** A block of a text in PEM. */
export interface PemBlock {
  readonly type: string;
  readonly bytes: Buffer;
}

const BLOCK = /(?<=^|\n)-----BEGIN ((?:(?!-----)[^\n])*)-----[ \t\r]*\n/g;
const HEADER = /^[^\n]*:[^\n]*\n/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** The first block that is whole; what stands around it is passed over. Source: Go encoding/pem Decode (1.25) */
export function firstBlock(text: string): PemBlock | undefined {
  for (const match of text.matchAll(BLOCK)) {
    const block = blockAt(text.slice(match.index + match[0].length), match[1]);
    if (block !== undefined) {
      return block;
    }
  }
  return undefined;
}

function blockAt(rest: string, type: string): PemBlock | undefined {
  let body = rest;
  for (let header = HEADER.exec(body); header !== null; header = HEADER.exec(body)) {
    body = body.slice(header[0].length);
  }
  const end = `\n${body}`.indexOf('\n-----END ');
  const trailer = `${type}-----`;
  const after = body.slice(end + '-----END '.length);
  if (end < 0 || !after.startsWith(trailer) || after.slice(trailer.length).split('\n', 1)[0].trim() !== '') {
    return undefined;
  }
  const base64 = body.slice(0, end).replace(/[ \t\r\n]/g, '');
  return BASE64.test(base64) ? { type, bytes: Buffer.from(base64, 'base64') } : undefined;
}
