import { ENGINES, isStarter } from '../../../../knowledge/engines/engines';
import { templates } from '../../../facts/carried-pods';
import { commandsOfContainer } from '../../../facts/container-commands';
import { baseName, isShell } from '../../../facts/entry-script';
import { Rule } from '../../rule';

/** A line where a program should stand. */
export const commandInOneWord: Rule = {
  id: 'AIW2924',
  title: 'command line in one word',
  class: 'broken',
  reason: 'The first word of a command is the name of a program, blanks and all. Nobody cuts it into words and no file is called so: the container never starts (StartError), '
    + 'a probe gives no result, a hook fails.',
  source: 'runc libcontainer/standard_init_linux.go Init (1.3): exec.LookPath(Args[0]); pkg/kubelet/prober/worker.go doProbe (v1.36); '
    + 'kubernetes.io/docs/tasks/inject-data-application/define-command-argument-container',
  remedy: 'Write each word as an item of its own, or start a shell: command: [bash, -c], with the line as one argument.',
  appliesTo: ['every carrier of pods, unless its operator runs the words in a shell (KubeRay)'],
  check: (facts, report) => {
    for (const pods of facts.get(templates)) {
      for (const [{ text, field }] of pods.open ? [] : pods.containers.flatMap(commandsOfContainer)) {
        if (isLine(text)) {
          report(pods.carrier, {
            field,
            message: `Invalid value: ${JSON.stringify(text)}: no program has this name: all of it is one word`,
            help: PLAIN_WORDS.test(text) ? `write each word by itself: ${JSON.stringify(text.trim().split(/ +/)).replaceAll(',"', ', "')}` : undefined,
          });
        }
      }
    }
  },
};

/** What nothing but blanks cuts into words. */
const PLAIN_WORDS = /^[\w ./:=@+-]{1,200}$/;

const LINE = /^(?:#!)?([\w./+=-]+)\s+(\S[^]*)$/;

const INTERPRETER = /^(?:python[\d.]*|perl|ruby|node|java|env|sleep|tini|dumb-init)$/;

/** A script, or a program in a folder of the system. */
const PROGRAM_FILE = /\.(?:sh|bash|py|pl|rb|js)$|^\/(?:usr\/(?:local\/)?)?s?bin\//;

/** A flag, or what joins commands. */
const NO_NAME = /(?:^|\s)(?:--?[A-Za-z]|&&|\|)/;

/** A folder may have a blank in its name (`/opt/my app/run`), what is looked up in PATH has none. */
function isLine(text: string): boolean {
  const line = LINE.exec(text);
  if (line === null) {
    return false;
  }
  const [, program, rest] = line;
  const isKnown = isShell(program) || INTERPRETER.test(baseName(program)) || ENGINES.some(each => isStarter(each, program));
  return isKnown || !program.includes('/') || PROGRAM_FILE.test(program) || NO_NAME.test(rest);
}
