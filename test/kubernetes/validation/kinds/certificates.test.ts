import * as crypto from 'crypto';
import { SAMPLES } from './samples/kinds';
import { changed, messages, rowsOf, said } from './subject';

const [signing] = SAMPLES.get('certificates.k8s.io/v1 CertificateSigningRequest')!;
const pem = Buffer.from(signing.spec.request, 'base64').toString();
const der = Buffer.from(pem.split('\n').filter(line => !line.startsWith('-')).join(''), 'base64');
const asPem = (bytes: Buffer, type = 'CERTIFICATE REQUEST') => `-----BEGIN ${type}-----\n${bytes.toString('base64')}\n-----END ${type}-----\n`;
const withRequest = (text: string) => changed(signing, 'spec.request', Buffer.from(text).toString('base64'));
const flipped = (at: number) => Buffer.from(der.map((byte, index) => index === at ? byte ^ 1 : byte)); // eslint-disable-line no-bitwise

test.each(rowsOf([
  ['spec.usages', [], 'spec.usages: Required value'],
  ['spec.usages', ['client auth', 'client auth', 'clientAuth'], 'spec.usages[1]: Duplicate value', 'spec.usages[2]: Unsupported value'],
  ['spec.signerName', 'kubernetes.io/legacy-unknown', 'spec.signerName: Invalid value'],
  ['spec.signerName', undefined, 'spec.signerName: Required value'],
  ['spec.expirationSeconds', 599, 'spec.expirationSeconds: Invalid value'],
  ['spec.request', undefined, 'spec.request: Invalid value'],
  ['metadata.name', 'Any:name'],
  ['status', { conditions: [{ type: '' }] }],
]))('a request for a certificate with %s', (_, path, value, expected) => {
  expect(said(changed(signing, path, value))).toEqual(expected);
});

const [TYPE, MALFORMED, SIGNATURE] = ['PEM block type must be CERTIFICATE REQUEST', 'not a certificate request in DER', 'the signature is not of its key'];

test.each([
  ['with text around it', `for gpu-1\n${pem}\nbye`, undefined],
  ['with a header', pem.replace('-----\n', '-----\nComment: x\n\n'), undefined],
  ['of another type', asPem(der, 'CERTIFICATE'), TYPE],
  ['without an end', pem.split('-----END')[0], TYPE],
  ['with something behind its end', pem.replace('-----END CERTIFICATE REQUEST-----', '-----END CERTIFICATE REQUEST-----x'), TYPE],
  ['that is no base64', pem.replace('MIH', '*IH'), TYPE],
  ['with something behind it', asPem(Buffer.concat([der, Buffer.from([5, 0])])), MALFORMED],
  ['that is cut off', asPem(der.subarray(0, -1)), MALFORMED],
  ['that is empty', asPem(Buffer.alloc(0)), MALFORMED],
  ['whose subject was changed', asPem(flipped(40)), SIGNATURE],
])('a request %s', (_, text, problem) => {
  expect(messages(withRequest(text)).map(message => message.slice(message.lastIndexOf(': ') + 2))).toEqual(problem === undefined ? [] : [problem]);
});

test('a request is signed by its own key', () => {
  const value = (tag: number, ...parts: Buffer[]) => {
    const content = Buffer.concat(parts);
    return Buffer.concat([Buffer.from(content.length < 128 ? [tag, content.length] : [tag, 0x81, content.length]), content]);
  };
  const { publicKey, privateKey } = crypto.generateKeyPairSync('ed25519');
  const info = value(0x30, Buffer.from([2, 1, 0]), value(0x30), publicKey.export({ format: 'der', type: 'spki' }), value(0xa0));
  const request = (signed: Buffer, id: number[]) => (
    withRequest(asPem(value(0x30, info, value(0x30, value(6, Buffer.from(id))), value(3, Buffer.from([0]), signed)))));
  const signature = crypto.sign(undefined, info, privateKey);
  expect(said(request(signature, [0x2b, 0x65, 0x70]))).toEqual([]);
  expect(said(request(crypto.sign(undefined, Buffer.from('x'), privateKey), [0x2b, 0x65, 0x70]))).toEqual(['spec.request: Invalid value']);
  expect(said(request(signature, [0x2b, 0x65, 0x71]))).toEqual(['spec.request: Invalid value']);
});
