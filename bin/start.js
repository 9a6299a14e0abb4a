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
const { crc32 } = require('zlib');

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
 * Keeps compiled code for the next run: compiling takes more than half of a run over a small file. Node.js can do that from 22.1 on, but keeps what is compiled when a file is loaded; this
 * keeps what a run has needed, which is half as much work for the next (measured in docs/benchmarks.md), and obeys the same variables.
 */
function keepCompiled() {
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

/** @typedef {{ file: string, key: Buffer, script: vm.Script, module: NodeModule, kept: number }} Compiled With the number of parts whose code was kept. */

/** @param {string} folder */
function keepIn(folder) {
  /** @type {Compiled[]} */
  const compiled = [];
  const extensions = /** @type {{ '.js': (module: NodeModule, name: string) => void }} */ (/** @type {unknown} */ (Module)._extensions);
  const { '.js': plain } = extensions;
  extensions['.js'] = function (module, name) {
    if (!name.startsWith(LIBRARY)) {
      plain(module, name);
      return;
    }
    const [file, key] = [path.join(folder, fileOf(name)), keyOf(name)];
    const { code, parts } = readKept(file, key);
    // The build writes ASCII, which needs no decoding.
    const script = new vm.Script(Module.wrap(fs.readFileSync(name, 'latin1')), { filename: name, cachedData: code });
    compiled.push({ file, key, script, module, kept: code === undefined || script.cachedDataRejected ? NOTHING : parts });
    script.runInThisContext().call(module.exports, module.exports, (/** @type {string} */ id) => module.require(id), module, name, path.dirname(name));
  };
  // At the end, when it is known which functions a run needs. One that needed more than those before adds that.
  process.on('exit', () => compiled.filter(({ module, kept }) => partsOf(module) > kept).forEach(write));
}

const NOTHING = -1;

/** The build puts many modules into one file, which says how many of them ran. @param {NodeModule} module @returns {number} */
function partsOf({ exports: { ran } }) {
  return typeof ran === 'function' ? ran() : 0;
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

/** Bytes of the number of parts and of the checksum, which stand between the code and the key. */
const NUMBER = 4;

/** @param {string} file @param {Buffer} key @returns {{ code?: Buffer, parts: number }} */
function readKept(file, key) {
  try {
    const kept = fs.readFileSync(file);
    const checked = kept.length - key.length - NUMBER;
    const end = checked - NUMBER;
    // V8 runs damaged code, and dies of it.
    const isWhole = end > 0 && kept.subarray(-key.length).equals(key) && crc32(kept.subarray(0, checked)) === kept.readUInt32LE(checked);
    return isWhole ? { code: kept.subarray(0, end), parts: kept.readUInt32LE(end) } : { parts: 0 };
  } catch {
    return { parts: 0 };
  }
}

/** Under another name first, since runs may overlap, also those of containers that share a folder and number their processes alike. @param {Compiled} compiled */
function write({ file, key, script, module }) {
  const unfinished = `${file}-${process.pid}-${process.hrtime.bigint()}`;
  try {
    const checked = Buffer.concat([script.createCachedData(), numberOf(partsOf(module))]);
    fs.writeFileSync(unfinished, Buffer.concat([checked, numberOf(crc32(checked)), key]), { mode: 0o600 });
    fs.renameSync(unfinished, file);
  } catch {
    // A full disk, a folder that was removed: the next run compiles again.
    remove(unfinished);
  }
}

/** @param {string} file */
function remove(file) {
  try {
    fs.rmSync(file, { force: true });
  } catch {
    // Where nothing could be written, there is nothing to remove.
  }
}

/** @param {number} value */
function numberOf(value) {
  const bytes = Buffer.alloc(NUMBER);
  bytes.writeUInt32LE(value);
  return bytes;
}

optimiseLate();
keepCompiled();
