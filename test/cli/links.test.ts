import * as fs from 'fs';
import * as path from 'path';
import { APP, cdk8sAi, folderOf } from './program';

const FIXABLE = APP.replace('imagePullPolicy', 'imagePulPolicy').replace(/( *)image: .*/, '$&\n$1imagePulPolicy: Always');
const content = (folder: string, name: string) => fs.readFileSync(path.join(folder, name), 'utf8');

/** A repository whose links lead to a start file of the shell. */
function repository() {
  const home = folderOf({ '.bashrc': 'alias ll=ls\n', 'real/app.yaml': FIXABLE });
  const folder = folderOf({ 'app.yaml': APP, 'inside/app.yaml': FIXABLE, 'clusters/.keep': '' });
  fs.symlinkSync(path.join(home, '.bashrc'), path.join(folder, 'known.json'));
  fs.symlinkSync(home, path.join(folder, 'reports'));
  fs.symlinkSync('app.yaml', path.join(folder, 'near.json'));
  fs.symlinkSync('inside', path.join(folder, 'round'));
  return { home, folder };
}

const WRITERS: readonly (readonly [string, (file: string) => readonly string[]])[] = [
  ['--write-baseline', file => ['lint', 'app.yaml', '--baseline', file, '--write-baseline']],
  ['explain --output', file => ['explain', 'app.yaml', '--output', file]],
];

describe.each(WRITERS)('%s', (_, args) => {
  test.each([
    ['known.json', 'known.json: is a link, and nothing is written through links'],
    ['near.json', 'near.json: is a link, and nothing is written through links'],
    ['reports/.bashrc', 'reports/.bashrc: leads out of the working folder through a link, and nothing is written there'],
    ['reports/new.json', 'reports/new.json: leads out of the working folder through a link, and nothing is written there'],
    ['clusters', 'clusters: is no regular file'],
  ])('writes nothing to %s', async (file, reason) => {
    const { folder, home } = repository();

    const run = await cdk8sAi(folder, ...args(file));

    expect(run).toMatchObject({ status: 2, stderr: expect.stringContaining(`cdk8s-ai: ${reason}\n`) });
    expect([content(home, '.bashrc'), content(folder, 'app.yaml'), fs.readdirSync(home)]).toEqual(['alias ll=ls\n', APP, ['.bashrc', 'real']]);
  });

  test('writes through a folder that is a link inside of the working folder, and to another folder that is named', async () => {
    const { folder, home } = repository();

    const statuses = [await cdk8sAi(folder, ...args('round/new.json')), await cdk8sAi(folder, ...args(path.join(home, 'new.json')))].map(({ status }) => status);

    expect(statuses).toEqual([0, 0]);
    expect([fs.existsSync(path.join(folder, 'inside/new.json')), fs.existsSync(path.join(home, 'new.json'))]).toEqual([true, true]);
  });

  test('replaces a file with another name, whose content stays, and keeps its rights without setuid', async () => {
    const folder = folderOf({ 'app.yaml': APP, 'other': 'before' });
    fs.linkSync(path.join(folder, 'other'), path.join(folder, 'known.json'));
    fs.chmodSync(path.join(folder, 'known.json'), 0o4750);

    await cdk8sAi(folder, ...args('known.json'));

    expect([content(folder, 'other'), content(folder, 'known.json') === 'before']).toEqual(['before', false]);
    expect((fs.statSync(path.join(folder, 'known.json')).mode % 0o10000).toString(8)).toBe('750');
    expect(fs.readdirSync(folder).sort()).toEqual(['app.yaml', 'known.json', 'other']);
  });
});

describe('--fix --write', () => {
  test.each([
    ['a link that leaves the folder', 'clusters', (folder: string, home: string) => fs.symlinkSync(path.join(home, 'real/app.yaml'), path.join(folder, 'clusters/a.yaml')), 'is a link that leaves the folder'],
    ['a link to another folder of the repository', 'clusters', (folder: string) => fs.symlinkSync('../inside/app.yaml', path.join(folder, 'clusters/a.yaml')), 'is a link that leaves the folder'],
    ['a named link that leaves its folder', 'clusters/a.yaml', (folder: string) => fs.symlinkSync('../inside/app.yaml', path.join(folder, 'clusters/a.yaml')), 'is a link that leaves the folder'],
    ['a folder that is a link', 'elsewhere', (folder: string, home: string) => fs.symlinkSync(path.join(home, 'real'), path.join(folder, 'elsewhere')), 'is a link that leaves the folder'],
    ['a glob through a link', 'elsewhere/*.yaml', (folder: string, home: string) => fs.symlinkSync(path.join(home, 'real'), path.join(folder, 'elsewhere')), 'is a link that leaves the folder'],
    ['a file with another name', 'clusters', (folder: string, home: string) => fs.linkSync(path.join(home, 'real/app.yaml'), path.join(folder, 'clusters/a.yaml')), 'several names'],
  ])('leaves %s alone', async (_, asked, make, reason) => {
    const { folder, home } = repository();
    make(folder, home);

    const run = await cdk8sAi(folder, 'lint', asked, '--fix', '--write');

    expect(run.stderr).toMatch(new RegExp(`AIW1101 is not fixed: .*${reason}.*\n.*nothing to fix`));
    expect([content(home, 'real/app.yaml'), content(folder, 'inside/app.yaml')]).toEqual([FIXABLE, FIXABLE]);
  });

  test('fixes what a link leads to inside of the folder, and drops setuid', async () => {
    const { folder } = repository();
    fs.symlinkSync('app.yaml', path.join(folder, 'inside/b.yaml'));
    fs.chmodSync(path.join(folder, 'inside/app.yaml'), 0o4644);

    await cdk8sAi(folder, 'lint', 'inside/b.yaml', '--fix', '--write');

    expect(content(folder, 'inside/app.yaml')).toBe(FIXABLE.replace('imagePulPolicy', 'imagePullPolicy'));
    expect(fs.lstatSync(path.join(folder, 'inside/b.yaml')).isSymbolicLink()).toBe(true);
    expect((fs.statSync(path.join(folder, 'inside/app.yaml')).mode % 0o10000).toString(8)).toBe('644');
  });
});

test('adopt writes no app through a link', async () => {
  const { folder } = repository();
  const empty = folderOf({});
  fs.symlinkSync(empty, path.join(folder, 'app'));

  const run = await cdk8sAi(folder, 'adopt', 'app.yaml', '--out', 'app');

  expect(run).toMatchObject({ status: 2, stderr: expect.stringContaining('--out app: leads out of the working folder through a link') });
  expect(fs.readdirSync(empty)).toEqual([]);
});
