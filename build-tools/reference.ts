/*
 * Writes docs/reference from the assembly of the last build; pages of what is gone go. With --check it writes nothing, and the status is 1 when a page is not
 * as it would be written.
 */
import * as path from 'path';
import { ROOT } from './examples';
import { writePages } from './generated-pages';
import { loadApi } from './reference/assembly';
import { referencePages, sourcesOfExamples } from './reference/pages';
import { CATALOGUE } from '../src/cli/catalogue';

const pages = referencePages(loadApi(ROOT), { findings: CATALOGUE, examples: sourcesOfExamples(path.join(ROOT, 'examples')) });
writePages('docs/reference', pages, process.argv.includes('--check'));
