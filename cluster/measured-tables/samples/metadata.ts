import { Samples } from '../example';

const LABEL_REQUIREMENT = 'meta.v1.LabelSelectorRequirement';
const NODE_REQUIREMENT = 'core.v1.NodeSelectorRequirement';

/** A requirement that the labels `app: a` of the bases meet, since a workload's selector must select its own pods. */
const REQUIREMENTS: Readonly<Record<string, object>> = {
  DoesNotExist: { key: 'b', operator: 'DoesNotExist' },
  Exists: { key: 'app', operator: 'Exists' },
  In: { key: 'app', operator: 'In', values: ['a'] },
  NotIn: { key: 'app', operator: 'NotIn', values: ['b'] },
};

/** Metadata and selectors, which every kind has. */
export const METADATA: Samples = {
  fields: {
    'meta.v1.ObjectMeta.namespace': { value: 'facts' },
    'meta.v1.ObjectMeta.labels': { value: { app: 'a' } },
    'meta.v1.ObjectMeta.finalizers': { value: ['a.io/a'] },
    'meta.v1.LabelSelector.matchLabels': { value: { app: 'a' } },
    [`${LABEL_REQUIREMENT}.key`]: { value: 'app' },
    [`${LABEL_REQUIREMENT}.operator`]: {
      values: Object.keys(REQUIREMENTS),
      beside: (around, operator) => { Object.assign(around(LABEL_REQUIREMENT), REQUIREMENTS[operator]); },
    },
    [`${LABEL_REQUIREMENT}.values`]: { value: ['a'], beside: around => { around(LABEL_REQUIREMENT).operator = 'In'; } },
    [`${NODE_REQUIREMENT}.operator`]: {
      beside: (around, operator: string) => {
        if (!operator.includes('Exist')) {
          around(NODE_REQUIREMENT).values = ['7'];
        }
      },
    },
    [`matchFields.${NODE_REQUIREMENT}.key`]: { value: 'metadata.name' },
    [`${NODE_REQUIREMENT}.values`]: { value: ['7'], beside: around => { around(NODE_REQUIREMENT).operator = 'In'; } },
    'core.v1.NodeSelectorTerm.matchFields': {
      beside: around => { Object.assign(around(NODE_REQUIREMENT), { key: 'metadata.name', operator: 'In', values: ['a'] }); },
    },
  },
  siblings: {
    [LABEL_REQUIREMENT]: () => ({ key: 'app', operator: 'Exists' }),
    [NODE_REQUIREMENT]: () => ({ key: 'a', operator: 'Exists' }),
  },
};
