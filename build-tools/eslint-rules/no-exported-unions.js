// @ts-check
'use strict';

/*
 * Forbids union types in the exported API. jsii compiles them without a word, and every other language then sees `any`:
 * a choice with data is a class with static factories, a choice without is an enum.
 *
 * The API is what src/index.ts exports (and the bases of it, whose members jsii folds in). Modules behind it may use unions freely.
 * Types are asked from the compiler, so an alias, an array, a map or an inferred return type does not hide a union.
 */
const path = require('path');
const ts = require('typescript');
const { exportedDeclarations, isPublic } = require('../public-api');

const MESSAGE = "'{{member}}' exposes the union '{{type}}': jsii turns it into `any`; use an enum, or a class with static factories";

/** @type {import('eslint').Rule.RuleModule} */
module.exports = {
  meta: {
    type: 'problem',
    docs: { description: 'forbid union types in the exported API' },
    messages: { union: MESSAGE },
    schema: [{ type: 'object', properties: { entry: { type: 'string' } }, additionalProperties: false }],
  },
  create(context) {
    const services = context.sourceCode.parserServices;
    if (!services?.program) {
      throw new Error('no-exported-unions needs type information: set parserOptions.project');
    }
    const entry = path.resolve(context.cwd, context.options[0]?.entry ?? 'src/index.ts');
    const api = exportedDeclarations(services.program, entry);
    const checker = services.program.getTypeChecker();
    const inspect = node => {
      const declaration = services.esTreeNodeToTSNodeMap.get(node);
      if (!api.has(declaration)) {
        return;
      }
      for (const member of declaration.members.filter(isPublic)) {
        const found = unionsOf(member, checker)[0];
        if (found) {
          const name = `${declaration.name?.text}.${member.name?.getText() ?? 'constructor'}`;
          context.report({
            node: services.tsNodeToESTreeNodeMap.get(member),
            messageId: 'union',
            data: { member: name, type: checker.typeToString(found) },
          });
        }
      }
    };
    return { ClassDeclaration: inspect, TSInterfaceDeclaration: inspect };
  },
};

/** Every union in the signature of a member: its type, parameters and result. */
function unionsOf(member, checker) {
  const seen = new Set();
  if (!ts.isFunctionLike(member)) {
    return unionsIn(checker.getTypeAtLocation(member), checker, seen);
  }
  const signature = checker.getSignatureFromDeclaration(member);
  if (!signature) {
    return [];
  }
  const taken = signature.getParameters().map(parameter => checker.getTypeOfSymbolAtLocation(parameter, member));
  const given = ts.isConstructorDeclaration(member) ? [] : [signature.getReturnType()];
  return [...taken, ...given].flatMap(type => unionsIn(type, checker, seen));
}

/** Unions in a type and its components: elements of arrays and promises, values of maps. A named type is checked at its own declaration. */
function unionsIn(type, checker, seen) {
  if (seen.has(type)) {
    return [];
  }
  seen.add(type);
  // The compiler represents `boolean` and enums as unions too.
  if (type.isUnion() && !(type.flags & (ts.TypeFlags.Boolean | ts.TypeFlags.EnumLike))) {
    const absent = ts.TypeFlags.Undefined | ts.TypeFlags.Null | ts.TypeFlags.Void;
    const present = checker.getNonNullableType(type);
    if (present.isUnion() && !(present.flags & (ts.TypeFlags.Boolean | ts.TypeFlags.EnumLike | absent))) {
      return [present];
    }
    return unionsIn(present, checker, seen);
  }
  const isNamed = type.isClassOrInterface() && !checker.isArrayType(type);
  const parts = isNamed ? [] : [
    ...(type.objectFlags & ts.ObjectFlags.Reference ? checker.getTypeArguments(type) : []),
    ...checker.getIndexInfosOfType(type).map(info => info.type),
  ];
  return parts.flatMap(part => unionsIn(part, checker, seen));
}

// For test/project/documented.test.ts, which asks of the whole API what this rule asks of a file.
module.exports.unionsOf = unionsOf;
