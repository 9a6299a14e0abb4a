import { compileNodes } from './compile';
import { Complain } from './complaint';
import { Structure } from './node';
import { StructureWalk } from './walk';
import { Path } from '../../validation/path';

const TEXT = { type: 'string' };
const TIME = { type: 'string', format: 'date-time' };
const TEXTS_BY_NAME = { type: 'object', additionalProperties: TEXT };

/** Types of the fields of ObjectMeta; values of names and labels are validated elsewhere. Source: apimachinery pkg/apis/meta/v1/types.go (v0.36) */
const OBJECT_META = {
  type: 'object',
  properties: {
    name: TEXT,
    generateName: TEXT,
    namespace: TEXT,
    selfLink: TEXT,
    uid: TEXT,
    resourceVersion: TEXT,
    generation: { type: 'integer', format: 'int64' },
    creationTimestamp: TIME,
    deletionTimestamp: TIME,
    deletionGracePeriodSeconds: { type: 'integer', format: 'int64' },
    labels: TEXTS_BY_NAME,
    annotations: TEXTS_BY_NAME,
    finalizers: { type: 'array', items: { ...TEXT, nullable: true } },
    ownerReferences: {
      type: 'array',
      items: {
        type: 'object',
        nullable: true,
        properties: { apiVersion: TEXT, kind: TEXT, name: TEXT, uid: TEXT, controller: { type: 'boolean' }, blockOwnerDeletion: { type: 'boolean' } },
      },
    },
    managedFields: {
      type: 'array',
      items: {
        type: 'object',
        nullable: true,
        properties: {
          manager: TEXT,
          operation: TEXT,
          apiVersion: TEXT,
          time: TIME,
          fieldsType: TEXT,
          fieldsV1: { 'type': 'object', 'x-kubernetes-preserve-unknown-fields': true },
          subresource: TEXT,
        },
      },
    },
  },
};

let compiled: Structure | undefined;

/** Reports unknown fields of ObjectMeta, and values of the wrong type. */
export function checkMetadataShape(metadata: unknown, complain: Complain): void {
  compiled ??= compileNodes(OBJECT_META);
  new StructureWalk(compiled.nodes, complain).value(metadata, compiled.root, Path.root('metadata'));
}
