import assert from 'node:assert/strict';
import { test } from 'node:test';

import { findCommand } from '../src/command';

const find = (setting: string, files: string[], env: Record<string, string> = {}, platform = 'linux') =>
  findCommand(setting, { env, home: platform === 'win32' ? 'C:\\Users\\me' : '/home/me', platform, isFile: (path) => files.includes(path) });

test('a name is looked up on the PATH, then in the usual folders', () => {
  const files = ['/opt/bin/understudy', '/home/me/.local/bin/understudy'];
  assert.equal(find('understudy', files, { PATH: '/usr/bin:/opt/bin' }), '/opt/bin/understudy');
  assert.equal(find('understudy', files, { PATH: '/usr/bin' }), '/home/me/.local/bin/understudy');
  assert.equal(find('', files, {}), '/home/me/.local/bin/understudy');
  assert.equal(find('understudy', []), undefined);
});

test('a path is used as it is, with the home folder for ~', () => {
  const files = ['/home/me/src/.venv/bin/understudy'];
  assert.equal(find('~/src/.venv/bin/understudy', files), files[0]);
  assert.equal(find(files[0]!, files), files[0]);
  assert.equal(find('/no/understudy', files), undefined);
});

test('a relative path or a relative folder of the PATH chooses no program', () => {
  assert.equal(find('.venv/bin/understudy', ['.venv/bin/understudy']), undefined);
  assert.equal(find('understudy', ['bin/understudy'], { PATH: 'bin' }), undefined);
});

test('on Windows the program ends with .exe', () => {
  const files = ['C:\\tools\\understudy.exe'];
  assert.equal(find('understudy', files, { Path: 'C:\\tools' }, 'win32'), files[0]);
});
