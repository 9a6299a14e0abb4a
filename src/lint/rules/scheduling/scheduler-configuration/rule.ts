import { PlainObject } from '../../../../base/plain';
import { asList, asNumber, asObject, asShown, asText, objectAt, ownValue } from '../../../../base/reading';
import { cutJson } from '../../../../base/text/cut';
import { ENDED_VERSIONS, MOST_WEIGHT, SCHEDULER_API, SCORING_STRATEGIES } from '../../../../knowledge/kube-scheduler';
import { schedulerConfigurations } from '../../../facts/schedulers';
import { Rule } from '../../rule';

/** What is wrong, with the path inside of the configuration. */
interface Problem {
  readonly path: string;
  readonly reason: string;
  readonly help: string;
}

/** A text in a ConfigMap that kube-scheduler does not start with. */
export const schedulerConfiguration: Rule = {
  id: 'AIW2617',
  title: 'configuration that kube-scheduler does not start with',
  class: 'broken',
  reason: 'The API server takes any text in a ConfigMap. kube-scheduler reads it strictly when it starts, and ends with an error where a version has ended, a weight is out of range, a strategy has no such '
    + 'name or two profiles share theirs: its pods crash, and whoever asks for its scheduler stays Pending.',
  source: 'pkg/scheduler/apis/config/scheme/scheme.go, pkg/scheduler/apis/config/validation/{validation,validation_pluginargs}.go (v1.36); CHANGELOG-1.28, CHANGELOG-1.29 (versions that ended)',
  remedy: `Write ${SCHEDULER_API}, weights from 1 to ${MOST_WEIGHT}, and each schedulerName once.`,
  appliesTo: ['ConfigMap'],
  check: (facts, report) => {
    facts.get(schedulerConfigurations).forEach(({ object, field, content }) => {
      problemsOf(content).forEach(({ path, reason, help }) => { report(object, { field, message: `Invalid value: ${path}: ${reason}`, help }); });
    });
  },
};

function problemsOf({ apiVersion, profiles }: PlainObject): Problem[] {
  if (apiVersion !== SCHEDULER_API) {
    const last = ownValue(ENDED_VERSIONS, asShown(apiVersion).split('/')[1]);
    return [{ path: 'apiVersion', reason: `${cutJson(apiVersion)} is not read${last === undefined ? '' : `: it ended with ${last}`}`, help: `write apiVersion: ${SCHEDULER_API}` }];
  }
  const names = asList(profiles).map(({ schedulerName }) => asText(schedulerName) ?? 'default-scheduler');
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  return [
    ...twice.map(name => ({ path: 'profiles', reason: `two are called ${cutJson(name)}`, help: 'give each profile a schedulerName of its own' })),
    ...asList(profiles).flatMap((profile, index) => asList(profile.pluginConfig)
      .flatMap(({ name, args }, place) => (name === 'NodeResourcesFit' ? problemsOfFit(asObject(args), `profiles[${index}].pluginConfig[${place}].args`) : []))),
  ];
}

function problemsOfFit(args: PlainObject, at: string): Problem[] {
  const strategy = objectAt(args, 'scoringStrategy');
  const { type, resources, requestedToCapacityRatio } = strategy;
  const path = `${at}.scoringStrategy`;
  const ofWeights = asList(resources).flatMap(({ name, weight }, index) => {
    const number = asNumber(weight);
    return number === undefined || (number >= 0 && number <= MOST_WEIGHT) ? []
      : [{ path: `${path}.resources[${index}].weight`, reason: `${number} of ${asShown(name)}: at least 1, at most ${MOST_WEIGHT}`, help: `give each resource 1 to ${MOST_WEIGHT}; only their relation counts` }];
  });
  const known = SCORING_STRATEGIES.join(', ');
  const ofType = type !== undefined && !SCORING_STRATEGIES.includes(asShown(type)) ? [{ path: `${path}.type`, reason: `${cutJson(type)} is none of ${known}`, help: 'use one of them' }]
    : type === 'RequestedToCapacityRatio' && requestedToCapacityRatio === undefined
      ? [{ path: `${path}.requestedToCapacityRatio`, reason: 'is missing, and RequestedToCapacityRatio needs its shape', help: 'add requestedToCapacityRatio: { shape: [...] }' }] : [];
  return [...ofType, ...ofWeights];
}
