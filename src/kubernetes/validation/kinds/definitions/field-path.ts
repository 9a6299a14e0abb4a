import { SchemaProps } from './schema';

/** A place that a path leads to. */
export interface FieldPlace {
  /** Steps, as the server names them. */
  readonly steps: readonly string[];
  readonly schema: SchemaProps;
}

const QUOTED = /^'(.*)'$/s;
const ESCAPE = /\\(.)/gs;
const ESCAPED: Readonly<Record<string, string>> = { 'a': '\x07', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', 'v': '\v', "'": "'", '\\': '\\' };

/**
 * Follows a path such as `.spec.a['b']` through a schema: fields and keys of maps, nothing else. A text says why it leads nowhere.
 * Source: apiextensions-apiserver pkg/apiserver/schema/cel/validation.go ValidFieldPath (v0.36)
 */
export function placeOf(path: string, root: SchemaProps, mayHaveBrackets: boolean): FieldPlace | string {
  const tokens = tokensOf(path);
  let place: FieldPlace | string = { steps: [], schema: root };
  for (let at = 0; at < tokens.length && typeof place !== 'string';) {
    const [token, next] = [tokens[at], tokens[at + 1]];
    if (token !== '.' && token !== '[') {
      return `expected [ or . but got: ${token}`;
    } else if (token === '[' && !mayHaveBrackets) {
      return 'array notation is not allowed';
    } else if (next === undefined) {
      return 'unexpected end of JSON path';
    }
    place = token === '.' ? below(place, next) : inBrackets(place, next, tokens[at + 2]);
    at += token === '.' ? 2 : 3;
  }
  return place;
}

function inBrackets(place: FieldPlace, token: string, end: string | undefined): FieldPlace | string {
  const quoted = QUOTED.exec(token)?.[1];
  if (quoted === undefined) {
    return `expected single quoted string but got ${token}`;
  }
  const wrong = [...quoted.matchAll(ESCAPE)].find(([, letter]) => !Object.hasOwn(ESCAPED, letter));
  if (wrong) {
    return `invalid string literal: invalid escape char ${wrong[0]}`;
  }
  const found = below(place, quoted.replace(ESCAPE, (_, letter: string) => ESCAPED[letter]));
  return typeof found === 'string' || end === ']' ? found : end === undefined ? 'unexpected end of JSON path' : `expected ] but got ${end}`;
}

function below({ steps, schema }: FieldPlace, name: string): FieldPlace | string {
  const { properties, additionalProperties } = schema;
  const found = properties.size > 0 ? properties.get(name) : additionalProperties?.schema;
  return found === undefined ? 'does not refer to a valid field' : { steps: [...steps, name], schema: found };
}

/** Dots, brackets, and what stands between them; a text in quotes is one. */
function tokensOf(path: string): string[] {
  const tokens: string[] = [];
  for (let at = 0; at < path.length;) {
    const end = path[at] === "'" ? endOfQuoted(path, at) : '.[]'.includes(path[at]) ? at + 1 : endOfName(path, at);
    tokens.push(path.slice(at, end));
    at = end;
  }
  return tokens;
}

function endOfQuoted(path: string, start: number): number {
  let end = start + 1;
  while (end < path.length && !(path[end] === "'" && path[end - 1] !== '\\')) {
    end++;
  }
  return Math.min(end + 1, path.length);
}

function endOfName(path: string, start: number): number {
  let end = start + 1;
  while (end < path.length && !'.[]'.includes(path[end])) {
    end++;
  }
  return end;
}
