import { PlainObject } from '../../base/plain';
import { asList, asObject, asText, asTexts, objectAt } from '../../base/reading';
import { cut } from '../../base/text/cut';
import { Manifest } from '../../kubernetes/manifest';
import { parseQuantity } from '../../kubernetes/validation/quantities';
import { retentionOf } from '../../lint/changes/sets';
import { claimsNamedBy } from '../../lint/facts/claims';
import { Facts } from '../../lint/facts/facts';
import { PodSet } from '../../lint/facts/pod-set';
import { workloadKindOf } from '../../lint/kinds';
import { ClaimAccount, Range } from '../account';
import { countedRange, isCount, isFixed, sum } from '../pods/range';
import { OfPart, Said } from '../said';
import { timesAmount } from '../sums/amounts';
import { mountedAt } from '../sums/sums';

/** What the pods of a set keep that is no claim of each. */
export function volumesOf(facts: Facts, pods: PodSet): Said[] {
  return asList(pods.spec.volumes).flatMap((volume, index) => volumeOf(facts, pods, volume, `volumes[${index}]`));
}

/** Claims of one template. */
export interface TemplateClaims {
  readonly said: Said;
  /** What follows the number of claims. */
  readonly kept: string;
  readonly size?: string;
}

/** A claim of each pod, which keeps its name and so its data. */
export function templateClaims(pods: PodSet): TemplateClaims[] {
  const { claims } = workloadKindOf(pods.carrier);
  if (claims === undefined || pods.claimTemplates.length === 0) {
    return [];
  }
  const holder = objectAt(pods.carrier.spec, ...claims);
  const field = ['spec', ...claims, 'volumeClaimTemplates'].join('.');
  const kept = `${retention(retentionOf(pods.carrier, 'whenScaled'))} when there are fewer pods, ${retention(retentionOf(pods.carrier, 'whenDeleted'))} with the ${pods.carrier.kind}`;
  return asList(holder.volumeClaimTemplates).map((template, index) => {
    const name = asText(asObject(template.metadata).name) ?? '';
    const size = sizeOf(asObject(template.spec));
    return {
      said: { topic: `claim ${name}`, text: `${claimText(asObject(template.spec))}${mountedAt(pods, { name })}, one for each`, subject: pods.carrier, field: `${field}[${index}]` },
      kept,
      ...(size !== undefined && { size }),
    };
  });
}

/** Claims of the pods of one part. */
interface ClaimsOfPart {
  readonly part: string;
  readonly claims: readonly TemplateClaims[];
  readonly pods?: Range;
}

/** The claims of all parts, each template once, with the sum of what they ask for. */
export function claimsOf(parts: readonly ClaimsOfPart[]): OfPart<Said>[] {
  const totals = new Map<string, (Range | undefined)[]>();
  const keyOfClaims = ({ said: { topic, text }, kept }: TemplateClaims) => JSON.stringify([topic, text, kept]);
  parts.forEach(({ claims, pods }) => claims.map(keyOfClaims).forEach(key => totals.set(key, [...totals.get(key) ?? [], pods])));
  return parts.map(({ part, claims }) => ({
    part,
    told: claims.map(each => ({ ...each.said, text: `${each.said.text} of ${claimSum(each.size, sum(totals.get(keyOfClaims(each)) ?? []))}; ${each.kept}` })),
  }));
}

/** Claims of the parts, each once. */
export function claimAccounts(facts: Facts, parts: readonly { readonly name: string; readonly sets: readonly PodSet[] }[]): ClaimAccount[] {
  const found = new Map<string, ClaimAccount & { readonly parts: string[] }>();
  for (const { name: part, sets } of parts) {
    for (const claim of [...ofEach(sets[0]), ...ofAll(facts, sets[0])]) {
      const key = JSON.stringify(claim);
      const known = found.get(key) ?? { ...claim, parts: [] };
      found.set(key, known);
      known.parts.push(part);
    }
  }
  return [...found.values()];
}

type Claim = Omit<ClaimAccount, 'parts'>;

function ofEach(pods: PodSet): Claim[] {
  const { claims } = workloadKindOf(pods.carrier);
  return claims === undefined ? [] : asList(objectAt(pods.carrier.spec, ...claims).volumeClaimTemplates).map(template => (
    { name: cut(asText(asObject(template.metadata).name) ?? ''), ...sizeAndClass(asObject(template.spec)), isOfEach: true }));
}

