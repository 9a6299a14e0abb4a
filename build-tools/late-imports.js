// @ts-check
'use strict';

/*
 * A module asks for another when it first needs it, not when it is loaded itself: of the modules that those of one pattern import, an app that writes it runs a third, and a run
 * of the checks over a small file half. `const plan_1 = $load("plan")` becomes `let plan_1`, and `plan_1.size` becomes `(plan_1 ??= $load("plan")).size`, which costs a
 * comparison. What a module needs while it is loaded, such as the class that it extends, stays as it is.
 */
const ts = require('typescript');

/** As the compiler names what it imports: no name of a source ends so. */
const NAME = /^\w+_\d+$/;
/** What the bundle loads with, and what is outside of it. No variable of a module may be called so: the calls stand in functions now. */
const LOADS = new Set(['$load', '$from', 'require']);

/** @typedef {{ name: string, start: number, end: number, call: string }} Import */

/** @param {ts.Node} node @returns {boolean} Whether what stands below it runs later than the module. */
function runsLater(node) {
  return ts.isFunctionLike(node) || (ts.isPropertyDeclaration(node) && !hasStatic(node));
}

/** @param {ts.PropertyDeclaration} node */
function hasStatic(node) {
  return node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) === true;
}

/** @param {ts.SourceFile} file @param {string} text @returns {Map<string, Import>} */
function importsOf(file, text) {
  /** @type {Map<string, Import>} */
  const imports = new Map();
  for (const statement of file.statements) {
    const [declaration, ...more] = ts.isVariableStatement(statement) ? statement.declarationList.declarations : [];
    const call = declaration?.initializer;
    if (declaration !== undefined && more.length === 0 && ts.isIdentifier(declaration.name) && NAME.test(declaration.name.text) && call !== undefined && ts.isCallExpression(call)
      && ts.isIdentifier(call.expression) && LOADS.has(call.expression.text)) {
      const name = declaration.name.text;
      imports.set(name, { name, start: statement.getStart(file), end: statement.end, call: text.slice(call.getStart(file), call.end) });
    }
  }
  return imports;
}

/** @param {string} text A module as the compiler writes it. @returns {string} The same, which loads later what it needs later. */
function withLateImports(text) {
  const file = ts.createSourceFile('module.js', text, ts.ScriptTarget.ES2022, true, ts.ScriptKind.JS);
  const imports = importsOf(file, text);
  /** @type {Map<string, ts.Identifier[]>} */
  const uses = new Map([...imports.keys()].map(name => [name, []]));
  /** @type {Set<string>} */
  const atOnce = new Set();
  /** @param {ts.Node} node @param {boolean} later */
  const visit = (node, later) => {
    if (isDeclared(node) && (LOADS.has(node.text) || (imports.has(node.text) && node.parent.parent.parent.parent !== file))) {
      throw new Error(`${node.text} is the name of a variable, and a module is loaded by that name: ${text.slice(node.parent.getStart(file), node.parent.end).slice(0, 100)}`);
    }
    const found = ts.isIdentifier(node) ? uses.get(node.text) : undefined;
    if (ts.isIdentifier(node) && found !== undefined && isUse(node)) {
      found.push(node);
      if (!later) {
        atOnce.add(node.text);
      }
    }
    ts.forEachChild(node, child => visit(child, later || runsLater(node)));
  };
  visit(file, false);
  /** @type {{ start: number, end: number, text: string }[]} */
  const changes = [...imports.values()].filter(({ name }) => !atOnce.has(name)).flatMap(({ name, start, end, call }) => [
    { start, end, text: `let ${name};` },
    ...(uses.get(name) ?? []).map(use => ({ start: use.getStart(file), end: use.end, text: `(${name} ??= ${call})` })),
  ]);
  changes.sort((one, other) => one.start - other.start);
  let at = 0;
  let changed = '';
  for (const change of changes) {
    changed += text.slice(at, change.start) + change.text;
    at = change.end;
  }
  return changed + text.slice(at);
}

/** @param {ts.Identifier} node @returns {boolean} Whether the value is read: it is not declared there, and is no name of a field. */
function isUse(node) {
  const { parent } = node;
  return !(ts.isVariableDeclaration(parent) && parent.name === node) && !(ts.isPropertyAccessExpression(parent) && parent.name === node) && !(ts.isPropertyAssignment(parent) && parent.name === node);
}

/** @param {ts.Node} node @returns {node is ts.Identifier} Whether it gives something a name: a variable, a parameter, a function. */
function isDeclared(node) {
  const { parent } = node;
  return ts.isIdentifier(node) && (ts.isVariableDeclaration(parent) || ts.isParameter(parent) || ts.isBindingElement(parent) || ts.isFunctionLike(parent) || ts.isClassLike(parent)) && parent.name === node
    && !ts.isClassElement(parent) && !ts.isPropertyAssignment(parent);
}

module.exports = { withLateImports };
