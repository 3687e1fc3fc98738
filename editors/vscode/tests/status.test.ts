import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { ServerState } from '../src/status';
import { describeStatus } from '../src/status';

const running: ServerState = { kind: 'running' };
const place = { start: { line: 5, character: 0 }, end: { line: 5, character: 3 } };
const suggestion = {
  id: '1',
  uri: 'file:///a.py',
  version: 1,
  edits: [{ range: place, newText: 'x' }],
  isJump: false,
  sentence: 'You renamed it.',
};

test('the status says why there is no next edit', () => {
  const silence = { reason: 'undo', sentence: 'The last thing was an undo.' };
  const status = describeStatus(running, true, undefined, silence, '');
  assert.deepEqual([status.text.endsWith('Understudy: undo'), status.tooltip], [true, silence.sentence]);
});

test('the status says where the next edit is, and a click goes there', () => {
  const status = describeStatus(running, true, suggestion, undefined, 'file:///a.py');
  assert.deepEqual([status.text, status.tooltip, status.command], ['$(arrow-right) line 6', 'You renamed it.', 'understudy.next']);
});

test('the status says what Tab does', () => {
  const tooltip = (tab?: 'accepts' | 'goes' | 'indents'): string =>
    describeStatus(running, true, suggestion, undefined, '', tab).tooltip;
  assert.equal(tooltip('accepts'), 'You renamed it. Tab accepts it.');
  assert.equal(tooltip('goes'), 'You renamed it. Tab goes there.');
  assert.equal(tooltip('indents'), 'You renamed it. Tab indents this empty line.');
  assert.equal(tooltip(), 'You renamed it.');
});

test('a click turns next edits on, or starts the server', () => {
  assert.equal(describeStatus(running, false, suggestion, undefined, '').command, 'understudy.toggle');
  assert.equal(describeStatus({ kind: 'stopped' }, true, undefined, undefined, '').command, 'understudy.restart');
  const failed = describeStatus({ kind: 'failed', message: 'No program.' }, true, undefined, undefined, '');
  assert.deepEqual([failed.isError, failed.tooltip, failed.command], [true, 'No program.', 'understudy.restart']);
});
