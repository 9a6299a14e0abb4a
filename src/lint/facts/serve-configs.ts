import { Facts } from './facts';
import { PlainObject } from '../../base/plain';
import { asList, asObject, asText, isPresent } from '../../base/reading';
import { RAY_GROUP } from '../../knowledge/kube-ray';
import { unfilledPlace } from '../../knowledge/unfilled-places';
import { Manifest } from '../../kubernetes/manifest';

/** The configuration of Ray Serve in a RayService. */
export interface ServeConfig {
  readonly object: Manifest;
  /** Empty where it cannot be read. */
  readonly content: PlainObject;
  /** Why it cannot be read. */
  readonly error?: string;
}

export const SERVE_FIELD = 'spec.serveConfigV2';

/** Those that somebody wrote; what is filled in before it is applied may be anything. Source: kuberay ray-operator/controllers/ray/rayservice_controller.go updateServeDeployment (v1.7): the first document, as a map */
export function serveConfigs(facts: Facts): readonly ServeConfig[] {
  return facts.ofType(`${RAY_GROUP}/RayService`).flatMap(object => {
    const text = asText(object.spec.serveConfigV2);
    return text === undefined || unfilledPlace(text) !== undefined ? [] : [{ object, ...contentOf(text) }];
  });
}

function contentOf(text: string): Pick<ServeConfig, 'content' | 'error'> {
  // Loaded late: a synth reads no YAML unless a RayService is there.
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { readStrictly } = require('../../kubernetes/yaml/read-strictly') as typeof import('../../kubernetes/yaml/read-strictly');
  const [document] = readStrictly(text);
  if (document === undefined || 'error' in document) {
    return { content: {}, error: document?.error ?? 'it has no content' };
  }
  const isMap = isPresent(document.value) && !Array.isArray(document.value) && typeof document.value === 'object';
  return isMap ? { content: asObject(document.value) } : { content: {}, error: 'it is no map' };
}

/** Something in a list of the configuration, and where it stands: `applications[0].deployments[1]`. */
export interface PlacedPart {
  readonly part: PlainObject;
  readonly path: string;
}

export function partsOf(of: PlainObject, name: string, path = ''): readonly PlacedPart[] {
  return asList(of[name]).map((part, index) => ({ part, path: `${path === '' ? '' : `${path}.`}${name}[${index}]` }));
}

/** Every deployment that an application names. */
export function serveDeployments({ content }: ServeConfig): readonly PlacedPart[] {
  return partsOf(content, 'applications').flatMap(({ part, path }) => partsOf(part, 'deployments', path));
}
