import { unreadableDocument } from './document';
import { readDocuments } from './read';
import { alreadySet, ReadDocument, UnreadableDocument } from './read-document';

/** Reads documents of programs that refuse a duplicate key, which kubectl does not. */
export function readStrictly(text: Buffer | string): readonly (ReadDocument | UnreadableDocument)[] {
  return [...readDocuments(text)].map(document => {
    const duplicate = 'error' in document ? undefined : document.duplicates[0];
    return duplicate === undefined ? document : unreadableDocument(alreadySet(duplicate.key), duplicate.line);
  });
}
