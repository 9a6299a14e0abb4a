import { refusedParts } from './refused';
import { unknownNames } from './unknown-names';
import { Complaint } from '../../../../kubernetes/complaint';
import { Facts } from '../../../facts/facts';
import { SERVE_FIELD, ServeConfig, serveConfigs } from '../../../facts/serve-configs';
import { Rule } from '../../rule';

/** The operator gives it to Ray Serve, which deploys nothing of it. */
export const serveConfigRefused: Rule = {
  id: 'AIW2161',
  title: 'Ray Serve does not take its configuration',
  class: 'broken',
  reason: 'serveConfigV2 is a text that neither the API server nor KubeRay looks into. Ray Serve refuses it as a whole, so that no application starts, '
    + 'and passes over names that it does not know, so that what they say does not happen.',
  source: 'ray python/ray/serve/schema.py, config.py (2.9.3 to 2.60.0); kuberay ray-operator/controllers/ray/rayservice_controller.go updateServeDeployment (v1.7)',
  remedy: 'Correct it; `serve build` writes one from the code, and `kubectl describe` of the RayService shows what Ray Serve said.',
  appliesTo: ['RayService'],
  but: 'warning for a name that stands twice, that is passed over and looks like a slip, or that has ended with the release of the image; info for other names that no release has',
  check: (facts, report) => {
    for (const config of facts.get(serveConfigs)) {
      complaints(config, facts).forEach(complaint => report(config.object, { field: SERVE_FIELD, ...complaint }));
    }
  },
};

/** A key that stands twice is one for the operator: the last counts. */
const TWICE = /is already set in this mapping$/;

function complaints(config: ServeConfig, facts: Facts): Omit<Complaint, 'field'>[] {
  if (config.error === undefined) {
    return [...refusedParts(config.content), ...unknownNames(facts, config)];
  }
  return TWICE.test(config.error) ? [{ message: `Duplicate value: ${config.error}, and the last one counts`, class: 'risky', help: 'leave one of them out' }]
    : [{ message: `Invalid value: cannot be read: ${config.error}`, help: 'write one document of YAML: a map with applications' }];
}
