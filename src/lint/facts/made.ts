import { allDerivedNames } from './derived-names';
import { Facts } from './facts';
import { PlainObject } from '../../base/plain';
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
  const annotations = annotationsOf(object);
  return ISSUERS.some(key => Object.hasOwn(annotations, key));
}

function annotationsOf(object: Manifest): PlainObject {
  return asObject(asObject(object.body.metadata).annotations);
}

/** In every namespace, without anybody writing them. Source: pkg/controller/certificates/rootcacertpublisher, pkg/controller/serviceaccount (v1.36); OpenShift; Istio's istiod */
const EVERYWHERE: ReadonlySet<string> = new Set([
  'ConfigMap kube-root-ca.crt', 'ConfigMap openshift-service-ca.crt', 'ConfigMap istio-ca-root-cert', 'ServiceAccount default', 'ServiceAccount builder', 'ServiceAccount deployer',
]);

/** Made by the servers and installers of nearly every cluster. Source: pkg/controlplane/controller/kubernetesservice, clusterauthenticationtrust (v1.36); kubeadm */
const OF_THE_CLUSTER: ReadonlySet<string> = new Set([
  'Service default/kubernetes', 'Service kube-system/kube-dns', 'ConfigMap kube-system/extension-apiserver-authentication', 'ConfigMap kube-system/coredns', 'ConfigMap kube-system/kube-proxy',
  'ConfigMap kube-system/kubeadm-config', 'ConfigMap kube-system/kubelet-config', 'ConfigMap kube-public/cluster-info',
]);

/** Annotations that announce an object that a controller makes, by the end of their key. Source: OpenShift's service-ca-operator README; Strimzi, Redis and others follow it */
const ANNOUNCING: ReadonlyMap<string, string> = new Map([['serving-cert-secret-name', 'Secret']]);

/** Annotations of a Secret or ConfigMap that a controller copies to other namespaces. Source: the README files of reflector and kubernetes-replicator */
const COPIED = /^(?:reflector\.v1\.k8s\.emberstack\.com\/|replicator\.v1\.mittwald\.de\/replicat|kubed\.appscode\.com\/sync|config-syncer\.appscode\.com\/sync)/;

/** Names of objects that nobody writes, since a controller makes them out of what is here. */
export class MadeObjects {
  private readonly exact = new Set<string>();
  /** Without their namespaces: controllers copy them to others. */
  private readonly copied = new Set<string>();
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
    facts.objects.forEach(object => this.readAnnotations(object));
  }

  private readAnnotations(object: Manifest): void {
    const { kind, name, place } = object;
    for (const [key, value] of Object.entries(annotationsOf(object))) {
      const announced = ANNOUNCING.get(key.slice(key.indexOf('/') + 1));
      if (announced !== undefined) {
        this.exact.add(`${announced} ${place}/${asText(value)}`);
      } else if (COPIED.test(key) && (kind === 'Secret' || kind === 'ConfigMap')) {
        this.copied.add(`${kind} ${name}`);
      }
    }
  }

  public has(kind: string, place: string, name: string): boolean {
    const [key, anywhere] = [`${kind} ${place}/${name}`, `${kind} ${name}`];
    if (this.exact.has(key) || OF_THE_CLUSTER.has(key) || (place !== '' && (EVERYWHERE.has(anywhere) || this.copied.has(anywhere)))) {
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

/** The object of the input that a name stands for; undefined where several have the name, or the one that is meant may be elsewhere. */
export function surelyNamed(facts: Facts, kind: string, place: string, name: string): Manifest | undefined {
  const object = facts.find(kind, place, name);
  return object === undefined || facts.named(kind).isAmbiguous(place, name) || isOutside(facts, kind, place, name) ? undefined : object;
}

/** Whether the object exists although it is not written here: somebody says so, or a controller makes it out of what is here. */
export function isOutside(facts: Facts, kind: string, place: string, name: string): boolean {
  return facts.get(madeObjects).has(kind, place, name) || (facts.context.outside?.has(kind, place, name) ?? false);
}
