/** Placeholder for the list in a document; JSON never contains it otherwise. */
const PLACE = '\u0000items';

/**
 * A JSON document with one long list, in pieces: as one string it could exceed the limit of V8.
 *
 * @param documentOf makes the document, with the placeholder where the list belongs.
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
