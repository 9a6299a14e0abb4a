import { EngineCommand } from './engine-command';
import { toldSetting } from './parallelism';
import { isKnown } from './shell-words';

/** Words between the program and the model. */
const VERBS: ReadonlySet<string> = new Set(['serve']);

/** The model that a command of an engine serves, as it is told: an id of a hub, a path; undefined where nobody knows. */
export function toldModel(command: EngineCommand): string | undefined {
  const { model } = command.engine.serves ?? {};
  if (model === undefined) {
    return undefined;
  }
  const first = command.words.find(({ text }) => !VERBS.has(text))?.text;
  const told = model.isFirstWord && first !== undefined && !first.startsWith('-') ? first : toldSetting(command, model)?.value;
  return told === undefined || told === '' || !isKnown(told) ? undefined : told;
}
