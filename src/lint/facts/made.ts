import { allDerivedNames } from './derived-names';
import { Facts } from './facts';
import { asList, asObject, asText, objectAt } from '../../base/reading';
import { Manifest } from '../../kubernetes/manifest';
import { WORKLOAD_KINDS } from '../kinds';
import { Made } from '../kinds/kind';

type Maker = (object: Manifest) => readonly Made[];

const secret = (name: string | undefined): readonly Made[] => [{ kind: 'Secret', name }];
const textAt = (object: Manifest, ...path: readonly string[]) => asText(objectAt(object.spec, ...path.slice(0, -1))[path[path.length - 1]]);
const sameName: Maker = object => secret(object.name);
const destination: Maker = object => secret(textAt(object, 'destination', 'name') ?? object.name);

/**
 * Objects that stand for others of a known name. Source: the CRDs of external-secrets, sealed-secrets, cert-manager, secrets-store-csi-driver,
 * vault-secrets-operator, onepassword-operator, infisical, cloudnative-pg, dra-driver-nvidia-gpu (ComputeDomain). What workloads make stands in `lint/kinds`.
 */
const MAKERS: ReadonlyMap<string, Maker> = new Map<string, Maker>([
  ['external-secrets.io/ExternalSecret', object => secret(textAt(object, 'target', 'name') ?? object.name)],
  ['bitnami.com/SealedSecret', object => secret(textAt(object, 'template', 'metadata', 'name') ?? object.name)],
  ['cert-manager.io/Certificate', object => secret(textAt(object, 'secretName'))],
  ['secrets-store.csi.x-k8s.io/SecretProviderClass', object => asList(object.spec.secretObjects).flatMap(each => secret(asText(each.secretName)))],
  ['isindir.github.com/SopsSecret', object => asList(object.spec.secretTemplates).flatMap(each => secret(asText(each.name)))],
  ['onepassword.com/OnePasswordItem', sameName],
  ['secrets.hashicorp.com/VaultStaticSecret', destination],
  ['secrets.hashicorp.com/VaultDynamicSecret', destination],
  ['secrets.hashicorp.com/VaultPKISecret', destination],
  ['secrets.hashicorp.com/HCPVaultSecretsApp', destination],
  ['secrets.infisical.com/InfisicalSecret', object => secret(textAt(object, 'managedSecretReference', 'secretName'))],
  ['postgresql.cnpg.io/Cluster', object => [
    ...['app', 'superuser', 'ca', 'server', 'replication'].flatMap(role => secret(`${object.name}-${role}`)),
    ...['rw', 'r', 'ro'].map(role => ({ kind: 'Service', name: `${object.name}-${role}` })),
  ]],
  ['resource.nvidia.com/ComputeDomain', object => [{ kind: 'ResourceClaimTemplate', name: textAt(object, 'channel', 'resourceClaimTemplate', 'name') }]],
  ['networking.k8s.io/Ingress', object => (isIssued(object) ? asList(object.spec.tls).flatMap(each => secret(asText(each.secretName))) : [])],
  ['gateway.networking.k8s.io/Gateway', object => (isIssued(object)
    ? asList(object.spec.listeners).flatMap(listener => asList(asObject(listener.tls).certificateRefs).flatMap(each => secret(asText(each.name))))
    : [])],
]);

const WORKLOADS = WORKLOAD_KINDS.flatMap(({ type, makes }): [string, Maker][] => (makes === undefined ? [] : [[type, makes]]));

const ISSUERS = ['cert-manager.io/cluster-issuer', 'cert-manager.io/issuer', 'kubernetes.io/tls-acme'];

/** Whether cert-manager makes the certificates that the object names. Source: cert-manager pkg/apis/certmanager/v1/types.go */
function isIssued(object: Manifest): boolean {
  const annotations = asObject(asObject(object.body.metadata).annotations);
  return ISSUERS.some(key => Object.hasOwn(annotations, key));
}

/** Names of objects that nobody writes, since a controller makes them out of what is here. */
export class MadeObjects {
  private readonly exact = new Set<string>();
  private readonly ranges = new Map<string, { readonly from: number; readonly to: number }[]>();

  constructor(facts: Facts) {
    for (const { owner, kind, stem, from, to } of allDerivedNames(facts)) {
      const key = `${kind} ${owner.place}/${stem}`;
      if (from === undefined) {
        this.exact.add(key);
      } else {
        this.ranges.set(key, [...this.ranges.get(key) ?? [], { from, to: to ?? from }]);
      }
    }
    for (const [type, maker] of [...MAKERS, ...WORKLOADS]) {
      facts.ofType(type).forEach(object => maker(object).forEach(({ kind, name }) => this.exact.add(`${kind} ${object.place}/${name}`)));
    }
  }

  public has(kind: string, place: string, name: string): boolean {
    if (this.exact.has(`${kind} ${place}/${name}`)) {
      return true;
    }
    const numbered = this.ranges.size === 0 ? undefined : /^(.*-)(0|[1-9][0-9]*)$/.exec(name);
    const number = Number(numbered?.[2]);
    return numbered ? (this.ranges.get(`${kind} ${place}/${numbered[1]}`) ?? []).some(({ from, to }) => number >= from && number <= to) : false;
  }
}

function madeObjects(facts: Facts): MadeObjects {
  return new MadeObjects(facts);
}

/** Whether the object exists although it is not written here: somebody says so, or a controller makes it out of what is here. */
export function isOutside(facts: Facts, kind: string, place: string, name: string): boolean {
  return facts.get(madeObjects).has(kind, place, name) || (facts.context.outside?.has(kind, place, name) ?? false);
}
