/** A command line that runs in the image's own shell before (or around) what the user gave. */
export interface Entrypoint {
  readonly command: string[];
  readonly args?: string[];
}

const SHELL = '/bin/sh';

/**
 * Runs steps, then becomes the given command. It is the container's entry point, so it runs again after every container restart, which an
 * init container does not. The command stays argv (`"$@"`): nothing in it is parsed by the shell.
 *
 * The kubelet expands `$(NAME)` in commands and leaves what it does not know, so scripts here use no command substitution.
 */
export function shellEntrypoint(steps: readonly string[], command: readonly string[] | undefined, args: readonly string[] | undefined): Entrypoint {
  return {
    command: [SHELL, '-c', [...steps, 'exec "$@"'].join('\n'), 'entrypoint', ...command ?? []],
    args: args ? [...args] : undefined,
  };
}

/**
 * Runs the command as a child and exits with the code that the program wrote into a file, where its launcher hides it: torchrun exits 1
 * whatever its child did. Without a code in the file (or with success) the child's own status stands. The stop signal is passed on.
 *
 * @param fileVariable environment variable that holds the file's path.
 */
export function exitCodeEntrypoint(fileVariable: string, command: readonly string[], args: readonly string[] | undefined): Entrypoint {
  return {
    command: [SHELL, '-c', [
      `: > "$${fileVariable}"`,
      'child=',
      'stopping=',
      'trap \'stopping=1; if [ -n "$child" ]; then kill -TERM "$child" 2>/dev/null; fi\' TERM',
      '"$@" &',
      'child=$!',
      'if [ -n "$stopping" ]; then kill -TERM "$child" 2>/dev/null; fi',
      // A trapped signal ends `wait` early, so it is repeated until the child is gone.
      'while true; do',
      '  wait "$child"',
      '  status=$?',
      '  kill -0 "$child" 2>/dev/null || break',
      'done',
      'code=',
      `if [ "$status" -ne 0 ] && [ -s "$${fileVariable}" ]; then read -r code < "$${fileVariable}"; fi`,
      'case "$code" in \'\'|*[!0-9]*) exit "$status" ;; esac',
      'if [ "$code" -ge 1 ] && [ "$code" -le 255 ]; then exit "$code"; fi',
      'exit "$status"',
    ].join('\n'), 'exit-code', ...command],
    args: args ? [...args] : undefined,
  };
}

/** A script that ends by itself (in an `exec` of its own). */
export function shellScript(steps: readonly string[]): Entrypoint {
  return { command: [SHELL, '-c', steps.join('\n')] };
}

export interface BoundedWait {
  /** Shell command that succeeds once the wait is over. */
  readonly until: string;
  /** What is waited for, in the message when it does not come. */
  readonly what: string;
  readonly timeoutSeconds: number;
  readonly periodSeconds?: number;
}

/** A wait that ends: with success, or with a message and exit 1, after which the kubelet restarts the container with its back-off. */
export function waitStep(wait: BoundedWait): string {
  const period = wait.periodSeconds ?? 2;
  const tries = Math.max(1, Math.ceil(wait.timeoutSeconds / period));
  return [
    'tries=0',
    `until ${wait.until}; do`,
    '  tries=$((tries + 1))',
    `  if [ "$tries" -ge ${tries} ]; then echo "${wait.what} after ${wait.timeoutSeconds} s" >&2; exit 1; fi`,
    `  sleep ${period}`,
    'done',
  ].join('\n');
}

/** The name resolves. TCPStore and ssh treat a missing name as fatal, but retry a refused connection. */
export function resolves(host: string): string {
  return `getent hosts ${host} >/dev/null 2>&1`;
}

/** The port answers. Needs python3, which images of vLLM, Ray and PyTorch have; `sh` has no way to open a socket. */
export function answers(host: string, port: number): string {
  return `python3 -c 'import socket, sys; socket.create_connection((sys.argv[1], ${port}), 2)' ${host} >/dev/null 2>&1`;
}

/** A python3 program that succeeds when a port answers at the address that a variable holds; in a probe, where no shell is needed. */
export function connects(addressVariable: string, port: number, timeoutSeconds: number): string {
  return `import os, socket; socket.create_connection((os.environ["${addressVariable}"], ${port}), ${timeoutSeconds})`;
}

/**
 * Different commands by index, in one template: a step that becomes the first command on index 0 and leaves the other one in `$@`.
 * Both are argv, so whatever the kubelet puts into them, the shell does not parse it.
 *
 * @param firstWords words of the first command; the argv is the first command and then the other one.
 */
export function dispatchStep(indexVariable: string, firstWords: number, othersSteps: readonly string[]): string {
  const first = Array.from({ length: firstWords }, (_, index) => `"\${${index + 1}}"`).join(' ');
  return [onIndexZero(indexVariable, [`exec ${first}`]), ...othersSteps, `shift ${firstWords}`].join('\n');
}

/** Steps on index 0 only. */
export function onIndexZero(indexVariable: string, steps: readonly string[]): string {
  return [`if [ "$${indexVariable}" = 0 ]; then`, ...indent(steps), 'fi'].join('\n');
}

/** Steps on every index but 0. */
export function onOtherIndexes(indexVariable: string, steps: readonly string[]): string {
  return [`if [ "$${indexVariable}" != 0 ]; then`, ...indent(steps), 'fi'].join('\n');
}

function indent(steps: readonly string[]): string[] {
  return steps.flatMap(step => step.split('\n')).map(line => `  ${line}`);
}
