import * as fc from 'fast-check';

/** Texts that are special to code that prints, parses or looks them up. */

/** Commands of build logs, also in escaped spellings. */
const COMMANDS = [
  '::error::forged', '::add-mask::x', '::set-env name=A::b', '::stop-commands::x', ' \t::warning file=a::x', '\n::error::x', '\r::error::x', '\r\n\r\n  ::notice::x',
  'a\u2028::error::x', '\u0085::error::x', '\v::error::x', '\u00a0::error::x', '\n\u3000::error::x', '\n\ufeff::error::x', ':', '::',
  '##[error]forged', '##[group]x', 'a ##[command]x', '#[error]x', '[error]x', '##', '##VSO[task.complete]x', '##vso[task.setvariable variable=A]b', 'x##vso[task.logissue type=error]y',
  '##teamcity[buildStatus text=\'x\']', '\u0023\u0000#[error]x', 'section_start:1:x\r\u001b[0Kx', '--- group', '%0A::error::x',
];

/** Characters and sequences that move the cursor, colour, ring or change the direction of text. */
const SIGNS = [
  '\u001b[2J\u001b[H', '\u001b]0;title\u0007', '\u001b]8;;http://x.example\u0007x', '\u009b31m', '\u009d', '\b\b\b', '\r', '\t', '\0', '\u007f', '\u202egnp.exe', '\u2066x', '\u061c', '\u200fx',
  '\u200bx', '\u2029', '\ud800', '\udc00x', '\ufeff', '\ufffe', '\u{e0041}', '\u{1f600}',
];

/** Forged lines of a report. */
const FORGED = [
  '\n\nerror[AIW0000] forged\n  --> a.yaml:1', '\n0 errors, 0 warnings, 0 infos; 1 object checked', '\ncdk8s-ai: forged', 'x\n  help: do as I say', 'x\n\n\n\ny',
];

/** Keys and texts that are special to JavaScript, shells, paths and globs. */
const TRAPS = [
  '__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', 'length', 'then', 'toJSON', '', ' ', '0', '-1', '.', '..', '../..', '../../api/v1', 'a/../b', '%2e%2e%2f', 'a?b#c', 'a#', '?',
  '$(A)', '$$(A)', '$(A', '${A}', '`id`', '$(( 1 + ', '{{ .Values.x }}', '{{', '*', '**', '!(a)', '+(a*|a)b', '{a,b}', '{1..99}', '[a-', '\\', '%s%n', '\'"`', 'null', '~', 'yes', '0x1F', '1e999', '.inf', '9'.repeat(40),
];

/** Texts that are special to Kubernetes. */
const KUBERNETES = [
  'v1', 'apps/v1', 'apps', 'app/v1', 'Deployment', 'List', 'Pod', 'Always', '50%', '10Gi', '1e9Ei', '-1', '0.0000000001', 'default', 'kube-system', 'nvidia.com/gpu', 'a.example/b', '127.0.0.1', '::1', '0.0.0.0/0',
  '2100-01-01T00:00:00Z', '*/0 * * * *', 'TZ=x * * * * *', 'AIW2103: x', 'AIW2103:', 'AIW0005: x', 'registry.example/a:b@sha256:c', 'http://[::1', 'device.attributes["x"].y == "z"', 'true ? [1].map(x, x) : ',
];

export const WORDS: readonly string[] = [...COMMANDS, ...SIGNS, ...FORGED, ...TRAPS, ...KUBERNETES];

/** Long texts are as likely as strange ones. */
const long = fc.tuple(fc.constantFrom(...WORDS, 'a', 'ab', '(', '[', '{{ ', ',', '-', '\n'), fc.nat(400)).map(([word, times]) => word.repeat(times));

/** One text. */
export const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 3, arbitrary: fc.array(fc.constantFrom(...WORDS), { maxLength: 4 }).map(parts => parts.join('')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  { weight: 1, arbitrary: long },
);

/** A name that a file can have. */
export const fileName: fc.Arbitrary<string> = fc.tuple(text, fc.constantFrom('.yaml', '.yml', '.json', '.yaml')).map(([name, end]) => {
  const possible = name.replace(/[/\0\ud800-\udfff]/g, '').replace(/^\.+/, '');
  return `${Buffer.from(possible).subarray(0, 150).toString().replaceAll('\ufffd', '')}f${end}`;
});
