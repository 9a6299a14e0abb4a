import { remembered } from '../base/remembered';

/** What is wrong with one literal value; undefined when nothing is. */
export interface EnvProblem {
  readonly detail: string;
  readonly help: string;
}

export const SHELL_HELP = 'the kubelet runs no shell: it replaces $(NAME) by an earlier variable and nothing else; compute the value in the command, or let the pattern inject it';

/**
 * Shell syntax in a value. The kubelet looks up the text between `$(` and the first `)` as a variable name, does not find it
 * and passes the text on, so the process gets the literal string.
 *
 * Source: third_party/forked/golang/expansion/expand.go (v1.36)
 */
export const shellProblem = remembered((value): EnvProblem | undefined => {
  for (const match of value.matchAll(/(?<!\$)(\$*)\$\(([^)]*)(\)?)/g)) {
    const escaped = match[1].length % 2 === 1;
    if (!escaped && !/^[-._a-zA-Z][-._a-zA-Z0-9]*$/.test(match[2])) {
      return { detail: `${JSON.stringify(hideSecret(match[0]))} is shell syntax, which nobody runs in an env value`, help: SHELL_HELP };
    }
    if (!escaped && !match[3]) {
      return { detail: `${JSON.stringify(match[0])} is not closed, so it is passed on as it stands`, help: `write $(${match[2]}), or $$( for the text itself` };
    }
  }
  if (/^\$(\{[A-Za-z_][A-Za-z0-9_]*\}|[A-Za-z_][A-Za-z0-9_]*)$/.test(value)) {
    return { detail: 'is passed on as it stands, since the kubelet knows only the form $(NAME)', help: `write $(${value.replace(/[${}]/g, '')}), or use secretEnv for a secret` };
  }
  if (/^`.*`$/.test(value)) {
    return { detail: 'is shell syntax, which nobody runs in an env value', help: SHELL_HELP };
  }
  return pathProblem(value);
});

/** `/opt/lib:$LD_LIBRARY_PATH`: a list of paths, which takes the place of the one of the image, with a folder of that name in it. */
function pathProblem(value: string): EnvProblem | undefined {
  const parts = value.split(':');
  const variable = parts.some(part => part.startsWith('/')) ? parts.find(part => /^\$(?:\{[A-Za-z_]\w*\}|[A-Za-z_]\w*)$/.test(part)) : undefined;
  return variable === undefined ? undefined : {
    detail: `${JSON.stringify(variable)} in it is passed on as it stands, since the kubelet knows only the form $(NAME)`,
    help: `write the whole list, or extend it in a script; $(${variable.replace(/[${}]/g, '')}) is the variable of the manifest, and never that of the image`,
  };
}

export const TOKEN_HELP = 'put it into a Secret and refer to it: secretEnv: { NAME: SecretKey.fromName("secret", "key") }';

/** Value shapes that are credentials whatever they are called: Hugging Face, OpenAI, GitHub, AWS, Slack, GitLab, NVIDIA. */
export const TOKEN_SHAPE = /\b(hf_[A-Za-z0-9]{20,}|sk-[A-Za-z0-9_-]{20,}|gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{20,}|AKIA[0-9A-Z]{16}|xox[abp]-[A-Za-z0-9-]{10,}|glpat-[A-Za-z0-9_-]{20,}|nvapi-[A-Za-z0-9_-]{20,})/;

/** With the key itself, up to its end where there is one. */
export const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----[^]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/;

/** Up to the end of the word, by which documentation says that it is none: `hf_abcdefghijklmnopqrst...`. */
const TOKEN_WORD = new RegExp(`${TOKEN_SHAPE.source}[^\\s"']*`, 'g');
const KEY_BLOCK = new RegExp(PRIVATE_KEY.source, 'g');

/** What documentation writes instead of a credential. */
export const PLACEHOLDER = /x{6}|\*{4}|example|your[-_]|change[-_]?me|<[^<>]*>|\.\.\.|\u2026/i;

export function holdsCredential(value: string): boolean {
  return isCredentialIn(String(value));
}

const isCredentialIn = remembered(text => (
  [TOKEN_WORD, KEY_BLOCK].some(shape => [...text.matchAll(shape)].some(([found]) => !PLACEHOLDER.test(found)))));

