import { PLAIN_PROGRAMS, VARIABLE, problemOf, variableInside } from './words';
import { asList, asText, isPresent } from '../../../../base/reading';
import { Complaint } from '../../../../kubernetes/complaint';
import { LaterCommand, laterCommands } from '../../../facts/container-commands';
import { baseName, isShell } from '../../../facts/entry-script';
import { PlacedContainer } from '../../../facts/pod-set';

/** What is wrong with the words of probes and hooks. */
export function laterComplaints(placed: PlacedContainer): readonly Complaint[] {
  return laterCommands(placed).flatMap(each => {
    const hasShell = each.words.some(isShell);
    return [...lostReferences(placed, each, hasShell), ...(hasShell ? [] : shellWords(placed, each))];
  });
}

function shellWords(placed: PlacedContainer, { words, field }: LaterCommand): Complaint[] {
  const isPlain = PLAIN_PROGRAMS.some(each => each.test(baseName(words[0])));
  return words.slice(1).flatMap((text, index) => {
    const problem = VARIABLE.test(text) || variableInside(text, placed) ? 'is passed on as it stands, since no shell reads it' : problemOf(text);
    return problem === undefined ? [] : [{
      field: `${field}[${index + 1}]`,
      message: `Invalid value: ${JSON.stringify(text)}: ${problem}`,
      class: isPlain ? 'broken' as const : 'risky' as const,
      help: 'start a shell: command: [sh, -c], with the line as one argument',
    }];
  });
}

const REFERENCE = /(?<!\$)(?:\$\$)*\$\(([A-Za-z_][A-Za-z0-9_]*)\)/g;

/**
 * A reference that means a variable of the container, and is not replaced by it.
 *
 * Source: pkg/kubelet/lifecycle/handlers.go Run (v1.36): a hook's words are passed on as they are; pkg/kubelet/prober/prober.go runProbe,
 * pkg/kubelet/container/helpers.go v1EnvVarsToMap: in a probe a variable of `env` is its `value`, which is empty where that comes from elsewhere
 */
function lostReferences({ container }: PlacedContainer, { words, field, isHook }: LaterCommand, hasShell: boolean): Complaint[] {
  const isLost = new Map(asList(container.env).map(each => [asText(each.name), isHook || isPresent(each.valueFrom)]));
  return words.flatMap((text, index) => {
    const lost = [...text.matchAll(REFERENCE)].map(([, name]) => name).find(name => isLost.get(name));
    return lost === undefined ? [] : [{
      field: `${field}[${index}]`,
      message: `Invalid value: ${JSON.stringify(text)}: ${isHook
        ? `nobody replaces $(${lost}) in a hook: its words are passed on as they stand`
        : `$(${lost}) is empty in a probe, where only a variable with a value of its own is replaced`}`,
      help: hasShell ? `write $${lost}, which the shell replaces` : `start a shell: command: [sh, -c], with the line as one argument and $${lost} in it`,
    }];
  });
}
