// Finds the program of the server. An editor that is started from a desktop often has a shorter PATH than a terminal,
// so the usual folders of installed programs are searched too.

import * as path from 'node:path';

export interface Surroundings {
  env: Record<string, string | undefined>;
  home: string;
  platform: string;
  isFile: (path: string) => boolean;
}

/** The full path of the command; undefined if there is no such program. */
export function findCommand(setting: string, { env, home, platform, isFile }: Surroundings): string | undefined {
  const isWindows = platform === 'win32';
  const { join, isAbsolute, delimiter } = isWindows ? path.win32 : path.posix;
  const wanted = setting.trim() || 'understudy';
  const named = wanted === '~' || /^~[\\/]/.test(wanted) ? join(home, wanted.slice(1)) : wanted;
  const endings = isWindows && !/\.\w+$/.test(named) ? ['.exe'] : [''];
  const withEnding = (name: string): string | undefined => endings.map((one) => name + one).find(isFile);
  if (isAbsolute(named)) {
    return withEnding(named);
  }
  if (/[\\/]/.test(named)) {
    return undefined; // relative to what is not clear, and a folder that is opened must not choose the program
  }
  const folders = [
    ...(env['PATH'] ?? env['Path'] ?? '').split(delimiter),
    join(home, '.local', 'bin'),
    ...(isWindows ? [] : ['/usr/local/bin', '/opt/homebrew/bin']),
  ];
  for (const folder of folders) {
    const found = isAbsolute(folder) ? withEnding(join(folder, named)) : undefined;
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}
