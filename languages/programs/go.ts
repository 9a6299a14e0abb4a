import * as fs from 'fs';
import * as path from 'path';
import { ENVIRONMENT, Language, run } from './language';

const SOURCE = path.resolve(__dirname, '../go');

export const GO: Language = {
  name: 'go',
  packages: ['node_modules/constructs', 'node_modules/cdk8s', 'node_modules/cdk8s-plus-28', '.'],
  build: folder => {
    const source = path.join(folder, 'apps');
    fs.cpSync(SOURCE, source, { recursive: true });
    const modules = fs.readdirSync(folder).filter(name => fs.existsSync(path.join(folder, name, 'go.mod')));
    const paths = modules.map(name => [/^module (\S+)$/m.exec(fs.readFileSync(path.join(folder, name, 'go.mod'), 'utf8'))![1], path.join(folder, name)]);
    const go = (...args: string[]) => run('go', args, { cwd: source, env: { ...ENVIRONMENT, GOFLAGS: '-mod=mod', GOSUMDB: 'off' } });
    go('mod', 'init', 'example.org/apps');
    go('mod', 'edit', ...paths.map(([name, place]) => `-replace=${name}=${place}`));
    go('mod', 'tidy');
    go('build', '-o', 'program', '.');
    const program = (...args: string[]) => run(path.join(source, 'program'), args);
    return { synth: out => void program(out), mistakes: () => program('mistakes') };
  },
};
