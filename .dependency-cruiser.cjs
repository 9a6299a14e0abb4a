// @ts-check
'use strict';

/*
 * What may import what. Floors stand in build-tools/floors/floors.json, from below; a floor imports from itself and from those below it, types included, and no two
 * modules need each other. `npm run floors` checks it and draws the floors into docs/architecture.md.
 */
const floors = require('./build-tools/floors/floors.json');

/** @param {readonly { readonly name: string }[]} some */
const foldersOf = some => `^src/(${some.map(({ name }) => name).join('|')})/`;

module.exports = {
  forbidden: [
    {
      name: 'no-circle',
      comment: 'Modules that need each other can be neither understood nor moved by themselves: move what both need into a third one below them.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'every-folder-is-a-floor',
      comment: 'A new folder of src has to say in build-tools/floors/floors.json what it stands on.',
      severity: 'error',
      from: {},
      to: { path: '^src/[^/]+/', pathNot: foldersOf(floors) },
    },
    ...floors.slice(0, -1).map((floor, index) => ({
      name: `${floor.name}-looks-up`,
      comment: `src/${floor.name} stands below: move what it needs down, or have it given.`,
      severity: 'error',
      from: { path: `^src/${floor.name}/` },
      to: { path: foldersOf(floors.slice(index + 1)) },
    })),
    {
      name: 'nothing-but-peers',
      comment: 'Whoever installs the library gets its peers and Node, and nothing else.',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypesNot: ['local', 'core', 'npm-peer', 'type-only'] },
    },
  ],
  options: {
    tsConfig: { fileName: require.resolve('./test/tsconfig.json') },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
  },
};
