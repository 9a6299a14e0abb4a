import { asShown, asTexts, isPresent, objectAt } from '../../../../base/reading';
import { Engine } from '../../../../knowledge/engines/engine';
import { isStarter } from '../../../../knowledge/engines/engines';
import { enginesByPods } from '../../../facts/engine-command';
import { EntryScript, commandsOf, entryScript } from '../../../facts/entry-script';
import { PlacedContainer, PodSet } from '../../../facts/pod-set';
import { isServer } from '../../../facts/world';
import { Report, Rule } from '../../rule';

/** The stop signal goes to a shell that does nothing about it. */
export const signalLostInShell: Rule = {
  id: 'AIW2704',
  title: 'stop signal ends in the shell',
  class: 'risky',
  reason: 'The shell is process 1, which ignores SIGTERM, and the server behind it hears nothing: it takes new requests until the grace period is over and is then killed with all of them.',
  source: 'measured: bash 5.2 replaces itself by the last simple command of -c, dash 0.5.12 by none; man 7 pid_namespaces (signals to process 1); petuum/adaptdl#105',
  remedy: 'Write exec before the server, as the last command of the script, or give the server as command without a shell.',
  appliesTo: ['every carrier of pods that starts vLLM, SGLang, TensorRT-LLM, text-generation-inference, Triton or llama.cpp from a script'],
  check: (facts, report) => {
    for (const [pods, commands] of facts.get(enginesByPods)) {
      if (pods.spec.shareProcessNamespace !== true) {
        const servers = new Map(commands.filter(isServer).map(each => [each.placed, each.engine]));
        servers.forEach((engine, placed) => checkScript(pods, placed, engine, report));
      }
    }
  },
};

function checkScript(pods: PodSet, placed: PlacedContainer, engine: Engine, report: Report): void {
  const script = placed.isMain && !stopsOtherwise(placed) ? entryScript(placed) : undefined;
  if (!script || HANDLED.test(script.text) || !staysBeforeServer(script, shellOf(script, placed), engine)) {
    return;
  }
  report(pods.carrier, {
    field: script.field,
    message: `Invalid value: "${script.shell} -c": process 1 is ${script.shell}, which passes no stop signal on to ${engine.title}`,
    help: 'write exec before the server',
  });
}

/** The script sees to it itself. */
const HANDLED = /(^|[\s;&|({])(exec|trap|tini|dumb-init)\s/;

/** A hook or another signal may end the server. */
function stopsOtherwise({ container }: PlacedContainer): boolean {
  const lifecycle = objectAt(container, 'lifecycle');
  return isPresent(lifecycle.stopSignal) || asTexts(objectAt(lifecycle, 'preStop', 'exec').command).some(word => word.includes('kill'));
}

/** The words that follow the script are its last command: `bash -c '"$@"' bash vllm serve x`. */
const ARGUMENTS = /(^|[;&\s])"?\$(@|\{@\})"?$/;

/** Images made from those of Red Hat, where sh is bash. */
const RED_HAT = /redhat|rhaiis|rhoai|opendatahub|\bmodh\b|\bubi\d|llm-d/;

/** In the images of these engines, which are made from Ubuntu and Debian, sh is dash. */
function shellOf({ shell }: EntryScript, { container }: PlacedContainer): string {
  return shell !== 'sh' ? shell : RED_HAT.test(asShown(container.image)) ? 'bash' : 'dash';
}

/**
 * bash becomes the last command of a script unless that is part of a pipe, a list in braces or a condition, or has a redirection; dash never does.
 * What other shells do is not known here.
 */
function staysBeforeServer(script: EntryScript, shell: string, engine: Engine): boolean {
  if (shell === 'dash') {
    return true;
  }
  const isServerLast = commandsOf(script).at(-1)!.some(word => isStarter(engine, word)) || ARGUMENTS.test(script.text.trimEnd());
  return shell === 'bash' && (!isServerLast || COMPOUND_END.test(script.text.trimEnd()));
}

const COMPOUND_END = /[;\s](fi|done|esac|\})$|2>&1$/;
