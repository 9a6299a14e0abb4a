import { Container, Run, SHOW, Stubs, argvOf, run } from './kubelet';
import { Entrypoint, answers, dispatchStep, onIndexZero, onOtherIndexes, resolves, shellEntrypoint, shellScript, waitStep } from '../../src/engines/entrypoint';

/** Words that a shell would change if it parsed them. */
const AWKWARD = ['two words', "it's", 'say "hi"', '$HOME', '`id`', '$$', '*', '', '-n', ';exit 3', 'a\nb'];

function container(entrypoint: Entrypoint, variables: { [name: string]: string } = {}): Container {
  return { name: 'main', ...entrypoint, env: Object.entries(variables).map(([name, value]) => ({ name, value })) };
}

function start(entrypoint: Entrypoint, stubs: Stubs = {}, variables: { [name: string]: string } = {}): Run {
  return run(container(entrypoint, variables), {}, { show: SHOW, ...stubs });
}

const shown = (words: readonly string[]) => words.map(word => `<${word}>`).join('') + '\n';

describe('the user\'s command', () => {
  test('is passed on as it is, word by word', () => {
    const done = start(shellEntrypoint(['true'], ['show', ...AWKWARD.slice(0, 4)], AWKWARD.slice(4)));
    // `$$` is the kubelet's escape for a dollar sign, before any shell.
    expect(done.out).toBe(shown(AWKWARD.map(word => (word === '$$' ? '$' : word))));
    expect(done.status).toBe(0);
  });

  test('keeps its own exit status', () => {
    expect(start(shellEntrypoint(['true'], ['sh', '-c', 'exit 17'], undefined)).status).toBe(17);
  });

  test('takes over the process, so that it gets the stop signal itself', () => {
    const done = start(shellEntrypoint(['echo "$$$$"'], ['sh', '-c', 'echo "$$$$"'], undefined));
    const [before, after] = done.out.trim().split('\n');
    expect(after).toBe(before);
  });

  test('may refer to variables, even when a value holds quotes', () => {
    const done = start(shellEntrypoint(['true'], ['show', '$(PROMPT)'], undefined), {}, { PROMPT: "it's \"$HOME\"; exit 3" });
    expect(done.out).toBe(shown(["it's \"$HOME\"; exit 3"]));
  });
});

describe('a bounded wait', () => {
  const wait = (timeoutSeconds: number, periodSeconds?: number) =>
    shellEntrypoint([waitStep({ until: resolves('"$LEADER"'), what: 'leader $LEADER has no address', timeoutSeconds, periodSeconds })], ['show', 'started'], undefined);
  const leader = { LEADER: 'llm-0.llm' };

  test('ends when the name resolves', () => {
    const done = start(wait(60), { getent: '[ "$call" -ge 3 ]' }, leader);
    expect(done.out).toBe(shown(['started']));
    expect(done.calls.filter(call => call.startsWith('getent'))).toEqual(Array(3).fill('getent hosts llm-0.llm'));
    expect(done.calls.filter(call => call.startsWith('sleep'))).toEqual(['sleep 2', 'sleep 2']);
  });

  test('does not sleep when the name is there already', () => {
    expect(start(wait(60), { getent: 'exit 0' }, leader).calls).toEqual(['getent hosts llm-0.llm', 'show started']);
  });

  test.each([[60, undefined, 30], [5, undefined, 3], [1, undefined, 1], [60, 5, 12]])(
    'of %s s every %s s gives up after %s tries, with status 1 and a message', (seconds, period, tries) => {
      const done = start(wait(seconds, period), { getent: 'exit 2' }, leader);
      expect(done.status).toBe(1);
      expect(done.err).toBe(`leader llm-0.llm has no address after ${seconds} s\n`);
      expect(done.out).toBe('');
      expect(done.calls.filter(call => call.startsWith('getent'))).toHaveLength(tries);
    });

  test('for a port asks python about host and port', () => {
    const done = start(shellEntrypoint([waitStep({ until: answers('"$LEADER"', 8080), what: 'x', timeoutSeconds: 4 })], ['show'], undefined), { python3: '' }, leader);
    expect(done.calls[0]).toBe('python3 -c import socket, sys; socket.create_connection((sys.argv[1], 8080), 2) llm-0.llm');
    expect(done.status).toBe(0);
  });
});

describe('dispatch by index', () => {
  const leader = ['show', 'leader', ...AWKWARD];
  const worker = ['show', 'worker', ...AWKWARD];
  const entrypoint = shellEntrypoint([dispatchStep('INDEX', leader.length, ['echo waited'])], [...leader, ...worker], undefined);

  test('index 0 runs the first command and none of the others\' steps', () => {
    expect(start(entrypoint, {}, { INDEX: '0' }).out).toBe(shown(['leader', ...AWKWARD.map(word => (word === '$$' ? '$' : word))]));
  });

  test.each(['1', '9', '10', '100'])('index %s runs the other command after its steps', index => {
    expect(start(entrypoint, {}, { INDEX: index }).out).toBe('waited\n' + shown(['worker', ...AWKWARD.map(word => (word === '$$' ? '$' : word))]));
  });

  test('steps can be kept to index 0 or to the others', () => {
    const script = shellScript([onIndexZero('INDEX', ['echo zero']), onOtherIndexes('INDEX', ['echo other\necho again'])]);
    expect(start(script, {}, { INDEX: '0' }).out).toBe('zero\n');
    expect(start(script, {}, { INDEX: '10' }).out).toBe('other\nagain\n');
  });
});

test('the kubelet leaves the scripts alone', () => {
  const steps = [
    waitStep({ until: resolves('"$LEADER"'), what: 'leader $LEADER has no address', timeoutSeconds: 60 }),
    dispatchStep('INDEX', 12, ['true']),
  ];
  const { command } = shellEntrypoint(steps, [], undefined);
  const known = new Map([['LEADER', 'llm-0.llm'], ['INDEX', '1'], ['tries', '7']]);
  expect(argvOf({ name: 'main', command }, known)).toEqual(command);
});
