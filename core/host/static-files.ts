/** The built window, file by file. Only what lies in its folder, and only kinds of files it consists of. */
import { readFileSync, statSync } from 'node:fs';
import { extname, join, normalize, sep } from 'node:path';

const TYPES: { readonly [extension: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json; charset=utf-8',
};

export interface WindowFile {
  readonly bytes: Buffer;
  readonly headers: { readonly [name: string]: string };
}

/**
 * The file that a path names, with the headers it is served under; undefined when there is none. `connectTo`: where the page may
 * open connections besides its own origin, for the content security policy.
 */
export function readWindowFile(
  directory: string,
  pathname: string,
  connectTo: string | undefined,
): WindowFile | undefined {
  const relative = pathname === '/' ? 'index.html' : safePath(pathname);
  const type = relative === undefined ? undefined : TYPES[extname(relative)];
  if (relative === undefined || type === undefined) return undefined;
  const bytes = readIfFile(join(directory, relative));
  if (bytes === undefined) return undefined;
  return {
    bytes,
    headers: {
      'content-type': type,
      'cache-control': 'no-store',
      'content-security-policy': securityPolicy(connectTo),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    },
  };
}

/** Whatever the reason that a name cannot be read (not there, below a file, too long), there is no such file for the asker. */
function readIfFile(path: string): Buffer | undefined {
  try {
    return statSync(path).isFile() ? readFileSync(path) : undefined;
  } catch {
    return undefined;
  }
}

/** Nothing but what we serve ourselves. The one style attribute that is let through, by its hash, is `display: contents;` of bits-ui. */
function securityPolicy(connectTo: string | undefined): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "style-src-attr 'unsafe-hashes' 'sha256-iaOezIDcQIoxCULa6FBKKuLUu09R7kG+Mlu+JVfU3Rw='",
    "img-src 'self'",
    "font-src 'self'",
    `connect-src ${connectTo ?? "'none'"}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The path below the folder; undefined when it would lead out of it. */
function safePath(pathname: string): string | undefined {
  let decoded: string;
  try {
    decoded = decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
  if (decoded.includes('\0')) return undefined;
  const path = normalize(decoded).replace(/^[\\/]+/, '');
  return path === '..' || path.startsWith(`..${sep}`) ? undefined : path;
}
