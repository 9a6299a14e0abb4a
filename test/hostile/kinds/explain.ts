import * as fc from 'fast-check';
import { manifests } from './yaml';
import { programKind } from '../trial';

/** What manifests come to, in every format: names and values of strangers become tables, pictures and a page. */
const options = fc.tuple(
  fc.constantFrom('text', 'json', 'markdown', 'html', 'mermaid').map(format => ['--format', format]),
  fc.constantFrom([], [], ['--color'], ['--only', '*'], ['--only', 'a/*'], ['--kubernetes', 'all'], ['--output', 'page.html'], ['--allow-empty']),
).map(groups => groups.flat());

export const explain = programKind(fc.record({ files: manifests, options }).map(({ files, options: given }) => ({ args: ['explain', 'in', ...given], files })));
