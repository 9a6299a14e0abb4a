/** Stands in a document for its list, and is nothing that JSON writes otherwise. */
const PLACE = '\u0000items';

/**
 * A document of JSON with one long list, piece by piece: of all of it there may be no text that is long enough.
 *
 * @param documentOf the document, with what stands for the list at its place.
 */
export function* withItems<Item>(documentOf: (place: unknown) => object, items: Iterable<Item>, jsonOf: (item: Item) => object): Generator<string> {
  const [before, after] = JSON.stringify(documentOf(PLACE), undefined, 2).split(JSON.stringify(PLACE));
  const margin = /^ */.exec(before.slice(before.lastIndexOf('\n') + 1))![0];
  yield `${before}[`;
  let isFirst = true;
  for (const item of items) {
    yield `${isFirst ? '' : ','}\n${indented(JSON.stringify(jsonOf(item), undefined, 2), `${margin}  `)}`;
    isFirst = false;
  }
  yield `${isFirst ? '' : `\n${margin}`}]${after}\n`;
}

function indented(json: string, margin: string): string {
  return margin + json.replaceAll('\n', `\n${margin}`);
}
