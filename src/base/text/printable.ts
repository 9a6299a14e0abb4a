/*
 * Names, values, paths and answers of servers come from anybody. What would move the cursor, recolour or reorder a terminal, what cannot be seen, and what a
 * build log takes for a command of its own is shown as its code: `\u001b`, `\n`. The codes are those of JSON, so that JSON stays the same value.
 */

/** Control characters but line breaks, marks without a width or that turn the direction of writing, other line separators, halves of characters. */
const UNSEEN = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
/** The same but for colours, which a report has of its own. */
const UNSEEN_BUT_COLOURS = new RegExp(`(?!\\x1b\\[[0-9;]*m)${UNSEEN.source}`, 'gu');
/** Nearly every text: nothing in it has to be looked for. */
const PLAIN = /^[\n -~]*$/;

const NAMED: { readonly [sign: string]: string } = { '\t': '\\t', '\r': '\\r' };

/** Text of several lines, each of which its reader indents; where lines would mislead, `inOneLine`. */
export function printable(text: string): string {
  return withoutCommands(shown(text, UNSEEN));
}

/** Text that stands in one line. */
export function inOneLine(text: string): string {
  return printable(text.includes('\n') ? text.replaceAll('\n', '\\n') : text);
}

/** The last look at what is about to be printed, whoever made it. */
export function guarded(text: string): string {
  return withoutCommands(shown(text, UNSEEN_BUT_COLOURS));
}

function shown(text: string, unseen: RegExp): string {
  return PLAIN.test(text) ? text : text.replace(unseen, codesOf);
}

/**
 * What begins a command of a build log loses its first sign: `::error::` after nothing but spaces (GitHub Actions), `##[`, `##vso[` and `##teamcity[` wherever
 * they stand in a line (the older form of GitHub, Azure, TeamCity). Folds of GitLab and notes of Jenkins need control characters, and those of Buildkite a line
 * that is not indented.
 *
 * Source: actions/runner src/Runner.Common/ActionCommand.cs, microsoft/azure-pipelines-agent src/Agent.Sdk/CommandPlugin/Command.cs
 */
function withoutCommands(text: string): string {
  const unmarked = text.includes('##') ? text.replace(/#(?=#\w*\[)/g, codesOf) : text;
  return unmarked.includes('::') ? unmarked.replace(/^([^\S\n]*):(?=:)/gm, `$1${codesOf(':')}`) : unmarked;
}

/** Two codes for what JavaScript and JSON hold as two. */
function codesOf(sign: string): string {
  return NAMED[sign] ?? Array.from({ length: sign.length }, (_, index) => `\\u${sign.charCodeAt(index).toString(16).padStart(4, '0')}`).join('');
}
