import { createHash } from 'crypto';
import { inOneLine } from '../../../base/text/printable';

const ENTITIES: { readonly [sign: string]: string } = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\'': '&#39;' };

/** Text that means nothing to HTML, as content and in a quoted attribute. What cannot be seen is shown as its code. */
export function html(text: string): string {
  return inOneLine(text).replace(/[&<>"']/g, sign => ENTITIES[sign]);
}

/** The hash by which a policy allows one text to be a style or a script. Source: CSP Level 3, 2.3.1 (hash-source) */
export function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
