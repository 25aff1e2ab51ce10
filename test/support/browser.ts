import fs from 'node:fs';
import chromium from '@sparticuz/chromium';

/** Where Debian and others put Chromium. */
const SYSTEM_BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * The browser that the window's tests run in: the one that comes by npm (Linux x64), else the system's.
 * Undefined where neither can be had; Playwright then looks for its own.
 */
export async function browserExecutable(): Promise<string | undefined> {
  if (process.platform === 'linux' && process.arch === 'x64') {
    // Makes the package unpack its own copy of libraries that small machines lack.
    process.env['AWS_EXECUTION_ENV'] ??= 'AWS_Lambda_nodejs20.x';
    return chromium.executablePath();
  }
  return SYSTEM_BROWSERS.find((candidate) => fs.existsSync(candidate));
}
