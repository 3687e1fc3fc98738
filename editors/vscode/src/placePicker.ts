// Shows the places of a change before it is applied; the user may leave some of them out.

import * as vscode from 'vscode';
import type { WorkspaceEdit } from 'vscode-languageclient/node';

import type { Place } from './preview';
import { describeChange, keepPlaces, listPlaces } from './preview';

interface PlaceItem extends vscode.QuickPickItem {
  place: Place;
}

/** The edit with the places that the user has chosen; undefined if the user has closed the list. */
export async function choosePlaces(edit: WorkspaceEdit): Promise<WorkspaceEdit | undefined> {
  const places = listPlaces(edit);
  const texts = new Map<string, string[]>();
  for (const uri of new Set(places.map((place) => place.uri))) {
    texts.set(uri, await readLines(vscode.Uri.parse(uri)));
  }
  const items = places.map((place): PlaceItem => {
    const line = place.edit.range.start.line;
    return {
      label: describeChange(place, texts.get(place.uri)?.[line] ?? ''),
      description: `${vscode.workspace.asRelativePath(vscode.Uri.parse(place.uri))}:${line + 1}`,
      picked: true,
      place,
    };
  });
  const chosen = await vscode.window.showQuickPick(items, {
    canPickMany: true,
    ignoreFocusOut: true,
    matchOnDescription: true,
    title: `Understudy: change ${places.length} places`,
    placeHolder: 'Places to change',
  });
  return chosen === undefined ? undefined : keepPlaces(edit, chosen.map((item) => item.place));
}

/** The text of the document if it is open, otherwise of the file. */
async function readLines(uri: vscode.Uri): Promise<string[]> {
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  try {
    const text = open?.getText() ?? new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
    return text.split(/\r?\n/);
  } catch {
    return []; // the list then has the new text alone; applying says what is wrong
  }
}
