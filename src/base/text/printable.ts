/*
 * Names, values, paths and server answers are untrusted. Characters that move the cursor, recolour or reorder a terminal, are invisible, or start a
 * command of a build log are printed as JSON escapes (`\u001b`, `
 * `), so that JSON output keeps its value.
 */

/** Control characters except line breaks, zero-width and bidirectional marks, line separators, lone surrogates. */
const UNSEEN = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
/** The same, except colour sequences, which a report itself uses. */
const UNSEEN_BUT_COLOURS = new RegExp(`(?!\\x1b\\[[0-9;]*m)${UNSEEN.source}`, 'gu');
/** Fast path: nearly every text needs no escape. */
const PLAIN = /^[\n -~]*$/;

const NAMED: { readonly [sign: string]: string } = { '\t': '\\t', '\r': '\\r' };

/** Escapes a text of several lines; use `inOneLine` where a line break would mislead. */
export function printable(text: string): string {
  return withoutCommands(shown(text, UNSEEN));
}

/** Escapes a text that must stay on one line. */
export function inOneLine(text: string): string {
  return printable(text.includes('\n') ? text.replaceAll('\n', '\\n') : text);
}

/** Escapes a whole report as the last step before printing, and keeps its colours. */
export function guarded(text: string): string {
  return withoutCommands(shown(text, UNSEEN_BUT_COLOURS));
}

function shown(text: string, unseen: RegExp): string {
  return PLAIN.test(text) ? text : text.replace(unseen, codesOf);
}

/**
 * Escapes the first character of build-log commands: `::error::` behind leading spaces (GitHub Actions), and `##[`, `##vso[` and `##teamcity[` anywhere
 * in a line (older GitHub, Azure, TeamCity). Folding in GitLab and notes in Jenkins need control characters, and Buildkite needs a line
 * without indentation, so those are harmless already.
 *
 * Source: actions/runner src/Runner.Common/ActionCommand.cs, microsoft/azure-pipelines-agent src/Agent.Sdk/CommandPlugin/Command.cs
 */
function withoutCommands(text: string): string {
  const unmarked = text.includes('##') ? text.replace(/#(?=#\w*\[)/g, codesOf) : text;
  return unmarked.includes('::') ? unmarked.replace(/^([^\S\n]*):(?=:)/gm, `$1${codesOf(':')}`) : unmarked;
}

/** Two escapes for a surrogate pair, as in JSON. */
function codesOf(sign: string): string {
  return NAMED[sign] ?? Array.from({ length: sign.length }, (_, index) => `\\u${sign.charCodeAt(index).toString(16).padStart(4, '0')}`).join('');
}
