import { isObject } from '../../base/plain';
import { asList, asText, asTexts } from '../../base/reading';

/*
 * Fields of a map as Go's JSON decoder finds them: in any case, and also with the two letters that Unicode folds to `s` and `k`.
 *
 * Source: Go src/encoding/json/fold.go foldName (1.24)
 */

/** All values that Go may take for a field: which of two spellings counts depends on their order. */
export function goValues(map: unknown, field: string): unknown[] {
  const wanted = folded(field);
  return isObject(map) ? Object.keys(map).filter(key => folded(key) === wanted).map(key => map[key]) : [];
}

/** The objects of a list. */
export function goList(map: unknown, field: string): object[] {
  return goValues(map, field).flatMap(asList);
}

/** The texts of a list, or the text itself. */
export function goTexts(map: unknown, field: string): string[] {
  return goValues(map, field).flatMap(each => [...asTexts(each), ...asText(each) === undefined ? [] : [asText(each)!]]);
}

/** A key as Go compares it. */
export function folded(key: string): string {
  return key.replace(/\u017f/g, 's').toLowerCase();
}
