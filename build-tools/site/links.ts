import * as path from 'path';

/** Where files of the repository are, for what is no page of the site. */
export const REPOSITORY = 'https://github.com/cdk8s-ai-workloads/cdk8s-ai-workloads/blob/main';

/** The page of the site that a file of the repository is; none for code and configuration. */
export function pageOf(file: string): string | undefined {
  const example = /^examples\/([^/]+)(\/main\.ts)?$/.exec(file);
  if (example) {
    return `gallery/${example[1]}.md`;
  }
  if (['README.md', 'CONTRIBUTING.md', 'SECURITY.md'].includes(file)) {
    return `project/${file.toLowerCase()}`.replace('project/readme.md', 'overview.md');
  }
  if (file === 'examples') {
    return 'gallery/index.md';
  }
  return /^docs\/.*\.md$/.test(file) ? file.slice('docs/'.length).replace(/(^|\/)README\.md$/, '$1index.md') : undefined;
}

/** The text of a page with its links as they lead on the site. Code stays as it is. */
export function withLinksOfSite(text: string, file: string, page: string): string {
  const folder = path.posix.dirname(file);
  const lead = (target: string) => {
    const [to, anchor = ''] = target.split(/(?=#)/);
    if (to === '' || /^[a-z]+:/.test(to)) {
      return target;
    }
    const found = path.posix.normalize(path.posix.join(folder, to)).replace(/\/$/, '');
    const place = pageOf(found);
    return place === undefined ? `${REPOSITORY}/${found}${anchor}` : `${relative(page, place)}${anchor}`;
  };
  return outsideOfCode(text, prose => prose.replace(/\]\(([^)\s]+)\)/g, (_, target: string) => `](${lead(target)})`));
}

function relative(from: string, to: string): string {
  const found = path.posix.relative(path.posix.dirname(from), to);
  return found.startsWith('.') ? found : `./${found}`;
}

/** Changes what is neither in a fence nor between backticks. */
export function outsideOfCode(text: string, change: (prose: string) => string): string {
  return text.split(/(^(?:```|~~~)[\s\S]*?^(?:```|~~~)[^\n]*$|`+[^`\n]+`+)/m).map((piece, index) => index % 2 === 1 ? piece : change(piece)).join('');
}
