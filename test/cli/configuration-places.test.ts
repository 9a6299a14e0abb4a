import { execFileSync } from 'child_process';
import * as fs from 'fs';
import * as path from 'path';
import { APP, cdk8sAi, folderOf } from './program';

const ACKNOWLEDGES = 'acknowledge: [{id: AIW2103, reason: made elsewhere}]\n';
const NOBODY = 65_534;

/** Who owns the files, without asking the system for it: that takes root. */
function ownedBy(owner: (file: string) => number | undefined) {
  const { statSync, lstatSync } = fs;
  const spies = (['statSync', 'lstatSync'] as const).map(name => jest.spyOn(jest.requireActual<typeof fs>('fs'), name).mockImplementation(((file: string, options: object) => {
    const stat = (name === 'statSync' ? statSync : lstatSync)(file, options as never) as unknown as fs.Stats | undefined;
    const uid = owner(String(file));
    return stat === undefined || uid === undefined ? stat : Object.assign(Object.create(stat) as fs.Stats, { uid });
  }) as never));
  return () => spies.forEach(spy => spy.mockRestore());
}

describe('a configuration of a folder above', () => {
  const folder = () => folderOf({ '.cdk8s-ai.yaml': ACKNOWLEDGES, 'app/app.yaml': APP });

  test('is applied and named where it belongs to the same user', async () => {
    expect(await cdk8sAi(path.join(folder(), 'app'), 'lint', '.')).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('1 acknowledged (by ../.cdk8s-ai.yaml);') });
  });

  test('is not applied where it belongs to another user, and that is noted', async () => {
    const restore = ownedBy(file => (file.endsWith('.cdk8s-ai.yaml') ? NOBODY : undefined));
    const notes: string[] = [];
    const write = jest.spyOn(jest.requireActual<typeof fs>('fs'), 'writeSync').mockImplementation(((_: number, text: Buffer) => notes.push(String(text)) && text.length) as never);

    const run = await cdk8sAi(path.join(folder(), 'app'), 'lint', '.');

    write.mockRestore();
    restore();
    expect(run).toMatchObject({ status: 1, stdout: expect.stringContaining('AIW2103') });
    expect(notes).toEqual(['cdk8s-ai: ../.cdk8s-ai.yaml: belongs to another user, so it is not applied\n  --config ../.cdk8s-ai.yaml applies it\n']);
  });

  test.each([
    ['it is asked for', ['--config', '../.cdk8s-ai.yaml'], (file: string) => (file.endsWith('.cdk8s-ai.yaml') ? NOBODY : undefined)],
    ['it belongs to the owner of the working folder', [], () => NOBODY],
  ])('of another user is applied where %s', async (_, args, owner) => {
    const restore = ownedBy(owner);
    const run = await cdk8sAi(path.join(folder(), 'app'), 'lint', '.', ...args);
    restore();
    expect(run).toMatchObject({ status: 0, stdout: expect.stringContaining('1 acknowledged') });
  });
});

test('the configuration of the working folder is not named', async () => {
  expect(await cdk8sAi(folderOf({ '.cdk8s-ai.yaml': ACKNOWLEDGES, 'app.yaml': APP }), 'lint', 'app.yaml')).toMatchObject({ status: 0, stdout: expect.stringContaining('; 1 acknowledged; ') });
});

describe('a pipe that nobody writes to, a device, and links to them', () => {
  const STRANGE: readonly (readonly [string, (file: string) => unknown])[] = [
    ['a pipe', file => execFileSync('mkfifo', [file])],
    ['a link to a pipe', file => { execFileSync('mkfifo', [`${file}.pipe`]); fs.symlinkSync(`${file}.pipe`, file); }],
    ['a device', file => fs.symlinkSync('/dev/zero', file)],
  ];
  const READERS: readonly (readonly [string, readonly string[]])[] = [
    ['.cdk8s-ai.yaml', ['lint', 'app.yaml']],
    ['own.yaml', ['lint', 'app.yaml', '--config', 'own.yaml']],
    ['known.json', ['lint', 'app.yaml', '--baseline', 'known.json']],
  ];

  test.each(STRANGE.flatMap(([what, make]) => READERS.map(([file, args]) => [what, file, make, args] as const)))('%s as %s is refused at once', async (_, file, make, args) => {
    const folder = folderOf({ 'app.yaml': APP });
    make(path.join(folder, file));

    expect(await cdk8sAi(folder, ...args)).toMatchObject({ status: 2, stderr: expect.stringContaining(`${file}: is no regular file`) });
  });

  test('the pipe of a shell is read', async () => {
    const folder = folderOf({ 'app.yaml': APP, 'known.json': '{"findings":[{"id":"AIW2103","object":"Service ml/router","field":"spec.selector"}]}' });
    const known = fs.openSync(path.join(folder, 'known.json'), 'r');

    const run = await cdk8sAi(folder, 'lint', 'app.yaml', '--baseline', `/dev/fd/${known}`);

    fs.closeSync(known);
    expect(run).toMatchObject({ status: 0 });
  });
});