/** Variable names that hold credentials. EOS_TOKEN and its like are words of a tokenizer. */
export const TOKEN_NAME = /(^|_)(TOKEN|PASSWORD|PASSWD|SECRET|API_?KEY|ACCESS_KEY|SECRET_KEY|PRIVATE_KEY|CREDENTIAL)$/i;

export const TOKENIZER_NAME = /(^|_)(EOS|BOS|PAD|UNK|MASK|SEP|CLS|STOP|START|END|IMAGE|AUDIO|VIDEO|SPECIAL|MAX|NUM)_TOKEN$/i;

/** Switches (HF_HUB_DISABLE_IMPLICIT_TOKEN=1) and words of a tokenizer (<|eot_id|>, [PAD]) are no credentials, whatever the variable is called. */
export const NOT_A_CREDENTIAL = /^(|true|false|yes|no|on|off|[01]|<.*>|\[[A-Z]+\])$/i;

/** What is written where an engine or client wants something and nobody looks at it (OPENAI_API_KEY=EMPTY), and where the real one is to be filled in. No password that works. */
const STAND_IN = /^(?:empty|none|null|nil|n\/a|dummy|fake|unused|placeholder|not?[-_ ]?(?:needed|used|required|set|key|token|auth)|x{3,}|\*{3}|\.{3}|todo|tbd|(?:[a-z]{2,4}[-_])?(?:your|replace|insert)[-_ ].*|\{\{.*\}\})$/i;

/** Letters that stand for others. */
const MASKED = /x{6}|\*{4}/i;

/** Where a credential is kept: a file, an address without a password, a reference that a controller or client resolves. */
const ELSEWHERE = /^(?:\.{0,2}\/|file:|vault:|op:\/\/|ref\+|arn:aws|projects\/|https?:\/\/[^@]*$)/;

export function isSecretName(name: string): boolean {
  return TOKEN_NAME.test(name) && !TOKENIZER_NAME.test(name);
}

/** A credential written into the manifest: Git, the API server and every `kubectl describe` would show it. */
export function literalTokenProblem(name: string, value: string): EnvProblem | undefined {
  if (holdsCredential(value)) {
    return { detail: 'is a credential in plain text', help: TOKEN_HELP };
  }
  // A value made from another variable (`Bearer $(HF_TOKEN)`) holds no secret itself.
  const isMade = /(^|[^$])\$\([A-Za-z_][A-Za-z0-9_]*\)/.test(value);
  if (isSecretName(name) && !isMade && ![NOT_A_CREDENTIAL, STAND_IN, MASKED, ELSEWHERE].some(harmless => harmless.test(value))) {
    return { detail: 'is a literal in a variable whose name says it is a secret', help: TOKEN_HELP };
  }
  return undefined;
}

/** A credential inside an argument or a script. */
export function argumentTokenProblem(argument: string): EnvProblem | undefined {
  return holdsCredential(argument) ? { detail: 'holds a credential in plain text', help: TOKEN_HELP } : undefined;
}

/**
 * What is wrong with the literal value of a variable, and how much of the value may be shown: error messages end in CI logs,
 * so what is called a password is not printed whatever it looks like.
 */
export function valueProblem(name: string, value: string): (EnvProblem & { readonly shown: string }) | undefined {
  const shell = shellProblem(value);
  const token = literalTokenProblem(name, value);
  // A password may begin with a dollar; only what is one piece of shell from end to end may be shown.
  const isAllShell = /^(\$\([^)]*\)|\$\{[A-Za-z_]\w*\}|\$[A-Z_][A-Z0-9_]*|`[^`]*`)$/.test(value);
  if (token && !(shell && isAllShell)) {
    return { ...token, shown: holdsCredential(value) ? hideSecret(value) : '…' };
  }
  return shell ? { ...shell, shown: hideSecret(value) } : undefined;
}

/** Shows enough of a value to find it, never a whole credential: error messages end in CI logs. */
export function hideSecret(value: string): string {
  return value
    .replace(new RegExp(PRIVATE_KEY.source, 'g'), '-----BEGIN PRIVATE KEY-----…')
    .replace(new RegExp(TOKEN_SHAPE.source, 'g'), secret => `${secret.slice(0, 5)}…`);
}
