import { generateKeyPairSync, sign } from 'crypto';

/** A certificate that signed itself, and its key, in PEM. Good for an hour. */
export interface SelfSigned {
  readonly cert: string;
  readonly key: string;
}

/** Makes one without a program. Source: RFC 5280, section 4.1; X.690 for the writing of it */
export function selfSigned(commonName: string, dnsNames: readonly string[] = []): SelfSigned {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(oid('2a8648ce3d040302')); // ecdsa-with-SHA256
  const name = sequence(tlv(0x31, sequence(oid('550403'), tlv(0x0c, Buffer.from(commonName)))));
  const now = Date.now();
  const toBeSigned = sequence(
    tlv(0xa0, integer(2)), integer(1), algorithm, name, sequence(time(now - 3_600_000), time(now + 3_600_000)), name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(
      sequence(oid('551d13'), tlv(0x04, sequence(tlv(0x01, Buffer.from([0xff]))))), // it is an authority
      sequence(oid('551d11'), tlv(0x04, sequence(tlv(0x87, Buffer.from([127, 0, 0, 1])), ...dnsNames.map(each => tlv(0x82, Buffer.from(each)))))),
    )),
  );
  const signature = sign('sha256', toBeSigned, privateKey);
  const certificate = sequence(toBeSigned, algorithm, tlv(0x03, Buffer.from([0]), signature));
  const lines = certificate.toString('base64').match(/.{1,64}/g)!.join('\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function tlv(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const size = content.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, Math.floor(size / 256), size % 256];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

function sequence(...contents: readonly Buffer[]): Buffer {
  return tlv(0x30, ...contents);
}

function integer(value: number): Buffer {
  return tlv(0x02, Buffer.from([value]));
}

function oid(hex: string): Buffer {
  return tlv(0x06, Buffer.from(hex, 'hex'));
}

function time(at: number): Buffer {
  return tlv(0x17, Buffer.from(`${new Date(at).toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`));
}
