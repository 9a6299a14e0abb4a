import { Access } from './access';
import { checkClient } from './certificates';
import { issued, Trust } from './exec-plugin';
import { INSTEAD, Section } from './kubeconfig-section';

/** A client certificate, an `Authorization` header, or both. */
export type Credentials = Pick<Access, 'cert' | 'key' | 'authorization'>;

const IMPERSONATION = ['as', 'as-uid', 'as-groups', 'as-user-extra'];
/** Characters of a token that are valid in a header. */
const TOKEN = /^[\x21-\x7e]+$/;

/** Source: client-go tools/clientcmd/client_config.go and validation.go, transport/round_trippers.go (v0.36) */
export async function credentialsOf(user: Section, cluster: Section, trust: Trust): Promise<Credentials> {
  user.refuseAll(['auth-provider'], 'use a credential plugin (exec)');
  user.refuseAll(IMPERSONATION, `name a user who asks as himself, or ${INSTEAD}`);
  const [cert, key] = [user.bytes('client-certificate'), user.bytes('client-key')];
  checkClient(user, cert, key);
  const authorization = authorizationOf(user);
  // Like kubectl, runs the plugin only if there are no other credentials.
  const given = cert === undefined && authorization === undefined && user.has('exec') ? await fromPlugin(user, cluster, trust) : {};
  return { cert, key, authorization, ...given };
}

function authorizationOf(user: Section): string | undefined {
  const [token, name, password] = [tokenOf(user), user.text('username'), user.text('password')];
  if (token !== undefined && (name ?? password) !== undefined) {
    return user.refuse('has both a token and a username; kubectl takes one');
  }
  if (token !== undefined) {
    return bearer(user, token);
  }
  return (name ?? password) === undefined ? undefined : `Basic ${Buffer.from(`${name ?? ''}:${password ?? ''}`).toString('base64')}`;
}

/** The file has precedence over the inline token, which may be outdated; the latter counts if the file cannot be read. */
function tokenOf(user: Section): string | undefined {
  const token = user.text('token');
  if (!user.has('tokenFile')) {
    return token;
  }
  try {
    const text = user.content('tokenFile')!.toString('utf8').trim();
    return text === '' ? user.refuse('tokenFile holds no token') : text;
  } catch (error) {
    if (token === undefined) {
      throw error;
    }
    return token;
  }
}

async function fromPlugin(user: Section, cluster: Section, trust: Trust): Promise<Credentials> {
  const { certificate, key, token } = await issued(user, cluster, trust);
  const [cert, privateKey] = [certificate, key].map(each => each === undefined ? undefined : Buffer.from(each));
  checkClient(user, cert, privateKey);
  return { cert, key: privateKey, authorization: token === undefined ? undefined : bearer(user, token) };
}

function bearer(user: Section, token: string): string {
  return TOKEN.test(token) ? `Bearer ${token}` : user.refuse('its token has signs that no header can hold');
}
