import * as fs from 'fs';
import * as http from 'http';
import { AddressInfo } from 'net';
import * as path from 'path';

/** What `npm run docs:site` wrote. */
export const SITE = path.resolve(__dirname, '../../site/dist');

const TYPES: { readonly [extension: string]: string } = {
  '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.svg': 'image/svg+xml', '.txt': 'text/plain', '.woff2': 'font/woff2',
};

/** The pages, by their paths. */
export function pages(): string[] {
  if (!fs.existsSync(path.join(SITE, 'index.html'))) {
    throw new Error('there is no site/dist: run npm run docs:site first');
  }
  return fs.readdirSync(SITE, { recursive: true, encoding: 'utf8' }).map(file => file.split(path.sep).join('/')).filter(file => file.endsWith('.html')).sort();
}

/** The site as any server of files gives it. */
export async function serve(): Promise<{ readonly address: string; close(): Promise<void> }> {
  const server = http.createServer((request, response) => {
    const file = path.join(SITE, decodeURIComponent(new URL(request.url!, 'http://site').pathname).replace(/\/$/, '/index.html'));
    if (!file.startsWith(SITE) || !fs.existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream' }).end(fs.readFileSync(file));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise(resolve => {
      server.close(() => resolve());
      server.closeAllConnections();
    }),
  };
}
