import { execFileSync } from 'child_process';
import * as fs from 'fs';
import { createRequire } from 'module';
import * as path from 'path';
import { temporaryFolder } from '../hygiene/temporary';

const { bundle, grouped } = createRequire(__filename)('../../build-tools/bundle-modules') as {
  bundle(library: string): void;
  grouped(library: string): Map<string, string[]>;
};

/** As the compiler and the lazy index write them. */
const MODULES = {
  'index.js': `"use strict";
exports.Group = void 0;
Object.defineProperty(exports, "Group", { enumerable: true, get: function () { return require("./patterns/group").Group; } });
Object.defineProperty(exports, "Queue", { enumerable: true, get: function () { return require("./surroundings/queue/queue").Queue; } });
`,
  'surroundings/queue/queue.js': 'console.log("queue"); const names_1 = require("../../base/names"); exports.Queue = `${names_1.NAME} …`;',
  'patterns/group.js': `"use strict";
console.log("group");
const plan_1 = require("./plan");
const names_1 = __importStar(require("../base/names"));
function __importStar(it) { return it; }
exports.Group = { size: plan_1.SIZE, name: names_1.NAME, check: () => require('../lint/check').check(), folder: __dirname, program: 'read(__dirname)' };
`,
  'patterns/plan.js': 'console.log("plan"); exports.SIZE = 4;',
  'patterns/props.js': '"use strict";',
  'base/names.js': "console.log('names');\nconst circle_1 = require('../base/circle');\nexports.NAME = require('path').posix.join('a', 'b');",
  'base/circle.js': "const names_1 = require('./names');\nexports.late = () => names_1.NAME;",
  'lint/check.js': `"use strict";
console.log("check");
const names_1 = require("../base/names");
exports.check = () => [names_1.NAME, require('./table.generated').ROWS.length];
exports.change = () => require('./changes/change');
exports.route = () => require('./rules/route');
`,
  'lint/table.generated.js': 'exports.ROWS = [\n  1, 2, 3\n];\nexports.SAYS = {\n  "it\'s": "\\\\d …"\n};\nexports.OPEN = {\n  end: Infinity\n};',
  'lint/rules/route.js': 'console.log("route");',
  'lint/changes/change.js': 'console.log("change");',
  'cli/main.js': `"use strict";
const check_1 = require("../lint/check");
exports.main = () => check_1.check();
exports.explain = () => require('./explain').explain();
`,
  'cli/explain.js': `"use strict";
const account_1 = require("../account/account");
exports.explain = () => account_1.account();
`,
  'account/account.js': `"use strict";
console.log("account");
const check_1 = require("../lint/check");
exports.account = () => ['account', ...check_1.check()];
`,
};

let library: string;
beforeEach(() => {
  library = path.join(temporaryFolder('library'), 'lib');
  Object.entries(MODULES).forEach(([file, text]) => {
    fs.mkdirSync(path.dirname(path.join(library, file)), { recursive: true });
    fs.writeFileSync(path.join(library, file), text);
  });
});

function run(script: string): string[] {
  return execFileSync(process.execPath, ['-e', script], { cwd: library, encoding: 'utf8' }).trim().split('\n');
}

function files(folder = library): string[] {
  return fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.js')).sort();
}

const APP = "const { Group } = require('./index'); console.log('start', Group.size, Group.name); console.log(...Group.check(), Group === require('./index').Group);";
const PROGRAM = "console.log(...require('./cli/main').main())";

test('each module is in one file: of constructs, of one pattern or surrounding, of both, of the checks, of the program, or of what few runs need', () => {
  expect(Object.fromEntries(grouped(library))).toEqual({
    'constructs': ['patterns/group', 'patterns/plan'],
    'queue': ['surroundings/queue/queue'],
    'shared': ['base/circle', 'base/names'],
    'checks': ['lint/check'],
    'late-checks': ['lint/rules/route'],
    'changes': ['lint/changes/change'],
    'program': ['cli/main'],
    'account': ['account/account', 'cli/explain'],
  });
});

test('an app does not read the files of patterns and surroundings that it does not use', () => {
  bundle(library);
  const read = "console.log(...Object.keys(require.cache).map(file => require('path').basename(file, '.js')).sort())";
  expect(run(`require('./index').Group; ${read}`).pop()).toBe('constructs index shared');
  expect(run(`require('./index').Queue; ${read}`).pop()).toBe('index queue shared');
});

test('every file is ASCII, and says the same', () => {
  bundle(library);
  expect(run("console.log(require('./index').Queue)")).toEqual(['queue', 'names', 'a/b …']);
  const others = files().filter(file => /[^\0-\x7f]/.test(fs.readFileSync(path.join(library, file), 'utf8')));
  expect(others).toEqual([]);
});

test('a large table is read as JSON, unless JSON cannot say it', () => {
  const table = path.join(library, 'lint/table.generated.js');
  const tables = () => run(`const { ROWS, SAYS, OPEN } = require(${JSON.stringify(table)}); console.log(JSON.stringify([ROWS, SAYS]), OPEN.end)`);
  const before = tables();
  expect(before).toEqual(['[[1,2,3],{"it\'s":"\\\\d …"}] Infinity']);
  bundle(library);
  expect(tables()).toEqual(before);
  expect(fs.readFileSync(table, 'utf8').match(/exports\.\w+ = JSON\.parse/g)).toEqual(['exports.ROWS = JSON.parse', 'exports.SAYS = JSON.parse']);
});

test('what is bundled does what the modules did, each of them once', () => {
  const separate = [run(APP), run(PROGRAM)];
  expect(separate).toEqual([['group', 'plan', 'names', 'start 4 a/b', 'check', 'a/b 3 true'], ['check', 'names', 'a/b 3']]);
  bundle(library);
  expect([run(APP), run(PROGRAM)]).toEqual(separate);
});

test('what one command needs is read when it runs, and works like the rest', () => {
  const explain = "console.log(...require('./cli/main').explain())";
  const separate = run(explain);
  expect(separate).toEqual(['check', 'names', 'account', 'account a/b 3']);
  bundle(library);
  // What the command says is the same; each module comes later, when something of it is needed.
  expect(run(explain)).toEqual(['account', 'check', 'names', 'account a/b 3']);
  const read = "require('./cli/main').main(); console.log(Object.keys(require.cache).some(file => file.endsWith('account.js')))";
  expect(run(read).pop()).toBe('false');
});

test('nothing else is left but the entries and large tables', () => {
  bundle(library);
  expect(files()).toEqual(['cli/main.js', 'index.js', 'lint/table.generated.js',
    ...['account', 'changes', 'checks', 'constructs', 'late-checks', 'program', 'queue', 'shared'].map(name => `modules/${name}.js`)]);
});

test('a module still knows the folder that it was compiled into', () => {
  bundle(library);
  expect(run("console.log(require('./index').Group.folder === require('path').join(process.cwd(), 'patterns'))").pop()).toBe('true');
  // A program that it writes has a folder of its own.
  expect(run("console.log(require('./index').Group.program)").pop()).toBe('read(__dirname)');
});

test('doing it again changes nothing', () => {
  bundle(library);
  const before = files().map(file => fs.readFileSync(path.join(library, file), 'utf8'));
  bundle(library);
  expect(files().map(file => fs.readFileSync(path.join(library, file), 'utf8'))).toEqual(before);
});
