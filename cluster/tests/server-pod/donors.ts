import * as fs from 'fs';
import * as path from 'path';
import { parseAllDocuments } from 'yaml';

/** Values that stand in no sample and are moved into some. */
export const DONORS: readonly any[] = parseAllDocuments(fs.readFileSync(path.join(__dirname, 'donors.yaml'), 'utf8')).map(document => document.toJS());
