// @ts-check
'use strict';

// Plain JavaScript, since ESLint loads it as it is.
const path = require('path');
const ts = require('typescript');

/** @type {WeakMap<ts.Program, Set<ts.Node>>} */
const APIS = new WeakMap();

/**
 * The classes, interfaces and enums that the index exports, and the bases of them in this library, whose members jsii folds in.
 *
 * @param {ts.Program} program
 * @param {string} entry
 */
function exportedDeclarations(program, entry) {
  const known = APIS.get(program);
  if (known) {
    return known;
  }
  const checker = program.getTypeChecker();
  /** @type {Set<ts.Node>} */
  const api = new Set();
  const root = path.dirname(entry) + path.sep;
  const add = symbol => {
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    for (const declaration of target.declarations ?? []) {
      // Types of other packages are not checked.
      if (api.has(declaration) || !path.resolve(declaration.getSourceFile().fileName).startsWith(root)) {
        continue;
      }
      api.add(declaration);
      if (ts.isSourceFile(declaration) || ts.isModuleDeclaration(declaration)) {
        checker.getExportsOfModule(target).forEach(add);
      } else if (ts.isClassDeclaration(declaration) || ts.isInterfaceDeclaration(declaration)) {
        const bases = (declaration.heritageClauses ?? []).flatMap(clause => [...clause.types]);
        bases.map(base => checker.getSymbolAtLocation(base.expression)).filter(Boolean).forEach(add);
      }
    }
  };
  const file = program.getSourceFiles().find(source => path.resolve(source.fileName) === entry);
  const module = file && checker.getSymbolAtLocation(file);
  if (module) {
    checker.getExportsOfModule(module).forEach(add);
  }
  APIS.set(program, api);
  return api;
}

/**
 * Whether users of a class or an interface see this member.
 *
 * @param {ts.ClassElement | ts.TypeElement} member
 */
function isPublic(member) {
  const hidden = ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private;
  const internal = ts.getJSDocTags(member).some(tag => tag.tagName.text === 'internal');
  const name = member.name?.getText() ?? '';
  return !hidden && !internal && !name.startsWith('_') && !name.startsWith('#');
}

module.exports = { exportedDeclarations, isPublic };
