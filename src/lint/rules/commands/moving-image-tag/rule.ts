import { asText } from '../../../../base/reading';
import { templates } from '../../../facts/carried-pods';
import { Rule } from '../../rule';

/** An image that is another one tomorrow. */
export const movingImageTag: Rule = {
  id: 'AIW2906',
  title: 'image tag moves',
  class: 'advice',
  reason: 'Without a tag, or with latest, a pod that starts later runs another version: flags and metrics of engines change with each, replicas differ, and a rollback brings nothing back.',
  source: 'kubernetes.io/docs/concepts/containers/images (avoid latest in production); distribution/reference reference.go TagNameOnly (no tag is latest)',
  remedy: 'Name a version, or a digest.',
  appliesTo: ['every carrier of pods'],
  check: (facts, report) => {
    for (const pods of facts.get(templates)) {
      for (const { container, field } of pods.containers) {
        const image = asText(container.image);
        // A digest decides; what a tool fills in later is not known yet.
        const tag = image === undefined || /[@${]/.test(image) ? undefined : tagOf(image);
        if (tag === '' || tag === 'latest') {
          report(pods.carrier, {
            field: `${field}.image`,
            message: `Invalid value: ${JSON.stringify(image)}: ${tag === '' ? 'without a tag it is latest, which' : 'latest'} is another image with each release`,
            help: 'name a version or a digest',
          });
        }
      }
    }
  },
};

/** Behind the last colon, unless that is of a port: `registry:5000/llm`. */
function tagOf(image: string): string {
  const name = image.slice(image.lastIndexOf('/') + 1);
  const colon = name.indexOf(':');
  return colon < 0 ? '' : name.slice(colon + 1);
}