function ofAll(facts: Facts, pods: PodSet): Claim[] {
  return claimsNamedBy(pods).map(({ claim }) => ({ name: cut(claim), ...sizeAndClass(facts.find('PersistentVolumeClaim', pods.place, claim)?.spec ?? {}), isOfEach: false }));
}

function sizeAndClass(spec: PlainObject): Pick<ClaimAccount, 'size' | 'storageClass'> {
  const [size, storageClass] = [sizeOf(spec), asText(spec.storageClassName)];
  return { ...(size !== undefined && { size: cut(size) }), ...(storageClass !== undefined && { storageClass: cut(storageClass) }) };
}

/** `4 pods: 4 x 500Gi = 2000Gi`. */
function claimSum(size: string | undefined, pods: Range | undefined): string {
  const quantity = parseQuantity(size);
  const isSum = quantity !== undefined && pods !== undefined && isFixed(pods) && isCount(pods.least) && pods.least > 1;
  return `${pods === undefined ? 'the pods' : countedRange(pods, 'pod')}${isSum ? `: ${pods.least} x ${size} = ${timesAmount(quantity, pods.least)}` : ''}`;
}

function retention(policy: 'Retain' | 'Delete'): string {
  return policy === 'Retain' ? 'kept' : 'deleted';
}

function sizeOf(spec: PlainObject): string | undefined {
  const size = objectAt(spec, 'resources', 'requests').storage;
  return typeof size === 'number' ? String(size) : asText(size);
}

/** `500Gi of fast-ssd, ReadWriteOnce`. */
function claimText(spec: PlainObject): string {
  const storageClass = asText(spec.storageClassName);
  const modes = asTexts(spec.accessModes);
  return [`${sizeOf(spec) ?? 'storage'}${storageClass === undefined ? ' of the default class' : ` of ${storageClass}`}`, ...modes].join(', ');
}

function volumeOf(facts: Facts, pods: PodSet, volume: PlainObject, path: string): Said[] {
  const name = asText(volume.name) ?? '';
  const at = mountedAt(pods, volume);
  const told = (topic: string, text: string, then = '', object?: Manifest): Said[] => [{ topic, text: `${text}${at}${then}`, subject: object ?? pods.carrier, field: object ? 'spec' : pods.at(path) }];
  if (pods.claimTemplates.includes(name)) {
    return [];
  }
  const claim = asText(asObject(volume.persistentVolumeClaim).claimName);
  if (claim !== undefined) {
    const object = facts.find('PersistentVolumeClaim', pods.place, claim);
    return told(`claim ${claim}`, object === undefined ? 'a claim that is made elsewhere' : claimText(object.spec), ', one for all of these pods', object);
  }
  if (volume.ephemeral !== undefined) {
    return told(`volume ${name}`, claimText(objectAt(volume, 'ephemeral', 'volumeClaimTemplate', 'spec')), ', a claim that is made and deleted with each pod');
  }
  return volumeOnNode(volume, name, told);
}

/** Source: pkg/volume (v1.36) */
function volumeOnNode(volume: PlainObject, name: string, told: (topic: string, text: string, then?: string) => Said[]): Said[] {
  if (volume.emptyDir !== undefined) {
    const { medium, sizeLimit } = asObject(volume.emptyDir);
    return medium === 'Memory' ? [] : told(`volume ${name}`, `${amount(sizeLimit)}on the disk of the node`, ', gone with the pod');
  }
  if (volume.hostPath !== undefined) {
    return told(`volume ${name}`, `${asText(asObject(volume.hostPath).path) ?? ''} of the node`, ', which stays there when the pod goes elsewhere');
  }
  if (volume.image !== undefined) {
    return told(`volume ${name}`, `the files of image ${asText(asObject(volume.image).reference) ?? ''}`, ', which cannot be changed');
  }
  if (volume.nfs !== undefined) {
    const { server, path } = asObject(volume.nfs);
    return told(`volume ${name}`, `NFS ${asText(server) ?? ''}:${asText(path) ?? ''}`);
  }
  return volume.csi === undefined ? [] : told(`volume ${name}`, `made by ${asText(asObject(volume.csi).driver) ?? 'a driver'} for the pod`, ', and gone with it');
}

function amount(sizeLimit: unknown): string {
  return typeof sizeLimit === 'string' || typeof sizeLimit === 'number' ? `at most ${sizeLimit} ` : '';
}
