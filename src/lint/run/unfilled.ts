import { FieldValues } from './field-values';
import { Finding, FindingClass } from '../../base/findings/finding';
import { noticed } from '../../base/findings/notice';
import { unfilledPlace } from '../../knowledge/unfilled-places';
import { Manifest } from '../../kubernetes/manifest';
import { UNFILLED } from '../notices/notices';

/** The value that a message of the API server repeats: a text, or the selector that holds it. */
const VALUE = /^[A-Z][a-z ]{0,40}: (?:"((?:[^"\\]|\\.)*)"|(\{[^\n]{1,300}\}): invalid label selector)/;

/** What is told of a variable that nobody replaces (AIW2901, AIW3102), with its dollar. */
const NOT_REPLACED = ' is passed on as it stands';
const DOLLAR = /^Invalid value: "[^$\n]{0,300}(\$\{?)\w/;

/** A place, and what is refused for it. */
interface Unfilled {
  readonly place: string;
  readonly finding: Finding;
}

/**
 * Reports the places of a file that are not filled in as one finding, however many fields have one. Left out are the findings about such places: what the API server rejects for
 * them, and what rules say of a name, a label or an image that is not known yet. Variables in commands and environment are filled in by the same program, so they are left out
 * too. All other findings stay.
 *
 * @param isOfFolder whether a file was found in a folder: Flux, envsubst or a script may fill it in, so it is a warning there.
 * @param manifests the objects that the findings are about.
 */
export function withUnfilled(
  findings: readonly Finding[],
  isOfFolder: (file: string) => boolean = () => false,
  manifests: readonly Manifest[] = [],
): readonly Finding[] {
  const files = new Map<string, Unfilled[]>();
  const values = new FieldValues(findings, manifests);
  // The first of a file stands for all of it.
  const kept = findings.filter(finding => {
    const place = placeIn(finding) ?? values.placeIn(finding);
    const known = place === undefined ? undefined : files.get(finding.file!);
    if (place !== undefined) {
      known === undefined ? files.set(finding.file!, [{ place, finding }]) : known.push({ place, finding });
    }
    return known === undefined;
  });
  const firsts = new Map([...files.values()].map(unfilled => [unfilled[0].finding, unfilled]));
  return firsts.size === 0
    ? findings
    : kept
      .filter(finding => !isFilledToo(finding, files))
      .map(finding => (firsts.has(finding) ? asOne(firsts.get(finding)!, isOfFolder(finding.file!)) : finding));
}

/** What fills in `$NAME` fills in `${NAME}` too (envsubst); what fills in the second leaves the first (Terraform, Flux). */
function isFilledToo({ file, message }: Finding, files: ReadonlyMap<string, readonly Unfilled[]>): boolean {
  const dollar = message.includes(NOT_REPLACED) ? DOLLAR.exec(message)?.[1] : undefined;
  const places = dollar === undefined || file === undefined ? undefined : files.get(file);
  return places !== undefined && places.some(({ place }) => /^\$\w/.test(place) || (dollar === '${' && place.startsWith('${')));
}

function placeIn({ class: kind, file, message }: Finding): string | undefined {
  const found = file !== undefined && (kind === 'rejected' || kind === 'dropped') ? VALUE.exec(message) : undefined;
  const value = found?.[1] ?? found?.[2];
  if (value === undefined) {
    return undefined;
  }
  const named = NAME_ASKED.test(message) ? NAME_OF_ONE.exec(value) : NUMBER_ASKED.test(message) ? NAME_ALONE.exec(value) : null;
  return unfilledPlace(value) ?? named?.[0];
}

/** In a name, which has no capital: `APP_NAME`, `MODEL_ID`. As another value it may be what is meant. */
const NAME_ASKED = /RFC 1123|RFC 1035|in body should match/;
const NAME_OF_ONE = /\b(?:[A-Z][A-Z0-9]{0,60}_)+(?:NAME|NAMESPACE|ID|HOST|HOSTNAME|DOMAIN|TAG|PLACEHOLDER)\b/;

/** In a number or a quantity, which begins with no letter: `DISK_SIZE`. */
const NUMBER_ASKED = /: must be (?:a quantity|an integer)/;
const NAME_ALONE = /^(?:[A-Z][A-Z0-9]{0,60}_)+[A-Z0-9]{1,60}$/;

/** An error where the API server rejects one of them; a warning where another program may fill it in, or where only rules read it. */
function classOf(unfilled: readonly Unfilled[], isOfFolder: boolean): FindingClass {
  const classes = unfilled.map(({ finding }) => finding.class);
  const isRejected = classes.some(each => each === 'rejected' || each === 'dropped');
  return isRejected && !isOfFolder ? 'rejected' : classes.every(each => each === 'advice') ? 'advice' : 'risky';
}

const MOST_TOLD = 10;

/** Earlier places with which each place of a file is compared. */
const MOST_COMPARED = 100;

/** Whether two findings are about one place: the field of one is in that of the other. */
function isInside({ place, finding: { line, field = '' } }: Unfilled, other: Unfilled): boolean {
  const around = other.finding.field ?? '';
  return place === other.place && line === other.finding.line && field !== around && (field.startsWith(`${around}.`) || around.startsWith(`${field}.`));
}

function asOne(unfilled: readonly Unfilled[], isOfFolder: boolean): Finding {
  const [{ finding: { object, field, file, line } }] = unfilled;
  const told = new Map(unfilled.filter((each, index) => !unfilled.slice(0, Math.min(index, MOST_COMPARED)).some(other => isInside(each, other))).map(({ place, finding }) => [`${finding.line} ${finding.field}`, `${place}${finding.line === undefined ? '' : ` at line ${finding.line}`} (${finding.field})`]));
  const shown = [...told.values()].slice(0, MOST_TOLD);
  return {
    ...noticed(UNFILLED),
    class: classOf(unfilled, isOfFolder),
    object,
    field,
    file,
    line,
    message: `Invalid value: ${told.size === 1 ? 'one place is' : `${told.size} places are`} not filled in: ${shown.join(', ')}${told.size > MOST_TOLD ? ` and ${told.size - MOST_TOLD} more` : ''}`,
    help: 'fill them in, and check what comes of it',
  };
}
