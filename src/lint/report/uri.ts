import { sep as SEPARATOR } from 'path';

/** `C:\\manifests\\app.yaml`, with either slash. */
const ON_DRIVE = /^([A-Za-z]):[\\/](.*)$/s;
/** `\\\\server\\share\\app.yaml`. */
const SHARED = /^\\\\([^\\/]+)[\\/](.*)$/s;

/**
 * The path of a file as a reference of RFC 3986: relative to the working folder where it was given so, and `file:` where it is absolute. Names of Windows are known by
 * their form, so that a report reads the same wherever it is made; elsewhere a backslash is a letter of a name.
 */
export function uriOf(file: string, separator: string = SEPARATOR): string {
  const [, drive, onDrive] = ON_DRIVE.exec(file) ?? [];
  if (drive !== undefined) {
    return `file:///${drive}:/${escaped(onDrive, /[\\/]/)}`;
  }
  const [, server, shared] = SHARED.exec(file) ?? [];
  if (server !== undefined) {
    return `file://${encoded(server)}/${escaped(shared, /[\\/]/)}`;
  }
  const path = escaped(file, separator === '\\' ? /[\\/]/ : /\//);
  return path.startsWith('/') ? `file://${path.replace(/^\/+/, '/')}` : path;
}

function escaped(path: string, separator: RegExp): string {
  return path.split(separator).map(encoded).join('/');
}

/** A colon too: in the first part of a relative reference it would end a scheme. Half a character has no place in a URI. */
function encoded(part: string): string {
  return encodeURIComponent(Buffer.from(part).toString());
}
