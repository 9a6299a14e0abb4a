/** An element of a page as it is written. */
export interface Tag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

/** Elements without an end. Source: HTML, 13.1.2 (void elements), and what closes itself in SVG. */
const VOID: ReadonlySet<string> = new Set(['meta', 'input', 'br', 'rect']);
/** Whose content is no HTML. */
const RAW: ReadonlySet<string> = new Set(['style', 'script']);

const TAG = /<(\/?)([a-z][a-z0-9]*)((?: [a-zA-Z-]+(?:="[^"<>]*")?)*) ?\/?>/y;

/** Reads a page as strictly as nobody's browser does, so that nothing is an element that was not meant: throws at what it does not expect. */
export function tagsOf(page: string): { readonly tags: Tag[]; readonly texts: string[] } {
  const [tags, texts, open]: [Tag[], string[], string[]] = [[], [], []];
  let at = page.indexOf('>') + 1; // behind the doctype
  while (at < page.length) {
    const next = page.indexOf('<', at);
    texts.push(page.slice(at, next < 0 ? page.length : next));
    if (next < 0) {
      break;
    }
    TAG.lastIndex = next;
    const match = TAG.exec(page);
    if (match === null) {
      throw new Error(`no tag: ${page.slice(next, next + 80)}`);
    }
    const [all, slash, name, written] = match;
    at = next + all.length;
    if (slash === '/') {
      if (open.pop() !== name) {
        throw new Error(`</${name}> closes something else`);
      }
      continue;
    }
    tags.push({ name, attributes: new Map([...written.matchAll(/ ([a-zA-Z-]+)(?:="([^"]*)")?/g)].map(([, key, value = '']) => [key, value])) });
    if (RAW.has(name)) {
      at = page.indexOf(`</${name}>`, at) + name.length + 3;
    } else if (!VOID.has(name)) {
      open.push(name);
    }
  }
  if (open.length > 0) {
    throw new Error(`not closed: ${open.join(', ')}`);
  }
  return { tags, texts };
}
