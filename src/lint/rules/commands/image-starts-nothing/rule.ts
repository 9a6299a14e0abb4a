import { asText, isPresent } from '../../../../base/reading';
import { templates } from '../../../facts/carried-pods';
import { imageName, shellImage } from '../../../facts/images';
import { PlacedContainer } from '../../../facts/pod-set';
import { Rule } from '../../rule';

/** An image that is made to be given a command, and is given none. */
export const imageStartsNothing: Rule = {
  id: 'AIW2923',
  title: 'image starts a shell and nothing else',
  class: 'broken',
  reason: 'The image starts a shell or an interpreter, which reads from a terminal that nobody opens, and ends at once: a server restarts for ever, and a Job is complete without having done anything.',
  source: 'CMD of the Dockerfiles of the images; kubernetes.io/docs/tasks/inject-data-application/define-command-argument-container',
  remedy: 'Give the container a command, or tty and stdin where it is to wait for somebody.',
  appliesTo: ['every carrier of pods with one of the known images'],
  but: 'warning at synth: what an app writes may be completed before it is applied',
  check: (facts, report) => {
    for (const pods of facts.get(templates)) {
      for (const placed of pods.open ? [] : pods.containers.filter(isToRun)) {
        const image = asText(placed.container.image);
        const name = imageName(image);
        const known = name && shellImage(name);
        if (known) {
          report(pods.carrier, {
            field: `${placed.field}.image`,
            message: `Invalid value: ${JSON.stringify(image)}: starts ${known.starts}, which ends at once, and container ${JSON.stringify(placed.name)} has neither command nor args`,
            help: `give it a command: ${known.example}`,
            class: facts.isWhole ? undefined : 'risky',
          });
        }
      }
    }
  },
};

function isToRun({ container, isMain }: PlacedContainer): boolean {
  const isTold = [container.command, container.args].some(value => isPresent(value) && !(Array.isArray(value) && value.length === 0));
  return (isMain || container.restartPolicy === 'Always') && !isTold && container.stdin !== true && container.tty !== true;
}
