// Prints where TypeScript's language service renames random identifiers of a set of files.
// Standard input: {"typescript": "path of the package", "root": "folder", "files": ["a.ts"], "count": 40, "seed": 1}.
// Standard output: a JSON list of {file, line, column, name, kind, places: [[file, line, column]]}.
"use strict";
const fs = require("fs");
const path = require("path");

const request = JSON.parse(fs.readFileSync(0, "utf8"));
const ts = require(request.typescript);
const root = path.resolve(request.root);
const files = request.files.map((file) => path.join(root, file));
const texts = new Map(files.map((file) => [file, fs.readFileSync(file, "utf8")]));
const options = {
  allowJs: true,
  checkJs: false,
  jsx: ts.JsxEmit.Preserve,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  skipLibCheck: true,
  strict: true,
  target: ts.ScriptTarget.ESNext,
  types: [],
};
const host = {
  directoryExists: ts.sys.directoryExists,
  fileExists: ts.sys.fileExists,
  getCompilationSettings: () => options,
  getCurrentDirectory: () => root,
  getDefaultLibFileName: (given) => ts.getDefaultLibFilePath(given),
  getDirectories: ts.sys.getDirectories,
  getScriptFileNames: () => files,
  getScriptSnapshot: (file) => {
    const text = texts.get(file) ?? ts.sys.readFile(file);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  },
  getScriptVersion: () => "1",
  readDirectory: ts.sys.readDirectory,
  readFile: ts.sys.readFile,
};
const service = ts.createLanguageService(host);
const program = service.getProgram();

let state = request.seed >>> 0;
function random() {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
}

// A variable and a property in one word: which of the two is renamed is not defined.
function isShorthand(node) {
  const parent = node.parent;
  if (ts.isShorthandPropertyAssignment(parent)) return parent.name === node;
  return ts.isBindingElement(parent) && parent.name === node && !parent.propertyName && ts.isObjectBindingPattern(parent.parent);
}

const candidates = [];
for (const file of files) {
  const source = program.getSourceFile(file);
  const visit = (node) => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) {
      const start = node.getStart(source);
      const isModule = /^(module|exports|default)$/.test(node.text);
      if (node.getEnd() > start && !isModule && !isShorthand(node)) candidates.push({ file, source, start, name: node.text });
    }
    node.forEachChild(visit);
  };
  if (source !== undefined) visit(source);
}
for (let at = candidates.length - 1; at > 0; at--) {
  const other = Math.floor(random() * (at + 1));
  [candidates[at], candidates[other]] = [candidates[other], candidates[at]];
}

function placesOf(file, start, preferences) {
  const found = service.findRenameLocations(file, start, false, false, preferences);
  if (found === undefined) return undefined;
  return found.map((one) => {
    const source = program.getSourceFile(one.fileName);
    const { line, character } = source.getLineAndCharacterOfPosition(one.textSpan.start);
    const added = (one.prefixText ?? "") + "|" + (one.suffixText ?? "");
    return { file: one.fileName, start: one.textSpan.start, place: [path.relative(root, one.fileName), line, character], added };
  });
}

const shared = new Set();

function nodeAt(file, start) {
  let node = program.getSourceFile(file);
  for (;;) {
    const inner = ts.forEachChild(node, (child) => (child.getStart() <= start && start < child.getEnd() ? child : undefined));
    if (inner === undefined) return node;
    node = inner;
  }
}

// The definition of an imported name; the language service would only give the import another local name.
function definitionOf(file, start, name) {
  const checker = program.getTypeChecker();
  const symbol = checker.getSymbolAtLocation(nodeAt(file, start));
  if (symbol === undefined || !(symbol.flags & ts.SymbolFlags.Alias)) return { file, start };
  const aliased = checker.getAliasedSymbol(symbol);
  const declared = aliased.declarations ? ts.getNameOfDeclaration(aliased.declarations[0]) : undefined;
  if (declared === undefined || declared.text !== name || !texts.has(declared.getSourceFile().fileName)) return { file, start };
  return { file: declared.getSourceFile().fileName, start: declared.getStart() };
}

// Whether a name is the common member of the parts of a union: all parts have to follow.
function isShared(node) {
  const declarations = program.getTypeChecker().getSymbolAtLocation(node)?.declarations ?? [];
  const key = declarations.map((one) => `${one.getSourceFile().fileName}:${one.pos}`).sort().join();
  if (declarations.length < 2 || shared.has(key)) return false;
  shared.add(key);
  return true;
}

// Whether a shorthand imports or exports a name: it is one name then, as in `import { a }` and `export { a }`.
function isCommonJs(node) {
  if (!isShorthand(node)) return false;
  const holder = node.parent.parent.parent;
  const value = ts.isVariableDeclaration(holder) ? holder.initializer : holder.left;
  return value !== undefined && /^(require\(|module\.exports$|exports$)/.test(value.getText());
}

// All places of the thing, also behind the exports and imports in which the language service would add `as`.
function allPlaces(file, start, name) {
  const found = new Map();
  shared.clear();
  const pending = [definitionOf(file, start, name)];
  const done = new Set();
  while (pending.length > 0) {
    const at = pending.pop();
    if (done.has(`${at.file}:${at.start}`)) continue;
    done.add(`${at.file}:${at.start}`);
    const places = placesOf(at.file, at.start, { providePrefixAndSuffixTextForRename: true });
    for (const one of places ?? []) {
      const node = texts.has(one.file) ? nodeAt(one.file, one.start) : undefined;
      if (node !== undefined && one.start - node.getStart() > 1) continue; // in a comment
      found.set(`${one.file}:${one.start}`, one);
      if (node !== undefined && isShared(node)) pending.push({ file: one.file, start: one.start });
      const parent = node?.parent;
      if (node !== undefined && isCommonJs(node)) return placesOf(at.file, at.start, { providePrefixAndSuffixTextForRename: false });
      if (one.added !== "|" && parent !== undefined && (ts.isExportSpecifier(parent) || ts.isImportSpecifier(parent))) {
        pending.push({ file: one.file, start: one.start });
      }
    }
  }
  return found.size > 0 ? [...found.values()] : undefined;
}

const seen = new Set();
const results = [];
for (const { file, source, start, name } of candidates) {
  if (results.length >= request.count) break;
  if (seen.has(`${file}:${start}`)) continue;
  const info = service.getRenameInfo(file, start, {});
  if (!info.canRename) continue;
  const places = allPlaces(file, start, name);
  if (places === undefined || places.some((one) => !texts.has(one.file))) continue;
  for (const one of places) seen.add(`${one.file}:${one.start}`);
  const wide = placesOf(file, start, { providePrefixAndSuffixTextForRename: false });
  const { line, character } = source.getLineAndCharacterOfPosition(start);
  results.push({
    file: path.relative(root, file),
    line,
    column: character,
    name,
    kind: info.kind,
    places: places.map((one) => [...one.place, one.added]),
    wide: wide.map((one) => one.place),
  });
}
process.stdout.write(JSON.stringify(results));
