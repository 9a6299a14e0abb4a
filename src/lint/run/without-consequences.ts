import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { Finding } from '../../base/findings/finding';
import { PlainObject } from '../../base/plain';
import { isUnplanned, standInsOf } from '../../given/mistakes/unplanned';
import { Manifest } from '../../kubernetes/manifest';
import { STALE } from '../acknowledgements/accepted-findings';
import { ConstructOrigin } from '../synth/construct-origin';

/*
 * What is right beside what is wrong: the rest of an app is checked in the same run, and nothing is said of it that may only follow from a mistake.
 */

/** Constructs that are what they were meant to be. */
export function plannedConstructs(root: IConstruct): IConstruct[] {
  return isUnplanned(root) ? [] : [root, ...root.node.children.flatMap(plannedConstructs)];
}

/** Objects that nobody makes because of a mistake, as their stand-ins have them: the rest of the app may refer to them. */
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
 * Leaves out what may follow from a mistake: findings on absent objects, and on objects that name one, unless the API server would say the same of
 * the object alone; acknowledgements of what is not there to be found.
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
