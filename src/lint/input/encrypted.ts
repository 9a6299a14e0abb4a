import { isObject, Plain, PlainObject } from '../../base/plain';

/** An object in JSON, as credentials of a registry have to be. */
const STAND_IN = '{}';
/** The same in base64, as the data of a Secret has to be. */
const IN_BASE64 = 'e30=';

/**
 * What SOPS encrypted, as it is sent once it is decrypted: without what SOPS notes, and with a stand-in for each value.
 * Source: github.com/getsops/sops stores/stores.go Metadata, aes/cipher.go (v3.11)
 */
export function decrypted(body: PlainObject): PlainObject {
  // This operator decrypts in the cluster: what it is given is what is in the file.
  if (!isObject(body.sops) || typeof body.sops.mac !== 'string' || body.kind === 'SopsSecret') {
    return body;
  }
  const { sops: _, stringData, ...rest } = body;
  const sent = standIns(rest, IN_BASE64) as PlainObject;
  return stringData === undefined ? sent : { ...sent, stringData: standIns(stringData, STAND_IN) as Plain };
}

function standIns(value: unknown, standIn: string): unknown {
  if (typeof value === 'string') {
    return value.startsWith('ENC[') ? standIn : value;
  }
  return Array.isArray(value) ? value.map(each => standIns(each, standIn))
    : isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, standIns(each, standIn)])) : value;
}
