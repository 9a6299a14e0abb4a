import { CODE, isBlankOrEnd, isBreakOrEnd, isWord } from './characters';
import { Cursor } from './cursor';

/** What the tag handle `!!` stands for. */
export const CORE_TAG = 'tag:yaml.org,2002:';

/** Stands for a tag whose handle is not defined. */
export const UNDEFINED_TAG = '\0';

/** Reads the name of an anchor or alias; the cursor is at `&` or `*`. Source: go.yaml.in/yaml/v2 scannerc.go yaml_parser_scan_anchor (v2.4.3). */
export function anchorName(cursor: Cursor): string {
  const start = ++cursor.position;
  while (isWord(cursor.code())) {
    cursor.position++;
  }
  const next = cursor.code();
  if (cursor.position === start || !isBlankOrEnd(next) && !'?:,]}%@`'.includes(String.fromCharCode(next))) {
    cursor.fail('found no letter or digit where the name of an anchor is expected', start - 1);
  }
  return cursor.text.slice(start, cursor.position);
}

/** Reads a tag and returns it in full; the cursor is at `!`. Source: go.yaml.in/yaml/v2 scannerc.go yaml_parser_scan_tag (v2.4.3). */
export function tagName(cursor: Cursor): string {
  const start = cursor.position;
  const tag = cursor.code(1) === CODE.LESS ? verbatimTag(cursor, start) : shortTag(cursor, start);
  if (!isBlankOrEnd(cursor.code())) {
    cursor.fail('found no blank behind a tag', start);
  }
  return tag;
}

function verbatimTag(cursor: Cursor, start: number): string {
  cursor.position += 2;
  const uri = tagUri(cursor);
  if (uri === '') {
    cursor.fail('found an empty tag', start);
  }
  if (cursor.code() !== CODE.GREATER) {
    cursor.fail('found no ">" behind a tag', start);
  }
  cursor.position++;
  return uri;
}

/** `!`, `!local` or `!!core`. Another handle would need a %TAG line, which kubectl never lets reach the parser: an error where it is used. */
function shortTag(cursor: Cursor, start: number): string {
  cursor.position++;
  while (isWord(cursor.code())) {
    cursor.position++;
  }
  if (cursor.code() !== CODE.BANG) {
    const suffix = cursor.text.slice(start + 1, cursor.position) + tagUri(cursor);
    return `!${suffix}`;
  }
  const named = cursor.position > start + 1;
  cursor.position++;
  const suffix = tagUri(cursor);
  if (suffix === '') {
    cursor.fail('found an empty tag', start);
  }
  return named ? UNDEFINED_TAG : CORE_TAG + suffix;
}

const URI = /[\w\-;/?:@&=+$,.!~*'()[\]%]*/y;

function tagUri(cursor: Cursor): string {
  URI.lastIndex = cursor.position;
  const written = URI.exec(cursor.text)?.[0] ?? '';
  try {
    const decoded = written.includes('%') ? decodeURIComponent(written) : written;
    cursor.position += written.length;
    return decoded;
  } catch {
    return cursor.fail('found an escape that is no UTF-8 in a tag');
  }
}

const DIRECTIVE = /%(?:YAML[ \t]+\d{1,2}\.\d{1,2}|TAG[ \t]+!(?:[\w-]*!)?[ \t]+[\w\-;/?:@&=+$,.!~*'()[\]%]+(?=[\s\x85\0]))/y;

/** Skips a line such as `%YAML 1.1`. Source: go.yaml.in/yaml/v2 scannerc.go yaml_parser_scan_directive (v2.4.3). */
export function passDirective(cursor: Cursor): void {
  const start = cursor.position;
  DIRECTIVE.lastIndex = start;
  cursor.position += DIRECTIVE.exec(cursor.text)?.[0].length ?? 0;
  if (cursor.position > start) {
    cursor.passRestOfLine();
  }
  if (cursor.position === start || !isBreakOrEnd(cursor.code())) {
    cursor.fail('found a directive that is neither %YAML nor %TAG', start);
  }
}
