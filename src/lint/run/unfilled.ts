import { Finding } from '../../base/findings/finding';
import { noticed } from '../../base/findings/notice';
import { UNFILLED } from '../notices/notices';

/**
 * Places that somebody fills in before a file is applied: `${APP}` (envsubst, Flux), `<node>`, `{{ x }}`, `$(X)` (kustomize), `REPLACE_ME`, `YOUR-TOKEN`, `__NAME__`,
 * `FILLED_BY_OPERATOR`.
 */
const PLACES: readonly RegExp[] = [
  /\$\{[^{}\s]{1,100}\}/,
  /<[A-Za-z][\w .:-]{0,60}>/,
  /\{\{[^{}]{1,200}\}\}/,
  /\$\([\w.-]{1,100}\)/,
  /\b(?:REPLACE|CHANGE|FILL)_?(?:ME|THIS|IN)\b/,
  /\bYOUR[-_][A-Z][\w-]{0,60}/,
  /__[A-Z][A-Z0-9_]{0,60}__/,
  /\bFILLED[_ ]BY[_ ][A-Z][\w ]{0,60}/,
];

/** The value that a message of the API server repeats. */
const VALUE = /^[A-Z][a-z ]{0,40}: "((?:[^"\\]|\\.)*)"/;

/** A place, and what is refused for it. */
interface Unfilled {
  readonly place: string;
  readonly finding: Finding;
}

/**
 * What an API server refuses for a place that is not filled in is one mistake a file, however many fields have one: it is told once, with all of them. Everything else that is found
 * stays.
 */
export function withUnfilled(findings: readonly Finding[]): readonly Finding[] {
  const files = new Map<string, Unfilled[]>();
  // The first of a file stands for all of it.
  const kept = findings.filter(finding => {
    const place = placeIn(finding);
    const known = place === undefined ? undefined : files.get(finding.file!);
    if (place !== undefined) {
      known === undefined ? files.set(finding.file!, [{ place, finding }]) : known.push({ place, finding });
    }
    return known === undefined;
  });
  const firsts = new Map([...files.values()].map(unfilled => [unfilled[0].finding, unfilled]));
  return firsts.size === 0 ? findings : kept.map(finding => (firsts.has(finding) ? asOne(firsts.get(finding)!) : finding));
}

function placeIn({ class: kind, file, message }: Finding): string | undefined {
  const value = file !== undefined && (kind === 'rejected' || kind === 'dropped') ? VALUE.exec(message)?.[1] : undefined;
  return value === undefined ? undefined : PLACES.map(form => form.exec(value)?.[0]).find(place => place !== undefined);
}

const MOST_TOLD = 10;

function asOne(unfilled: readonly Unfilled[]): Finding {
  const [{ finding: { object, field, file, line } }] = unfilled;
  const told = new Map(unfilled.map(({ place, finding }) => [`${finding.line} ${finding.field}`, `${place} at line ${finding.line} (${finding.field})`]));
  const shown = [...told.values()].slice(0, MOST_TOLD);
  return {
    ...noticed(UNFILLED),
    object,
    field,
    file,
    line,
    message: `Invalid value: ${told.size === 1 ? 'one place is' : `${told.size} places are`} not filled in: ${shown.join(', ')}${told.size > MOST_TOLD ? ` and ${told.size - MOST_TOLD} more` : ''}`,
    help: 'fill them in, and check what comes of it',
  };
}
