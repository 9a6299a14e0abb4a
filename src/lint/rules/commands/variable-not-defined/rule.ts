import { asList, asShown, asTexts } from '../../../../base/reading';
import { templates } from '../../../facts/carried-pods';
import { usesShell, writtenWords } from '../../../facts/entry-script';
import { PlacedContainer, PodSet } from '../../../facts/pod-set';
import { workloadKindOf } from '../../../kinds';
import { Report, Rule } from '../../rule';

/** Set by service links, and by webhooks of clouds. */
const FROM_OUTSIDE = /_SERVICE_HOST$|_PORT(?:_(?:(?!_PORT_)\w)+)?$|^(KUBERNETES|TPU|MEGASCALE)_/;

const REFERENCE = /\$\$|\$\(([A-Za-z_][A-Za-z0-9_.-]*)\)/g;

/** A reference that stays as it is written. */
export const variableNotDefined: Rule = {
  id: 'AIW2902',
  title: 'reference to a variable that is not defined there',
  class: 'broken',
  reason: 'The kubelet replaces $(NAME) by a variable of the container that stands before it in the list, and leaves every other reference as it is: the program gets the text "$(NAME)".',
  source: 'third_party/forked/golang/expansion/expand.go, pkg/kubelet/kubelet_pods.go makeEnvironmentVariables (v1.36)',
  remedy: 'Define the variable in the same container, above the one that refers to it; $$(NAME) writes the text itself.',
  appliesTo: ['every carrier of pods whose controller sets no unknown variables'],
  but: 'in files, warning for a variable that the container does not have, since kustomize may fill in the place',
  check: (facts, report) => {
    for (const pods of facts.get(templates)) {
      if (!pods.open && workloadKindOf(pods.carrier).hasAllVariables) {
        pods.containers.forEach(placed => checkContainer(pods, placed, report));
      }
    }
  },
};

function checkContainer(pods: PodSet, placed: PlacedContainer, report: Report): void {
  // What a whole ConfigMap or Secret brings, nobody sees here; a container without an image is a patch of one.
  if (asList(placed.container.envFrom).length > 0 || placed.container.image === undefined || !refers(placed)) {
    return;
  }
  const variables = asList(placed.container.env);
  const names = new Set(variables.map(each => each.name));
  const defined = new Set(workloadKindOf(pods.carrier).variables?.(pods).keys());
  variables.forEach((variable, index) => {
    checkText(pods, variable.value, `${placed.field}.env[${index}].value`, defined, names, report);
    defined.add(asShown(variable.name));
  });
  if (!usesShell(placed)) {
    writtenWords(placed).forEach(({ text, field }) => checkText(pods, text, field, defined, NOBODY, report));
  }
}

const NOBODY: ReadonlySet<unknown> = new Set();

/** Most containers refer to nothing, and need not be read. */
function refers({ container }: PlacedContainer): boolean {
  const isReference = (text: string) => text.includes('$(');
  return asList(container.env).some(each => isReference(asShown(each.value))) || asTexts(container.command).some(isReference)
    || asTexts(container.args).some(isReference);
}

function checkText(pods: PodSet, text: unknown, field: string, defined: ReadonlySet<string>, names: ReadonlySet<unknown>, report: Report): void {
  if (typeof text !== 'string') {
    return;
  }
  for (const [reference, name] of text.matchAll(REFERENCE)) {
    if (name !== undefined && !defined.has(name) && !FROM_OUTSIDE.test(name)) {
      const isLater = names.has(name);
      report(pods.carrier, {
        field,
        // Kustomize fills in such places before anything is applied.
        class: isLater || pods.carrier.origin.file === undefined ? 'broken' : 'risky',
        message: `Not found: ${JSON.stringify(reference)}: ${isLater ? `${name} is defined further down` : `the container has no variable ${name}`}, so the text stays as it is`,
        help: isLater ? `move ${name} above this variable` : `define ${name} in env of this container, or write $${reference} for the text itself`,
      });
    }
  }
}
