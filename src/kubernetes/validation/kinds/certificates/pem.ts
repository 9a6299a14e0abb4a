/** A block of a text in PEM. */
export interface PemBlock {
  readonly type: string;
  readonly bytes: Buffer;
}

const BLOCK = /(?<=^|\n)-----BEGIN ((?:(?!-----)[^\n])*)-----[ \t\r]*\n/g;
/** Beginnings that are tried: a text with more of them is nobody's request, and each is looked at as a whole. */
const MOST_TRIED = 100;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** The first block that is whole; what stands around it is passed over. Source: Go encoding/pem Decode (1.25) */
export function firstBlock(text: string): PemBlock | undefined {
  let tried = 0;
  for (const match of text.matchAll(BLOCK)) {
    if (++tried > MOST_TRIED) {
      return undefined;
    }
    const block = blockAt(text.slice(match.index + match[0].length), match[1]);
    if (block !== undefined) {
      return block;
    }
  }
  return undefined;
}

function blockAt(rest: string, type: string): PemBlock | undefined {
  const body = withoutHeaders(rest);
  const end = `\n${body}`.indexOf('\n-----END ');
  const trailer = `${type}-----`;
  const after = body.slice(end + '-----END '.length);
  if (end < 0 || !after.startsWith(trailer) || after.slice(trailer.length).split('\n', 1)[0].trim() !== '') {
    return undefined;
  }
  const base64 = body.slice(0, end).replace(/[ \t\r\n]/g, '');
  return BASE64.test(base64) ? { type, bytes: Buffer.from(base64, 'base64') } : undefined;
}

/** Lines with a colon. */
function withoutHeaders(text: string): string {
  let start = 0;
  for (let end = text.indexOf('\n'); end >= 0 && text.slice(start, end).includes(':'); end = text.indexOf('\n', start)) {
    start = end + 1;
  }
  return text.slice(start);
}
