import { PlainObject } from '../../../../base/plain';

const groups = (...names: readonly string[]) => names.map(name => ({ kind: 'Group', group: { name } }));
const EVERYTHING = {
  resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], namespaces: ['*'], clusterScope: true }],
  nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
};

/** The schemas that every server has as they are. Source: apiserver pkg/apis/flowcontrol/bootstrap/default.go (v0.36) */
export const MANDATORY_SCHEMAS: ReadonlyMap<string, PlainObject> = new Map([
  ['exempt', { priorityLevelConfiguration: { name: 'exempt' }, matchingPrecedence: 1, rules: [{ subjects: groups('system:masters'), ...EVERYTHING }] }],
  ['catch-all', {
    priorityLevelConfiguration: { name: 'catch-all' },
    matchingPrecedence: 10_000,
    distinguisherMethod: { type: 'ByUser' },
    rules: [{ subjects: groups('system:unauthenticated', 'system:authenticated'), ...EVERYTHING }],
  }],
]);

/** The level for what no schema takes. Source: as above */
export const CATCH_ALL: PlainObject = { type: 'Limited', limited: { nominalConcurrencyShares: 5, lendablePercent: 0, limitResponse: { type: 'Reject' } } };
