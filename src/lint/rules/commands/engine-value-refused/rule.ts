import { ownValue } from '../../../../base/reading';
import { mistypedName } from '../../../../base/text/nearest-name';
import { CommandLine, FlagValues, FlagWords, Setting } from '../../../../knowledge/engines/engine';
import { Complaint } from '../../../../kubernetes/complaint';
import { FlagValue } from '../../../facts/command-flags';
import { EngineCommand, enginesByPods } from '../../../facts/engine-command';
import { engineRelease } from '../../../facts/engine-release';
import { toldSetting } from '../../../facts/parallelism';
import { servedModel } from '../../../facts/served-model';
import { Rule } from '../../rule';

/** A value that the engine ends its start over. */
export const engineValueRefused: Rule = {
  id: 'AIW2908',
  title: 'value that the engine refuses',
  class: 'broken',
  reason: 'An engine checks its settings before it loads the model, and ends where one cannot be: shares are written from 0 to 1, and some flags need another one.',
  source: 'the sources of each engine, beside the setting in src/knowledge/engines',
  remedy: 'Give a value that the engine takes.',
  appliesTo: ['every carrier of pods that starts vLLM, SGLang, text-generation-inference, llama.cpp, Triton or TensorRT-LLM'],
  check: (facts, report) => {
    for (const [pods, commands] of facts.get(enginesByPods)) {
      for (const command of commands) {
        const line = command.engine.commandLine;
        if (line?.starters.includes(command.starter)) {
          checkLine(command, line, complaint => report(pods.carrier, complaint));
        }
      }
    }
  },
};

type Complain = (complaint: Complaint) => void;

function checkLine(command: EngineCommand, line: CommandLine, complain: Complain): void {
  for (const values of line.values) {
    const told = toldSetting(command, values);
    const wrong = told?.value === undefined ? undefined : wrongValue(told.value, values, () => isKnownRelease(command));
    if (wrong) {
      complain({ field: told!.field, message: `Invalid value: ${JSON.stringify(told!.value)}: ${told!.name} ${wrong.text}`, help: wrong.help });
    }
  }
  checkNeeds(command, line, complain);
  checkContext(command, complain);
  checkOrders(command, line, complain);
  checkPorts(command, complain);
}

/** The project's own image of a release that was read: nobody has added a plugin. */
function isKnownRelease(command: EngineCommand): boolean {
  const { isPublished, release } = engineRelease(command)!;
  return isPublished && release !== undefined;
}

interface Wrong {
  readonly text: string;
  readonly help?: string;
}

/** Words that are no number may be a mistake of another kind, which the parser tells. */
const NUMBER = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/;

function wrongValue(value: string, { number, words }: FlagValues, isComplete: () => boolean): Wrong | undefined {
  return words ? wrongWord(value, words, isComplete)
    : NUMBER.test(value) ? wrongNumber(Number(value), number!) : undefined;
}

const MOST_SHOWN = 12;

/** A list that plugins make longer is not read to anybody: what was meant, or all where no plugin is. */
function wrongWord(value: string, { all, meant, mayBeMore = false }: FlagWords, isComplete: () => boolean): Wrong | undefined {
  const lower = value.toLowerCase();
  if (all.includes(value) || (mayBeMore && (/^(?:none)?$/.test(lower) || all.includes(lower)))) {
    return undefined;
  }
  const probably = ownValue(meant, lower) ?? (mayBeMore ? mistypedName(value, all) : undefined);
  const help = probably === undefined ? undefined : `write ${probably}`;
  return mayBeMore && help === undefined && !isComplete() ? undefined : { text: all.length > MOST_SHOWN ? `takes ${all.length} words, and this is none of them` : `takes ${all.join(', ')}`, help };
}

