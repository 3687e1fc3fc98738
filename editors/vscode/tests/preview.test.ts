import assert from 'node:assert/strict';
import { test } from 'node:test';

import { describeChange, keepPlaces, listPlaces } from '../src/preview';

const range = { start: { line: 0, character: 6 }, end: { line: 0, character: 9 } };
const textDocument = { uri: 'file:///a.py', version: 2 };
const first = { range, newText: 'find' };
const second = { range: { start: { line: 4, character: 0 }, end: { line: 4, character: 3 } }, newText: 'find' };

test('a place that the user leaves out is not changed', () => {
  const edit = { documentChanges: [{ textDocument, edits: [first, second] }] };
  const places = listPlaces(edit);
  assert.deepEqual(places.map((place) => place.edit.range.start.line), [0, 4]);
  assert.deepEqual(keepPlaces(edit, places.slice(1)), { documentChanges: [{ textDocument, edits: [second] }] });
  assert.deepEqual(keepPlaces(edit, []), { documentChanges: [] });
});

test('an edit without versions has its places too', () => {
  const edit = { changes: { 'file:///a.py': [first] } };
  assert.deepEqual(keepPlaces(edit, listPlaces(edit)).documentChanges, [
    { textDocument: { uri: 'file:///a.py', version: null }, edits: [first] },
  ]);
});

test('a place is described by its line before and after', () => {
  assert.equal(describeChange({ uri: '', edit: first }, 'print(get(1))'), 'print(get(1))  →  print(find(1))');
});
