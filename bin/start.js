// @ts-check
'use strict';

/*
 * What the program does before its first module is loaded. Plain JavaScript without modules of its own, since each would be one more to look for.
 */
const fs = require('fs');
const Module = require('module');
const os = require('os');
const path = require('path');
const { setFlagsFromString } = require('v8');
const vm = require('vm');

/** Settings of V8 by the major of Node.js, since each has other tiers and refuses those of others. @type {Record<string, string>} */
const LATE = {
  20: '--interrupt-budget=400000',
  22: '--invocation-count-for-turbofan=20000',
  24: '--invocation-count-for-turbofan=20000 --invocation-count-for-maglev=2000',
};

/**
 * V8 is tuned for long-running programs. A run of the checks lasts half a second, in which every other cycle of the processors went into optimising code that was hardly
 * used any more. So a function must run more often before it is optimised; long runs stay as fast. Compiled code of other settings is refused, so these come first.
 */
function optimiseLate() {
  LATE[process.versions.node.split('.')[0]]?.split(' ').forEach(each => setFlagsFromString(each));
}

const LIBRARY = path.join(__dirname, '..', 'lib') + path.sep;

/**
 * Keeps compiled code for the next run: compiling takes more than half of a run over a small file. Node.js does that from 22.1 on; before, this does the same for the files of the
 * library, and obeys the same variables.
 */
function keepCompiled() {
  const { enableCompileCache } = /** @type {{ enableCompileCache?: () => void }} */ (Module);
  if (enableCompileCache !== undefined) {
    enableCompileCache();
    return;
  }
  const folder = process.env.NODE_DISABLE_COMPILE_CACHE ? undefined : ownFolder();
  if (folder !== undefined) {
    keepIn(folder);
  }
}

/** Code of somebody else would run as ours: only a folder that nobody else can write to. @returns {string | undefined} */
function ownFolder() {
  const user = process.getuid?.();
  const folder = path.join(process.env.NODE_COMPILE_CACHE || os.tmpdir(), `cdk8s-ai-workloads-${process.version}-${process.arch}-${user ?? ''}`);
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { uid, mode } = fs.lstatSync(folder);
    return user === undefined || (uid === user && (mode & fs.constants.S_IFMT) === fs.constants.S_IFDIR && (mode & 0o022) === 0) ? folder : undefined;
  } catch {
    // Nowhere to write to: it is compiled each time.
    return undefined;
  }
}

/** @param {string} folder */
function keepIn(folder) {
  /** @type {{ file: string, key: Buffer, script: vm.Script }[]} */
  const fresh = [];
  const prototype = /** @type {{ _compile(this: NodeModule, content: string, name: string): unknown }} */ (/** @type {unknown} */ (Module.prototype));
  const { _compile: compile } = prototype;
  prototype._compile = function (content, name) {
    if (!name.startsWith(LIBRARY)) {
      return compile.call(this, content, name);
    }
    const [file, key] = [path.join(folder, fileOf(name)), keyOf(name)];
    const cachedData = readKept(file, key);
    const script = new vm.Script(Module.wrap(content), { filename: name, cachedData });
    if (cachedData === undefined || script.cachedDataRejected) {
      fresh.push({ file, key, script });
    }
    return script.runInThisContext().call(this.exports, this.exports, (/** @type {string} */ id) => this.require(id), this, name, path.dirname(name));
  };
  // At the end, when it is known which functions a run needs.
  process.on('exit', () => fresh.forEach(write));
}

/** One file for each module of an installation, so that their number does not grow. @param {string} name */
function fileOf(name) {
  let hash = 0;
  for (let at = 0; at < name.length; at++) {
    hash = (Math.imul(hash, 31) + name.charCodeAt(at)) | 0;
  }
  return `${path.basename(name)}-${(hash >>> 0).toString(36)}`;
}

/** What stands behind the code: the file that it was made of. V8 itself looks at its own version and settings, and at the length of the text. @param {string} name */
function keyOf(name) {
  const { size, mtimeMs, ctimeMs, ino } = fs.statSync(name);
  return Buffer.from(JSON.stringify([name, size, mtimeMs, ctimeMs, ino]));
}

/** @param {string} file @param {Buffer} key @returns {Buffer | undefined} */
function readKept(file, key) {
  try {
    const kept = fs.readFileSync(file);
    return kept.length > key.length && kept.subarray(-key.length).equals(key) ? kept.subarray(0, -key.length) : undefined;
  } catch {
    return undefined;
  }
}

/** Under another name first, since runs may overlap. @param {{ file: string, key: Buffer, script: vm.Script }} compiled */
function write({ file, key, script }) {
  try {
    const unfinished = `${file}-${process.pid}`;
    fs.writeFileSync(unfinished, Buffer.concat([script.createCachedData(), key]), { mode: 0o600 });
    fs.renameSync(unfinished, file);
  } catch {
    // A full disk, a folder that was removed: the next run compiles again.
  }
}

optimiseLate();
keepCompiled();
