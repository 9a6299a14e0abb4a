/**
 * Places that somebody fills in before a file is applied: `${APP}` (envsubst, Flux), `$APP`, `%{APP}%`, `<node>`, `{{ x }}`, `$(X)` (kustomize), `REPLACE_ME`, `YOUR-TOKEN`, `__NAME__`,
 * `AUTOREPLACE_NAME`, `FILLED_BY_OPERATOR`, `PASTE YOUR URL HERE`, `($namespace)` (Chainsaw).
 */
const PLACES: readonly RegExp[] = [
  /\$\{[^{}\s]{1,100}\}/,
  /^\(\$\w{1,60}\)$/,
  /\$[A-Z_][A-Z0-9_]{1,100}\b/,
  /%\{[\w.-]{1,100}\}%?/,
  /<[A-Za-z][\w .:-]{0,60}>/,
  /\{\{[^{}]{1,200}\}\}/,
  /\$\([\w.-]{1,100}\)/,
  /\b(?:REPLACE|CHANGE|FILL)_?(?:ME|THIS|IN)\b/,
  /\bAUTO(?:MATIC)?_?REPLACE(?:_[A-Z0-9_]{1,60})?\b/,
  /\b(?:PASTE|INSERT|ENTER|PUT)[-_ ](?:YOUR|THE)[-_ ][A-Z][\w -]{0,60}/,
  /\bYOUR[-_][A-Z][\w-]{0,60}/,
  /__[A-Z][A-Z0-9_]{0,60}__/,
  /\bFILLED[_ ]BY[_ ][A-Z][\w ]{0,60}/,
];

/** The first place of a text that is not filled in. */
export function unfilledPlace(text: string): string | undefined {
  return PLACES.map(form => form.exec(text)?.[0]).find(place => place !== undefined);
}