function wrongNumber(value: number, { isWhole, above, least = -Infinity, most = Infinity }: NonNullable<FlagValues['number']>): Wrong | undefined {
  if (isWhole === true && !Number.isInteger(value)) {
    return { text: 'takes a whole number' };
  }
  if (value > (above ?? -Infinity) && value >= least && value <= most) {
    return undefined;
  }
  const low = above === undefined ? `${least} or more` : `above ${above}`;
  const high = most < Infinity ? ` and up to ${most}` : '';
  const isPercent = most === 1 && value > 1 && value <= 100;
  return { text: `takes a number ${low}${high}`, help: isPercent ? `write ${value / 100}, if ${value} % is meant` : undefined };
}

/** Two of its ports are one: the second cannot be opened. */
function checkPorts(command: EngineCommand, complain: Complain): void {
  const { port, morePorts = [] } = command.engine.serves!;
  const known = new Map<string, string>();
  for (const { flags, variable, port: otherwise } of morePorts.length > 0 && command.isComplete ? [port, ...morePorts] : []) {
    const told = toldSetting(command, { flags: new Set(flags), variable });
    const number = told === undefined ? String(otherwise) : told.value;
    const other = number === undefined ? undefined : known.get(number);
    if (other !== undefined) {
      complain({ field: told?.field ?? command.field, message: `Invalid value: ${number}: ${flags[0]} is the port of ${other} already`, help: `write another port for ${flags[0]}` });
    } else if (number !== undefined) {
      known.set(number, flags[0]);
    }
  }
}

const THOUSANDS: ReadonlyMap<string, number> = new Map([['', 1], ['k', 1000], ['K', 1024]]);

/** A model has a bound, which somebody may stretch or ignore. */
function checkContext(command: EngineCommand, complain: Complain): void {
  const { context } = command.engine.serves!;
  const told = context && toldSetting(command, context);
  const written = /^(\d{1,9})([kK]?)$/.exec(told?.value ?? '');
  const isFree = context && (command.variables.has(context.allowed) || toldSetting(command, { flags: context.stretched }) !== undefined);
  const model = written && !isFree ? servedModel(command) : undefined;
  const length = written ? Number(written[1]) * THOUSANDS.get(written[2])! : 0;
  if (model?.context !== undefined && length > model.context) {
    complain({
      field: told!.field,
      message: `Invalid value: ${JSON.stringify(told!.value)}: ${model.id} takes ${model.context} tokens at most, and ${command.engine.title} refuses more`,
      help: `lower ${told!.name} to ${model.context} or less`,
    });
  }
}

/** What a file or an unknown word may say is left alone. */
function checkNeeds(command: EngineCommand, { needs = [] }: CommandLine, complain: Complain): void {
  for (const { flag, needs: other } of command.isComplete ? needs : []) {
    const told = toldSetting(command, { flags: new Set([flag]) });
    if (told && !toldSetting(command, { flags: new Set([other]) })) {
      complain({ field: placeOf(command, told), message: `Invalid value: "${flag}": ${command.engine.title} refuses it without ${other}`, help: `add ${other}, or leave it out` });
    }
  }
}

/** The word itself: a flag without a value stands where it is written. */
function placeOf({ words }: EngineCommand, { index }: FlagValue): string {
  return words[index].field;
}

function checkOrders(command: EngineCommand, { orders = [] }: CommandLine, complain: Complain): void {
  for (const { small, large, mayBeEqual } of orders) {
    const [low, high] = [wholeOf(command, small), wholeOf(command, large)];
    if (low && high && (low.value > high.value || (low.value === high.value && !mayBeEqual))) {
      complain({
        field: low.told.field,
        message: `Invalid value: ${low.value}: ${low.told.name} must ${mayBeEqual ? 'not be above' : 'be below'} ${high.told.name}, which is ${high.value}`,
        help: `lower it, or raise ${high.told.name}`,
      });
    }
  }
}

function wholeOf(command: EngineCommand, setting: Setting): { readonly value: number; readonly told: FlagValue } | undefined {
  const told = toldSetting(command, setting);
  return told && /^\d{1,9}$/.test(told.value ?? '') ? { value: Number(told.value), told } : undefined;
}
