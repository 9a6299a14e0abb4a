import { FindingClass } from '../../../../base/findings/finding';
import { surelyMeant } from '../../../../base/findings/fix';
import { remembered } from '../../../../base/remembered';
import { listed } from '../../../../base/text/listed';
import { mistypedName } from '../../../../base/text/nearest-name';
import { Complaint } from '../../../../kubernetes/complaint';
import { EngineCommand, enginesByPods } from '../../../facts/engine-command';
import { EngineRelease, engineRelease } from '../../../facts/engine-release';
import { Rule } from '../../rule';

/** A word that the parser of an engine does not take. */
export const engineFlagUnknown: Rule = {
  id: 'AIW2907',
  title: 'flag that the engine does not know',
  class: 'broken',
  reason: 'The parser of an engine refuses a flag that it does not know, and a flag with its value in one word: the server ends before it loads anything, and the container restarts for ever.',
  source: 'src/knowledge/engines/flags: the flags of vLLM 0.4 to 0.33, SGLang 0.3 to 0.5, text-generation-inference 1.0 to 3.3, llama.cpp, Triton and TensorRT-LLM, out of their sources',
  remedy: 'Write the flag as the release of the image has it, with its value as a word of its own or behind "="; for llama.cpp as a word of its own.',
  appliesTo: ['every carrier of pods that starts vLLM, SGLang, text-generation-inference, llama.cpp, Triton or TensorRT-LLM'],
  fixable: 'a flag of which one letter in six differs, or with underscores for dashes or dashes for underscores, unless it stands in a block of text',
  but: 'warning where the image may be built of changed sources, or its tag does not tell the release',
  check: (facts, report) => {
    for (const [pods, commands] of facts.get(enginesByPods)) {
      for (const command of commands) {
        const release = engineRelease(command);
        if (release) {
          checkWords(command, release, (complaint) => report(pods.carrier, complaint));
        }
      }
    }
  },
};

/** Words behind `--` are none of the server's. */
function checkWords(command: EngineCommand, release: EngineRelease, complain: (complaint: Complaint) => void): void {
  const end = command.words.findIndex(({ text }) => text === '--');
  // A script may repeat a flag thousands of times.
  const doubtAbout = remembered(text => (/^--[A-Za-z]/.test(text) ? doubtOf(text, command, release) : undefined));
  for (const word of end < 0 ? command.words : command.words.slice(0, end)) {
    const doubt = doubtAbout(word.text);
    if (doubt) {
      const { shown, text, help, meant } = doubt;
      const fix = meant === undefined ? undefined : { field: word.field, word: shown, instead: meant };
      complain({ field: word.field, message: `Invalid value: ${JSON.stringify(shown)}: ${text}`, help, class: doubt.class, ...(fix && { fix }) });
    }
  }
}

interface Doubt {
  /** What of the word is to blame: what stands behind may be a credential. */
  readonly shown: string;
  readonly text: string;
  readonly help?: string;
  /** The flag that was surely meant. */
  readonly meant?: string;
  readonly class: FindingClass;
}

function doubtOf(text: string, { engine: { title } }: EngineCommand, release: EngineRelease): Doubt | undefined {
  const [written] = text.split('=', 1);
  const joined = /^(--[\w.-]+)\s+\S/.exec(written);
  if (joined) {
    return isTaken(joined[1], release) && !release.line.splitsWords ? ofJoined(joined[1], title, release) : undefined;
  }
  if (!/^--[\w.+-]+$/.test(written)) {
    return undefined;
  }
  if (isTaken(written, release)) {
    return release.line.hasEqualsForm === false && text.includes('=') ? ofEquals(written, title) : undefined;
  }
  return ofUnknown(written, title, release);
}

function ofJoined(flag: string, title: string, { line }: EngineRelease): Doubt {
  return {
    shown: `${flag} …`,
    text: `flag and value are one word, which ${title} takes for a name with a blank in it`,
    help: `make two words of it${line.hasEqualsForm === false ? '' : `, or write ${flag}=…`}`,
    class: 'broken',
  };
}

function ofEquals(flag: string, title: string): Doubt {
  return { shown: `${flag}=…`, text: `flag and value are one word, which ${title} takes for a name`, help: 'make two words of it', class: 'broken' };
}

/** As the table has it. */
function normal(flag: string, { line }: EngineRelease): string {
  return line.spelling === 'either' ? flag.replace(/_/g, '-') : flag;
}

/** Whether the release takes the word; any release, where nobody knows which it is. */
function isTaken(written: string, known: EngineRelease): boolean {
  const { line, table, release } = known;
  const name = normal(written, known);
  const has = (flag: string) => table.has(flag, release);
  const beginning = (flag: string) => line.takesBeginnings && table.names(release).some(each => each.startsWith(flag));
  return has(name) || beginning(name)
    || (line.negates === true && name.startsWith('--no-') && (has(name.replace('--no-', '--')) || beginning(name.replace('--no-', '--'))))
    || (line.hasKeys === true && name.includes('.') && isTaken(name.slice(0, name.indexOf('.')), known));
}

function ofUnknown(written: string, title: string, known: EngineRelease): Doubt | undefined {
  const { line, table, release, isPublished } = known;
  const name = normal(written, known);
  const kind = isPublished && release ? 'broken' : 'risky';
  if (release && table.has(name)) {
    return { shown: written, text: `${title} ${release.text} does not know it: ${table.absence(name, release)}`, help: helpOf(name, known), class: kind };
  }
  const spelt = line.spelling === 'underscores' ? `--${name.slice(2).replace(/-/g, '_')}` : name.replace(/_/g, '-');
  if (spelt !== name && table.has(spelt, release)) {
    const sure = line.spelling === 'underscores' && isPublished ? 'broken' : kind;
    return { shown: written, text: `${title} takes it with ${line.spelling === 'underscores' ? 'underscores' : 'dashes'} alone`, help: `write ${spelt}`, meant: spelt, class: sure };
  }
  const near = mistypedName(name, table.names(release));
  if (near === undefined && kind === 'risky') {
    return undefined;
  }
  const where = release ? `${title} ${release.text} does not know it` : `no release of ${title} that is known here has it`;
  const meant = near === undefined ? undefined : surelyMeant(name, table.names(release));
  return { shown: written, text: where, help: near === undefined ? 'leave it out' : `did you mean ${near}?`, meant, class: kind };
}

/** Names of the release that share most words with one that it lacks. */
function helpOf(name: string, { table, release, line }: EngineRelease): string {
  const instead = line.replaced?.[name];
  const near = mistypedName(name, table.names(release));
  return instead ?? (near === undefined ? 'leave it out, or take an image of a release that has it' : listed([`write ${near} if that is meant`, 'or take an image of a release that has it']));
}
