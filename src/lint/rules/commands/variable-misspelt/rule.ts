import { FindingClass } from '../../../../base/findings/finding';
import { PlainObject } from '../../../../base/plain';
import { asList, asShown, asText } from '../../../../base/reading';
import { changesBetween } from '../../../../base/text/nearest-name';
import { ENDED_NCCL_VARIABLES, NCCL_PREFIX, NCCL_VARIABLES } from '../../../../knowledge/nccl-variables';
import { LIKE_WELL_KNOWN, TOKENS_NOBODY_READS, TOKENS_READ, WELL_KNOWN_VARIABLES } from '../../../../knowledge/well-known-variables';
import { templates } from '../../../facts/carried-pods';
import { EngineCommand, enginesByPods } from '../../../facts/engine-command';
import { EngineRelease, engineRelease } from '../../../facts/engine-release';
import { serverOfImage } from '../../../facts/served-ports';
import { Rule } from '../../rule';

/** A variable that nobody reads, and whose name is nearly that of one that somebody does. */
export const variableMisspelt: Rule = {
  id: 'AIW2909',
  title: 'variable that nobody reads',
  class: 'risky',
  reason: 'No program complains of a variable that it does not know: the token, the cache, the network device or the switch that it should set is missing in silence.',
  source: 'src/knowledge/well-known-variables.ts, src/knowledge/nccl-variables.ts; vllm vllm/envs.py, llama.cpp common/arg.cpp (src/knowledge/engines/flags)',
  remedy: 'Write the name that the program reads.',
  appliesTo: ['every carrier of pods'],
  fixable: 'the name that is read, where one is meant',
  but: 'info where another release of the engine reads it',
  check: (facts, report) => {
    for (const pods of facts.get(templates)) {
      const commands = facts.get(enginesByPods).get(pods) ?? [];
      for (const placed of pods.containers) {
        const own = commands.filter(each => each.placed === placed);
        asList(placed.container.env).forEach((variable, index) => {
          const doubt = doubtOf(asShown(variable.name), placed.container, own);
          if (doubt) {
            const field = `${placed.field}.env[${index}].name`;
            const { meant, ...said } = doubt;
            report(pods.carrier, { field, ...said, ...(meant !== undefined && { fix: { field, value: meant } }) });
          }
        });
      }
    }
  },
};

interface Doubt {
  readonly message: string;
  readonly help: string;
  readonly meant?: string;
  readonly class?: FindingClass;
}

/** A name that the container itself speaks of is somebody's own. */
function doubtOf(name: string, container: PlainObject, commands: readonly EngineCommand[]): Doubt | undefined {
  const found = tokenNobodyReads(name, commands) ?? ofEngine(name, commands) ?? ofImage(name, container)
    ?? (LIKE_WELL_KNOWN.test(name) ? misspelt(name, candidatesOf(name)) : undefined);
  return found && !isNamed(name, container) && !isThere(container, found.meant) ? complaint(name, found) : undefined;
}

interface Found {
  readonly detail: string;
  readonly meant?: string;
}

/** What a release dropped is often a switch for what it does anyway. */
function complaint(name: string, { detail, meant }: Found): Doubt {
  const message = `Invalid value: ${JSON.stringify(name)}: ${detail}`;
  return meant === undefined ? { message, help: 'leave it out, or set the flag that took its place', class: 'advice' } : { message, meant, help: `did you mean ${meant}?` };
}

/** Servers of models alone: another program may have a name of its own for its token. */
function tokenNobodyReads(name: string, commands: readonly EngineCommand[]): Found | undefined {
  const server = TOKENS_NOBODY_READS.has(name) ? commands.find(({ engine: { serves } }) => serves !== undefined) : undefined;
  return server && { detail: `${server.engine.title} reads no token there`, meant: TOKENS_READ[0] };
}

/** Variables of an engine all begin with its name. */
function ofEngine(name: string, commands: readonly EngineCommand[]): Found | undefined {
  for (const command of commands) {
    const known = engineRelease(command);
    const prefix = known?.line.variables;
    const ofFlag = known && ofFlags(name, known);
    if (ofFlag) {
      return ofFlag;
    }
    if (prefix !== undefined && name.startsWith(prefix) && !known!.table.has(name, known!.release)) {
      return absent(name, command.engine.title, known!) ?? misspelt(name, known!.table.names(known!.release).filter(each => each.startsWith(prefix)));
    }
  }
  return undefined;
}

/** A server that its image alone tells. */
function ofImage(name: string, { image }: PlainObject): Found | undefined {
  const variables = serverOfImage(asText(image))?.variables;
  return variables && name.startsWith(variables.prefix) ? misspelt(name, variables.names) : undefined;
}

/** Variables that say what flags do have no word in common. */
function ofFlags(name: string, { line, table, release }: EngineRelease): Found | undefined {
  const names = line.hasVariableOfEachFlag ? table.names(release).filter(each => each.startsWith('--')) : [];
  return misspelt(name, names.map(each => each.slice(2).toUpperCase().replace(/-/g, '_')));
}

function absent(name: string, title: string, { table, release }: EngineRelease): Found | undefined {
  return release && table.has(name) ? { detail: `${title} ${release.text} does not read it: ${table.absence(name, release)}` } : undefined;
}

function candidatesOf(name: string): readonly string[] {
  return name.startsWith(NCCL_PREFIX) ? nccl() : WELL_KNOWN_VARIABLES;
}

let ncclNames: readonly string[] | undefined;

/** Those that ended are no typing mistakes. */
function nccl(): readonly string[] {
  ncclNames ??= [...NCCL_VARIABLES, ...Object.keys(ENDED_NCCL_VARIABLES)].map(each => NCCL_PREFIX + each);
  return ncclNames;
}

/** One change in six letters. What differs in its digits alone is another one of a row. */
function misspelt(name: string, candidates: readonly string[]): Found | undefined {
  if (candidates.includes(name)) {
    return undefined;
  }
  const most = Math.floor(name.length / 6);
  const near = candidates.map(each => ({ each, changes: changesBetween(name, each, most) }))
    .filter(({ each, changes }) => changes <= most && each.replace(/\d/g, '') !== name.replace(/\d/g, ''))
    .sort((one, other) => one.changes - other.changes)[0];
  return near && { detail: 'nobody reads it', meant: near.each };
}

/** The right name beside the wrong one; a token has two that are read. */
function isThere(container: PlainObject, meant: string | undefined): boolean {
  return meant !== undefined && (TOKENS_READ.includes(meant) ? TOKENS_READ : [meant]).some(name => has(container, name));
}

function has({ env }: PlainObject, name: string): boolean {
  return asList(env).some(each => each.name === name);
}

/** Whether a word or another variable of the container says the name. */
function isNamed(name: string, { command, args, env }: PlainObject): boolean {
  const texts = [command, args].flatMap(words => (Array.isArray(words) ? words as unknown[] : []));
  return [...texts, ...asList(env).map(({ value }) => value)].some(text => typeof text === 'string' && text.split(/\W/).includes(name));
}
