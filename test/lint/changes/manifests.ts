import { Finding } from '../../../src/base/findings/finding';
import { PlainObject } from '../../../src/base/plain';
import { DEFAULT_CLUSTER } from '../../../src/kubernetes/cluster';
import { findingsOfChange } from '../../../src/lint/changes/findings';

export type Body = Record<string, unknown>;

export const template = (labels: object, image = 'registry.example/app:1', spec: object = {}) => ({ metadata: { labels }, spec: { containers: [{ name: 'main', image }], ...spec } });

/** A workload of the group apps in the namespace `ml`. */
export const workload = (kind: string, name: string, spec: Body = {}, image?: string): Body => ({
  apiVersion: 'apps/v1',
  kind,
  metadata: { name, namespace: 'ml' },
  spec: { selector: { matchLabels: { app: name } }, template: template({ app: name, part: 'serving' }, image), ...spec },
});

/** The StatefulSet `db` with one claim for each pod. */
export const set = (spec: Body = {}, image?: string) => workload('StatefulSet', 'db', { serviceName: 'db', volumeClaimTemplates: [claim('data')], ...spec }, image);

export const claim = (name: string, spec: object = {}): Body => (
  { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name, namespace: 'ml' }, spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec } });

export const service = (selector: object, spec: object = {}): Body => ({ apiVersion: 'v1', kind: 'Service', metadata: { name: 'svc', namespace: 'ml' }, spec: { selector, ports: [{ port: 80 }], ...spec } });

export function findings(before: readonly Body[], after: readonly Body[]): Finding[] {
  const sourced = (objects: readonly Body[]) => objects.map(body => ({ body: body as PlainObject, origin: {} }));
  return findingsOfChange(sourced(before), sourced(after), DEFAULT_CLUSTER);
}

export const told = (before: readonly Body[], after: readonly Body[]) => findings(before, after).map(({ id, field, message }) => `${id} ${field} ${message}`);
export const ids = (before: readonly Body[], after: readonly Body[]) => findings(before, after).map(({ id }) => id);
