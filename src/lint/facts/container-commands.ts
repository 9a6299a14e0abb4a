import { commandsOf, isShell, scriptPlace, writtenWords } from './entry-script';
import { PlacedContainer } from './pod-set';
import { isKnown } from './shell-words';
import { asShown, asText, asTexts, isPresent, objectAt } from '../../base/reading';

/** A word where it stands. */
interface Word {
  readonly text: string;
  readonly field: string;
}

/** The words that something in a container is started with, at least one. */
export type ContainerCommand = readonly Word[];

/** A command that the kubelet runs in a container that is there already. */
export interface LaterCommand {
  readonly words: readonly string[];
  readonly field: string;
  readonly isHook: boolean;
}

const LATER: readonly { readonly path: readonly string[]; readonly isHook: boolean }[] = [
  ...['startupProbe', 'livenessProbe', 'readinessProbe'].map(name => ({ path: [name, 'exec'], isHook: false })),
  ...['postStart', 'preStop'].map(name => ({ path: ['lifecycle', name, 'exec'], isHook: true })),
];

/** Commands of probes and hooks, each of at least one word. */
export function laterCommands({ container, field }: PlacedContainer): readonly LaterCommand[] {
  return LATER.flatMap(({ path, isHook }) => {
    const command = isPresent(container[path[0]]) ? objectAt(container, ...path).command : undefined;
    const words = Array.isArray(command) ? command.map(asShown) : [];
    return words.length > 0 ? [{ words, field: [field, ...path, 'command'].join('.'), isHook }] : [];
  });
}

/** The command of a container with its arguments, and those of its probes and hooks; without what the image itself says. */
export function commandsOfContainer(placed: PlacedContainer): readonly ContainerCommand[] {
  const later = laterCommands(placed).map(({ words, field }) => words.map((text, index) => ({ text, field: `${field}[${index}]` })));
  return asTexts(placed.container.command).length > 0 ? [writtenWords(placed), ...later] : later;
}

/** A program by the path of its file. */
export interface ProgramFile {
  readonly path: string;
  readonly field: string;
}

/** Files that are run as programs: by the runtime, or by a shell that is given a script. */
export function programFiles(placed: PlacedContainer): readonly ProgramFile[] {
  return commandsOfContainer(placed).flatMap(words => [...startedFile(placed, words[0]), ...filesOfScript(words)]);
}

const PATH = /^\/[\w./-]+$/;

function startedFile({ container }: PlacedContainer, { text, field }: Word): ProgramFile[] {
  const path = text.startsWith('./') ? `${asText(container.workingDir) ?? ''}${text.slice(1)}` : text;
  return PATH.test(path) ? [{ path, field }] : [];
}

/** What a script runs by its path. One that asks whether it may does so in no case where it may not. */
function filesOfScript(words: ContainerCommand): ProgramFile[] {
  const place = isShell(words[0].text) ? scriptPlace(words, 0) : undefined;
  const script = place === undefined ? undefined : words[place];
  return script === undefined || /-x\s/.test(script.text) ? [] : commandsOf({ shell: words[0].text, ...script })
    .filter(([program]) => program !== undefined && isKnown(program) && PATH.test(program))
    .map(([path]) => ({ path, field: script.field }));
}
