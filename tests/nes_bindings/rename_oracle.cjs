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

function placeOf(file, start, isAliased) {
  const { line, character } = program.getSourceFile(file).getLineAndCharacterOfPosition(start);
  return { file, start, place: [path.relative(root, file), line, character], isAliased };
}

function placesOf(file, start) {
  const preferences = { providePrefixAndSuffixTextForRename: true };
  const found = service.findRenameLocations(file, start, false, false, preferences);
  return found?.map((one) => placeOf(one.fileName, one.textSpan.start, Boolean(one.prefixText || one.suffixText)));
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

// Whether a shorthand imports or exports a name. We rename it as one name with what it refers to, as in
// `import { a }`; the language service does not, so such names are not compared.
function isCommonJs(node) {
  if (!isShorthand(node)) return false;
  const holder = node.parent.parent.parent;
  const value = ts.isVariableDeclaration(holder) ? holder.initializer : holder.left;
  return value !== undefined && /^(require\(|module\.exports$|exports$)/.test(value.getText());
}

// All places of the thing, also behind the exports and imports in which the language service would add `as`.
function allPlaces(file, start, name) {
  const found = new Map();
  const done = new Set();
  shared.clear();
  const pending = [definitionOf(file, start, name)];
  while (pending.length > 0) {
    const at = pending.pop();
    const key = `${at.file}:${at.start}`;
    if (done.has(key)) continue;
    done.add(key);
    for (const one of placesOf(at.file, at.start) ?? []) {
      if (!texts.has(one.file)) return undefined;
      const node = nodeAt(one.file, one.start);
      const text = texts.get(one.file).slice(one.start, one.start + name.length);
      if (!node.parent || one.start - node.getStart() > 1 || text !== name) continue; // in a comment, or another name
      found.set(`${one.file}:${one.start}`, one);
      const next = { file: one.file, start: one.start };
      if (isCommonJs(node)) return undefined;
      if (isShared(node)) pending.push(next);
      else if (one.isAliased && (ts.isExportSpecifier(node.parent) || ts.isImportSpecifier(node.parent))) pending.push(next);
    }
  }
  return found.size > 0 ? [...found.values()] : undefined;
}

// Whether a key of an object literal is a property of a library's type: it cannot be renamed then.
function isLibraryKey(file, start) {
  const node = nodeAt(file, start);
  const literal = node.parent.parent;
  if (node.parent.name !== node || !literal || !ts.isObjectLiteralExpression(literal)) return false;
  const property = program.getTypeChecker().getContextualType(literal)?.getProperty(node.text);
  return property?.declarations?.some((one) => !texts.has(one.getSourceFile().fileName)) ?? false;
}

const seen = new Set();
const results = [];
for (const { file, source, start, name } of candidates) {
  if (results.length >= request.count) break;
  if (seen.has(`${file}:${start}`)) continue;
  const info = service.getRenameInfo(file, start, {});
  if (!info.canRename || isLibraryKey(file, start)) continue;
  const places = allPlaces(file, start, name);
  if (places === undefined) continue;
  for (const one of places) seen.add(`${one.file}:${one.start}`);
  const { line, character } = source.getLineAndCharacterOfPosition(start);
  results.push({
    file: path.relative(root, file),
    line,
    column: character,
    name,
    kind: info.kind,
    places: places.map((one) => one.place),
  });
}
process.stdout.write(JSON.stringify(results));
