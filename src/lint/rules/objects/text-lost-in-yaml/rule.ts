import { Plain, PlainObject } from '../../../../base/plain';
import { Manifest } from '../../../../kubernetes/manifest';
import { Report, Rule } from '../../rule';

/**
 * Characters that the YAML reader of kubectl refuses, reads as a line end, or cannot be written in UTF-8.
 * Measured: everything from U+0000 to U+3000 and from U+D7F0 on, written by cdk8s 2.70 and read by sigs.k8s.io/yaml.
 */
const UNREADABLE = /[\u007f-\u009f\u2028\u2029\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** What may be a number to Go: a sign or a digit, and something in it that only some dialects know. */
const SUSPECT = /^[-+]?[0-9_][0-9_.]*(o|O|[eE]|_)|^[-+]_/;

/** Text that does not come out of the written YAML as it went in. */
export const textLostInYaml: Rule = {
  id: 'AIW2114',
  title: 'text that does not survive YAML',
  class: 'broken',
  reason: 'kubectl refuses or changes some characters, and reads 0o17 and 1e1_0 as numbers where cdk8s writes them without quotes.',
  source: 'gopkg.in/yaml.v2 resolve.go, readerc.go; measured: every character as cdk8s 2.70 writes it and sigs.k8s.io/yaml reads it',
  remedy: 'Leave the character out, or put the text into a file of the image or a volume; write numbers in decimal.',
  appliesTo: ['every object of a construct'],
  check: (facts, report) => {
    // What was read from a file is what stands there; only what cdk8s has yet to write can be lost.
    // Every text of every object is looked at, so what nearly all of them are passes first, and paths are made for the others alone.
    for (const object of facts.objects.filter(({ body, origin }) => origin.file === undefined && mayBeLost(body))) {
      Object.entries(object.body).forEach(([field, value]) => visit(object, report, field, value));
    }
  },
};

/** A character outside printable ASCII, or a start that only numbers have. */
const UNUSUAL = /^[-+_0-9]|[^\t\n\r -~]/;

function mayBeLost(value: Plain): boolean {
  if (typeof value === 'string') {
    return UNUSUAL.test(value) && (UNREADABLE.test(value) || SUSPECT.test(value));
  }
  // Places of a list are no text to be lost; numbers, truth values and nothing have no keys.
  const inner = value as PlainObject;
  for (const key in inner) {
    if (mayBeLost(key) || mayBeLost(inner[key])) {
      return true;
    }
  }
  return false;
}

function visit(object: Manifest, report: Report, field: string, value: Plain): void {
  if (typeof value === 'string') {
    complain(object, report, field, value);
  } else if (Array.isArray(value)) {
    value.forEach((item, index) => visit(object, report, `${field}[${index}]`, item));
  } else if (value !== null && typeof value === 'object') {
    for (const key of Object.keys(value)) {
      const inner = /^\w+$/.test(key) ? `${field}.${key}` : `${field}[${key}]`;
      complain(object, report, inner, key);
      visit(object, report, inner, value[key]);
    }
  }
}

function complain(object: Manifest, report: Report, field: string, text: string): void {
  const match = UNREADABLE.exec(text);
  if (match) {
    const code = match[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    report(object, {
      field: printable(field),
      message: `Invalid value: ${printable(JSON.stringify(text))}: holds the character U+${code}, which kubectl refuses in YAML or reads as another`,
      help: 'leave the character out, or put the text into a file of the image or a volume',
    });
  } else if (readsAsNumber(text)) {
    report(object, {
      field: printable(field),
      message: `Invalid value: ${JSON.stringify(text)}: cdk8s writes it without quotes, and kubectl reads the number ${numberOf(text)}`,
      help: 'write it in another way: in decimal, or with a word around it',
    });
  }
}

/** Whether Go takes it for a number, as it is written. */
function readsAsNumber(text: string): boolean {
  return !Number.isNaN(numberOf(text)) && isWrittenBare(text);
}

function isWrittenBare(text: string): boolean {
  // Loaded late: the command line has nothing to write, and does without cdk8s.
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { Yaml } = require('cdk8s') as typeof import('cdk8s');
  return Yaml.stringify([text]).trim() === `- ${text}`;
}

/** As Go parses it: underscores may stand anywhere, `0o` means octal, also after a sign. Source: gopkg.in/yaml.v2 resolve.go */
function numberOf(text: string): number {
  const match = /^([-+]?)(0[oO][0-7]+|(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?)$/.exec(text.replace(/_/g, ''));
  const size = Number(match?.[2]);
  return match?.[1] === '-' ? -size : size;
}

/** The character itself would spoil the report, too. */
function printable(text: string): string {
  return text.replace(/[^ -~]/g, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
