import { Expression, call } from './expression';
import { asText } from '../../base/reading';
import type { ToldOptions } from '../../engines/told';
import { TOLD_OPTIONS } from '../../engines/told-options';
import { EngineCommand } from '../../lint/facts/engine-command';
import { parallelismOf } from '../../lint/facts/parallelism';
import { isKnown } from '../../lint/facts/shell-words';
import { toldModel } from '../../lint/facts/told-model';

/** An engine that the library has data of by version. */
interface Versioned {
  readonly expression: Expression;
}

/** The engine with its version, or why it can only be described by its facts. Undefined for engines that no version is known of. */
export function versionedEngine(command: EngineCommand, devices: number): Versioned | string | undefined {
  const known = TOLD_OPTIONS.find(({ engine }) => engine === command.engine.name);
  if (!known) {
    return undefined;
  }
  const { title } = command.engine;
  const [, version] = known.image.exec(asText(command.placed.container.image) ?? '') ?? [];
  if (version === undefined) {
    return `the image does not say a version of ${title}, so the engine is described by its facts`;
  }
  if (!isPlainCommand(command)) {
    return `${title} is started by a script or told by something that is not in the manifest, so the engine is described by its facts`;
  }
  const [model, cut] = [toldModel(command), parallelismOf(command)];
  if (model === undefined || cut?.tensor === undefined || cut.pipeline === undefined || cut.data === undefined) {
    return `the model of ${title} or its cut over devices is not in the command, so the engine is described by its facts`;
  }
  const product = cut.tensor * cut.pipeline * cut.data;
  if (product !== devices) {
    return `${title} is cut over ${product} ${product === 1 ? 'device' : 'devices'} and the container has ${devices}, so the engine is described by its facts`;
  }
  const options = optionsOf(command, known, model);
  return typeof options === 'string' ? options : { expression: call(known.factory, { version, model, ...options }) };
}

/** Whether the words of the container are the words of the engine: a script may do more than start it. */
function isPlainCommand({ placed: { container }, words, isComplete }: EngineCommand): boolean {
  const given = [container.command, container.args].flatMap(each => (Array.isArray(each) ? each : []));
  return isComplete && words.every(({ text: word }) => isKnown(word)) && given.length > 0
    && given.slice(given.length - words.length).every((word, index) => typeof word === 'string' && (word === words[index].text || word.includes('$(')));
}

/** Flags as options, and the rest as arguments. */
function optionsOf(command: EngineCommand, { options, written }: ToldOptions, model: string): { [key: string]: Expression } | string {
  const found: { [key: string]: Expression } = {};
  const rest: string[] = [];
  const words = command.words.map(each => each.text);
  for (let index = 0; index < words.length; index++) {
    const word = words[index];
    if (!word.startsWith('-')) {
      if (word !== model && word !== 'serve') {
        rest.push(word);
      }
      continue;
    }
    const equals = word.indexOf('=');
    const [flag, inline] = equals < 0 ? [word] : [word.slice(0, equals), word.slice(equals + 1)];
    const name = flag.startsWith('--') ? flag.replace(/_/g, '-') : flag;
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (option === undefined && !written.has(name)) {
      rest.push(word);
      continue;
    }
    const value = inline ?? words[++index];
    if (value === undefined) {
      return `${name} of ${command.engine.title} has no value, so the engine is described by its facts`;
    }
    if (option?.isNumber && !/^\d+(?:\.\d+)?$/.test(value)) {
      return `${name} ${value} is no number, so the engine is described by its facts`;
    }
    if (option) {
      found[option.option] = option.isNumber ? Number(value) : value;
    }
  }
  return { ...found, ...(rest.length > 0 ? { args: rest } : {}) };
}
