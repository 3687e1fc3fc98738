import assert from 'node:assert/strict';
import { test } from 'node:test';

import { withConfirmation } from '../src/preview';

const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } };

test('every edit of a change at all its places is confirmed, with or without versions', () => {
  const textDocument = { uri: 'file:///a.py', version: 2 };
  const versioned = withConfirmation({ documentChanges: [{ textDocument, edits: [{ range, newText: 'x' }] }] });
  assert.deepEqual(versioned.documentChanges, [
    { textDocument, edits: [{ range, newText: 'x', annotationId: 'understudy' }] },
  ]);
  assert.equal(versioned.changeAnnotations?.['understudy']?.needsConfirmation, true);
  const plain = withConfirmation({ changes: { 'file:///a.py': [{ range, newText: 'x' }] } });
  assert.deepEqual(plain.documentChanges, [
    {
      textDocument: { uri: 'file:///a.py', version: null },
      edits: [{ range, newText: 'x', annotationId: 'understudy' }],
    },
  ]);
});
