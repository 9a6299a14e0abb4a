import { createPrivateKey, KeyObject, X509Certificate } from 'crypto';
import { Section } from './kubeconfig-section';

/* TLS takes broken authorities for none, and speaks of the others in terms of its parser when the first connection is made. */

/** Refuses authorities that are none. */
export function checkAuthority(cluster: Section, ca: Buffer | undefined): void {
  if (ca !== undefined) {
    certificateOf(cluster, ca, 'certificate-authority');
  }
}

/** Refuses a certificate without its key, and what is neither. */
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
