import { printable } from '../../base/text/printable';

const ENTITIES: { readonly [sign: string]: string } = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\n': '&#10;' };

/** The start of an element with its attributes; those without a value are left out. */
export function element(name: string, attributes: { readonly [name: string]: string | number | undefined }): string {
  return `<${name}${Object.entries(attributes).filter(([, value]) => value !== undefined).map(([key, value]) => ` ${key}="${attribute(String(value))}"`).join('')}`;
}

/** Characters that XML 1.0 does not have are printed as their codes, as everywhere. Source: https://www.w3.org/TR/xml/#charsets */
export function content(text: string): string {
  return printable(text).replace(/[&<>]/g, sign => ENTITIES[sign]);
}

function attribute(text: string): string {
  return printable(text).replace(/[&<>"\n]/g, sign => ENTITIES[sign]);
}
