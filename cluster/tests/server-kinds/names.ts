import { errorsIn, ourErrors } from './sweep';
import { KIND_VALIDATIONS } from '../../../src/kubernetes/validation/kinds/kinds';
import { eachOf } from '../../harness/eventually';
import { AskedServer } from '../../harness/remembered/remembered-server';

/** Kinds whose names follow from other fields, which is not looked at here, or whose metadata comes after everything else. */
const SPECIAL: ReadonlySet<string> = new Set([
  'apiregistration.k8s.io/APIService', 'apiextensions.k8s.io/CustomResourceDefinition', 'networking.k8s.io/IPAddress', 'certificates.k8s.io/CertificateSigningRequest', 'Event',
]);
const NAMES = ['abc', 'Abc', 'a_b', 'a.b', '1a', 'a:b', 'a%b', '.', 'a'.repeat(63), 'a'.repeat(64), 'a'.repeat(253), 'a'.repeat(254), 'a-', '-a', 'a..b'];
const FINALIZERS = [['nope'], ['example.com/ok'], ['kubernetes'], ['orphan', 'foregroundDeletion'], ['a b/c']];

/** Kinds and names about which a server and we differ. */
export async function compareNames(server: AskedServer): Promise<{ differences: string[]; compared: number }> {
  const differences: string[] = [];
  let compared = 0;
  for (const type of [...KIND_VALIDATIONS.keys()].filter(each => !SPECIAL.has(each))) {
    const [group, kind] = type.includes('/') ? type.split('/') : ['', type];
    const version = kind === 'HorizontalPodAutoscaler' ? 'v2' : 'v1';
    const apiVersion = group === '' ? version : `${group}/${version}`;
    if (!await server.client.serves(apiVersion, kind)) {
      continue;
    }
    const path = await server.client.pathOf(apiVersion, kind, 'default');
    const metas = [...NAMES.map(name => ({ name })), ...FINALIZERS.map(finalizers => ({ name: 'abc', finalizers })), { generateName: 'Abc-' }, { generateName: 'a'.repeat(300) }, {}];
    await eachOf(metas, 8, async metadata => {
      const body = { apiVersion, kind, metadata };
      const { status, body: answer } = await server.client.request('POST', path, body, { dryRun: 'All' });
      if (status === 400 || status === 403) {
        return;
      }
      const [theirs, ours] = [errorsIn(answer), ourErrors(body, server.minor)].map(errors => errors.filter(each => each.startsWith('metadata.')).join('; '));
      compared++;
      if (theirs !== ours) {
        differences.push(`${type} ${JSON.stringify(metadata).slice(0, 80)}: server: ${theirs}, ours: ${ours}`);
      }
    });
  }
  return { differences, compared };
}
