import * as crypto from 'crypto';
import { BIT_STRING, DerValue, derValues, OBJECT_ID, SEQUENCE } from './der';
import { firstBlock } from './pem';

/** Digests of the algorithms of signatures, by the bytes of their object identifier; none where the key decides. Source: Go crypto/x509 signatureAlgorithmDetails (1.25) */
const DIGESTS: ReadonlyMap<string, string | undefined> = new Map([
  ['2a864886f70d010105', 'sha1'], ['2a864886f70d01010b', 'sha256'], ['2a864886f70d01010c', 'sha384'], ['2a864886f70d01010d', 'sha512'],
  ['2a8648ce3d0401', 'sha1'], ['2a8648ce3d040302', 'sha256'], ['2a8648ce3d040303', 'sha384'], ['2a8648ce3d040304', 'sha512'],
  ['2b6570', undefined],
]);
/** Its parameters say how; it is let through. */
const RSA_PSS = '2a864886f70d01010a';
const MALFORMED = 'not a certificate request in DER';

/** Why a request for a certificate is refused. Source: pkg/apis/certificates/helpers.go ParseCSR; Go crypto/x509 ParseCertificateRequest, CheckSignature (1.25) */
export function requestProblem(pem: string): string | undefined {
  const block = firstBlock(pem);
  if (block === undefined || block.type !== 'CERTIFICATE REQUEST') {
    return 'PEM block type must be CERTIFICATE REQUEST';
  }
  const outer = derValues(block.bytes);
  const [info, algorithm, signature] = outer?.length === 1 && outer[0].tag === SEQUENCE ? partsOf(outer[0]) : [];
  const [, , key] = info === undefined ? [] : partsOf(info);
  const [id] = algorithm === undefined ? [] : partsOf(algorithm);
  if (info === undefined || key?.tag !== SEQUENCE || id?.tag !== OBJECT_ID || signature?.tag !== BIT_STRING || signature.content[0] !== 0) {
    return MALFORMED;
  }
  return signatureProblem(id.content.toString('hex'), info.whole, key.whole, signature.content.subarray(1));
}

function partsOf(value: DerValue): readonly DerValue[] {
  return value.tag === SEQUENCE ? derValues(value.content) ?? [] : [];
}

function signatureProblem(algorithm: string, info: Buffer, key: Buffer, signature: Buffer): string | undefined {
  if (algorithm === RSA_PSS) {
    return undefined;
  }
  if (!DIGESTS.has(algorithm)) {
    return 'x509: cannot verify signature: algorithm unimplemented';
  }
  try {
    const isRight = crypto.verify(DIGESTS.get(algorithm), info, crypto.createPublicKey({ key, format: 'der', type: 'spki' }), signature);
    return isRight ? undefined : 'the signature is not of its key';
  } catch {
    return MALFORMED; // The key cannot be read, or is of another algorithm.
  }
}
