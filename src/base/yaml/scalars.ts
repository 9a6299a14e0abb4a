import { Yaml } from 'cdk8s';

/** Starts like no number and like no indicator, and has no `: `, no ` #` and nothing that has to be escaped. */
const PLAIN = /^(?:--?[A-Za-z]|[A-Za-z/$(_])(?:[!-9;-~]|:(?=[!-~])| (?=[ -"$-~]))*$/;
/** What YAML 1.1 may read as something else than a text, in any case. `e1` is a number to it. */
const WORD = /^(?:[yn]|yes|no|on|off|true|false|null|-?e[-+]?[0-9_]+)$/i;
/** 16Gi, 500m. An `e` behind the digits might make it a number. */
const QUANTITY = /^[1-9][0-9]*[A-DF-Za-df-z][A-Za-z]*$/;
const INTEGER = /^(?:0|[1-9][0-9]*)$/;
/** Lines that neither begin the text with white space nor end it with more than one line break, and that need no escapes. */
const LINES = /^[!-~](?:[\t\n -~]*[!-~])?\n?$/;

/** Other texts that were printed: ports, addresses and flags repeat. */
const printed = new Map<string, string>();
const KEPT = 10_000;

/** A text as the value of a key or an entry of a list, whose further lines are indented so far. */
export function printText(text: string, indent: string): string {
  if (PLAIN.test(text)) {
    return WORD.test(text) ? byLibrary(text, indent) : text;
  }
  if (INTEGER.test(text)) {
    return `"${text}"`;
  }
  if (QUANTITY.test(text)) {
    return text;
  }
  if (text.includes('\n') && LINES.test(text)) {
    const isClosed = text.endsWith('\n');
    return `${isClosed ? '|' : '|-'}\n${indent}${indented(isClosed ? text.slice(0, -1) : text, indent)}`;
  }
  return byLibrary(text, indent);
}

/** A key that stands as it is; undefined of any other. Whether YAML asks for a `?` before a key depends on its length. */
export function plainKey(key: string): string | undefined {
  return key.length < 1_000 && PLAIN.test(key) && !WORD.test(key) ? key : undefined;
}

function byLibrary(text: string, indent: string): string {
  let known = printed.get(text);
  if (known === undefined) {
    known = Yaml.stringify([text]).slice('- '.length, -1);
    if (printed.size >= KEPT) {
      printed.clear();
    }
    printed.set(text, known);
  }
  // The library indented further lines by two.
  return indent.length === 2 || !known.includes('\n') ? known : known.replace(/\n {2}/g, `\n${indent}`);
}

/** Empty lines stay empty. */
function indented(text: string, indent: string): string {
  return text.replace(/\n+/g, `$&${indent}`);
}
