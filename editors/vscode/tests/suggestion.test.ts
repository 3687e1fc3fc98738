import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Edit, Suggestion } from '../src/suggestion';
import {
  describePlace,
  diffEdit,
  doesTabIndent,
  endOfEdit,
  isAtCursor,
  isInsertionAtCursor,
  mergeEdits,
  previewEdit,
  shiftSuggestion,
  toSuggestion,
} from '../src/suggestion';

const at = (line: number, character: number) => ({ line, character });
const edit = (line: number, from: number, to: number, newText: string): Edit => ({
  range: { start: at(line, from), end: at(line, to) },
  newText,
});
const suggestion = (...edits: Edit[]): Suggestion => ({
  id: 'sug_1',
  uri: 'file:///project/my%20users.py',
  version: 2,
  edits,
  isJump: false,
  sentence: '',
});

test('an answer with edits becomes a suggestion, and one without is none', () => {
  const textDocument = { uri: 'file:///a.py', version: 3 };
  const command = { arguments: ['sug_7'] };
  const range = edit(1, 0, 3, '').range;
  const found = toSuggestion({ edits: [{ text: 'find', range, textDocument, command }], sentence: 'Why.' });
  assert.deepEqual(found, {
    id: 'sug_7',
    uri: 'file:///a.py',
    version: 3,
    edits: [{ range, newText: 'find' }],
    isJump: false,
    sentence: 'Why.',
  });
  assert.equal(toSuggestion({ edits: [], jump: { text: '', range, textDocument, command } })?.isJump, true);
  assert.equal(toSuggestion({ edits: [], reason: 'undo' }), undefined);
  assert.equal(toSuggestion({ edits: [{ text: '', range, textDocument, command: {} }] }), undefined);
});

test('a suggestion is at the cursor if the cursor is on a line of it', () => {
  const found = suggestion(edit(4, 0, 3, 'a'), edit(6, 0, 3, 'b'));
  assert.deepEqual([3, 4, 5, 6, 7].map((line) => isAtCursor(found, at(line, 0))), [false, true, true, true, false]);
});

test('text that is only added at the cursor is an inline completion', () => {
  assert.equal(isInsertionAtCursor(edit(0, 0, 5, 'print(x)'), 'print', at(0, 5)), true);
  assert.equal(isInsertionAtCursor(edit(0, 0, 6, 'print(x)'), 'print)', at(0, 5)), true);
  assert.equal(isInsertionAtCursor(edit(0, 0, 3, 'find'), 'get', at(0, 3)), false);
  assert.equal(isInsertionAtCursor(edit(0, 4, 5, 'print'), 'print', at(0, 2)), false);
  assert.equal(isInsertionAtCursor(edit(1, 0, 0, 'print'), '', at(0, 0)), false);
  assert.equal(isInsertionAtCursor(edit(0, 0, 3, 'get'), 'get', at(0, 3)), false);
});

test('Tab indents on an empty line only', () => {
  assert.deepEqual(['', '   ', '\t', 'x', '  x'].map(doesTabIndent), [true, true, true, false, false]);
});

test('a change above moves the suggestion, one below does not, one at it ends it', () => {
  const found = suggestion(edit(5, 4, 7, 'find'));
  const change = (first: number, last: number, text: string) => ({ range: { start: at(first, 0), end: at(last, 0) }, text });
  assert.equal(shiftSuggestion(found, [change(0, 0, 'a\nb\n')], 3)?.edits[0]?.range.start.line, 7);
  assert.equal(shiftSuggestion(found, [change(0, 2, '')], 3)?.edits[0]?.range.start.line, 3);
  const below = shiftSuggestion(found, [change(6, 9, 'x')], 3);
  assert.deepEqual([below?.edits[0]?.range.start.line, below?.version], [5, 3]);
  assert.equal(shiftSuggestion(found, [change(5, 5, 'x')], 3), undefined);
  assert.equal(shiftSuggestion(found, [change(2, 5, '')], 3), undefined);
});

test('several edits become one, with the text between them', () => {
  const merged = mergeEdits([edit(0, 8, 11, 'B'), edit(0, 0, 3, 'A')], (range) => {
    assert.deepEqual(range, { start: at(0, 3), end: at(0, 8) });
    return ' and ';
  });
  assert.deepEqual(merged, edit(0, 0, 11, 'A and B'));
});

test('the cursor belongs behind the new text', () => {
  assert.deepEqual(endOfEdit(edit(2, 4, 7, 'find')), at(2, 8));
  assert.deepEqual(endOfEdit(edit(2, 4, 7, 'a\nbcd')), at(3, 3));
});

test('the preview says what is replaced, added and deleted', () => {
  assert.equal(previewEdit(edit(0, 0, 3, 'find')), '→ find');
  assert.equal(previewEdit(edit(0, 3, 3, 'x')), '+ x');
  assert.equal(previewEdit(edit(0, 0, 3, '')), 'delete');
  assert.equal(previewEdit(edit(0, 0, 0, 'a\n  b\n')), '+ 2 lines: a b');
  assert.equal(previewEdit(edit(0, 0, 0, 'a\n')), '+ a');
  assert.equal(previewEdit(edit(0, 0, 0, '\n')), '+ an empty line');
  assert.equal(previewEdit(edit(0, 0, 0, ''), true), 'next edit');
  assert.equal(previewEdit(edit(0, 0, 3, 'x'.repeat(200))).length, 82);
});

test('the hover has the change as a diff of whole lines', () => {
  const lines = ['print(get(1))', 'done'];
  const readLine = (line: number) => lines[line] ?? '';
  assert.equal(diffEdit(edit(0, 6, 9, 'find'), readLine), '-print(get(1))\n+print(find(1))');
  assert.equal(diffEdit(edit(1, 0, 0, 'new\n'), readLine), '+new');
});

test('the place is a line here, and a name with a line elsewhere', () => {
  const found = suggestion(edit(5, 0, 0, 'x'));
  assert.equal(describePlace(found, found.uri), 'line 6');
  assert.equal(describePlace(found, 'file:///other.py'), 'my users.py:6');
  assert.equal(describePlace({ ...found, uri: 'file:///100%.py' }, ''), '100%.py:6');
});
