import { createPrivateKey, KeyObject, X509Certificate } from 'crypto';
import { Section } from './kubeconfig-section';

/* Checked here, since TLS silently ignores a broken authority, and reports others in terms of its parser at the first connection. */

/** Throws if a certificate authority is not a certificate. */
export function checkAuthority(cluster: Section, ca: Buffer | undefined): void {
  if (ca !== undefined) {
    certificateOf(cluster, ca, 'certificate-authority');
  }
}

/** Throws for a client certificate without its key, or if either cannot be parsed. */
export function checkClient(user: Section, cert: Buffer | undefined, key: Buffer | undefined): void {
  if (cert === undefined && key === undefined) {
    return;
  }
  if (cert === undefined || key === undefined) {
    return user.refuse(`client-certificate and client-key belong together, and there is only the ${cert ? 'first' : 'second'}`);
  }
  if (!certificateOf(user, cert, 'client-certificate').checkPrivateKey(keyOf(user, key))) {
    user.refuse('client-key is not the key of client-certificate');
  }
}

function certificateOf(section: Section, pem: Buffer, name: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    return section.refuse(`${name} is no certificate in PEM`);
  }
}

function keyOf(section: Section, pem: Buffer): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    return section.refuse('client-key is no private key in PEM, or one with a passphrase, which nobody is asked for');
  }
}
