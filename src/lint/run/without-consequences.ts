import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { Finding } from '../../base/findings/finding';
import { PlainObject } from '../../base/plain';
import { isUnplanned, standInsOf } from '../../given/mistakes/unplanned';
import { Manifest } from '../../kubernetes/manifest';
import { STALE } from '../acknowledgements/accepted-findings';
import { ConstructOrigin } from '../synth/construct-origin';

/*
 * An app with mistakes is still checked in the same run, but without findings that may only follow from a mistake.
 */

/** The constructs of a tree that have no mistakes. */
export function plannedConstructs(root: IConstruct): IConstruct[] {
  return isUnplanned(root) ? [] : [root, ...root.node.children.flatMap(plannedConstructs)];
}

/** Objects that are missing because of a mistake, taken from stand-ins, so that references to them are not reported as missing. */
export function absentObjects(root: IConstruct): Manifest[] {
  const objects = standInsOf(root)?.node.findAll().filter(ApiObject.isApiObject) ?? [];
  return objects.map(object => new Manifest(bodyOf(object), new ConstructOrigin(object)));
}

function bodyOf(object: ApiObject): PlainObject {
  try {
    return object.toJson() as PlainObject;
  } catch {
    return { apiVersion: object.apiVersion, kind: object.kind, metadata: { name: object.name } };
  }
}

/**
 * Omits findings on missing objects, and on objects that refer to one, unless the API server would report them for the object alone; and omits
 * warnings on acknowledgements that match nothing.
 */
export function withoutConsequences(findings: readonly Finding[], objects: readonly Manifest[], absent: readonly Manifest[]): readonly Finding[] {
  if (absent.length === 0) {
    return findings;
  }
  const away = new Set(absent.map(object => object.origin.construct));
  const names = new RegExp(`(?<![a-z0-9])(${absent.map(({ name }) => name.replace(/[^a-z0-9]/g, '\\$&')).join('|')})(?![a-z0-9])`);
  const near = new Set(objects.filter(({ body }) => names.test(JSON.stringify(body))).map(object => object.origin.construct));
  return findings.filter(({ id, class: kind, object, construct }) =>
    id !== STALE.id && !(object && away.has(construct)) && !(object && near.has(construct) && kind !== 'rejected' && kind !== 'dropped'));
}
