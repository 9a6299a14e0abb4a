import { isObject, PlainObject } from '../../base/plain';

/** Base64, as the data of a Secret has to be. */
const STAND_IN = 'RU5DUllQVEVE';

/**
 * What SOPS encrypted, as it is sent once it is decrypted: without what SOPS notes, and with a stand-in for each value.
 * Source: github.com/getsops/sops stores/stores.go Metadata, aes/cipher.go (v3.11)
 */
export function decrypted(body: PlainObject): PlainObject {
  // This operator decrypts in the cluster: what it is given is what is in the file.
  if (!isObject(body.sops) || typeof body.sops.mac !== 'string' || body.kind === 'SopsSecret') {
    return body;
  }
  const { sops: _, ...rest } = body;
  return standIns(rest) as PlainObject;
}

function standIns(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.startsWith('ENC[') ? STAND_IN : value;
  }
  return Array.isArray(value) ? value.map(standIns)
    : isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, standIns(each)])) : value;
}
