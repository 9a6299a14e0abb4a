import type { MarkdownRenderer } from 'vitepress';

/** The id of a heading, as GitHub makes it. */
export function slug(heading: string): string {
  return heading.trim().toLowerCase().replace(/[^\p{Letter}\p{Number}\s_-]/gu, '').replace(/\s/g, '-');
}

/** Elements that the documents use; anything else that looks like one is text: `<name>`. */
const ELEMENT = /^<(!--|\/?(br|details|summary|a|img|sub|sup)\b)/;

/** Markdown as GitHub reads it: no component of Vue is meant by angle brackets, and pictures are drawn. */
export function asText(md: MarkdownRenderer): void {
  for (const kind of ['html_inline', 'html_block'] as const) {
    md.renderer.rules[kind] = (tokens, index) => ELEMENT.test(tokens[index].content.trim()) ? tokens[index].content : md.utils.escapeHtml(tokens[index].content);
  }
  const text = md.renderer.rules.text!;
  // Double braces in text are none of Vue's.
  md.renderer.rules.text = (...all) => text(...all).replace(/\{\{/g, '&#123;&#123;');
  const fence = md.renderer.rules.fence!;
  md.renderer.rules.fence = (tokens, index, ...rest) => tokens[index].info.trim() === 'mermaid'
    ? `<Picture flowchart="${encodeURIComponent(tokens[index].content)}" />`
    : fence(tokens, index, ...rest);
}
